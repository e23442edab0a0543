"""The wire format of notifications."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import Row

from tui.server.pipeline.params import Fields, pick
from tui.server.wire import members
from tui.server.wire.display import display, entities

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

_REACTABLE = frozenset({"commentCard", "mentionedOnCard"})

FIELDS = Fields(
    {"unread", "type", "date", "dateRead", "data", "appCreator", "idMemberCreator", "idAction", "isReactable",
     "reactions", "memberCreator", "member", "board", "card"}
)  # fmt: skip

# The action type behind a notification type, where the names differ.
_ACTIONS = {"mentionedOnCard": "commentCard", "addedToCard": "addMemberToCard", "addedMemberToCard": "addMemberToCard",
            "removedFromCard": "removeMemberFromCard", "changeCard": "updateCard", "createdCard": "createCard",
            "addedAttachmentToCard": "addAttachmentToCard"}  # fmt: skip


def notifications(call: Call, rows: Sequence[Row[Any]], keys: frozenset[str] | None) -> list[Json]:
    """Return notifications in the order of ``rows``, with the members that the parameters ask for."""
    params = call.params
    people = _people(call, rows)
    creator_keys = members.OF_CARD.parse(params, "memberCreator_fields")
    with_creator, displayed, listed = (
        params.flag("memberCreator", default=True), params.flag("display"), params.flag("entities")
    )  # fmt: skip
    found: list[Json] = []
    for row in rows:
        whole = _one(row)
        if with_creator and row.id_member_creator in people:
            whole["memberCreator"] = pick(people[row.id_member_creator], creator_keys)
        about = row.data.get("idMember") or row.data.get("idMemberAdded")
        if about in people:
            whole["member"] = pick(people[about], members.OF_CARD.parse(params, "member_fields"))
        one = pick(whole, keys)
        as_action = whole | {"type": _ACTIONS.get(row.type, row.type)}
        if displayed:
            one["display"] = display(as_action)
        if listed:
            one["entities"] = entities(as_action)
        found.append(one)
    return found


def _people(call: Call, rows: Sequence[Row[Any]]) -> dict[str, Json]:
    named = {row.id_member_creator for row in rows}
    named |= {row.data.get(name) for row in rows for name in ("idMember", "idMemberAdded")}
    return members.by_id(call.connection, named - {None}, call.origin)


def _one(row: Row[Any]) -> Json:
    return {
        "id": row.id,
        "unread": row.unread,
        "type": row.type,
        "date": row.date,
        "dateRead": row.date_read,
        "data": row.data,
        "appCreator": None,
        "idMemberCreator": row.id_member_creator,
        "idAction": row.id_action,
        "isReactable": row.type in _REACTABLE,
        "reactions": [],
    }
