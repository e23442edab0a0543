"""Boards and their lists, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Row, Select, and_, false, or_, select, true

from tui.model.label import COLORS
from tui.server.pipeline.ids import slug
from tui.server.pipeline.params import Fields, invalid, number, pick
from tui.server.storage import db
from tui.server.wire import caps, members
from tui.server.wire.watched import watched

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call


BACKGROUNDS = {
    "blue": "#0079BF", "orange": "#D29034", "green": "#519839", "red": "#B04632", "purple": "#89609E",
    "pink": "#CD5A91", "lime": "#4BBF6B", "sky": "#00AECC", "grey": "#838C91",
}  # fmt: skip
"""Hex value of each named background (docs/reference/board.md, 1.1)."""

PREFS: Json = {
    "permissionLevel": "private", "hideVotes": False, "voting": "disabled", "comments": "members",
    "invitations": "members", "selfJoin": True, "cardCovers": True, "isTemplate": False,
    "cardAging": "regular", "calendarFeedEnabled": False, "hiddenPluginBoardButtons": [],
    "switcherViews": [], "background": "blue", "backgroundColor": "#0079BF", "backgroundImage": None,
    "backgroundImageScaled": None, "backgroundTile": False, "backgroundBrightness": "dark",
    "backgroundBottomColor": "#0079BF", "backgroundTopColor": "#0079BF", "canBePublic": True,
    "canBeEnterprise": True, "canBeOrg": True, "canBePrivate": True, "canInvite": True, "cardCounts": False,
    "showCompleteStatus": True,
}  # fmt: skip
"""Preferences of a new board."""

_USUAL: Json = {
    "descData": None, "idEnterprise": None, "pinned": False, "powerUps": [], "idTags": [],
    "datePluginDisable": None, "creationMethod": None, "idBoardSource": None, "enterpriseOwned": False,
    "premiumFeatures": [], "templateGallery": None, "dateClosed": None, "type": None, "limits": {}, "ixUpdate": "0",
}  # fmt: skip
_DEFAULT = ("name", "desc", "descData", "closed", "idOrganization", "idEnterprise", "pinned", "url", "shortUrl",
            "prefs", "labelNames")  # fmt: skip
_KNOWN = {*_USUAL, *_DEFAULT, "nodeId", "shortLink", "starred", "subscribed", "memberships", "ixUpdate",
          "dateLastActivity", "dateLastView", "idMemberCreator"}  # fmt: skip

_PARTS = frozenset({"customFields", "pluginData"})
"""Keys that an import stores in ``extra`` but that are not sent with the board, because they have separate
addresses."""

FIELDS = Fields(_KNOWN, _DEFAULT)
"""Fields of a single board; a default subset unless ``fields`` is given."""

MINE = Fields(_KNOWN)
"""Fields of a member's boards, and of an object's board; all unless ``fields`` is given."""


def board(call: Call, row: Row[Any], memberships: list[Json]) -> Json:
    """Return one whole board; ``row`` is from ``_query``."""
    web = f"{call.origin}/b/{row.short_link}"
    name = slug(row.name)
    return {
        **_USUAL,
        "nodeId": f"ari:cloud:trello::board/workspace/{row.id_organization}/{row.id}",
        **{name: value for name, value in row.extra.items() if name not in _PARTS},
        "id": row.id,
        "name": row.name,
        "desc": row.desc,
        "closed": row.closed,
        "idOrganization": row.id_organization,
        "idMemberCreator": row.id_member_creator,
        "url": f"{web}/{name}" if name else web,
        "shortUrl": web,
        "shortLink": row.short_link,
        "prefs": {**PREFS, **row.prefs},
        "labelNames": {**dict.fromkeys(COLORS, ""), **row.label_names},
        "starred": bool(row.starred),
        "subscribed": bool(row.subscribed),
        "dateLastActivity": row.date_last_activity,
        "dateLastView": row.date_last_view,
        "memberships": memberships,
    }


def boards(call: Call, where: ColumnElement[bool], keys: frozenset[str] | None) -> list[Json]:
    """Return boards as the asking member sees them, oldest first."""
    rows = call.connection.execute(_query(call).where(where).order_by(db.boards.c.id)).all()
    ids = [row.id for row in rows]
    on = _memberships(call, ids) if keys is None or "memberships" in keys else {}
    found = [board(call, row, on.get(row.id, [])) for row in rows]
    if keys is None or "limits" in keys:
        limits = caps.limits_of(call, ids)
        for each in found:
            each["limits"] = limits[each["id"]]
    return [pick(each, keys) for each in found]


def one(call: Call, ident: str, keys: frozenset[str] | None) -> Json:
    """Return one board as the asking member sees it."""
    return boards(call, db.boards.c.id == ident, keys)[0]


def asked_for(call: Call, ident: str) -> Json:
    """Return the board of something else, with the fields that the parameters name."""
    return one(call, ident, MINE.parse(call.params))


def _memberships(call: Call, ids: list[str]) -> dict[str, list[Json]]:
    """Return the memberships of boards, by board."""
    mine = db.memberships.c
    pairs = select(mine.id, mine.id_board).where(mine.id_board.in_(ids))
    home = {row.id: row.id_board for row in call.connection.execute(pairs)}
    on: dict[str, list[Json]] = {}
    for membership in members.memberships(call, mine.id_board.in_(ids)):
        on.setdefault(home[membership["id"]], []).append(membership)
    return on


def _query(call: Call) -> Select[Any]:
    """Select boards together with the asking member's view date, star and subscription."""
    me = call.session.id_member
    mine, star, watch = db.memberships.c, db.board_stars.c, db.watches.c
    seen = and_(mine.id_board == db.boards.c.id, mine.id_member == me)
    starred = select(star.id).where(star.id_board == db.boards.c.id, star.id_member == me).exists()
    watched = select(watch.id).where(watch.id_board == db.boards.c.id, watch.id_member == me).exists()
    query = select(db.boards, mine.date_last_view, starred.label("starred"), watched.label("subscribed"))
    return query.select_from(db.boards.outerjoin(db.memberships, seen))


