"""Cards, served: reading, making, changing, deleting. What hangs on a card is in modules of its own."""

from typing import Any

from sqlalchemy import delete, insert

from tui.model.base import Json
from tui.server import db
from tui.server.board import attachments, find, journal
from tui.server.board.places import CARDS, asked_place
from tui.server.call import Call
from tui.server.card import changes, moves
from tui.server.card import labels as card_labels
from tui.server.card import members as card_members
from tui.server.ids import short_link
from tui.server.params import Params
from tui.server.refusal import Refused, invalid
from tui.server.route import Route
from tui.server.wire import actions, boards, cards, checklists, lists, members, nested
from tui.server.wire.fields import pick


def show(call: Call) -> Json:
    """One card."""
    return nested.shown_card(call, find.card(call).id)


def show_field(call: Call) -> Json:
    """One field of a card."""
    card = find.card(call)
    rows = call.connection.execute(cards.query().where(db.cards.c.id == card.id)).all()
    return call.shown_field(cards.cards(call, rows, states=True)[0])


def create(call: Call) -> Json:
    """Make a card; it goes to the bottom of its list unless ``pos`` says otherwise."""
    params = call.params
    if params.get("idCardSource"):
        raise invalid("idCardSource")
    ident = _insert(call, _target(call))
    if params.given("idLabels"):
        card_labels.put(call, find.card(call, ident), params.idents("idLabels"))
    if params.given("idMembers"):
        card_members.put(call, find.card(call, ident), params.idents("idMembers"))
    if params.get("urlSource"):
        attachments.attach_url(call, find.card(call, ident), params.text("urlSource"), "")
    made = nested.shown_card(call, ident)
    return {"attachments": [], "stickers": [], "limits": {}, **made}


def _target(call: Call) -> Any:
    ident = call.params.ident("idList")
    try:
        return find.board_list(call, ident)
    except Refused as error:
        if error.status == 404:  # noqa: PLR2004 - the service words this one differently
            raise Refused(404, "could not find the board that the card belongs to") from error
        raise


def _insert(call: Call, target: Any) -> str:
    params = call.params
    ident = call.new_id()
    values = changes.wanted(call.with_params(params.but("closed", "pos")))
    row: Json = {
        "id": ident,
        "id_board": target.id_board,
        "id_list": target.id,
        "id_short": moves.next_number(call, target.id_board),
        "short_link": short_link(),
        "name": params.text("urlSource") if params.get("urlSource") else "",
        "desc": "",
        "pos": CARDS.place(call.connection, target.id, asked_place(params, "bottom")),
        "date_last_activity": call.stamp,
        "extra": {"idMemberCreator": call.me},
    }
    row |= {
        field: value for field, value in values.items() if field != "extra" and (value or field != "name")
    }
    row["extra"] |= values.get("extra", {})
    call.connection.execute(insert(db.cards).values(row))
    CARDS.settle(call.connection, target.id, ident, row["pos"])
    journal.on_card(call, "createCard", find.card(call, ident), {"list": journal.list_copy(target)})
    return ident


def change(call: Call) -> Json:
    """Change what the parameters say; what they do not name, or name as it is, stays and leaves no action."""
    changes.change(call, find.card(call))
    return nested.shown_card(call.with_params(Params({})), find.card(call).id)


def change_field(call: Call) -> Json:
    """Change one field to ``value``."""
    field = call.field(changes.NAMES)
    return change(call.with_params(call.params.as_field(field)))


def remove(call: Call) -> Json:
    """Delete a card for good, its history and its comments with it."""
    card = find.card(call)
    row = find.board_list(call, card.id_list)
    call.connection.execute(delete(db.actions).where(db.actions.c.id_card == card.id))
    call.connection.execute(delete(db.cards).where(db.cards.c.id == card.id))
    copy = {key: value for key, value in journal.card_copy(card).items() if key != "name"}
    data = {"card": copy, "board": journal.board_copy(card), "list": journal.list_copy(row)}
    journal.record(call, "deleteCard", data, id_board=card.id_board, id_list=card.id_list)
    return {"limits": {}}


def show_actions(call: Call) -> Any:
    """The feed of a card: comments and moves unless asked."""
    return actions.feed(call, db.actions.c.id_card == find.card(call).id, usual=actions.OF_CARD)


def show_board(call: Call) -> Json:
    """The board a card is on."""
    card = find.card(call)
    return boards.boards(call, db.boards.c.id == card.id_board, boards.FIELDS.chosen(call.params))[0]


def show_list(call: Call) -> Json:
    """The list a card is in."""
    card = find.card(call)
    found = lists.lists(call.connection, db.lists.c.id == card.id_list)
    return pick(found[0], lists.FIELDS.chosen(call.params))


def show_checklists(call: Call) -> list[Json]:
    """A card's checklists with their items."""
    keys = checklists.FIELDS.chosen(call.params)
    card = find.card(call)
    return [
        pick(one, keys) for one in checklists.checklists(call.connection, db.checklists.c.id_card == card.id)
    ]


def show_members(call: Call) -> list[Json]:
    """The members on a card."""
    return card_members.shown(call, find.card(call).id, members.OF_CARD.chosen(call.params))


ROUTES = (
    Route("POST", "cards", create),
    Route("GET", "cards/{card}", show),
    Route("PUT", "cards/{card}", change),
    Route("DELETE", "cards/{card}", remove),
    Route("GET", "cards/{card}/actions", show_actions),
    Route("GET", "cards/{card}/board", show_board),
    Route("GET", "cards/{card}/list", show_list),
    Route("GET", "cards/{card}/checklists", show_checklists),
    Route("GET", "cards/{card}/members", show_members),
    Route("GET", "cards/{card}/{field}", show_field),
    Route("PUT", "cards/{card}/{field}", change_field),
)
