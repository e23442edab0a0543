"""The boards, lists and cards that the caller is subscribed to."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import ColumnElement, Select, bindparam, select

from tui.server.storage import db
from tui.server.storage.id_lists import among, id_text

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call

Kind = Literal["board", "list", "card"]
"""The kinds of objects that can be watched."""


def watched(call: Call, kind: Kind, idents: Collection[str]) -> set[str]:
    """Return those of ``idents`` that the caller is subscribed to."""
    asked = {"member": call.session.id_member, "idents": id_text(idents)}
    return set(call.connection.scalars(_watched_query(kind), asked))


def column(kind: Kind) -> ColumnElement[str]:
    """Return the column of ``watches`` with the id of the watched object."""
    found: ColumnElement[str] = db.watches.c[f"id_{kind}"]
    return found


@cache
def _watched_query(kind: Kind) -> Select[Any]:
    """Select the caller's subscriptions; built once, because every shown card and list needs it."""
    mine = db.watches.c.id_member == bindparam("member")
    return select(column(kind)).where(mine, among(column(kind), "idents"))
