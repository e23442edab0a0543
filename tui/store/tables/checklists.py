"""The checklists of cards, each with its items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.model.checklist import Checklist, sort_items
from tui.store.tables import rows
from tui.store.tables.rows import Table

if TYPE_CHECKING:
    from tui.store.db import Database

CHECKLISTS: Table[Checklist] = Table(
    "checklists",
    Checklist,
    ("id", "card_id", "name", "pos", "items", "items_done"),
    lambda _, row: (row.id, row.id_card, row.name, row.pos, len(row.check_items), row.done),
    lambda row: (row.id_board, row.id_card),
)


class Checklists:
    """Read access to checklists, as shown."""

    def __init__(self, db: Database) -> None:
        self._db = db

    @rows.one_snapshot
    def of_card(self, card_id: str) -> list[Checklist]:
        """Return the card's checklists in order, their items in order."""
        ident = rows.resolve(self._db, card_id)
        texts = rows.payloads(self._db, "checklists", "v.card_id = ? ORDER BY v.pos, v.id", ident)
        found = (rows.read(Checklist, text, self._db) for text in texts)
        return [row.replace(check_items=sort_items(row.check_items)) for row in found]

    def get(self, checklist_id: str) -> Checklist | None:
        """Return one checklist with its items in order, or None."""
        text = rows.payload(self._db, "checklists", checklist_id)
        if text is None:
            return None
        row = rows.read(Checklist, text, self._db)
        return row.replace(check_items=sort_items(row.check_items))

    def name(self, checklist_id: str) -> str:
        """Return the checklist's name, or ""."""
        return rows.name(self._db, "checklists", checklist_id)
