"""Operations on all cards of a list: archive them, move them to another list, or move the list to a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, repeat
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import func, select, update

from tui.model.position import STEP
from tui.server.card import moves
from tui.server.events import journal
from tui.server.pipeline.params import invalid, number
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.rights.positions import LISTS, read_new_position
from tui.server.storage import db
from tui.server.wire import caps

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

T = TypeVar("T")

_CHUNK_SIZE = 500
"""Cards per statement; SQLite allows 32,766 parameters, PostgreSQL 65,535."""


def archive_cards(call: Call) -> Json:
    """Archive all open cards of a list."""
    row = find.board_list(call)
    data = {"old": {"closed": False}, "list": journal.list_copy(row)}
    for chunk in _chunks(_open_cards(call, row.id)):
        call.connection.execute(update(db.cards).where(db.cards.c.id.in_(chunk)).values(closed=True))
        cards = find.cards(call, chunk)
        journal.record_all(
            call, [journal.card_entry("updateCard", card, data, closed=True) for card in cards]
        )
    return {}


def move_cards(call: Call) -> list[Json]:
    """Move all open cards of a list, in order, to the end of a list on the same or another board.

    Raises:
        Refused: 400, the target is not on the board ``idBoard``, or is the list itself.
    """
    source = find.board_list(call)
    target = find.board_list(call, call.params.ident("idList"))
    if target.id_board != call.params.ident("idBoard"):
        raise invalid("idBoard")
    if target.id == source.id:
        raise invalid("idList")
    idents = _open_cards(call, source.id)
    move = moves.move_all_to_list if target.id_board == source.id_board else moves.move_all_to_board
    places = _places_after(call, target.id, len(idents))
    for chunk, chunk_places in zip(_chunks(idents), _chunks(places), strict=True):
        move(call, find.cards(call, chunk), target, chunk_places, settle=chunk[-1] == idents[-1])
    if idents and find.card(call, idents[-1]).pos != places[-1]:
        places = [card.pos for chunk in _chunks(idents) for card in find.cards(call, chunk)]
    moved_to = {"idBoard": target.id_board, "idList": target.id}
    return [{"id": ident, **moved_to, "pos": number(pos)} for ident, pos in zip(idents, places, strict=True)]


def _places_after(call: Call, id_list: str, many: int) -> list[float]:
    """Return positions for ``many`` cards after all cards of a list."""
    last = call.connection.scalar(select(func.max(db.cards.c.pos)).where(db.cards.c.id_list == id_list))
    return list(accumulate(repeat(STEP, many), initial=last or 0.0))[1:]


def _chunks(things: Sequence[T]) -> Iterator[Sequence[T]]:
    """Split ``things``, in order, into chunks for one statement each."""
    for start in range(0, len(things), _CHUNK_SIZE):
        yield things[start : start + _CHUNK_SIZE]


def move_list(call: Call, row: Any, id_board: str) -> None:
    """Move the list ``row`` with its cards to another board; to the right end unless ``pos`` is given."""
    target = find.board(call, id_board)
    if not row.closed:
        caps.require_room(call, "lists.openPerBoard", target.id)
    caps.require_room(call, "cards.openPerBoard", target.id, len(_open_cards(call, row.id)))
    data = {
        "list": journal.list_copy(row),
        "board": journal.board_copy(row),
        "boardTarget": {"id": target.id, "name": target.name},
        "member": moves.mover(call),
    }
    journal.record(call, "moveListFromBoard", data, id_board=row.id_board, id_list=row.id)
    pos = LISTS.new_position(call.connection, target.id, read_new_position(call.params, "bottom"))
    here = update(db.lists).where(db.lists.c.id == row.id)
    call.connection.execute(here.values(id_board=target.id, pos=pos))
    LISTS.respace(call.connection, target.id, row.id, pos)
    inside = select(db.cards).where(db.cards.c.id_list == row.id).order_by(db.cards.c.id)
    for chunk in _chunks(call.connection.execute(inside).all()):
        moves.reassign_to_board(call, chunk, target.id)
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
