"""The wire format of cards with their labels, members and badges, loaded in six statements for any number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, Row, Select, case, func, select

from tui.model.action import COMMENT, COPIED_COMMENT
from tui.server.pipeline.ids import slug
from tui.server.pipeline.params import Fields, number
from tui.server.storage import db
from tui.server.storage.id_lists import among, id_text
from tui.server.wire import attachments, labels
from tui.server.wire.watched import watched

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

PAGE = 1000
"""Largest number of cards in one answer, and in one statement."""

_USUAL: Json = {
    "email": None, "cardRole": None, "idMembersVoted": [],
    "address": None, "locationName": None, "coordinates": None, "pinned": False,
}  # fmt: skip
COVER = {"idAttachment": None, "color": None, "idUploadedBackground": None, "size": "normal",
          "brightness": "dark", "idPlugin": None}  # fmt: skip
"""The default values of a cover."""

FIELDS = Fields(
    {*_USUAL, "descData", "badges", "manualCoverAttachment", "checkItemStates", "closed", "dueComplete", "dateLastActivity", "desc", "due",
     "dueReminder", "idBoard", "idChecklists", "idLabels", "idList", "idMembers", "idShort",
     "idAttachmentCover", "labels", "limits", "name", "pos", "shortLink", "shortUrl", "start", "subscribed",
     "url", "cover", "isTemplate", "nodeId", "agent", "idMemberCreator", "idOrganization", "mirrorSourceId",
     "originalName", "originalDesc", "aiMetadata", "dateClosed", "dateCompleted", "recurrenceRule",
     "urlSource", "urlSourceText", "creationMethod", "creationMethodError", "creationMethodLoadingStartedAt",
     "staticMapUrl", "faviconUrl", "dateViewedByCreator", "externalSource", "manifest", "mirrorSourceNodeId",
     "singleInstrumentationId", "sourceEmail"}
)  # fmt: skip

_COMMENTS = (
    select(func.count())
    .select_from(db.actions)
    .where(db.actions.c.id_card == db.cards.c.id, db.actions.c.type.in_((COMMENT, COPIED_COMMENT)))
    .scalar_subquery()
    .label("comments")
)


class _Row(NamedTuple):
    """A row of ``query``; access to a tuple is faster than by name to a database row."""

    id: str
    id_board: str
    id_list: str
    id_short: int
    short_link: str
    name: str
    desc: str
    closed: bool
    pos: float
    due: str | None
    start: str | None
    due_complete: bool
    due_reminder: float | None
    date_last_activity: str | None
    id_attachment_cover: str | None
    is_template: bool
    cover: Json
    extra: Json
    comments: int


def query() -> Select[Any]:
    """Select cards with the columns that ``cards`` needs; the caller adds the condition and the order."""
    return select(db.cards, _COMMENTS)


@dataclass(slots=True)
class _Parts:
    """The rows of other tables that belong to one card."""

    labels: list[str] = field(default_factory=list)
    members: list[str] = field(default_factory=list)
    checklists: list[str] = field(default_factory=list)
    items: int = 0
    checked: int = 0
    earliest: str | None = None
    attachments: int = 0
    boards: int = 0
    cards: int = 0


def cards(call: Call, rows: Sequence[Row[Any]]) -> list[Json]:
    """Return whole cards in the order of ``rows``, which are from ``query``.

    ``checkItemStates`` is filled in lists of cards too, as at the service: current clients accept no null.
    """
    found: list[Json] = []
    for start in range(0, len(rows), PAGE):
        found += _page(call, [*map(_Row._make, rows[start : start + PAGE])])
    return found


def _page(call: Call, rows: list[_Row]) -> list[Json]:
    parts = _parts(call.connection, [row.id for row in rows], call.origin)
    label_ids = {ident for part in parts.values() for ident in part.labels}
    known = (
        {label["id"]: label for label in labels.labels(call.connection, db.labels.c.id.in_(label_ids))}
        if label_ids
        else {}
    )
    ticked = _ticked(call.connection, parts)
    subscribed = watched(call, "card", list(parts))
    found: list[Json] = []
    for row in rows:
        card = _card(call, row, parts[row.id])
        card["subscribed"] = card["badges"]["subscribed"] = row.id in subscribed
        card["labels"] = [known[ident] for ident in card["idLabels"]]
        card["checkItemStates"] = ticked.get(row.id, [])
        found.append(card)
    return found


def _parts(connection: Connection, idents: list[str], origin: str) -> dict[str, _Parts]:
    parts = {ident: _Parts() for ident in idents}
    asked = {"cards": id_text(idents)}
    for id_card, ident in connection.execute(_LABELS, asked).all():
        parts[id_card].labels.append(ident)
    for id_card, ident in connection.execute(_MEMBERS, asked).all():
        parts[id_card].members.append(ident)
    for row in connection.execute(_CHECKLISTS, asked):
        part = parts[row.id_card]
        part.checklists.append(row.id)
        part.items += row.items_in
        part.checked += row.checked
        part.earliest = min(filter(None, (part.earliest, row.earliest)), default=None)
    for id_card, url in connection.execute(_ATTACHMENTS, asked):
        parts[id_card].attachments += 1
        parts[id_card].boards += _links_to("b", url, origin)
        parts[id_card].cards += _links_to("c", url, origin)
    return parts


# Built once: every shown card needs these queries, and building one takes longer than running it.
_LABELS = (
    select(db.card_labels.c.id_card, db.card_labels.c.id_label)
    .where(among(db.card_labels.c.id_card, "cards"))
    .order_by(db.card_labels.c.rank, db.card_labels.c.id_label)
)
_MEMBERS = (
    select(db.card_members.c.id_card, db.card_members.c.id_member)
    .where(among(db.card_members.c.id_card, "cards"))
    .order_by(db.card_members.c.rank, db.card_members.c.id_member)
)
_ATTACHMENTS = select(db.attachments.c.id_card, db.attachments.c.url).where(
    among(db.attachments.c.id_card, "cards")
)
_CHECKED = db.check_items.c.state == "complete"
_CHECKLISTS = (
    select(
        db.checklists.c.id,
        db.checklists.c.id_card,
        func.count(db.check_items.c.id).label("items_in"),
        func.coalesce(func.sum(case((_CHECKED, 1), else_=0)), 0).label("checked"),
        func.min(case((_CHECKED, None), else_=db.check_items.c.due)).label("earliest"),
    )
    .select_from(db.checklists.outerjoin(db.check_items))
    .where(among(db.checklists.c.id_card, "cards"))
    .group_by(db.checklists.c.id)
    .order_by(db.checklists.c.pos, db.checklists.c.id)
)


def _links_to(kind: str, url: str, origin: str) -> bool:
    """Return whether an attached address is that of a board (``b``) or a card (``c``), here or at the hosted service."""
    return url.startswith(f"{origin}/{kind}/") or f"trello.com/{kind}/" in url


def _ticked(connection: Connection, parts: dict[str, _Parts]) -> dict[str, list[Json]]:
    some = [ident for ident, part in parts.items() if part.checked]
    found: dict[str, list[Json]] = {}
    if some:
        ask = select(db.checklists.c.id_card, db.check_items.c.id).join_from(db.checklists, db.check_items)
        ask = ask.where(db.checklists.c.id_card.in_(some), _CHECKED).order_by(db.check_items.c.id)
        for id_card, ident in connection.execute(ask):
            found.setdefault(id_card, []).append({"idCheckItem": ident, "state": "complete"})
    return found


def _card(call: Call, row: _Row, parts: _Parts) -> Json:
    web = f"{call.origin}/c/{row.short_link}"
    name = slug(row.name)
    voted = votes(row.extra)
    return {
        **_USUAL,
        "manualCoverAttachment": row.id_attachment_cover is not None,
        **without_parts(row.extra),
        "id": row.id,
        "descData": row.extra.get("descData") or {"emoji": {}},
        "coordinates": _coordinates(row.extra.get("coordinates")),
        "badges": _badges(call, row, parts, voted),
        "closed": row.closed,
        "dueComplete": row.due_complete,
        "dateLastActivity": row.date_last_activity,
        "desc": row.desc,
        "due": row.due,
        "dueReminder": number(row.due_reminder),
        "idBoard": row.id_board,
        "idChecklists": parts.checklists,
        "idLabels": parts.labels,
        "idList": row.id_list,
        "idMembers": parts.members,
        "idShort": row.id_short,
        "idAttachmentCover": row.id_attachment_cover,
        "name": row.name,
        "pos": number(row.pos),
        "shortLink": row.short_link,
        "shortUrl": web,
        "start": row.start,
        "url": f"{web}/{row.id_short}-{name}" if name else f"{web}/{row.id_short}",
        "idMembersVoted": voted,
        "cover": _cover(call, row),
        "isTemplate": row.is_template,
    }


_PARTS = frozenset(
    {
        "actions",
        "attachments",
        "checklists",
        "customFieldItems",
        "members",
        "membersVoted",
        "pluginData",
        "stickers",
    }
)


def without_parts(extra: Json) -> Json:
    """Return the ``extra`` of an imported card without the parts that have separate tables."""
    return {name: value for name, value in extra.items() if name not in _PARTS} if extra else extra


def _coordinates(place: Any) -> str | None:
    """Format coordinates as the service does: ``latitude,longitude``."""
    if isinstance(place, dict) and place.keys() >= {"latitude", "longitude"}:
        return f"{place['latitude']},{place['longitude']}"
    return place if isinstance(place, str) else None


def votes(extra: Json) -> list[str]:
    """Return the ids of a card's voters; an import stores the field unchecked, so it may contain anything."""
    found = extra.get("idMembersVoted")
    return [vote for vote in found if isinstance(vote, str)] if isinstance(found, list) else []


def _cover(call: Call, row: _Row) -> Json:
    cover = {**COVER, **row.cover, "idAttachment": row.id_attachment_cover or row.cover.get("idAttachment")}
    if "scaled" in cover:
        cover["scaled"] = attachments.pictures(call, cover["scaled"])
    return cover


def _badges(call: Call, row: _Row, parts: _Parts, votes: list[str]) -> Json:
    return {
        "attachmentsByType": {"trello": {"board": parts.boards, "card": parts.cards}},
        "location": bool(row.extra.get("coordinates")),
        "votes": len(votes),
        "viewingMemberVoted": call.session.id_member in votes,
        "start": row.start,
        "fogbugz": "",
        "checkItems": parts.items,
        "checkItemsChecked": parts.checked,
        "checkItemsEarliestDue": parts.earliest,
        "comments": row.comments,
        "attachments": parts.attachments,
        "description": bool(row.desc),
        "due": row.due,
        "dueComplete": row.due_complete,
    }
