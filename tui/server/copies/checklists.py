"""Copies of checklists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, select

from tui.server.events import journal
from tui.server.rights.positions import CHECKLISTS
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call


def copy_checklist(call: Call, original: Any, card: Any, name: str, asked: str | float) -> str:
    """Copy ``original`` and its items to ``card`` under ``name`` and return the copy's id."""
    ident = call.new_id()
    row = {
        "id": ident,
        "id_board": card.id_board,
        "id_card": card.id,
        "name": name,
        "pos": CHECKLISTS.new_position(call.connection, card.id, asked),
    }
    CHECKLISTS.insert(call.connection, row)
    table = db.check_items
    items = select(table).where(table.c.id_checklist == original.id).order_by(table.c.id)
    rows: list[Json] = [
        {**item, "id": call.new_id(), "id_checklist": ident}
        for item in call.connection.execute(items).mappings()
    ]
    if rows:
        call.connection.execute(insert(table), rows)
    data = {
        "checklist": {"id": ident, "name": name},
        "checklistSource": {"id": original.id, "name": original.name},
    }
    journal.record_on_card(call, "copyChecklist", card, data)
    return ident
