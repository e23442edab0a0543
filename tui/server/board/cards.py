"""Handlers of cards: read, create, change, delete; a card's parts have separate modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import delete

from tui.server.board import card_creation
from tui.server.card import changes
from tui.server.card import members as card_members
from tui.server.events import journal
from tui.server.events.kept_answers import erase_kept_answers
from tui.server.people import watches
from tui.server.pipeline.params import Params, pick
from tui.server.pipeline.route import Route, one_field
from tui.server.rights import find
from tui.server.storage import db
from tui.server.wire import actions, boards, members, nested

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call


def show(call: Call) -> Json:
    """Return one card."""
    return nested.shown_card(call, find.card(call).id)


_LAST_PAGE = 19


def change(call: Call) -> Json:
    """Change the fields that the parameters set; unchanged values leave no action."""
    need = watches.required_right(call.params, changes.NAMES)
    changes.change(call, find.card(call, need=need))
    return nested.shown_card(call.with_params(Params({})), find.card(call, need=find.SEE).id)


def change_field(call: Call) -> Json:
    """Change the field in the path to ``value``."""
    field = call.field(changes.NAMES)
    extra_params = _EXTRA_PARAMS.get(field, ())
    return change(call.with_params(call.params.as_field(field, *extra_params)))


_EXTRA_PARAMS = {"idBoard": ("idList", "pos"), "idList": ("pos",), "due": ("dueReminder",)}
"""Parameters that may accompany the ``value`` of a field."""


def remove(call: Call) -> Json:
    """Delete a card for good, with its history and comments."""
    card = find.card(call)
    row = find.board_list(call, card.id_list)
    history = db.actions.c.id_card == card.id
    erase_kept_answers(call, history, id_board=card.id_board, id_card=card.id)
    call.connection.execute(delete(db.actions).where(history))
    call.connection.execute(delete(db.cards).where(db.cards.c.id == card.id))
    copy = {key: value for key, value in journal.card_copy(card).items() if key != "name"}
    data = {"card": copy, "board": journal.board_copy(card), "list": journal.list_copy(row)}
    journal.record(call, "deleteCard", data, id_board=card.id_board, id_list=card.id_list)
    return {"limits": {}}


def show_actions(call: Call) -> Any:
    """Return the action feed of a card; by default its comments and moves."""
    call.params.integer("page", 0, most=_LAST_PAGE)
    return actions.feed(call, db.actions.c.id_card == find.card(call).id, usual=actions.OF_CARD)


def show_board(call: Call) -> Json:
    """Return the board a card is on."""
    card = find.card(call)
    return boards.boards(call, db.boards.c.id == card.id_board, boards.MINE.parse(call.params))[0]


def show_list(call: Call) -> Json:
    """Return the list a card is in."""
    card = find.card(call)
    found = boards.lists(call, db.lists.c.id == card.id_list)
    return pick(found[0], boards.LIST_FIELDS.parse(call.params))


def show_checklists(call: Call) -> list[Json]:
    """Return a card's checklists with their items."""
    return nested.shown_checklists(call, db.checklists.c.id_card == find.card(call).id)


def show_states(call: Call) -> list[Json]:
    """Return the completed check items of a card."""
    return list(nested.shown_card(call.with_params(Params({})), find.card(call).id)["checkItemStates"])


def show_plugin_data(call: Call) -> list[Json]:
    """Return no power-up data: this server runs no power-ups."""
    find.card(call)
    return []


def show_members(call: Call) -> list[Json]:
    """Return the members on a card."""
    return card_members.shown(call, find.card(call).id, members.OF_CARD.parse(call.params))


ROUTES = (
    Route("POST", "cards", card_creation.create),
    Route("GET", "cards/{card}", show),
    Route("PUT", "cards/{card}", change),
    Route("DELETE", "cards/{card}", remove),
    Route("GET", "cards/{card}/actions", show_actions),
    Route("GET", "cards/{card}/board", show_board),
    Route("GET", "cards/{card}/list", show_list),
    Route("GET", "cards/{card}/checklists", show_checklists),
    Route("GET", "cards/{card}/members", show_members),
    Route("GET", "cards/{card}/checkItemStates", show_states),
    Route("GET", "cards/{card}/pluginData", show_plugin_data),
    Route("GET", "cards/{card}/{field}", one_field(show)),
    Route("PUT", "cards/{card}/{field}", change_field),
)
