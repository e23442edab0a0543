"""Subscriptions: the boards, lists and cards a member asked to be told about."""

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

_NESTING = re.compile("[/_]")


def put(call: Call, kind: Kind, ident: str, *, watched: bool) -> None:
    """Watch a thing or stop it; as it is already, nothing happens."""
    mine = (column(kind) == ident) & (db.watches.c.id_member == call.me)
    if not watched:
        call.connection.execute(delete(db.watches).where(mine))
    elif call.connection.scalar(select(db.watches.c.id).where(mine)) is None:
        row = {"id": call.new_id(), "id_member": call.me, f"id_{kind}": ident}
        call.connection.execute(insert(db.watches).values(row))
    if kind == "card":
        due_soon.reschedule(call, [ident])


def alone(params: Params, names: Collection[str]) -> bool:
    """Whether, of the fields ``names``, nothing but the subscription is to change."""
    return _asked(params, names) == {"subscribed"}


def need(params: Params, names: Collection[str]) -> Need | None:
    """What the change of a thing needs: a subscription is one's own, and whoever sees the thing may have it."""
    asked = _asked(params, {*names, "subscribed"})
    return Need.SEE if asked and asked <= {"subscribed", "starred"} else None


def _asked(params: Params, names: Collection[str]) -> set[str]:
    """Which of ``names`` are sent, in either spelling of a nested one; null counts, for it clears some fields."""
    return {_NESTING.split(name, maxsplit=1)[0] for name in params} & set(names)
