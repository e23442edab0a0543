"""Lists, served."""

from typing import Any

from sqlalchemy import and_, func, insert, select, update

from tui.model.base import Json
from tui.model.position import STEP
from tui.server import db
from tui.server.board import find, journal
from tui.server.board.places import LISTS, asked_place
from tui.server.call import Call
from tui.server.refusal import invalid
from tui.server.route import Route
from tui.server.wire import actions, boards, lists, nested
from tui.server.wire.fields import number, pick

_FIELDS = ("name", "closed", "pos", "subscribed")


def show(call: Call) -> Json:
    """One list."""
    found = lists.lists(call.connection, db.lists.c.id == find.board_list(call).id)
    return pick(found[0], lists.FIELDS.chosen(call.params))


def show_field(call: Call) -> Json:
    """One field of a list."""
    return call.shown_field(whole(call, find.board_list(call).id))


def create(call: Call) -> Json:
    """Make a list on the board ``idBoard``."""
    return make(call, find.board(call, call.params.ident("idBoard")).id)


def make(call: Call, id_board: str) -> Json:
    """Make a list; it goes to the left unless ``pos`` says otherwise."""
    if call.params.get("idListSource"):
        raise invalid("idListSource")
    pos = LISTS.place(call.connection, id_board, asked_place(call.params, "top"))
    return whole(call, insert_list(call, id_board, call.params.text("name", shortest=1), pos))


def insert_list(call: Call, id_board: str, name: str, pos: float) -> str:
    """Make a list at ``pos``; its id."""
    ident = call.new_id()
    row = {"id": ident, "id_board": id_board, "name": name, "pos": pos}
    call.connection.execute(insert(db.lists).values(row))
    LISTS.settle(call.connection, id_board, ident, pos)
    row_made = find.board_list(call, ident)
    _tell(call, "createList", row_made, {})
    return ident


def whole(call: Call, ident: str) -> Json:
    """A list with all its fields."""
    return lists.lists(call.connection, db.lists.c.id == ident)[0]


def change(call: Call) -> Json:
    """Change what the parameters say; one action for each field that changes."""
    row = find.board_list(call)
    if call.params.get("idBoard") and call.params.ident("idBoard") != row.id_board:
        raise invalid("idBoard")
    wanted = _wanted(call, row)
    changed = {name: value for name, value in wanted.items() if getattr(row, name) != value}
    if changed:
        call.connection.execute(update(db.lists).where(db.lists.c.id == row.id).values(changed))
        if "pos" in changed:
            LISTS.settle(call.connection, row.id_board, row.id, changed["pos"])
        after = find.board_list(call, row.id)
        for name in changed.keys() - {"subscribed"}:
            _tell(call, "updateList", after, {name: getattr(row, name)}, changed[name])
    return whole(call, row.id)


def _wanted(call: Call, row: Any) -> Json:
    params = call.params
    wanted: Json = {}
    if params.given("name"):
        wanted["name"] = params.text("name", shortest=1)
    wanted |= {name: params.flag(name) for name in ("closed", "subscribed") if params.given(name)}
    if params.given("pos"):
        wanted["pos"] = LISTS.moved(call.connection, row.id_board, row, asked_place(params))
    return wanted


def _tell(call: Call, kind: str, row: Any, old: Json, new: Any = None) -> None:
    changed = {name: journal.told(new) for name in old}
    data: Json = {"list": {**changed, **journal.list_copy(row)}, "board": journal.board_copy(row)}
    if old:
        data["old"] = {name: journal.told(value) for name, value in old.items()}
    journal.record(call, kind, data, id_board=row.id_board, id_list=row.id)


def change_field(call: Call) -> Json:
    """Change one field to ``value``."""
    field = call.field((*_FIELDS, "idBoard"))
    return change(call.with_params(call.params.as_field(field)))


def show_cards(call: Call) -> list[Json]:
    """The cards of a list; open ones unless asked."""
    row = find.board_list(call)
    word = call.params.word("filter", "open", nested.CARD_FILTERS)
    where = and_(db.cards.c.id_list == row.id, nested.card_filter(word))
    return nested.shown_cards(call, nested.found_cards(call, where))


def show_actions(call: Call) -> Any:
    """The feed of a list."""
    return actions.feed(call, db.actions.c.id_list == find.board_list(call).id)


def show_board(call: Call) -> Json:
    """The board a list is on."""
    row = find.board_list(call)
    return boards.boards(call, db.boards.c.id == row.id_board, boards.FIELDS.chosen(call.params))[0]


def archive_cards(call: Call) -> Json:
    """Archive every open card of a list."""
    row = find.board_list(call)
    for card in _open_cards(call, row.id):
        call.connection.execute(update(db.cards).where(db.cards.c.id == card.id).values(closed=True))
        data = {"old": {"closed": False}, "list": journal.list_copy(row)}
        journal.on_card(call, "updateCard", find.card(call, card.id), data, closed=True)
    return {}


def move_cards(call: Call) -> list[Json]:
    """Move every open card of a list to the end of another list of the same board, in order.

    Raises:
        Refused: 400, the target is on another board or not where ``idBoard`` says.
    """
    source = find.board_list(call)
    target = find.board_list(call, call.params.ident("idList"))
    id_board = call.params.ident("idBoard")
    if target.id_board != id_board or source.id_board != id_board:
        raise invalid("idBoard")
    if target.id == source.id:
        raise invalid("idList")
    pos = (
        call.connection.scalar(select(func.max(db.cards.c.pos)).where(db.cards.c.id_list == target.id)) or 0.0
    )
    moved: list[Json] = []
    for card in _open_cards(call, source.id):
        pos += STEP
        here = update(db.cards).where(db.cards.c.id == card.id)
        call.connection.execute(here.values(id_list=target.id, pos=pos))
        data = {
            "old": {"idList": source.id},
            "listBefore": journal.list_copy(source),
            "listAfter": journal.list_copy(target),
        }
        journal.on_card(call, "updateCard", find.card(call, card.id), data, idList=target.id)
        moved.append({"id": card.id, "idBoard": id_board, "idList": target.id, "pos": number(pos)})
    return moved


def _open_cards(call: Call, id_list: str) -> list[Any]:
    table = db.cards.c
    query = select(table.id).where(table.id_list == id_list, table.closed.is_(False))
    return list(call.connection.execute(query.order_by(table.pos, table.id)))


ROUTES = (
    Route("POST", "lists", create),
    Route("GET", "lists/{list}", show),
    Route("PUT", "lists/{list}", change),
    Route("GET", "lists/{list}/cards", show_cards),
    Route("GET", "lists/{list}/actions", show_actions),
    Route("GET", "lists/{list}/board", show_board),
    Route("POST", "lists/{list}/archiveAllCards", archive_cards),
    Route("POST", "lists/{list}/moveAllCards", move_cards),
    Route("GET", "lists/{list}/{field}", show_field),
    Route("PUT", "lists/{list}/{field}", change_field),
)
