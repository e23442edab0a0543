"""Handlers of lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, insert, update

from tui.model.label import BASE_COLORS
from tui.model.position import spread
from tui.server.card import moves
from tui.server.copies import lists as copies
from tui.server.events import journal
from tui.server.people import watches
from tui.server.pipeline.params import pick
from tui.server.pipeline.route import Route, one_field
from tui.server.rights import find
from tui.server.rights.positions import LISTS, read_new_position
from tui.server.storage import db
from tui.server.wire import actions, boards, caps, nested

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call
    from tui.server.pipeline.params import Params

_FIELDS = ("name", "closed", "pos", "subscribed", "softLimit", "color", "idBoard")
_MOST_CARDS = 5000
_COLOURS = (*BASE_COLORS, "teal", "magenta", "gray")


def show(call: Call) -> Json:
    """Return one list, with its cards and its board if the parameters ask for them."""
    row, params = find.board_list(call), call.params
    found = pick(boards.lists(call, db.lists.c.id == row.id)[0], boards.LIST_FIELDS.parse(params))
    word = params.word("cards", "none").lower()
    if word not in {"none", "false"}:
        where = and_(db.cards.c.id_list == row.id, nested.card_filter("open" if word == "true" else word))
        found["cards"] = nested.shown_cards(call, nested.found_cards(call, where, paged=False), "card_")
    if params.flag("board"):
        keys = boards.FIELDS.parse(params, "board_fields")
        found["board"] = boards.one(call, row.id_board, keys)
    return found


def create(call: Call) -> Json:
    """Create a list on the board ``idBoard``."""
    return make(call, find.board(call, call.params.ident("idBoard")).id)


def make(call: Call, id_board: str) -> Json:
    """Create a list, or copy ``idListSource``, on the left unless ``pos`` says otherwise."""
    source = find.source(call, "idListSource", find.board_list)
    name = call.params.text("name", shortest=1)
    pos = LISTS.new_position(call.connection, id_board, read_new_position(call.params, "top"))
    ident = insert_list(call, id_board, name, pos)
    if source is not None:
        copies.copy_cards(call, source.id, ident)
    return {**full_list(call, ident), "limits": {}}


def insert_list(call: Call, id_board: str, name: str, pos: float) -> str:
    """Insert a list at ``pos``, log it, and return its id."""
    caps.require_room(call, "lists.openPerBoard", id_board)
    caps.require_room(call, "lists.totalPerBoard", id_board)
    ident = call.new_id()
    row = {"id": ident, "id_board": id_board, "name": name, "pos": pos}
    LISTS.insert(call.connection, row)
    row_made = find.board_list(call, ident)
    _record(call, "createList", row_made, {})
    return ident


def insert_default_lists(call: Call, board: find.Found, names: Sequence[str]) -> list[journal.JournalEntry]:
    """Insert the default lists of ``board`` from left to right and return their log entries."""
    rows = [
        {"id": call.new_id(), "id_board": board.id, "name": name, "pos": pos}
        for name, pos in zip(names, spread(len(names)), strict=True)
    ]
    call.connection.execute(insert(db.lists), rows)
    about = journal.board_copy(board)
    return [
        journal.JournalEntry(
            "createList",
            {"list": {"id": row["id"], "name": row["name"]}, "board": about},
            board.id,
            row["id"],
        )
        for row in rows
    ]


def full_list(call: Call, ident: str) -> Json:
    """Return a list with all its fields."""
    return boards.lists(call, db.lists.c.id == ident)[0]


def change(call: Call) -> Json:
    """Change the fields that the parameters set, and log one action per changed field."""
    row = find.board_list(call, need=watches.required_right(call.params, _FIELDS))
    if call.params.given("subscribed"):
        watches.set_watched(call, "list", row.id, watched=call.params.flag("subscribed"))
    if call.params.get("idBoard") and call.params.ident("idBoard") != row.id_board:
        moves.move_list(call, row, call.params.ident("idBoard"))
        row = find.board_list(call)
    wanted = _wanted(call, row)
    changed = db.different(wanted, row)
    if changed.get("closed") is False:
        caps.require_room(call, "lists.openPerBoard", row.id_board)
    _change_extra(call, row)
    if changed:
        LISTS.update(call.connection, row, changed)
        after = find.board_list(call, row.id)
        for name, new in changed.items():
            _record(call, "updateList", after, {name: getattr(row, name)}, new)
    return full_list(call, row.id)


def _change_extra(call: Call, row: Any) -> None:
    """Change the fields stored in ``extra``: the soft limit of cards and the colour."""
    params = call.params
    wanted: Json = {}
    if "softLimit" in params:
        limit = params.integer("softLimit", 0, most=_MOST_CARDS)
        wanted["softLimit"] = limit or None
    if "color" in params:
        wanted["color"] = _colour(params)
    changed = {name: value for name, value in wanted.items() if row.extra.get(name) != value}
    if changed:
        here = update(db.lists).where(db.lists.c.id == row.id)
        call.connection.execute(here.values(extra={**row.extra, **changed}))
    for name, value in changed.items():
        _record(call, "updateList", row, {name: row.extra.get(name)}, value)


def _colour(params: Params) -> str | None:
    return None if params["color"] in (None, "", "null") else params.word("color", "", _COLOURS)


def _wanted(call: Call, row: Any) -> Json:
    params = call.params
    wanted: Json = params.new_name()
    if params.given("closed"):
        wanted["closed"] = params.flag("closed")
    return wanted | LISTS.requested_position(call.connection, row, params)


def _record(call: Call, kind: str, row: Any, old: Json, new: Any = None) -> None:
    changed = {name: journal.action_value(new) for name in old}
    data: Json = {"list": {**changed, **journal.list_copy(row)}, "board": journal.board_copy(row)}
    if old:
        data["old"] = {name: journal.action_value(value) for name, value in old.items()}
    journal.record(call, kind, data, id_board=row.id_board, id_list=row.id)


def change_field(call: Call) -> Json:
    """Change the field in the path to ``value``."""
    field = call.field(_FIELDS)
    return change(call.with_params(call.params.as_field(field, *(("pos",) if field == "idBoard" else ()))))


def show_cards(call: Call) -> list[Json]:
    """Return the cards of a list; open ones unless ``filter`` says otherwise."""
    row = find.board_list(call)
    word = call.params.word("filter", "open", nested.CARD_FILTERS)
    where = and_(db.cards.c.id_list == row.id, nested.card_filter(word))
    return nested.shown_cards(call, nested.found_cards(call, where))


def show_actions(call: Call) -> Any:
    """Return the action feed of a list."""
    return actions.feed(call, db.actions.c.id_list == find.board_list(call).id)


def show_board(call: Call) -> Json:
    """Return the board a list is on."""
    row = find.board_list(call)
    return boards.asked_for(call, row.id_board)


ROUTES = (
    Route("POST", "lists", create),
    Route("GET", "lists/{list}", show),
    Route("PUT", "lists/{list}", change),
    Route("GET", "lists/{list}/cards", show_cards),
    Route("GET", "lists/{list}/actions", show_actions),
    Route("GET", "lists/{list}/board", show_board),
    Route("GET", "lists/{list}/{field}", one_field(show)),
    Route("PUT", "lists/{list}/{field}", change_field),
)
