"""Actions on the wire: feeds, and one action with its ``display``.

The log keeps every type; the feeds leave out those that the hosted service tells webhooks only.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, Table, and_, func, or_, select, true

from tui.model.action import COMMENT
from tui.model.base import OBJECT_ID, Json
from tui.server import db
from tui.server.call import Call
from tui.server.params import as_moment
from tui.server.refusal import invalid
from tui.server.wire import members
from tui.server.wire.display import display, entities
from tui.server.wire.fields import Fields, pick

WEBHOOK_ONLY = (
    "addLabelToCard", "copyChecklist", "createBoardInvitation", "createBoardPreference", "createCheckItem",
    "createLabel", "createOrganizationInvitation", "deleteCheckItem", "deleteComment", "deleteLabel",
    "makeAdminOfOrganization", "removeLabelFromCard", "removeMemberFromBoard",
    "removeMemberFromOrganization", "updateCheckItem", "updateComment", "updateLabel", "voteOnCard",
)  # fmt: skip
"""Types no feed shows (board-api reference, 7.1)."""

OF_CARD = "commentCard,updateCard:idList"
"""What a card's feed shows unless asked."""

FIELDS = Fields({"idMemberCreator", "data", "type", "date", "appCreator", "limits", "memberCreator", "member",
                 "display", "entities", "reactions", "agenticIdentity"})  # fmt: skip

_MOST = 1000
_USUAL_PAGE = 50
_REACTIONS = {
    "reactions": {
        "perAction": {"status": "ok", "disableAt": 900, "warnAt": 720},
        "uniquePerAction": {"status": "ok", "disableAt": 17, "warnAt": 14},
    }
}
_WORD = re.compile(r"[A-Za-z]{1,64}(:[A-Za-z]{1,64})?")


@dataclass(frozen=True, slots=True)
class Names:
    """What a feed's parameters are called: alone, or nested under another noun."""

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


ALONE = Names(
    "filter", "limit", "before", "since", "page", "format", "fields", "member", "memberCreator", "display",
    "entities",
)  # fmt: skip
NESTED = Names(
    "actions", "actions_limit", "actions_before", "actions_since", "actions_page", "actions_format",
    "action_fields", "action_member", "action_memberCreator", "actions_display", "actions_entities",
)  # fmt: skip


def feed(call: Call, where: ColumnElement[bool], names: Names = ALONE, usual: str = "all") -> Any:
    """The actions ``where`` says, newest first, as the parameters ask.

    Raises:
        Refused: 400, a parameter is wrong.
    """
    params = call.params
    table = db.actions
    where = and_(
        where,
        table.c.type.not_in(WEBHOOK_ONLY),
        _filter(params.words(names.filter) or usual.split(",")),
        cursor(call, names.since, table, older=False),
        cursor(call, names.before, table, older=True),
    )
    models = params.words("idModels") if names is ALONE else []
    if models:
        where = and_(
            where, or_(table.c.id_card.in_(models), table.c.id_list.in_(models), table.c.id_board.in_(models))
        )
    limit = params.whole(names.limit, _USUAL_PAGE, most=_MOST)
    page = params.whole(names.page, 0, most=_MOST)
    if page * limit >= _MOST and page:
        raise invalid("page")
    if params.word(names.format, "list", ("list", "count", "minimal")) == "count":
        return {"_value": call.connection.scalar(select(func.count()).select_from(table).where(where))}
    rows = select(table).where(where).order_by(table.c.id.desc()).limit(limit).offset(page * limit)
    return _shown(call, call.connection.execute(rows).all(), names)


def _shown(call: Call, rows: Sequence[Row[Any]], names: Names) -> list[Json]:
    params = call.params
    keys = FIELDS.chosen(params, names.fields)
    left_out = {
        key
        for key, asked in (("member", names.member), ("memberCreator", names.creator))
        if not params.flag(asked, default=True)
    }
    displayed, listed = params.flag(names.display), params.flag(names.entities)
    found: list[Json] = []
    for thing in actions(call, rows):
        if displayed:
            thing["display"] = display(thing)
        if listed:
            thing["entities"] = entities(thing)
        found.append({key: value for key, value in pick(thing, keys).items() if key not in left_out})
    return found


def actions(call: Call, rows: Sequence[Row[Any]]) -> list[Json]:
    """Actions, whole but without ``display``, with those who did them: two statements for any number."""
    idents = {row.id_member_creator for row in rows} | {row.id_member for row in rows}
    people = members.subsets(call.connection, idents - {None}, call.origin)
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
    """One action as it is shown by itself."""
    thing = actions(call, [row])[0]
    return {**thing, "display": display(thing)}


def cursor(call: Call, name: str, table: Table, *, older: bool) -> ColumnElement[bool]:
    """What lies before or since parameter ``name``: an id, or a moment; exclusive.

    Raises:
        Refused: 400, it is neither.
    """
    value = call.params.get(name)
    if value in (None, "", "null"):
        return true()
    if isinstance(value, str) and OBJECT_ID.fullmatch(value.lower()):
        edge = value.lower()
    elif (moment := as_moment(value)) is not None:
        edge = _first_id(moment)
    else:
        raise invalid(name)
    ident: ColumnElement[str] = table.c.id
    return ident < edge if older else ident > edge


def _first_id(moment: str) -> str:
    """The smallest id a thing made at ``moment`` could have."""
    seconds = int(datetime.fromisoformat(moment).timestamp())
    return f"{min(max(seconds, 0), 0xFFFFFFFF):08x}{'0' * 16}"


def _filter(words: Iterable[str]) -> ColumnElement[bool]:
    wanted: list[ColumnElement[bool]] = []
    for word in words:
        if _WORD.fullmatch(word) is None:
            raise invalid("filter")
        if word == "all":
            return true()
        kind, _, field = word.partition(":")
        same = db.actions.c.type == kind
        wanted.append(and_(same, db.actions.c.changed == field) if field else same)
    return or_(*wanted)
