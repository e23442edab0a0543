"""The wire format of lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Row, select

from tui.server.storage import db
from tui.server.wire.fields import Fields, number
from tui.server.wire.watched import watched

if TYPE_CHECKING:
    from tui.model.base import Json
    from tui.server.pipeline.call import Call

_USUAL: Json = {"color": None, "softLimit": None, "type": None, "datasource": {"filter": False}}

FIELDS = Fields({*_USUAL, "name", "closed", "idBoard", "pos", "subscribed", "creationMethod",
                 "idOrganization", "nodeId", "limits"})  # fmt: skip


def board_list(row: Row[Any], *, subscribed: bool) -> Json:
    """Return one list; ``subscribed`` depends on the caller, so it is not in the row."""
    return {
        **_USUAL,
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
