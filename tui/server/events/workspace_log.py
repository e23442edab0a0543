"""What happens in a workspace, logged: the action log, and which workspace's feed each action stands in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, and_, insert, or_, select

from tui.server.events import journal
from tui.server.rights import access
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.pipeline.call import Call


def record(call: Call, kind: str, row: Any, told: Json, *, id_member: str | None = None) -> str:
    """Log an action about a workspace alone (``row`` is its own); the action's id."""
    data = {"organization": copy(row), **told}
    ident = journal.record(call, kind, data, id_board=None, id_member=id_member)
    _file(call, row.id, ident)
    return ident


def record_board(call: Call, board: Any, ident: str | None, *, kind: str) -> None:
    """Log that ``board`` came to workspace ``ident`` or left it: in its feed, and in the board's.

    Args:
        call: Who did it.
        board: A row from ``find.board``.
        ident: The workspace; None leaves nothing.
        kind: ``addToOrganizationBoard`` or ``removeFromOrganizationBoard``.
    """
    query = select(db.organizations).where(db.organizations.c.id == ident)
    row = call.connection.execute(query).one_or_none()
    if row is not None:
        data = {"organization": copy(row), "board": journal.board_copy(board)}
        _file(call, row.id, journal.record(call, kind, data, id_board=board.id))


def copy(row: Any) -> Json:
    """The small copy of a workspace."""
    return {"id": row.id, "name": row.display_name}


def feed(call: Call, ident: str) -> ColumnElement[bool]:
    """The actions in the feed of workspace ``ident``, without those on boards that are hidden from the caller."""
    of, action = db.organization_actions.c, db.actions.c
    seen = select(db.boards.c.id).where(access.visible(call))
    return and_(
        action.id.in_(select(of.id_action).where(of.id_organization == ident)),
        or_(action.id_board.is_(None), action.id_board.in_(seen)),
    )


def _file(call: Call, ident: str, id_action: str) -> None:
    call.connection.execute(
        insert(db.organization_actions).values(id_organization=ident, id_action=id_action)
    )
