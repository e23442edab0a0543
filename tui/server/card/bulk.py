"""Many cards at once: all of a list archived, moved to another list, or taken along to another board."""

from typing import Any

from sqlalchemy import func, select, update

from tui.model.base import Json
from tui.model.position import STEP
from tui.server import db
from tui.server.board import find, journal
from tui.server.board.places import LISTS, asked_place
from tui.server.call import Call
from tui.server.card import moves
from tui.server.refusal import invalid
from tui.server.route import Route
from tui.server.wire.fields import number


def archive_cards(call: Call) -> Json:
    """Archive every open card of a list."""
    row = find.board_list(call)
    for ident in _open_cards(call, row.id):
        call.connection.execute(update(db.cards).where(db.cards.c.id == ident).values(closed=True))
        data = {"old": {"closed": False}, "list": journal.list_copy(row)}
        journal.on_card(call, "updateCard", find.card(call, ident), data, closed=True)
    return {}


def move_cards(call: Call) -> list[Json]:
    """Move every open card of a list to the end of another, on this board or another, in order.

    Raises:
        Refused: 400, the target is not on the board that ``idBoard`` says, or is the list itself.
    """
    source = find.board_list(call)
    target = find.board_list(call, call.params.ident("idList"))
    if target.id_board != call.params.ident("idBoard"):
        raise invalid("idBoard")
    if target.id == source.id:
        raise invalid("idList")
    last = select(func.max(db.cards.c.pos)).where(db.cards.c.id_list == target.id)
    pos = call.connection.scalar(last) or 0.0
    moved: list[Json] = []
    for ident in _open_cards(call, source.id):
        pos += STEP
        card = find.card(call, ident)
        if target.id_board == card.id_board:
            moves.to_list(call, card, target, pos)
        else:
            moves.to_board(call, card, target, pos)
        moved.append({"id": ident, "idBoard": target.id_board, "idList": target.id, "pos": number(pos)})
    return moved


def move_list(call: Call, row: Any, id_board: str) -> None:
    """Move the list ``row`` with all its cards to another board, to its right end unless ``pos`` says otherwise."""
    target = find.board(call, id_board)
    data = {
        "list": journal.list_copy(row),
        "board": journal.board_copy(row),
        "boardTarget": {"id": target.id, "name": target.name},
        "member": moves.mover(call),
    }
    journal.record(call, "moveListFromBoard", data, id_board=row.id_board, id_list=row.id)
    pos = LISTS.place(call.connection, target.id, asked_place(call.params, "bottom"))
    here = update(db.lists).where(db.lists.c.id == row.id)
    call.connection.execute(here.values(id_board=target.id, pos=pos))
    LISTS.settle(call.connection, target.id, row.id, pos)
    inside = select(db.cards).where(db.cards.c.id_list == row.id).order_by(db.cards.c.id)
    for card in call.connection.execute(inside).all():
        moves.settle_in(call, card, target.id)
    data = {
        "list": journal.list_copy(row),
        "board": journal.board_copy(find.board_list(call, row.id)),
        "boardSource": {"id": row.id_board, "name": row.board_name},
        "member": moves.mover(call),
    }
    journal.record(call, "moveListToBoard", data, id_board=target.id, id_list=row.id)


def _open_cards(call: Call, id_list: str) -> list[str]:
    table = db.cards.c
    query = select(table.id).where(table.id_list == id_list, table.closed.is_(False))
    return list(call.connection.scalars(query.order_by(table.pos, table.id)))


ROUTES = (
    Route("POST", "lists/{list}/archiveAllCards", archive_cards),
    Route("POST", "lists/{list}/moveAllCards", move_cards),
)
