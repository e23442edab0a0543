"""Subscriptions: the boards, lists and cards a member asked to be told about."""

import re
from collections.abc import Collection
from functools import cache
from typing import Any, Literal

from sqlalchemy import ColumnElement, Select, bindparam, delete, insert, select

from tui.server import db
from tui.server.board.access import Need
from tui.server.call import Call
from tui.server.params import Params
from tui.server.people import due_soon

Kind = Literal["board", "list", "card"]
"""What can be watched."""

_NESTING = re.compile("[/_]")


def put(call: Call, kind: Kind, ident: str, *, watched: bool) -> None:
    """Watch a thing or stop it; as it is already, nothing happens."""
    mine = (_column(kind) == ident) & (db.watches.c.id_member == call.me)
    if not watched:
        call.connection.execute(delete(db.watches).where(mine))
    elif call.connection.scalar(select(db.watches.c.id).where(mine)) is None:
        row = {"id": call.new_id(), "id_member": call.me, f"id_{kind}": ident}
        call.connection.execute(insert(db.watches).values(row))
    if kind == "card":
        due_soon.reschedule(call, [ident])


def watched(call: Call, kind: Kind, idents: Collection[str]) -> set[str]:
    """Which of ``idents`` the caller watches."""
    asked = {"member": call.session.id_member, "idents": list(idents)}
    return set(call.connection.scalars(_watched(kind), asked))


@cache
def _watched(kind: Kind) -> Select[Any]:
    """Put together once: it is asked with every card and every list that is shown."""
    column, mine = _column(kind), db.watches.c.id_member == bindparam("member")
    return select(column).where(mine, column.in_(bindparam("idents", expanding=True)))


def _column(kind: Kind) -> ColumnElement[str]:
    column: ColumnElement[str] = db.watches.c[f"id_{kind}"]
    return column


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
