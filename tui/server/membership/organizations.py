"""Handlers of workspace memberships: show, add, invite, change, deactivate, remove."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, select, update

from tui.server.events import workspace_log
from tui.server.membership import boards as board_members
from tui.server.people.joins import find_or_create_invited, insert_workspace_membership
from tui.server.pipeline.params import Refused, invalid, pick, unauthorized
from tui.server.pipeline.route import Route
from tui.server.rights import find
from tui.server.storage import db
from tui.server.wire import members, organizations

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

TYPES = ("admin", "normal")
"""The types of membership of a workspace."""

_TABLE = db.organization_memberships
_MADE = {"admin": "makeAdminOfOrganization", "normal": "makeNormalMemberOfOrganization"}
_LAST_ADMIN = "organization must have at least one admin"


def show_members(call: Call) -> list[Json]:
    """Return a workspace's members; only their names unless ``fields`` is given."""
    row = find.organization(call)
    word = call.path.get("filter") or call.params.word("filter", "all")
    where = members.membership_filter(_TABLE, word)
    return members.of_organization(call, row.id, members.OF_BOARD.parse(call.params), where)


def show_memberships(call: Call) -> list[Json]:
    """Return the memberships of a workspace that match all words of ``filter``, which may include ``me``."""
    row = find.organization(call)
    where = _TABLE.c.id_organization == row.id
    for word in call.params.words("filter") or ["all"]:
        own = word.lower() == "me"
        where &= _TABLE.c.id_member == call.me if own else members.membership_filter(_TABLE, word)
    return members.memberships(call, where, _TABLE, prefix="")


def show_membership(call: Call) -> Json:
    """Return one membership of a workspace."""
    inside = _TABLE.c.id_organization == find.organization(call).id
    row = find.found_row(call, select(_TABLE).where(inside, _TABLE.c.id == call.path["membership"]))
    return members.memberships(call, _TABLE.c.id == row.id, _TABLE, prefix="")[0]


def put(call: Call) -> Json:
    """Add a member to a workspace, or change their type of membership, and return the member."""
    row = find.organization(call)
    ident = find.member_id(call)
    _put(call, row, ident, _type(call))
    return pick(
        members.by_id(call.connection, [ident], call.origin)[ident], members.FIELDS.parse(call.params)
    )


def invite(call: Call) -> Json:
    """Add the owner of an email address to a workspace."""
    row = find.organization(call)
    kind = call.params.word("type", "normal", TYPES)
    ident, ghost = find_or_create_invited(call)
    _put(call, row, ident, kind, unconfirmed=ghost)
    return _shown(call, row.id)


def deactivate(call: Call) -> Json:
    """Block a member from a workspace and its boards, or unblock them; their memberships are kept."""
    row = find.organization(call)
    found = _find_by_member(call, row.id, find.member_id(call))
    if "value" not in call.params:
        raise invalid("value")
    deactivated = call.params.flag("value")
    if deactivated:
        _require_other_admin(call, found)
    call.connection.execute(update(_TABLE).where(_TABLE.c.id == found.id).values(deactivated=deactivated))
    boards = select(db.boards.c.id).where(db.boards.c.id_organization == row.id)
    mine = db.memberships.c
    here = update(db.memberships).where(mine.id_member == found.id_member, mine.id_board.in_(boards))
    call.connection.execute(here.values(deactivated=deactivated))
    return members.memberships(call, _TABLE.c.id == found.id, _TABLE, prefix="")[0]


def remove(call: Call) -> Json:
    """Remove a member from a workspace but not its boards; to remove oneself needs no rights."""
    row, found = _find_leaving(call)
    _end_membership(call, row, found)
    return _shown(call, row.id)


