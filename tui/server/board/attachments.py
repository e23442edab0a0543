"""Attachments of cards, served: links can be added; uploads are shown as imported."""

from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import delete, insert, update

from tui.model.base import Json
from tui.server import db
from tui.server.board import find, journal
from tui.server.board.places import ATTACHMENTS
from tui.server.call import Call
from tui.server.refusal import invalid, not_found
from tui.server.route import Route
from tui.server.wire import attachments
from tui.server.wire.fields import pick


def show_all(call: Call) -> list[Json]:
    """A card's attachments; ``filter=cover`` only its cover's."""
    card = find.card(call)
    keys = attachments.FIELDS.chosen(call.params)
    found = attachments.attachments(call.connection, db.attachments.c.id_card == card.id)
    if call.params.word("filter", "false") == "cover":
        found = [one for one in found if one["id"] == card.id_attachment_cover]
    return [pick(one, keys) for one in found]


def show(call: Call) -> Json:
    """One attachment."""
    return pick(_of_card(call, find.card(call)), attachments.FIELDS.chosen(call.params))


def create(call: Call) -> Json:
    """Attach the link ``url``."""
    card = find.card(call)
    name = call.params.text("name") if call.params.given("name") else ""
    ident = attach_url(call, card, call.params.text("url"), name)
    found = attachments.attachments(call.connection, db.attachments.c.id == ident)
    return {**found[0], "limits": {}}


def attach_url(call: Call, card: Any, url: str, name: str) -> str:
    """Attach ``url``, which must be a web address, to ``card``; the attachment's id.

    Raises:
        Refused: 400, it is none.
    """
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise invalid("url") from error
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        raise invalid("url")
    row = {
        "id": call.new_id(),
        "id_card": card.id,
        "name": name or url,
        "url": url,
        "date": call.stamp,
        "id_member": call.me,
        "pos": ATTACHMENTS.place(call.connection, card.id, "bottom"),
    }
    call.connection.execute(insert(db.attachments).values(row))
    told = {"attachment": {"id": row["id"], "name": row["name"], "url": url}}
    journal.on_card(call, "addAttachmentToCard", card, told)
    return str(row["id"])


def remove(call: Call) -> Json:
    """Take an attachment off a card; a cover made of it goes too."""
    card = find.card(call)
    one = _of_card(call, card)
    call.connection.execute(delete(db.attachments).where(db.attachments.c.id == one["id"]))
    if card.id_attachment_cover == one["id"]:
        bare = update(db.cards).where(db.cards.c.id == card.id).values(id_attachment_cover=None)
        call.connection.execute(bare)
    told = {"attachment": {"id": one["id"], "name": one["name"]}}
    journal.on_card(call, "deleteAttachmentFromCard", card, told)
    return {"limits": {}}


def _of_card(call: Call, card: Any) -> Json:
    table = db.attachments.c
    where = (table.id_card == card.id) & (table.id == call.path["attachment"])
    found = attachments.attachments(call.connection, where)
    if not found:
        raise not_found()
    return found[0]


ROUTES = (
    Route("GET", "cards/{card}/attachments", show_all),
    Route("POST", "cards/{card}/attachments", create),
    Route("GET", "cards/{card}/attachments/{attachment}", show),
    Route("DELETE", "cards/{card}/attachments/{attachment}", remove),
)
