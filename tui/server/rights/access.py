"""Who may do what with a board, and so with everything on it: the one place where that is decided.

A member of the board may see it; an observer no more than that, a normal member may change what is on it, an admin
the board itself. Whoever is in the workspace of a board that the workspace sees may see it too, and change it as a
normal member when the board lets its workspace join (``selfJoin``). Everybody may see a public board. A closed
board is its members' own. Comments and votes go by preferences of the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Select, and_, case, or_, select

from tui.server.pipeline.refusal import unauthorized
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call


class Need(Enum):
    """What a call is going to do with a board."""

    SEE = auto()
    COMMENT = auto()
    VOTE = auto()
    EDIT = auto()
    ADMIN = auto()


MEMBER_TYPE = case((db.memberships.c.deactivated.is_(False), db.memberships.c.member_type))
"""What a row of ``memberships`` makes its member: ``admin``, ``normal``, ``observer``; null when deactivated."""

OF_WORKSPACE = ("org", "enterprise")
"""Levels of a board that its workspace sees, and nobody else but its members."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a caller is to a board.

    Attributes:
        on_board: ``admin``, ``normal`` or ``observer``; None for who is no member.
        in_workspace: ``admin`` or ``normal`` in the board's workspace; None for who is not in it.
        known: Whether the caller is a member of the service at all.
        closed: Whether the board is.
        prefs: The board's preferences.
    """

    on_board: str | None
    in_workspace: str | None
    known: bool
    closed: bool
    prefs: Mapping[str, Any]

    def may(self, need: Need) -> bool:
        """Whether the caller may do what ``need`` says."""
        match need:
            case Need.SEE:
                return self._sees
            case Need.EDIT:
                return self._edits
            case Need.ADMIN:
                return self.on_board == "admin" or (self.in_workspace == "admin" and self._seen_by_workspace)
            case Need.COMMENT:
                return self._lets("comments", "members")
            case Need.VOTE:
                # A new board says "disabled" of the votes: its members vote all the same.
                return self._edits or self._lets("voting", "disabled")

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

    def _lets(self, name: str, usual: str) -> bool:
        """Whether preference ``name``, which says from whom on something is allowed, includes the caller."""
        match self.prefs.get(name, usual):
            case "members":
                return self._edits
            case "observers":
                return self._edits or self.on_board is not None
            case "org":
                return (
                    self._edits or self.on_board is not None or (self._sees and self.in_workspace is not None)
                )
            case "public":
                return self.known and self._sees
            case _:
                return False


def of_row(call: Call, row: Any) -> Standing:
    """What the caller is to the board of ``row``, which has ``board_*`` columns and ``member_type`` beside it."""
    inside = None
    if row.member_type is None and row.board_organization is not None:
        inside = workspace_type(call, row.board_organization)
    return Standing(
        row.member_type, inside, call.session.id_member is not None, row.board_closed, row.board_prefs
    )


def require(call: Call, row: Any, need: Need) -> None:
    """Refuse who may not do ``need`` with the board of ``row``.

    Raises:
        Refused: 401.
    """
    if not of_row(call, row).may(need):
        raise unauthorized()


def require_workspace(call: Call, row: Any, need: Need) -> None:
    """Refuse who may not do ``need``, SEE or ADMIN, with the workspace of ``row``.

    Raises:
        Refused: 401.
    """
    if row.member_type == "admin":
        return
    if need is not Need.SEE or not (row.member_type or _is_public(row) or _is_guest(call, row.id)):
        raise unauthorized()


def _is_public(row: Any) -> bool:
    prefs = row.extra.get("prefs")
    return isinstance(prefs, dict) and prefs.get("permissionLevel") == "public"


def _is_guest(call: Call, id_organization: str) -> bool:
    """Whether the caller is on a board of the workspace."""
    mine = select(db.boards.c.id).where(
        db.boards.c.id_organization == id_organization, db.boards.c.id.in_(joined(call.session.id_member))
    )
    return call.connection.scalar(mine.limit(1)) is not None


def workspace_type(call: Call, id_organization: str) -> str | None:
    """What the caller is in a workspace: ``admin``, ``normal``, or None."""
    mine = db.organization_memberships.c
    query = select(mine.member_type).where(
        mine.id_organization == id_organization,
        mine.id_member == call.session.id_member,
        mine.deactivated.is_(False),
    )
    return call.connection.scalar(query)


def joined(id_member: str | None) -> Select[Any]:
    """Ids of the boards a member is on, as a subquery."""
    mine = db.memberships.c
    return select(mine.id_board).where(mine.id_member == id_member, mine.deactivated.is_(False))


def workspaces(id_member: str | None) -> Select[Any]:
    """Ids of the workspaces a member is in, as a subquery."""
    mine = db.organization_memberships.c
    return select(mine.id_organization).where(mine.id_member == id_member, mine.deactivated.is_(False))


def workspace_seen(call: Call) -> ColumnElement[bool]:
    """Workspaces the caller is in, or is on a board of, and the public ones."""
    table, me = db.organizations.c, call.session.id_member
    guest = select(db.boards.c.id_organization).where(db.boards.c.id.in_(joined(me)))
    public = table.extra["prefs"]["permissionLevel"].as_string() == "public"
    return or_(table.id.in_(workspaces(me)), table.id.in_(guest), public)


def within_reach(call: Call) -> ColumnElement[bool]:
    """Boards the caller is on, or sees through a workspace."""
    return or_(db.boards.c.id.in_(joined(call.session.id_member)), _through_workspace(call))


def visible(call: Call) -> ColumnElement[bool]:
    """Boards the caller may see, the public ones too."""
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
