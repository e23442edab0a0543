"""The wire format of actions: feeds, and one action with its ``display``.

The log contains every type; the feeds omit those that the hosted service sends to webhooks only.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Row, Table, and_, func, or_, select, true

from tui.model.action import COMMENT
from tui.model.values.scalars import OBJECT_ID
from tui.server.pipeline.params import Fields, Params, as_moment, invalid, pick
from tui.server.storage import db
from tui.server.wire import members
from tui.server.wire.display import display, entities

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call


WEBHOOK_ONLY = (
    "addLabelToCard", "copyChecklist", "createBoardInvitation", "createBoardPreference", "createCheckItem",
    "createLabel", "createOrganizationInvitation", "deleteCheckItem", "deleteComment", "deleteLabel",
    "makeAdminOfOrganization", "removeLabelFromCard", "removeMemberFromBoard",
    "removeMemberFromOrganization", "updateCheckItem", "updateComment", "updateLabel", "voteOnCard",
)  # fmt: skip
"""Action types that no feed shows (docs/reference/board.md, 7.1)."""

OF_CARD = "commentCard,updateCard:idList"
"""The default filter of a card's feed."""

FIELDS = Fields({"idMemberCreator", "data", "type", "date", "appCreator", "limits", "memberCreator", "member",
                 "display", "entities", "reactions", "agenticIdentity"})  # fmt: skip

_MAX_LIMIT = 1000
_DEFAULT_LIMIT = 50
_REACTIONS = {
    "reactions": {
        "perAction": {"status": "ok", "disableAt": 900, "warnAt": 720},
        "uniquePerAction": {"status": "ok", "disableAt": 17, "warnAt": 14},
    }
}
_FORMATS = ("list", "count", "minimal")
_MINIMAL = frozenset({"id", "idMemberCreator", "type", "date"})
_LAST_VIEW = "lastView"
_EVERYTHING = ("all", "true")
_WEBHOOK_ONLY_FIELD = "idLabels"
"""The card field whose changes are sent to webhooks only."""
_WORD = re.compile(r"[A-Za-z]{1,64}(:[A-Za-z]{1,64})?")


@dataclass(frozen=True, slots=True)
class Names:
    """The parameter names of a feed, which differ when the feed is nested under another noun."""

    filter: str
    limit: str
    before: str
    since: str
    page: str
    format: str
    fields: str
    member: str
    creator: str
    display: str
    entities: str
    reactions: str


ALONE = Names(
    "filter", "limit", "before", "since", "page", "format", "fields", "member", "memberCreator", "display",
    "entities", "reactions",
)  # fmt: skip
NESTED = Names(
    "actions", "actions_limit", "actions_before", "actions_since", "actions_page", "actions_format",
    "action_fields", "action_member", "action_memberCreator", "actions_display", "actions_entities",
    "action_reactions",
)  # fmt: skip


def feed(
    call: Call,
    where: ColumnElement[bool],
    names: Names = ALONE,
    usual: str = "all",
    hidden: tuple[str, ...] = WEBHOOK_ONLY,
) -> Any:
    """Return the actions matching ``where``, newest first, paged and formatted according to the parameters.

    Actions of the ``hidden`` types are omitted.

    Raises:
        Refused: 400, a parameter is invalid.
    """
    params = call.params
    table = db.actions
    where = and_(
        where,
        table.c.type.not_in(hidden),
        _type_filter(params.words(names.filter) or usual.split(","), names.filter),
        cursor(call, names.since, table, older=False),
        cursor(call, names.before, table, older=True),
    )
    models = params.words("idModels") if names is ALONE else []
    if models:
        where = and_(
            where, or_(table.c.id_card.in_(models), table.c.id_list.in_(models), table.c.id_board.in_(models))
        )
    limit = params.integer(names.limit, _DEFAULT_LIMIT, most=_MAX_LIMIT)
    page = params.integer(names.page, 0, most=_MAX_LIMIT)
    if page * limit >= _MAX_LIMIT and page:
        raise invalid(names.page)
    form = params.word(names.format, "list", _FORMATS)
    if form == "count":
        return {"_value": call.connection.scalar(select(func.count()).select_from(table).where(where))}
    rows = select(table).where(where).order_by(table.c.id.desc()).limit(limit).offset(page * limit)
    found = call.connection.execute(rows).all()
    if form == "minimal":
        return [pick(thing, _MINIMAL) for thing in actions(call, found)]
    return shown(call, found, names)


def shown(call: Call, rows: Sequence[Row[Any]], names: Names) -> list[Json]:
    """Return actions with the fields and nested objects that the parameters ask for."""
    params = call.params
    keys = FIELDS.parse(params, names.fields)
    asked = {"member": names.member, "memberCreator": names.creator}
    people = {key: members.OF_CARD.parse(params, f"{name}_fields") for key, name in asked.items()}
    reacted = reactions_to(call, [row.id for row in rows]) if params.flag(names.reactions) else None
    left_out = {key for key, name in asked.items() if not params.flag(name, default=True)}
    displayed, listed = params.flag(names.display), params.flag(names.entities)
    found: list[Json] = []
    for thing in actions(call, rows):
        if displayed:
            thing["display"] = display(thing)
        if listed:
            thing["entities"] = entities(thing)
        if reacted is not None:
            thing["reactions"] = reacted.get(thing["id"], [])
        found.append(_without(_with_fields(pick(thing, keys), people), left_out))
    return found


