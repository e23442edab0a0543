"""The wire format of checklists and their items."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Connection, Row, select

from tui.server.pipeline.params import Fields, number
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.values.scalars import Json

FIELDS = Fields({"name", "idBoard", "idCard", "pos", "limits", "creationMethod", "checkItems"})
ITEM_FIELDS = Fields(
    {"name", "nameData", "pos", "state", "due", "dueReminder", "idMember", "idChecklist", "type",
     "creationMethod", "limits"}
)  # fmt: skip


def item(row: Row[Any]) -> Json:
    """Return one check item."""
    return {
        **row.extra,
        "nameData": row.extra.get("nameData") or {"emoji": {}},
        "id": row.id,
        "name": row.name,
        "pos": number(row.pos),
        "state": row.state,
        "due": row.due,
        "dueReminder": number(row.due_reminder),
        "idMember": row.id_member,
        "idChecklist": row.id_checklist,
    }


def checklists(connection: Connection, where: ColumnElement[bool]) -> list[Json]:
    """Return checklists with their items, both in order, in two statements for any number."""
    order = (db.checklists.c.id_card, db.checklists.c.pos, db.checklists.c.id)
    rows = connection.execute(select(db.checklists).where(where).order_by(*order)).all()
    inside = select(db.check_items).join(db.checklists).where(where)
    inside = inside.order_by(db.check_items.c.pos, db.check_items.c.id)
    return _joined(rows, connection.execute(inside))


def _joined(rows: Sequence[Row[Any]], items: Iterable[Row[Any]]) -> list[Json]:
    held: dict[str, list[Json]] = {row.id: [] for row in rows}
    for row in items:
        held[row.id_checklist].append(item(row))
    return [
        {
            **row.extra,
            "id": row.id,
            "name": row.name,
            "idBoard": row.id_board,
            "idCard": row.id_card,
            "pos": number(row.pos),
            "checkItems": held[row.id],
        }
        for row in rows
    ]
