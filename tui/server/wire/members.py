"""The wire format of members in three sizes, from the name on a card to one's own profile."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Connection, Row, Table, select

from tui.model.values.scalars import creation_instant
from tui.server.pipeline.params import Fields, invalid, not_found, pick
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

_SUBSET = frozenset(
    {
        "id", "activityBlocked", "avatarHash", "avatarUrl", "fullName", "idMemberReferrer", "initials",
        "nonPublic", "nonPublicAvailable", "username",
    }
)  # fmt: skip
"""Fields of a member sent with an action or a card (docs/reference/board.md, 1.6)."""

_PROFILE: Json = {
    "activityBlocked": False,
    "bio": "",
    "bioData": {"emoji": {}},
    "confirmed": True,
    "memberType": "normal",
    "status": "disconnected",
    "idEnterprise": None,
    "idEnterprisesDeactivated": [],
    "idMemberReferrer": None,
    "idPremOrgsAdmin": [],
    "nonPublic": {},
    "nonPublicAvailable": True,
    "products": [],
}
_OWN: Json = {
    "aaId": None,
    "aaEmail": None,
    "aaBlockSyncUntil": None,
    "aaEnrolledDate": None,
    "domainClaimed": None,
    "idEnterprisesAdmin": [],
    "loginTypes": ["password"],
    "messagesDismissed": [],
    "oneTimeMessagesDismissed": [],
    "trophies": [],
    "uploadedAvatarHash": None,
    "uploadedAvatarUrl": None,
    "premiumFeatures": [],
    "isAaMastered": False,
    "ixUpdate": "0",
    "credentialsRemovedCount": 0,
    "limits": {
        "boards": {"totalPerMember": {"status": "ok", "disableAt": 4500, "warnAt": 3600}},
        "orgs": {"totalPerMember": {"status": "ok", "disableAt": 850, "warnAt": 680}},
    },
}
_PREFS: Json = {
    "privacy": {"fullName": "public", "avatar": "public"},
    "sendSummaries": True,
    "minutesBetweenSummaries": 60,
    "minutesBeforeDeadlineToNotify": 1440,
    "colorBlind": False,
    "locale": "en-US",
    "timezone": "UTC",
}
_KNOWN = {*_PROFILE, *_OWN, *_SUBSET, "url", "email", "avatarSource", "gravatarHash", "idBoards",
          "idOrganizations", "marketingOptIn", "prefs", "dateLastActive", "dateLastImpression", "nodeId",
          "idBoardsPinned"}  # fmt: skip

_PRIVATE = ("prefs", "oneTimeMessagesDismissed", "messagesDismissed", "marketingOptIn")
"""Stored keys that only the member may see."""

FIELDS = Fields(_KNOWN)
"""Fields of a profile; all unless ``fields`` is given."""

OF_BOARD = Fields(_KNOWN, ("username", "fullName"))
"""Fields of a board's members; the names unless ``fields`` is given."""

JOINED = Fields(_KNOWN, {*_SUBSET, "confirmed", "memberType"})
"""Fields of a board's members in the answer to adding or removing one."""

OF_CARD = Fields(_KNOWN, _SUBSET)
"""Fields of a card's members, and of an action's members."""


def avatar(id_member: str, origin: str) -> tuple[str, str]:
    """Return the hash of a member's generated avatar and its address (``people.avatars``)."""
    digest = hashlib.blake2b(id_member.encode(), digest_size=16).hexdigest()
    return digest, f"{origin}/avatars/{digest}"


def profile(row: Row[Any], origin: str) -> Json:
    """Return a member's public profile; ``email`` is always empty, but some clients require the key."""
    mark, url = avatar(row.id, origin)
    return {
        **_PROFILE,
        **{name: value for name, value in row.extra.items() if name not in _PRIVATE},
        "id": row.id,
        "username": row.username,
        "fullName": row.full_name,
        "initials": row.initials,
        # Clients expect text in both, never null, so a member without a picture gets a generated one.
        "avatarHash": row.extra.get("avatarHash") or mark,
        "avatarUrl": row.avatar_url or url,
        "email": "",
        "url": f"{origin}/u/{row.username}",
    }


def own_profile(call: Call, row: Row[Any]) -> Json:
    """Return the caller's own profile; ``email`` is None unless the token has the account scope."""
    mine, inside = db.memberships.c, db.organization_memberships.c
    boards = select(mine.id_board).where(mine.id_member == row.id, mine.deactivated.is_(False))
    workspaces = select(inside.id_organization).where(
        inside.id_member == row.id, inside.deactivated.is_(False)
    )
    return {
        **profile(row, call.origin),
        **_OWN,
        **row.extra,
        "email": (row.email or "") if "account" in call.session.scopes else None,
        "avatarSource": row.extra.get("avatarSource", "none"),
        "marketingOptIn": {"optedIn": False, "date": creation_instant(row.id)},
        "idBoards": sorted(call.connection.scalars(boards)),
        "idOrganizations": sorted(call.connection.scalars(workspaces)),
        "prefs": prefs(row),
    }