FILTERS = ("all", "open", "closed", "members", "organization", "public", "starred", "pinned", "unpinned")
"""The filter words for the boards of a member or a workspace."""


def filtered(call: Call, words: list[str]) -> ColumnElement[bool]:
    """Build the condition that a board matches any of the filter ``words``; no words match all boards.

    Raises:
        Refused: 400, a word is unknown.
    """
    star, table = db.board_stars.c, db.boards.c
    level = table.prefs["permissionLevel"].as_string()
    own = select(star.id_board).where(star.id_member == call.session.id_member)
    meant = {
        "open": table.closed.is_(False),
        "closed": table.closed.is_(True),
        "starred": table.id.in_(own),
        "members": or_(level == "private", level.is_(None)),
        "organization": level == "org",
        "public": level == "public",
        "pinned": false(),
    }
    if not set(words) <= {*FILTERS, "none"}:
        raise invalid("filter")
    meant["none"] = false()
    return or_(*[meant.get(word, true()) for word in dict.fromkeys(words or ["all"])])


_USUAL_OF_LIST: Json = {"color": None, "softLimit": None, "type": None, "datasource": {"filter": False}}

LIST_FIELDS = Fields({*_USUAL_OF_LIST, "name", "closed", "idBoard", "pos", "subscribed", "creationMethod",
                 "idOrganization", "nodeId", "limits"})  # fmt: skip


def board_list(row: Row[Any], *, subscribed: bool) -> Json:
    """Return one list; ``subscribed`` depends on the caller, so it is not in the row."""
    return {
        **_USUAL_OF_LIST,
        **row.extra,
        "id": row.id,
        "name": row.name,
        "closed": row.closed,
        "idBoard": row.id_board,
        "pos": number(row.pos),
        "subscribed": subscribed,
    }


def lists(call: Call, where: ColumnElement[bool]) -> list[Json]:
    """Return lists with the caller's subscriptions, in order."""
    query = select(db.lists).where(where).order_by(db.lists.c.pos, db.lists.c.id)
    rows = call.connection.execute(query).all()
    subscribed = watched(call, "list", [row.id for row in rows])
    return [board_list(row, subscribed=row.id in subscribed) for row in rows]
