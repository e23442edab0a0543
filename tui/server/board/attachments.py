"""Handlers of card attachments: links and uploaded files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from sqlalchemy import delete, insert, select

from tui.server.board.images import size_of
from tui.server.card import covers
from tui.server.events import journal
from tui.server.pipeline.auth import sent_credentials
from tui.server.pipeline.params import invalid, not_found, pick, unauthorized
from tui.server.pipeline.route import Route
from tui.server.pipeline.upload import Download, Upload, kind_of
from tui.server.rights import find
from tui.server.rights.positions import ATTACHMENTS, read_new_position
from tui.server.storage import db
from tui.server.wire import attachments, caps

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

_FILTERS = ("false", "true", "cover", "all")


def show_all(call: Call) -> list[Json]:
    """Return a card's attachments; with ``filter=cover`` only the one used as cover."""
    card = find.card(call)
    keys = attachments.FIELDS.parse(call.params)
    found = attachments.attachments(call, db.attachments.c.id_card == card.id)
    if call.params.word("filter", "false", _FILTERS) == "cover":
        found = [one for one in found if one["id"] == card.id_attachment_cover]
    return [pick(one, keys) for one in found]


def show(call: Call) -> Json:
    """Return one attachment."""
    found = attachments.attachment(call, _of_card(call, find.card(call)))
    return pick(found, attachments.FIELDS.parse(call.params))


def create(call: Call) -> Json:
    """Attach an uploaded file or the link ``url``; ``setCover`` makes a picture the card's cover."""
    card = find.card(call)
    params = call.params
    name = params.text("name") if params.given("name") else ""
    if isinstance(params.get("file"), Upload):
        ident = attach_file(call, card, params["file"], name)
    else:
        ident = attach_url(call, card, params.text("url"), name)
    if params.flag("setCover"):
        covers.set_attachment_cover(call, find.card(call, card.id), ident)
    row = call.connection.execute(select(db.attachments).where(db.attachments.c.id == ident)).one()
    return {**attachments.attachment(call, row), "limits": {}}


def attach_url(call: Call, card: Any, url: str, name: str) -> str:
    """Attach ``url``, which must be a web address, to ``card`` and return the attachment's id.

    The address is never fetched, because a caller could then send requests from this server to any address.

    Raises:
        Refused: 400, ``url`` is not a web address.
    """
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise invalid("url") from error
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        raise invalid("url")
    said = call.params.text("mimeType") if call.params.get("mimeType") else ""
    return _attach(call, card, {"id": call.new_id(), "name": name or url, "url": url, "mime_type": said})


def attach_file(call: Call, card: Any, file: Upload, name: str) -> str:
    """Attach an uploaded ``file`` to ``card``, store its content, and return the attachment's id."""
    ident = call.new_id()
    said = call.params.text("mimeType") if call.params.get("mimeType") else ""
    kind = kind_of(said, file.kind, name=file.name)
    base = f"/1/cards/{card.id}/attachments/{ident}"
    ending = f"download/{quote(file.name, safe='')}"
    row: Json = {
        "id": ident,
        "name": name or file.name,
        "url": f"{base}/{ending}",
        "mime_type": kind,
        "bytes": len(file.content),
        "is_upload": True,
        "file_name": file.name,
    }
    if size := size_of(file.content):
        width, height = size
        picture = call.new_id()
        shown = {"id": picture, "_id": picture, "scaled": False, "url": f"{base}/previews/{picture}/{ending}"}
        row["extra"] = {
            "previews": [{**shown, "bytes": len(file.content), "width": width, "height": height}],
        }
    return _attach(call, card, row, file.content)


def _attach(call: Call, card: Any, row: Json, content: bytes | None = None) -> str:
    caps.require_room(call, "attachments.perCard", card.id)
    caps.require_room(call, "attachments.perBoard", card.id_board)
    asked = read_new_position(call.params, "bottom") if call.path.get("card") else "bottom"
    row |= {
        "id_card": card.id,
        "date": call.stamp,
        "id_member": call.me,
        "pos": ATTACHMENTS.new_position(call.connection, card.id, asked),
    }
    ATTACHMENTS.insert(call.connection, row)
    if content is not None:
        call.connection.execute(insert(db.uploads).values(id_attachment=row["id"], content=content))
    about: Json = {"id": row["id"], "name": row["name"], "url": attachments.absolute_url(call, row["url"])}
    if pictures := attachments.pictures(call, row.get("extra", {}).get("previews")):
        about |= {"previewUrl": pictures[0]["url"], "previewUrl2x": pictures[0]["url"]}
    data = {"attachment": about, "list": journal.list_copy(find.board_list(call, card.id_list))}
    journal.record_on_card(call, "addAttachmentToCard", card, data)
    return str(row["id"])


def download(call: Call) -> Download:
    """Return the content of an uploaded file to a caller with credentials in the header.

    Credentials in the address are ignored, as at the hosted service, so that file links contain no secret.

    Raises:
        Refused: 401, the header has no credentials; 404, the content is not stored here.
    """
    _, token = sent_credentials(call.request_headers.get("authorization"), {})
    if token is None:
        raise unauthorized()
    row = _of_card(call, find.card(call))
    content = call.connection.scalar(select(db.uploads.c.content).where(db.uploads.c.id_attachment == row.id))
    if content is None:
        raise not_found()
    return Download(row.file_name or row.name, row.mime_type, content)


def change(call: Call) -> Json:
    """Rename an attachment, or move it within the card's attachments."""
    card = find.card(call)
    row = _of_card(call, card)
    params = call.params
    wanted: Json = params.new_name()
    wanted |= ATTACHMENTS.requested_position(call.connection, row, params)
    ATTACHMENTS.update(call.connection, row, wanted)
    return attachments.attachment(call, _of_card(call, card))


def remove(call: Call) -> Json:
    """Remove an attachment from a card, together with a cover made of it."""
    card = find.card(call)
    one = _of_card(call, card)
    if card.id_attachment_cover == one.id:
        covers.set_attachment_cover(call, card, None)
    call.connection.execute(delete(db.attachments).where(db.attachments.c.id == one.id))
    data = {"attachment": {"id": one.id, "name": one.name}}
    journal.record_on_card(call, "deleteAttachmentFromCard", card, data)
    return {"limits": {}}


def _of_card(call: Call, card: Any) -> Any:
    table = db.attachments.c
    where = (table.id_card == card.id) & (table.id == call.path["attachment"])
    return find.found_row(call, select(db.attachments).where(where))


ROUTES = (
    Route("GET", "cards/{card}/attachments", show_all),
    Route("POST", "cards/{card}/attachments", create),
    Route("GET", "cards/{card}/attachments/{attachment}", show),
    Route("PUT", "cards/{card}/attachments/{attachment}", change),
    Route("DELETE", "cards/{card}/attachments/{attachment}", remove),
    Route("GET", "cards/{card}/attachments/{attachment}/download/{file}", download),
    Route("GET", "cards/{card}/attachments/{attachment}/previews/{preview}/download/{file}", download),
)
