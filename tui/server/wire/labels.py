"""The wire format of labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, Connection, func, select

from tui.server.pipeline.params import Fields
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.values.scalars import Json

FIELDS = Fields({"idBoard", "idOrganization", "name", "color", "uses", "nodeId", "limits"})

_USES = (
    select(func.count())
    .select_from(db.card_labels)
    .where(db.card_labels.c.id_label == db.labels.c.id)
    .scalar_subquery()
    .label("uses")
)


def labels(connection: Connection, where: ColumnElement[bool], limit: int | None = None) -> list[Json]:
    """Return labels, oldest first, each with the number of cards that have it."""
    query = select(db.labels, _USES).where(where).order_by(db.labels.c.id).limit(limit)
    return [
        {
            "idOrganization": None,
            **row.extra,
            "id": row.id,
            "idBoard": row.id_board,
            "name": row.name,
            "color": row.color,
            "uses": row.uses,
        }
        for row in connection.execute(query)
    ]
