"""Permissions on boards, and so on everything on them, and on workspaces; only this module decides them.

Members of a board may see it; normal members may also change its contents, admins the board itself. Members
of its workspace may see a board that is visible to the workspace, and change it as normal members if it
allows its workspace to join (``selfJoin``). Everybody may see a public board. A closed board is accessible
only to its members. Preferences of the board govern comments and votes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Select, and_, case, or_, select

from tui.server.pipeline.params import unauthorized
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call


class Need(Enum):
    """The permission on a board that a call needs."""

    SEE = auto()
    COMMENT = auto()
    VOTE = auto()
    EDIT = auto()
    ADMIN = auto()


MEMBER_TYPE = case((db.memberships.c.deactivated.is_(False), db.memberships.c.member_type))
"""The member type of a row of ``memberships``: ``admin``, ``normal``, ``observer``; null when deactivated."""

OF_WORKSPACE = ("org", "enterprise")
"""Permission levels of boards that only their members and their workspace may see."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A caller's relation to a board, from which permissions follow.

    Attributes:
        on_board: The type of board membership: ``admin``, ``normal`` or ``observer``; None without one.
        in_workspace: The type of membership of its workspace: ``admin`` or ``normal``; None without one.
        known: Whether the caller is a member of the service at all.
    """

    on_board: str | None
    in_workspace: str | None
    known: bool
    closed: bool
    prefs: Mapping[str, Any]

    def may(self, need: Need) -> bool:
        """Return whether the caller has the permission ``need``."""
        match need:
            case Need.SEE:
                return self._sees
            case Need.EDIT:
                return self._edits
            case Need.ADMIN:
                return self.on_board == "admin" or (self.in_workspace == "admin" and self._seen_by_workspace)
            case Need.COMMENT:
                return self._includes_caller("comments", "members")
            case Need.VOTE:
                # New boards have votes "disabled"; their members may vote all the same.
                return self._edits or self._includes_caller("voting", "disabled")

    @property
    def _level(self) -> Any:
        return self.prefs.get("permissionLevel", "private")

    @property
    def _seen_by_workspace(self) -> bool:
        return not self.closed and self._level in {*OF_WORKSPACE, "public"}

    @property
    def _sees(self) -> bool:
        if self.on_board is not None:
            return True
        return self._seen_by_workspace and (self._level == "public" or self.in_workspace is not None)

    @property
    def _edits(self) -> bool:
        if self.on_board is not None:
            return self.on_board != "observer"
        joins = self.prefs.get("selfJoin", True) is True
        return self.in_workspace is not None and self._seen_by_workspace and joins

    def _includes_caller(self, name: str, usual: str) -> bool:
        """Return whether preference ``name``, which sets the minimum role for something, includes the caller."""
        on_board = self._edits or self.on_board is not None
        match self.prefs.get(name, usual):
            case "members":
                return self._edits
            case "observers":
                return on_board
            case "org":
                return on_board or (self._sees and self.in_workspace is not None)
            case "public":
                return self.known and self._sees
            case _:
                return False


def of_row(call: Call, row: Any) -> Standing:
    """Return the caller's standing on the board of ``row``, a row with ``board_*`` and ``member_type``."""
    inside = None
    if row.member_type is None and row.board_organization is not None:
        inside = workspace_type(call, row.board_organization)
    return Standing(
        row.member_type, inside, call.session.id_member is not None, row.board_closed, row.board_prefs
    )


def require(call: Call, row: Any, need: Need) -> None:
    """Check that the caller has the permission ``need`` on the board of ``row``.

    Raises:
        Refused: 401, the caller has not.
    """
    if not of_row(call, row).may(need):
        raise unauthorized()


def require_workspace(call: Call, row: Any, need: Need) -> None:
    """Check that the caller has the permission ``need``, SEE or ADMIN, on the workspace of ``row``.

    Raises:
        Refused: 401, the caller has not.
    """
    if row.member_type == "admin":
        return
    if need is not Need.SEE or not (row.member_type or _is_public(row) or _is_guest(call, row.id)):
        raise unauthorized()


def _is_public(row: Any) -> bool:
    prefs = row.extra.get("prefs")
    return isinstance(prefs, dict) and prefs.get("permissionLevel") == "public"


def _is_guest(call: Call, id_organization: str) -> bool:
    """Return whether the caller is on a board of the workspace."""
    mine = select(db.boards.c.id).where(
        db.boards.c.id_organization == id_organization, db.boards.c.id.in_(joined(call.session.id_member))
    )
    return call.connection.scalar(mine.limit(1)) is not None


def workspace_type(call: Call, id_organization: str) -> str | None:
    """Return the caller's type of membership in a workspace: ``admin``, ``normal``, or None."""
    mine = db.organization_memberships.c
    query = select(mine.member_type).where(
        mine.id_organization == id_organization,
        mine.id_member == call.session.id_member,
        mine.deactivated.is_(False),
    )
    return call.connection.scalar(query)


def joined(id_member: str | None) -> Select[Any]:
    """Return a subquery of the ids of the boards a member is on."""
    mine = db.memberships.c
    return select(mine.id_board).where(mine.id_member == id_member, mine.deactivated.is_(False))


def workspaces(id_member: str | None) -> Select[Any]:
    """Return a subquery of the ids of the workspaces a member is in."""
    mine = db.organization_memberships.c
    return select(mine.id_organization).where(mine.id_member == id_member, mine.deactivated.is_(False))


def workspace_seen(call: Call) -> ColumnElement[bool]:
    """Return the condition for workspaces that are public, or that the caller is in or on a board of."""
    table, me = db.organizations.c, call.session.id_member
    guest = select(db.boards.c.id_organization).where(db.boards.c.id.in_(joined(me)))
    public = table.extra["prefs"]["permissionLevel"].as_string() == "public"
    return or_(table.id.in_(workspaces(me)), table.id.in_(guest), public)


def within_reach(call: Call) -> ColumnElement[bool]:
    """Return the condition for boards that the caller is on or may see through a workspace."""
    return or_(db.boards.c.id.in_(joined(call.session.id_member)), _through_workspace(call))


def visible(call: Call) -> ColumnElement[bool]:
    """Return the condition for boards that the caller may see, public ones included."""
    public = and_(db.boards.c.closed.is_(False), _level() == "public")
    return or_(within_reach(call), public)


def _through_workspace(call: Call) -> ColumnElement[bool]:
    return and_(
        db.boards.c.closed.is_(False),
        _level().in_((*OF_WORKSPACE, "public")),
        db.boards.c.id_organization.in_(workspaces(call.session.id_member)),
    )


def _level() -> ColumnElement[Any]:
    level: ColumnElement[Any] = db.boards.c.prefs["permissionLevel"].as_string()
    return level
