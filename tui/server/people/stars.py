"""Handlers of board stars, which each member has in a separate order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, select

from tui.server.pipeline.params import invalid, number
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.rights.positions import Siblings, read_new_position
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

_STARS = Siblings(db.board_stars, db.board_stars.c.id_member)


def show_all(call: Call) -> list[Json]:
    """Return the caller's stars, in order."""
    return shown(call, find.me(call))


def show_on_board(call: Call) -> list[Json]:
    """Return the caller's star on a board, as a list of at most one; ``filter`` is ``mine`` or ``none``."""
    board = find.board(call)
    if call.params.word("filter", "mine").lower() == "none":
        return []
    return [one for one in shown(call, call.me) if one["idBoard"] == board.id]


def show(call: Call) -> Json:
    """Return one star."""
    return _wire(_own(call))


def create(call: Call) -> Json:
    """Star a board; a board already starred keeps its star.

    The published API description promises an array, but known clients expect the single star.
    """
    me = find.me(call)
    pos = read_new_position(call.params)
    board = find.board(call, call.params.ident("idBoard"), need=find.SEE)
    set_starred(call, board.id, starred=True, asked=pos)
    return next(one for one in shown(call, me) if one["idBoard"] == board.id)


def change(call: Call) -> Json:
    """Move a star."""
    row = _own(call)
    if not call.params.given("pos"):
        raise invalid("pos")
    _STARS.update(call.connection, row, _STARS.requested_position(call.connection, row, call.params))
    return _wire(_own(call))


def remove(call: Call) -> Json:
    """Remove a star from its board."""
    call.connection.execute(delete(db.board_stars).where(db.board_stars.c.id == _own(call).id))
    return {"_value": None}


def set_starred(call: Call, id_board: str, *, starred: bool, asked: str | float = "bottom") -> None:
    """Star or unstar a board; setting the present state changes nothing."""
    table = db.board_stars.c
    mine = (table.id_member == call.me) & (table.id_board == id_board)
    if not starred:
        call.connection.execute(delete(db.board_stars).where(mine))
    elif call.connection.scalar(select(table.id).where(mine)) is None:
        pos = _STARS.new_position(call.connection, call.me, asked)
        row = {"id": call.new_id(), "id_member": call.me, "id_board": id_board, "pos": pos}
        _STARS.insert(call.connection, row)


def shown(call: Call, id_member: str) -> list[Json]:
    """Return the stars of a member, in order."""
    table = db.board_stars.c
    query = select(db.board_stars).where(table.id_member == id_member).order_by(table.pos, table.id)
    return [_wire(row) for row in call.connection.execute(query)]


def _own(call: Call) -> Any:
    table = db.board_stars.c
    query = select(db.board_stars).where(table.id == call.path["star"], table.id_member == find.me(call))
    return find.found_row(call, query)


def _wire(row: Any) -> Json:
    return {"id": row.id, "idBoard": row.id_board, "pos": number(row.pos)}


ROUTES = (
    Route("GET", "members/{member}/boardStars", show_all),
    Route("POST", "members/{member}/boardStars", create),
    Route("GET", "members/{member}/boardStars/{star}", show),
    Route("PUT", "members/{member}/boardStars/{star}", change),
    Route("DELETE", "members/{member}/boardStars/{star}", remove),
    Route("GET", "boards/{board}/boardStars", show_on_board),
)
