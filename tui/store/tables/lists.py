"""The lists of the boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.model.board import BoardList
from tui.store.tables import rows
from tui.store.tables.rows import Table

if TYPE_CHECKING:
    from tui.store.db import Database

LISTS: Table[BoardList] = Table(
    "lists",
    BoardList,
    ("id", "board_id", "name", "pos", "closed"),
    lambda _, row: (row.id, row.id_board, row.name, row.pos, row.closed),
    lambda row: (row.id_board, ""),
)


class Lists:
    """Read access to lists, as shown."""

    def __init__(self, db: Database) -> None:
        self._db = db

    @rows.one_query
    def of_board(self, board_id: str, *, closed: bool = False) -> list[BoardList]:
        """Return the board's lists in order; with ``closed``, the archived ones instead."""
        where = "v.board_id = ? AND v.closed = ? ORDER BY v.pos, v.id"
        return [
            rows.recall(BoardList, text, self._db)
            for text in rows.payloads(self._db, "lists", where, rows.resolve(self._db, board_id), closed)
        ]

    def get(self, list_id: str) -> BoardList | None:
        """Return one list, or None."""
        text = rows.payload(self._db, "lists", list_id)
        return None if text is None else rows.recall(BoardList, text, self._db)

    def name(self, list_id: str) -> str:
        """Return the list's name, or ""."""
        return rows.name(self._db, "lists", list_id)
