"""How somebody comes onto a board or into a workspace: who may bring whom, and what is written and told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import insert

from tui.server.events import journal
from tui.server.pipeline.refusal import unauthorized
from tui.server.rights import access
from tui.server.rights.access import Need
from tui.server.storage import db
from tui.server.wire import caps

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call


def join(call: Call, id_board: str, ident: str, kind: str, *, unconfirmed: bool = False) -> None:
    """Write that ``ident`` is on a board; nobody is told."""
    caps.require_room(call, "boards.totalMembersPerBoard", id_board)
    row = {
        "id": call.new_id(),
        "id_board": id_board,
        "id_member": ident,
        "member_type": kind,
        "unconfirmed": unconfirmed,
    }
    call.connection.execute(insert(db.memberships).values(row))


def join_workspace(call: Call, ident: str, id_member: str, kind: str, *, unconfirmed: bool = False) -> None:
    """Write that ``id_member`` is in workspace ``ident``; nobody is told."""
    row = {
        "id": call.new_id(),
        "id_organization": ident,
        "id_member": id_member,
        "member_type": kind,
        "unconfirmed": unconfirmed,
    }
    call.connection.execute(insert(db.organization_memberships).values(row))


def bring(call: Call, board: Any, ident: str, kind: str, *, unconfirmed: bool = False) -> None:
    """Put ``ident``, who is not on ``board``, on it as a ``kind`` of member, and tell it."""
    join(call, board.id, ident, kind, unconfirmed=unconfirmed)
    type_ = "unconfirmedBoardInvitation" if unconfirmed else "addMemberToBoard"
    data = {"board": journal.board_copy(board), "idMemberAdded": ident, "memberType": kind}
    journal.record(call, type_, data, id_board=board.id, id_member=ident)


def may_invite(call: Call, board: Any, kind: str) -> bool:
    """Whether the caller may put a ``kind`` of member on ``board``."""
    by_admins = kind == "admin" or board.prefs.get("invitations", "members") == "admins"
    return access.of_row(call, board).may(Need.ADMIN if by_admins else Need.EDIT)


def check_invites(call: Call, board: Any, kind: str) -> None:
    """Refuse who may not put a ``kind`` of member on ``board``.

    Raises:
        Refused: 401.
    """
    if not may_invite(call, board, kind):
        raise unauthorized()
