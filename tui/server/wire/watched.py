"""Which boards, lists and cards the caller is subscribed to."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import ColumnElement, Select, bindparam, select

from tui.server.storage import db

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call

Kind = Literal["board", "list", "card"]
"""What can be watched."""


def watched(call: Call, kind: Kind, idents: Collection[str]) -> set[str]:
    """Which of ``idents`` the caller watches."""
    asked = {"member": call.session.id_member, "idents": list(idents)}
    return set(call.connection.scalars(_watched(kind), asked))


def column(kind: Kind) -> ColumnElement[str]:
    """The column that names what is watched."""
    found: ColumnElement[str] = db.watches.c[f"id_{kind}"]
    return found


@cache
def _watched(kind: Kind) -> Select[Any]:
    """Built once: it is asked with every card and every list that is shown."""
    mine = db.watches.c.id_member == bindparam("member")
    return select(column(kind)).where(mine, column(kind).in_(bindparam("idents", expanding=True)))
