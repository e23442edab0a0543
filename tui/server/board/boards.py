"""Handlers of boards: one board with its nested objects, and the collections and feeds under it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from sqlalchemy import Select, and_, delete, select

from tui.server.board import board_changes, labels, lists, nested_in_board
from tui.server.events.kept_answers import erase_kept_answers
from tui.server.pipeline.params import not_found
from tui.server.pipeline.route import Route, one_field
from tui.server.rights import find
from tui.server.storage import db
from tui.server.wire import actions, boards, nested

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

_LONGEST_NUMBER = 7
"""Maximum digits of a card number; a longer name in the path can only be a short link."""


def show(call: Call) -> Json:
    """Return one board with the nested objects that the parameters ask for."""
    row = find.board(call)
    board = boards.one(call, row.id, boards.FIELDS.parse(call.params))
    for name, load in nested_in_board.LOADERS.items():
        word = call.params.word(name, "none")
        if word.lower() not in {"none", "false"}:
            board[name] = load(call, row, word)
    return board


def remove(call: Call) -> Json:
    """Delete a board and everything on it for good; only an admin may."""
    board = find.board(call)
    board_changes.require_admin(call, board)
    erase_kept_answers(call, db.actions.c.id_board == board.id, id_board=board.id)
    call.connection.execute(delete(db.boards).where(db.boards.c.id == board.id))
    return {"_value": None}


def show_lists(call: Call) -> list[Json]:
    """Return a board's lists; open ones unless ``filter`` says otherwise."""
    word = call.path.get("filter") or call.params.word("filter", "open")
    return nested.shown_lists(call, find.board(call).id, word.lower())


def show_cards(call: Call) -> list[Json]:
    """Return a board's cards; visible ones unless ``filter`` says otherwise."""
    row = find.board(call)
    word = call.params.word("filter", "visible", nested.CARD_FILTERS)
    return _cards(call, row.id, word)


def show_filtered_cards(call: Call) -> Any:
    """Return a board's cards by a filter in the path, or one card by its id or number."""
    row = find.board(call)
    word = call.path["filter"]
    if word.lower() in nested.CARD_FILTERS:
        return _cards(call, row.id, word.lower())
    return nested.shown_card(call, _card_id(call, row.id, word))


def _cards(call: Call, id_board: str, word: str) -> list[Json]:
    where = and_(db.cards.c.id_board == id_board, nested.card_filter(word))
    return nested.shown_cards(call, nested.found_cards(call, where))


def _card_id(call: Call, id_board: str, name: str) -> str:
    """Find the id of a card on the board by id, short link or number.

    Raises:
        Refused: 404, the board has no such card.
    """
    table = db.cards.c
    number = int(name) if name.isascii() and name.isdigit() and len(name) <= _LONGEST_NUMBER else None
    same: Select[Any] = select(table.id).where(table.id_board == id_board)
    same = same.where(
        table.id_short == number if number is not None else (table.id == name) | (table.short_link == name)
    )
    ident = call.connection.scalar(same.order_by(table.id).limit(1))
    if ident is None:
        raise not_found()
    return str(ident)


def show_labels(call: Call) -> list[Json]:
    """Return a board's labels; the first 50 unless ``limit`` says otherwise."""
    return nested_in_board.shown_labels(call, find.board(call).id, "fields", "limit")


def show_label(call: Call) -> Json:
    """Return one label of this board."""
    if find.label(call).id_board != find.board(call).id:
        raise not_found()
    return labels.show(call)


def create_list(call: Call) -> Json:
    """Create a list on this board."""
    return lists.make(call, find.board(call).id)


def show_checklists(call: Call) -> list[Json]:
    """Return all checklists on a board with their items."""
    return nested.shown_checklists(call, db.checklists.c.id_board == find.board(call).id)


def show_actions(call: Call) -> Any:
    """Return the action feed of a board."""
    return actions.feed(call, db.actions.c.id_board == find.board(call).id)


def show_log(call: Call) -> Any:
    """Return all actions of a board, including those only for webhooks; the hosted service has no such address."""
    return actions.feed(call, db.actions.c.id_board == find.board(call).id, hidden=())


def show_no_plugins(call: Call) -> list[Json]:
    """Return an empty list of power-ups: this server runs none."""
    find.board(call)
    return []


def refuse_plugin(call: Call) -> NoReturn:
    """Refuse a power-up or workspace tag of a board with 404: this server has none."""
    find.board(call)
    raise not_found()


ROUTES = (
    Route("POST", "boards", board_changes.create),
    Route("GET", "boards/{board}", show),
    Route("PUT", "boards/{board}", board_changes.change),
    Route("DELETE", "boards/{board}", remove),
    Route("GET", "boards/{board}/lists", show_lists),
    Route("GET", "boards/{board}/lists/{filter}", show_lists),
    Route("POST", "boards/{board}/lists", create_list),
    Route("GET", "boards/{board}/cards", show_cards),
    Route("GET", "boards/{board}/cards/{filter}", show_filtered_cards),
    Route("GET", "boards/{board}/labels", show_labels),
    Route("GET", "boards/{board}/checklists", show_checklists),
    Route("GET", "boards/{board}/actions", show_actions),
    Route("GET", "boards/{board}/log", show_log),
    Route("GET", "boards/{board}/labels/{label}", show_label),
    Route("GET", "boards/{board}/plugins", show_no_plugins),
    Route("GET", "boards/{board}/pluginData", show_no_plugins),
    Route("GET", "boards/{board}/boardPlugins", show_no_plugins),
    Route("POST", "boards/{board}/boardPlugins", refuse_plugin),
    Route("DELETE", "boards/{board}/boardPlugins/{plugin}", refuse_plugin),
    Route("POST", "boards/{board}/idTags", refuse_plugin),
    Route("POST", "boards/{board}/markedAsViewed", board_changes.mark_viewed),
    Route("GET", "boards/{board}/{field}", one_field(show)),
    Route("PUT", "boards/{board}/{field}", board_changes.change_field),
    Route("PUT", "boards/{board}/prefs/{field}", board_changes.change_pref),
    Route("PUT", "boards/{board}/labelNames/{field}", board_changes.change_label_name),
)