def prefs(row: Row[Any]) -> Json:
    """Return a member's preferences, with defaults for those never set."""
    return {**_PREFS, **row.extra.get("prefs", {})}


def by_id(connection: Connection, idents: Collection[str], origin: str) -> dict[str, Json]:
    """Return public profiles by member id; unknown ids are left out."""
    if not idents:
        return {}
    rows = connection.execute(select(db.members).where(db.members.c.id.in_(idents)))
    return {row.id: profile(row, origin) for row in rows}


def one(call: Call, ident: str | None, fields: str = "fields") -> Json:
    """Return a member with the fields that the parameter ``fields`` names.

    Raises:
        Refused: 404, there is no such member.
    """
    people = by_id(call.connection, [ident or ""], call.origin)
    if ident not in people:
        raise not_found()
    return pick(people[ident], FIELDS.parse(call.params, fields))


def subsets(connection: Connection, idents: Collection[str], origin: str) -> dict[str, Json]:
    """Return, by member id, the fields of a member that are sent with an action."""
    return {ident: pick(member, _SUBSET) for ident, member in by_id(connection, idents, origin).items()}


def of_board(
    call: Call, id_board: str, keys: frozenset[str] | None, where: ColumnElement[bool] | None = None
) -> list[Json]:
    """Return a board's members in the order they joined; ``where`` filters their memberships."""
    return _joined_members(call, db.memberships, db.memberships.c.id_board == id_board, keys, where)


def of_organization(
    call: Call, ident: str, keys: frozenset[str] | None, where: ColumnElement[bool] | None = None
) -> list[Json]:
    """Return a workspace's members in the order they joined; ``where`` filters their memberships."""
    table = db.organization_memberships
    return _joined_members(call, table, table.c.id_organization == ident, keys, where)


def _joined_members(
    call: Call,
    table: Table,
    inside: ColumnElement[bool],
    keys: frozenset[str] | None,
    where: ColumnElement[bool] | None,
) -> list[Json]:
    query = select(db.members).join(table).where(inside)
    query = query if where is None else query.where(where)
    rows = call.connection.execute(query.order_by(table.c.id))
    return [pick(profile(row, call.origin), keys) for row in rows]


def membership_filter(table: Table, word: str) -> ColumnElement[bool]:
    """Build the condition on memberships of ``table`` for filter ``word``.

    Raises:
        Refused: 400, the word is unknown.
    """
    mine = table.c
    match word.lower():
        case "all":
            return mine.id.is_not(None)
        case "none":
            return mine.id.is_(None)
        case "admin" | "admins" | "owners":
            return mine.member_type == "admin"
        case "normal" | "observer" | "observers":
            return mine.member_type == word.lower().removesuffix("s")
        case "active" | "deactivated":
            return mine.deactivated.is_(word.lower() == "deactivated")
        case _:
            raise invalid("filter")


def memberships(
    call: Call, where: ColumnElement[bool], table: Table = db.memberships, *, prefix: str | None = None
) -> list[Json]:
    """Return memberships of boards, or of a workspace, depending on ``table``.

    Args:
        call: The request.
        where: Condition on the memberships.
        table: The memberships of boards, or those of workspaces.
        prefix: Prefix of the parameters ``member``, ``member_fields`` and ``orgMemberType``; None to ignore
            them.
    """
    rows = call.connection.execute(select(table).where(where).order_by(table.c.id)).all()
    found = [
        {
            **row.extra,
            "id": row.id,
            "idMember": row.id_member,
            "memberType": row.member_type,
            "unconfirmed": row.unconfirmed,
            "deactivated": row.deactivated,
        }
        for row in rows
    ]
    if prefix is not None:
        board_id = rows[0].id_board if rows and table is db.memberships else None
        _add_asked(call, found, prefix, board_id)
    return found


def _add_asked(call: Call, found: list[Json], prefix: str, board_id: str | None) -> None:
    """Add the requested data to each membership: the member, and its type in the board's workspace."""
    if call.params.flag(f"{prefix}member") or call.params.given(f"{prefix}member_fields"):
        people = by_id(call.connection, {one["idMember"] for one in found}, call.origin)
        keys = OF_BOARD.parse(call.params, f"{prefix}member_fields")
        for one in found:
            one["member"] = pick(people[one["idMember"]], keys)
    if call.params.flag(f"{prefix}orgMemberType") and board_id is not None:
        inside = _workspace_types(call, board_id)
        for one in found:
            one["orgMemberType"] = inside.get(one["idMember"])


def _workspace_types(call: Call, id_board: str) -> dict[str, str]:
    mine = db.organization_memberships.c
    query = select(mine.id_member, mine.member_type).join(
        db.boards, db.boards.c.id_organization == mine.id_organization
    )
    rows = call.connection.execute(query.where(db.boards.c.id == id_board))
    return {row.id_member: row.member_type for row in rows}
