"""Lists on the wire."""

from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, select

from tui.model.base import Json
from tui.server import db
from tui.server.wire.fields import Fields, number

_USUAL: Json = {"color": None, "softLimit": None, "type": None, "datasource": {"filter": False}}

FIELDS = Fields({*_USUAL, "name", "closed", "idBoard", "pos", "subscribed", "creationMethod",
                 "idOrganization", "nodeId", "limits"})  # fmt: skip


def board_list(row: Row[Any]) -> Json:
    """One list."""
    return {
        **_USUAL,
        **row.extra,
        "id": row.id,
        "name": row.name,
        "closed": row.closed,
        "idBoard": row.id_board,
        "pos": number(row.pos),
        "subscribed": row.subscribed,
    }


def lists(connection: Connection, where: ColumnElement[bool]) -> list[Json]:
    """Lists in order."""
    query = select(db.lists).where(where).order_by(db.lists.c.pos, db.lists.c.id)
    return [board_list(row) for row in connection.execute(query)]
