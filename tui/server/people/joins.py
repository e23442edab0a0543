"""Joining a board or a workspace: who may add whom, and the resulting rows and log entries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import insert

from tui.server.events import journal
from tui.server.pipeline.params import unauthorized
from tui.server.rights import access
from tui.server.rights.access import Need
from tui.server.storage import db
from tui.server.wire import caps

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call


def insert_membership(call: Call, id_board: str, ident: str, kind: str, *, unconfirmed: bool = False) -> None:
    """Insert a membership of ``ident`` on a board, without logging an action."""
    caps.require_room(call, "boards.totalMembersPerBoard", id_board)
    row = {
        "id": call.new_id(),
        "id_board": id_board,
        "id_member": ident,
        "member_type": kind,
        "unconfirmed": unconfirmed,
    }
    call.connection.execute(insert(db.memberships).values(row))


def insert_workspace_membership(
    call: Call, ident: str, id_member: str, kind: str, *, unconfirmed: bool = False
) -> None:
    """Insert a membership of ``id_member`` in workspace ``ident``, without logging an action."""
    row = {
        "id": call.new_id(),
        "id_organization": ident,
        "id_member": id_member,
        "member_type": kind,
        "unconfirmed": unconfirmed,
    }
    call.connection.execute(insert(db.organization_memberships).values(row))


def add_member(call: Call, board: Any, ident: str, kind: str, *, unconfirmed: bool = False) -> None:
    """Add ``ident``, who is not on ``board`` yet, as a ``kind`` of member, and log an action."""
    insert_membership(call, board.id, ident, kind, unconfirmed=unconfirmed)
    type_ = "unconfirmedBoardInvitation" if unconfirmed else "addMemberToBoard"
    data = {"board": journal.board_copy(board), "idMemberAdded": ident, "memberType": kind}
    journal.record(call, type_, data, id_board=board.id, id_member=ident)


def may_invite(call: Call, board: Any, kind: str) -> bool:
    """Return whether the caller may add a ``kind`` of member to ``board``."""
    by_admins = kind == "admin" or board.prefs.get("invitations", "members") == "admins"
    return access.of_row(call, board).may(Need.ADMIN if by_admins else Need.EDIT)


def require_may_invite(call: Call, board: Any, kind: str) -> None:
    """Refuse a caller who may not add a ``kind`` of member to ``board``.

    Raises:
        Refused: 401.
    """
    if not may_invite(call, board, kind):
        raise unauthorized()
