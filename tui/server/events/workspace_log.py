"""The action log of workspaces: actions about them, and which workspace's feed has which action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, and_, insert, or_, select

from tui.server.events import journal
from tui.server.rights import access
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call


def record(call: Call, kind: str, row: Any, told: Json, *, id_member: str | None = None) -> str:
    """Log an action about a workspace alone (``row`` is the workspace's) and return the action's id."""
    data = {"organization": copy(row), **told}
    ident = journal.record(call, kind, data, id_board=None, id_member=id_member)
    _add_to_feed(call, row.id, ident)
    return ident


def record_board(call: Call, board: Any, ident: str | None, *, kind: str) -> None:
    """Log that ``board`` was added to or removed from workspace ``ident``, in the feeds of both.

    Args:
        call: The request.
        board: A row from ``find.board``.
        ident: Id of the workspace; None logs nothing.
        kind: ``addToOrganizationBoard`` or ``removeFromOrganizationBoard``.
    """
    query = select(db.organizations).where(db.organizations.c.id == ident)
    row = call.connection.execute(query).one_or_none()
    if row is not None:
        data = {"organization": copy(row), "board": journal.board_copy(board)}
        _add_to_feed(call, row.id, journal.record(call, kind, data, id_board=board.id))


def copy(row: Any) -> Json:
    """Return the small copy of a workspace for an action."""
    return {"id": row.id, "name": row.display_name}


def feed(call: Call, ident: str) -> ColumnElement[bool]:
    """Build the condition for the feed of workspace ``ident``, without boards hidden from the caller."""
    of, action = db.organization_actions.c, db.actions.c
    seen = select(db.boards.c.id).where(access.visible(call))
    return and_(
        action.id.in_(select(of.id_action).where(of.id_organization == ident)),
        or_(action.id_board.is_(None), action.id_board.in_(seen)),
    )


def _add_to_feed(call: Call, ident: str, id_action: str) -> None:
    call.connection.execute(
        insert(db.organization_actions).values(id_organization=ident, id_action=id_action)
    )