def _with_fields(thing: Json, people: Mapping[str, frozenset[str] | None]) -> Json:
    """Return an action whose members have the fields in ``people`` only."""
    return thing | {key: pick(thing[key], chosen) for key, chosen in people.items() if key in thing}


def _without(thing: Json, keys: Collection[str]) -> Json:
    return {key: value for key, value in thing.items() if key not in keys}


def actions(call: Call, rows: Sequence[Row[Any]]) -> list[Json]:
    """Return whole actions without ``display`` but with their members, in two statements for any number."""
    idents = {row.id_member_creator for row in rows} | {row.id_member for row in rows}
    people = members.by_id(call.connection, idents - {None}, call.origin)
    found: list[Json] = []
    for row in rows:
        thing = {
            **row.extra,
            "id": row.id,
            "idMemberCreator": row.id_member_creator,
            "data": row.data,
            "appCreator": row.extra.get("appCreator"),
            "type": row.type,
            "date": row.date,
            "limits": _REACTIONS if row.type == COMMENT else {},
        }
        if row.id_member_creator in people:
            thing["memberCreator"] = people[row.id_member_creator]
        if row.id_member in people:
            thing["member"] = people[row.id_member]
        found.append(thing)
    return found


def with_display(call: Call, row: Row[Any]) -> Json:
    """Return one action as its own address shows it, with ``display``."""
    return with_displays(call, [row])[0]


def with_displays(call: Call, rows: Sequence[Row[Any]]) -> list[Json]:
    """Return each action as its own address shows it, in the order of ``rows``."""
    return [{**with_small_members(thing), "display": display(thing)} for thing in actions(call, rows)]


def with_small_members(thing: Json) -> Json:
    """Reduce the members of an action to the fields that are sent with an action."""
    keys = members.OF_CARD.parse(Params({}))
    small: Json = {key: pick(thing[key], keys) for key in ("member", "memberCreator") if key in thing}
    return {**thing, **small}


def cursor(call: Call, name: str, table: Table, *, older: bool) -> ColumnElement[bool]:
    """Build the condition that a row is before or since parameter ``name`` (an id or a time), exclusive.

    Raises:
        Refused: 400, the value is neither.
    """
    value = call.params.get(name)
    if value in (None, "", "null"):
        return true()
    if value == _LAST_VIEW:
        return _last_view(call, table, older=older)
    if isinstance(value, str) and OBJECT_ID.fullmatch(value.lower()):
        edge = value.lower()
    elif (moment := as_moment(value)) is not None:
        return _at_moment(table, moment, older=older)
    else:
        raise invalid(name)
    ident: ColumnElement[str] = table.c.id
    return ident < edge if older else ident > edge


def _at_moment(table: Table, moment: str, *, older: bool) -> ColumnElement[bool]:
    """Build the condition for before or since ``moment``: ids have seconds, an action's date milliseconds."""
    seconds = int(datetime.fromisoformat(moment).timestamp())
    ident: ColumnElement[str] = table.c.id
    if table is not db.actions:
        return ident < _first_id(seconds) if older else ident > _first_id(seconds)
    if older:
        return and_(ident < _first_id(seconds + 1), table.c.date < moment)
    return and_(ident > _first_id(seconds), table.c.date > moment)


def _first_id(seconds: int) -> str:
    """Return the smallest possible id of an object made in this second."""
    return f"{min(max(seconds, 0), 0xFFFFFFFF):08x}{'0' * 16}"


def _last_view(call: Call, table: Table, *, older: bool) -> ColumnElement[bool]:
    """Build the condition for before or since the member's last view of the row's board."""
    mine = db.memberships.c
    seen = select(mine.date_last_view).where(
        mine.id_member == call.session.id_member, mine.id_board == table.c.id_board
    )
    date = func.coalesce(table.c.date if table is db.actions else table.c.date_last_activity, "")
    last = func.coalesce(seen.correlate(table).scalar_subquery(), "")
    return date < last if older else date > last


def _type_filter(words: Iterable[str], name: str) -> ColumnElement[bool]:
    """Build the condition for action types ``words``; label changes match only by their full name."""
    kinds, changed = db.actions.c.type, db.actions.c.changed
    public = or_(kinds != "updateCard", changed.is_(None), changed != _WEBHOOK_ONLY_FIELD)
    wanted: list[ColumnElement[bool]] = []
    for word in words:
        if _WORD.fullmatch(word) is None:
            raise invalid(name)
        if word in _EVERYTHING:
            return public
        kind, _, field = word.partition(":")
        wanted.append(and_(kinds == kind, changed == field) if field else and_(kinds == kind, public))
    return or_(*wanted)


def reactions_to(call: Call, idents: Iterable[str]) -> dict[str, list[Json]]:
    """Return the reactions to actions by action id, oldest first."""
    table = db.reactions
    query = select(table).where(table.c.id_action.in_(list(idents))).order_by(table.c.id)
    rows = call.connection.execute(query).all()
    people = members.subsets(call.connection, {row.id_member for row in rows}, call.origin)
    found: dict[str, list[Json]] = {}
    for row in rows:
        one = {
            "id": row.id,
            "idMember": row.id_member,
            "idModel": row.id_action,
            "idEmoji": row.unified,
            "member": people.get(row.id_member),
            "emoji": row.emoji,
        }
        found.setdefault(row.id_action, []).append(one)
    return found
