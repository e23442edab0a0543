"""Members on the wire: three sizes, from a name on a card to one's own profile."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, select

from tui.model.base import Json
from tui.server import db
from tui.server.call import Call
from tui.server.wire.fields import Fields, pick

_SUBSET = frozenset(
    {
        "id", "activityBlocked", "avatarHash", "avatarUrl", "fullName", "idMemberReferrer", "initials",
        "nonPublic", "nonPublicAvailable", "username",
    }
)  # fmt: skip
"""What goes with an action or a card (board-api reference, 1.6)."""

_PROFILE: Json = {
    "activityBlocked": False,
    "avatarHash": None,
    "bio": "",
    "bioData": None,
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
_OWN = (
    "email", "aaId", "avatarSource", "gravatarHash", "idBoards", "idOrganizations", "idEnterprisesAdmin",
    "loginTypes", "marketingOptIn", "messagesDismissed", "oneTimeMessagesDismissed", "prefs", "trophies",
    "uploadedAvatarHash", "uploadedAvatarUrl", "premiumFeatures", "isAaMastered", "ixUpdate", "limits",
    "dateLastActive", "dateLastImpression",
)  # fmt: skip

FIELDS = Fields({*_PROFILE, *_OWN, *_SUBSET, "url"})
"""Of a whole profile; all unless asked."""

OF_BOARD = Fields({*_PROFILE, *_OWN, *_SUBSET, "url"}, ("username", "fullName"))
"""Of a board's members: the name, unless asked."""

OF_CARD = Fields({*_PROFILE, *_OWN, *_SUBSET, "url"}, _SUBSET)
"""Of a card's members, and of whoever did something."""


def profile(row: Row[Any], origin: str) -> Json:
    """The public part of a member."""
    return {
        **_PROFILE,
        **row.extra,
        "id": row.id,
        "username": row.username,
        "fullName": row.full_name,
        "initials": row.initials,
        "avatarUrl": row.avatar_url,
        "url": f"{origin}/u/{row.username}",
    }


def own_profile(call: Call, row: Row[Any]) -> Json:
    """One's own profile: boards and workspaces too, and the address when the token has the account scope."""
    mine = db.memberships.c.id_member == row.id
    boards = select(db.boards.c.id, db.boards.c.id_organization).join(db.memberships).where(mine)
    found = call.connection.execute(boards.order_by(db.boards.c.id)).all()
    return {
        **profile(row, call.origin),
        "email": row.email if "account" in call.session.scopes else None,
        "idBoards": [board.id for board in found],
        "idOrganizations": sorted({board.id_organization for board in found if board.id_organization}),
        "loginTypes": [],
        "prefs": row.extra.get("prefs", {"locale": "en-US", "colorBlind": False}),
    }


def by_id(connection: Connection, idents: Collection[str], origin: str) -> dict[str, Json]:
    """Public profiles of several members, by id; those that are gone are left out."""
    if not idents:
        return {}
    rows = connection.execute(select(db.members).where(db.members.c.id.in_(idents)))
    return {row.id: profile(row, origin) for row in rows}


def subsets(connection: Connection, idents: Collection[str], origin: str) -> dict[str, Json]:
    """What goes with an action, for several members, by id."""
    return {ident: pick(member, _SUBSET) for ident, member in by_id(connection, idents, origin).items()}


def of_board(call: Call, id_board: str, keys: frozenset[str] | None) -> list[Json]:
    """The members of a board, in the order they joined."""
    query = select(db.members).join(db.memberships).where(db.memberships.c.id_board == id_board)
    rows = call.connection.execute(query.order_by(db.memberships.c.id))
    return [pick(profile(row, call.origin), keys) for row in rows]


def memberships(call: Call, where: ColumnElement[bool]) -> list[Json]:
    """Who is on a board, and as what."""
    rows = call.connection.execute(select(db.memberships).where(where).order_by(db.memberships.c.id))
    return [
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
