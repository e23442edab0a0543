"""Subscriptions of members to boards, lists and cards."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select

from tui.server.people import due_soon
from tui.server.rights.access import Need
from tui.server.storage import db
from tui.server.wire.watched import Kind, column

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call
    from tui.server.pipeline.params import Params

_SEPARATOR = re.compile("[/_]")


def set_watched(call: Call, kind: Kind, ident: str, *, watched: bool) -> None:
    """Subscribe the caller to an object or unsubscribe them; setting the present state changes nothing."""
    mine = (column(kind) == ident) & (db.watches.c.id_member == call.me)
    if not watched:
        call.connection.execute(delete(db.watches).where(mine))
    elif call.connection.scalar(select(db.watches.c.id).where(mine)) is None:
        row = {"id": call.new_id(), "id_member": call.me, f"id_{kind}": ident}
        call.connection.execute(insert(db.watches).values(row))
    if kind == "card":
        due_soon.reschedule(call, [ident])


def only_subscription(params: Params, names: Collection[str]) -> bool:
    """Whether, among the fields ``names``, only the subscription is to change."""
    return _sent_fields(params, names) == {"subscribed"}


def required_right(params: Params, names: Collection[str]) -> Need | None:
    """Return the right a change needs: SEE for only a subscription or a star, else None (the usual right)."""
    asked = _sent_fields(params, {*names, "subscribed"})
    return Need.SEE if asked and asked <= {"subscribed", "starred"} else None


def _sent_fields(params: Params, names: Collection[str]) -> set[str]:
    """Return those of ``names`` sent, nested ones in either spelling; null counts: it clears some fields."""
    return {_SEPARATOR.split(name, maxsplit=1)[0] for name in params} & set(names)
