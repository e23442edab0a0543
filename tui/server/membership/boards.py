"""Handlers of board memberships: show, add, invite, change, remove."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, select, update

from tui.server.card import members as card_members
from tui.server.events import journal
from tui.server.people import joins
from tui.server.people.joins import find_or_create_invited
from tui.server.pipeline.params import Refused, invalid, not_found
from tui.server.pipeline.route import Route
from tui.server.rights import access, find
from tui.server.rights.access import Need
from tui.server.storage import db
from tui.server.wire import boards, members

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

TYPES = ("admin", "normal", "observer")
"""The types of membership of a board."""

_MADE = {"admin": "makeAdminOfBoard", "normal": "makeNormalMemberOfBoard", "observer": "makeObserverOfBoard"}
_LAST_ADMIN = "board must have at least one admin"


def show_members(call: Call) -> list[Json]:
    """Return a board's members; only their names unless ``fields`` is given."""
    board = find.board(call)
    word = call.path.get("filter") or call.params.word("filter", "all")
    where = members.membership_filter(db.memberships, word)
    return members.of_board(call, board.id, members.OF_BOARD.parse(call.params), where)


def show_memberships(call: Call) -> list[Json]:
    """Return the memberships of a board."""
    board = find.board(call)
    where = members.membership_filter(db.memberships, call.params.word("filter", "all"))
    return members.memberships(call, where & (db.memberships.c.id_board == board.id), prefix="")


def show_membership(call: Call) -> Json:
    """Return one membership of a board."""
    return members.memberships(
        call, db.memberships.c.id == _find_in_path(call, find.board(call)).id, prefix=""
    )[0]


def put(call: Call) -> Json:
    """Add a member to a board, or change their type of membership."""
    board = find.board(call, need=Need.SEE)
    ident = find.member_id(call)
    return _put(call, board, ident, call.params.word("type", "", TYPES) or _raise_missing_type())


def invite(call: Call) -> Json:
    """Add the owner of an email address to a board."""
    board = find.board(call, need=Need.SEE)
    kind = call.params.word("type", "normal", TYPES)
    joins.require_may_invite(call, board, kind)
    ident, ghost = find_or_create_invited(call)
    return _put(call, board, ident, kind, unconfirmed=ghost)


def change(call: Call) -> Json:
    """Change the type of a membership of the board."""
    board = find.board(call, need=Need.SEE)
    row = _find_in_path(call, board)
    _change_type(call, board, row, call.params.word("type", "", TYPES) or _raise_missing_type())
    return members.memberships(call, db.memberships.c.id == row.id, prefix="")[0]


def remove(call: Call) -> Json:
    """Remove a member from a board and its cards; to remove oneself needs no rights."""
    board = find.board(call, need=Need.SEE)
    ident = find.member_id(call)
    row = _find_by_member(call, board.id, ident)
    if row is None:
        raise not_found()
    if ident != call.me:
        access.require(call, board, Need.ADMIN)
    end_membership(call, board, row)
    found = boards.one(call, board.id, boards.FIELDS.parse(call.params))
    return {**found, "members": members.of_board(call, board.id, members.JOINED.parse(call.params))}


def end_membership(call: Call, board: Any, row: Any) -> None:
    """End membership ``row`` of ``board``, and first remove its member from the board's cards.

    Raises:
        Refused: 400, the membership is the last admin's.
    """
    _require_other_admin(call, row)
    on = db.card_members.c
    cards = select(on.id_card).join(db.cards).where(on.id_member == row.id_member)
    for id_card in call.connection.scalars(cards.where(db.cards.c.id_board == board.id)).all():
        card_members.remove_member(call, find.card(call, id_card, need=Need.SEE), row.id_member)
    data = {"board": journal.board_copy(board), "idMember": row.id_member, "deactivated": False}
    journal.record(call, "removeMemberFromBoard", data, id_board=board.id, id_member=row.id_member)
    call.connection.execute(delete(db.memberships).where(db.memberships.c.id == row.id))


def _put(call: Call, board: Any, ident: str, kind: str, *, unconfirmed: bool = False) -> Json:
    row = _find_by_member(call, board.id, ident)
    if row is not None:
        _change_type(call, board, row, kind)
    else:
        if not _may_join(call, board, ident, kind):
            joins.require_may_invite(call, board, kind)
        joins.add_member(call, board, ident, kind, unconfirmed=unconfirmed)
    return {
        "id": board.id,
        "members": members.of_board(call, board.id, members.JOINED.parse(call.params)),
        "memberships": members.memberships(call, db.memberships.c.id_board == board.id),
    }


def _may_join(call: Call, board: Any, ident: str, kind: str) -> bool:
    """Return whether the caller may join on their own, as on a board open to its workspace."""
    return ident == call.me and kind != "admin" and access.of_row(call, board).may(Need.EDIT)


def _change_type(call: Call, board: Any, row: Any, kind: str) -> None:
    """Change membership ``row`` to ``kind`` and reactivate it; an active ``kind`` stays as it is.

    Raises:
        Refused: 401, the caller is not an admin; 400, the membership is the last admin's.
    """
    if row.member_type == kind and not row.deactivated:
        return
    # Admins may give up their own role; promotion and reactivation need an admin.
    steps_down = row.id_member == call.me and row.member_type == "admin" and kind != "admin"
    if row.deactivated or not steps_down:
        access.require(call, board, Need.ADMIN)
    if kind != "admin":
        _require_other_admin(call, row)
    here = update(db.memberships).where(db.memberships.c.id == row.id)
    call.connection.execute(here.values(member_type=kind, deactivated=False))
    name = call.connection.scalar(select(db.members.c.full_name).where(db.members.c.id == row.id_member))
    data = {
        "board": journal.board_copy(board),
        "idMember": row.id_member,
        "member": {"id": row.id_member, "name": name},
        "memberType": kind,
    }
    journal.record(call, _MADE[kind], data, id_board=board.id, id_member=row.id_member)


def _require_other_admin(call: Call, row: Any) -> None:
    mine = db.memberships.c
    others = select(func.count()).where(
        mine.id_board == row.id_board,
        mine.member_type == "admin",
        mine.deactivated.is_(False),
        mine.id != row.id,
    )
    if row.member_type == "admin" and not call.connection.scalar(others):
        raise Refused(HTTPStatus.BAD_REQUEST, _LAST_ADMIN)


def _find_by_member(call: Call, id_board: str, ident: str) -> Any:
    mine = db.memberships.c
    query = select(db.memberships).where(mine.id_board == id_board, mine.id_member == ident)
    return call.connection.execute(query).one_or_none()


def _find_in_path(call: Call, board: Any) -> Any:
    mine = db.memberships.c
    return find.found_row(
        call,
        select(db.memberships).where(mine.id_board == board.id, mine.id == call.path["membership"]),
    )


def _raise_missing_type() -> str:
    raise invalid("type")


ROUTES = (
    Route("GET", "boards/{board}/members", show_members),
    Route("GET", "boards/{board}/members/{filter}", show_members),
    Route("PUT", "boards/{board}/members", invite),
    Route("PUT", "boards/{board}/members/{member}", put),
    Route("DELETE", "boards/{board}/members/{member}", remove),
    Route("GET", "boards/{board}/memberships", show_memberships),
    Route("GET", "boards/{board}/memberships/{membership}", show_membership),
    Route("PUT", "boards/{board}/memberships/{membership}", change),
)
