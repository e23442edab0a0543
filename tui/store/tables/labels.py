"""The labels of the boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.model.label import BASE_COLORS, Label
from tui.store.tables import rows
from tui.store.tables.rows import Table

if TYPE_CHECKING:
    from tui.store.db import Database

LABELS: Table[Label] = Table(
    "labels",
    Label,
    ("id", "board_id", "name", "color"),
    lambda _, row: (row.id, row.id_board, row.name, row.color),
    lambda row: (row.id_board, ""),
)


class Labels:
    """Read access to labels, as shown."""

    def __init__(self, db: Database) -> None:
        self._db = db

    @rows.one_query
    def of_board(self, board_id: str) -> list[Label]:
        """Return the board's labels in the palette's order, then by name; labels without colour last."""
        texts = rows.payloads(self._db, "labels", "v.board_id = ?", rows.resolve(self._db, board_id))
        return sorted((rows.recall(Label, text, self._db) for text in texts), key=_palette)

    def get(self, label_id: str) -> Label | None:
        """Return one label, or None."""
        text = rows.payload(self._db, "labels", label_id)
        return None if text is None else rows.recall(Label, text, self._db)

    @rows.one_query
    def name(self, label_id: str) -> str:
        """Return the label's name, or its colour when it has none, or ""."""
        ident = rows.resolve(self._db, label_id)
        return self._db.text("SELECT coalesce(nullif(name, ''), color) FROM labels WHERE id = ?", ident) or ""


def _palette(label: Label) -> tuple[int, str, str, str]:
    color = label.color or ""
    hue = color.split("_")[0]
    place = BASE_COLORS.index(hue) if hue in BASE_COLORS else len(BASE_COLORS) + (not color)
    return place, color, label.name.casefold(), label.id
