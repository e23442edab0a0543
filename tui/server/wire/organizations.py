"""The wire format of organizations (workspaces)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Row, select

from tui.model.values.scalars import format_instant
from tui.server.pipeline.params import Fields, pick
from tui.server.rights import access
from tui.server.storage import db
from tui.server.wire import members

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

_USUAL: Json = {
    "descData": None, "website": None, "teamType": None, "logoHash": None, "logoUrl": None, "products": [],
    "powerUps": [], "premiumFeatures": [], "idEnterprise": None, "offering": "trello.free", "invited": False,
    "invitations": [], "ixUpdate": "0", "idMemberCreator": None, "promotions": [], "enterpriseJoinRequest": {},
    "availableLicenseCount": None, "maximumLicenseCount": None, "billableCollaboratorCount": 0,
    "limits": {"orgs": {
        "totalMembersPerOrg": {"status": "ok", "disableAt": 4000, "warnAt": 3200},
        "freeBoardsPerOrg": {"status": "ok", "disableAt": 10, "warnAt": 3},
    }},
}  # fmt: skip

PREFS: Json = {
    "permissionLevel": "private", "orgInviteRestrict": [], "externalMembersDisabled": False,
    "associatedDomain": None, "googleAppsVersion": 1, "attachmentRestrictions": ["computer", "trello", "google-drive", "box", "onedrive", "link"],
    "boardVisibilityRestrict": {"private": "org", "org": "org", "public": "org", "enterprise": "org"},
    "boardDeleteRestrict": {"private": "org", "org": "org", "public": "org", "enterprise": "org"},
    "boardInviteRestrict": "any",
}  # fmt: skip
"""Preferences of a new workspace."""

FIELDS = Fields(
    {*_USUAL, "name", "displayName", "desc", "url", "prefs", "idBoards", "memberships", "membersCount",
     "billableMemberCount", "nodeId", "domainName", "creationMethod"}
)  # fmt: skip

OF_BOARD = Fields(FIELDS.known, ("name", "displayName"))
"""Fields of a board's workspace, or of search results; the names unless ``fields`` is given."""


def prefs(row: Row[Any]) -> Json:
    """Return a workspace's preferences, with defaults for those never set."""
    kept = row.extra.get("prefs")
    return {**PREFS, **(kept if isinstance(kept, dict) else {})}


def organizations(call: Call, where: ColumnElement[bool], keys: frozenset[str] | None) -> list[Json]:
    """Return workspaces with the boards visible to the caller; memberships need a visible workspace."""
    rows = call.connection.execute(
        select(db.organizations).where(where).order_by(db.organizations.c.id)
    ).all()
    its_boards = _boards(call, rows)
    inside = _memberships(call, rows) if keys is None or keys & _OF_PEOPLE else {}
    return [pick(_shown(call, row, its_boards.get(row.id, []), inside.get(row.id)), keys) for row in rows]


_COUNTS = ("membersCount", "billableMemberCount")
_OF_PEOPLE = {"memberships", *_COUNTS}


def one(call: Call, ident: str, keys: frozenset[str] | None) -> Json:
    """Return one workspace as the asking member sees it."""
    return organizations(call, db.organizations.c.id == ident, keys)[0]


def _shown(call: Call, row: Row[Any], its_boards: list[Any], inside: list[Json] | None) -> Json:
    people = {} if inside is None else {"memberships": inside} | dict.fromkeys(_COUNTS, len(inside))
    return {
        **_USUAL,
        **row.extra,
        "id": row.id,
        "name": row.name,
        "displayName": row.display_name,
        "desc": row.desc,
        "url": f"{call.origin}/w/{row.name}",
        "prefs": prefs(row),
        "idBoards": [board.id for board in its_boards],
        "dateLastActivity": max([_made(row.id), *(board.date_last_activity or "" for board in its_boards)]),
        **people,
    }


def _made(ident: str) -> str:
    """Return the creation time that an object id contains."""
    return format_instant(datetime.fromtimestamp(int(ident[:8], 16), UTC))


def _boards(call: Call, rows: Sequence[Row[Any]]) -> dict[str, list[Any]]:
    table = db.boards.c
    of = table.id_organization.in_([row.id for row in rows])
    query = (
        select(table.id, table.id_organization, table.date_last_activity)
        .where(of, access.visible(call))
        .order_by(table.id)
    )
    found: dict[str, list[Any]] = {}
    for board in call.connection.execute(query):
        found.setdefault(board.id_organization, []).append(board)
    return found


def _memberships(call: Call, rows: Sequence[Row[Any]]) -> dict[str, list[Json]]:
    """Return memberships, by workspace, of those workspaces that the caller may see."""
    table = db.organization_memberships
    asked = db.organizations.c.id.in_([row.id for row in rows])
    seen = call.connection.scalars(select(db.organizations.c.id).where(asked, access.workspace_seen(call)))
    found: dict[str, list[Json]] = {ident: [] for ident in seen}
    of = table.c.id_organization.in_(sorted(found))
    homes = call.connection.execute(select(table.c.id, table.c.id_organization).where(of))
    home = {row.id: row.id_organization for row in homes}
    for one in members.memberships(call, of, table):
        found[home[one["id"]]].append(one)
    return found