def remove_everywhere(call: Call) -> Json:
    """Remove a member from a workspace and from all its boards."""
    row, found = _find_leaving(call)
    mine = db.memberships
    query = select(mine).join(db.boards).where(mine.c.id_member == found.id_member)
    for membership in call.connection.execute(query.where(db.boards.c.id_organization == row.id)).all():
        board_members.end_membership(call, find.board(call, membership.id_board, need=find.SEE), membership)
    _end_membership(call, row, found)
    return _shown(call, row.id)


def _put(call: Call, row: Any, id_member: str, kind: str, *, unconfirmed: bool = False) -> None:
    query = select(_TABLE).where(_TABLE.c.id_organization == row.id, _TABLE.c.id_member == id_member)
    found = call.connection.execute(query).one_or_none()
    if found is None:
        insert_workspace_membership(call, row.id, id_member, kind, unconfirmed=unconfirmed)
        type_ = "unconfirmedOrganizationInvitation" if unconfirmed else "addMemberToOrganization"
        data = {"idMemberAdded": id_member, "memberType": kind}
        workspace_log.record(call, type_, row, data, id_member=id_member)
    elif found.member_type != kind:
        if kind != "admin":
            _require_other_admin(call, found)
        call.connection.execute(update(_TABLE).where(_TABLE.c.id == found.id).values(member_type=kind))
        data = {"idMember": id_member, "memberType": kind}
        workspace_log.record(call, _MADE[kind], row, data, id_member=id_member)


def _shown(call: Call, ident: str) -> Json:
    """Return a workspace with its members, the answer after changes to them."""
    keys = organizations.FIELDS.parse(call.params)
    found = organizations.one(call, ident, None)
    people = members.of_organization(call, ident, members.OF_BOARD.parse(call.params, "member_fields"))
    return {**pick(found, keys), "members": people, "memberships": found["memberships"]}


def _find_leaving(call: Call) -> tuple[Any, Any]:
    """Return the workspace in the path and the membership that is to end.

    Raises:
        Refused: 401, the caller is neither admin nor that member; 400, the member is the last admin.
    """
    row = find.organization(call, need=find.SEE)
    ident = find.member_id(call)
    if ident != call.me and row.member_type != "admin":
        raise unauthorized()
    found = _find_by_member(call, row.id, ident)
    _require_other_admin(call, found)
    return row, found


def _end_membership(call: Call, row: Any, found: Any) -> None:
    data = {"idMember": found.id_member}
    workspace_log.record(call, "removeMemberFromOrganization", row, data, id_member=found.id_member)
    call.connection.execute(delete(_TABLE).where(_TABLE.c.id == found.id))


def _find_by_member(call: Call, ident: str, id_member: str) -> Any:
    query = select(_TABLE).where(_TABLE.c.id_organization == ident, _TABLE.c.id_member == id_member)
    return find.found_row(call, query)


def _require_other_admin(call: Call, row: Any) -> None:
    others = select(func.count()).where(
        _TABLE.c.id_organization == row.id_organization,
        _TABLE.c.member_type == "admin",
        _TABLE.c.deactivated.is_(False),
        _TABLE.c.id != row.id,
    )
    if row.member_type == "admin" and not call.connection.scalar(others):
        raise Refused(HTTPStatus.BAD_REQUEST, _LAST_ADMIN)


def _type(call: Call) -> str:
    kind = call.params.word("type", "", TYPES)
    if not kind:
        raise invalid("type")
    return kind


ROUTES = (
    Route("GET", "organizations/{organization}/members", show_members),
    Route("GET", "organizations/{organization}/members/{filter}", show_members),
    Route("PUT", "organizations/{organization}/members", invite),
    Route("PUT", "organizations/{organization}/members/{member}", put),
    Route("DELETE", "organizations/{organization}/members/{member}", remove),
    Route("DELETE", "organizations/{organization}/members/{member}/all", remove_everywhere),
    Route("PUT", "organizations/{organization}/members/{member}/deactivated", deactivate),
    Route("GET", "organizations/{organization}/memberships", show_memberships),
    Route("GET", "organizations/{organization}/memberships/{membership}", show_membership),
)
