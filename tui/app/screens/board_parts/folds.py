"""Folds: stores which lists of each board are collapsed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tui.app.screens.board_parts.board_view import BoardView

FOLDED = "folded:"
"""Prefix of the memory key of a board's collapsed lists; the board's id follows."""


class Folds:
    """The collapsed lists of the board on the screen."""

    def __init__(self, view: BoardView) -> None:
        self._view, self._row = view, view.kanban.row
        self._workspace = view.page.workspace

    def restore(self) -> None:
        """Collapse the lists that were collapsed last time, before the board is read."""
        kept = self._workspace.memory.get(f"{FOLDED}{self._view.board_id}") or ""
        self._row.folded = self._current(kept.split())

    def replace_ids(self) -> None:
        """Keep lists collapsed that were created here, and have the service's ids now."""
        if (folded := self._current(self._row.folded)) != self._row.folded:
            self._row.fold(folded)

    def _current(self, list_ids: Iterable[str]) -> frozenset[str]:
        return frozenset(map(self._workspace.writes.current_id, list_ids))

    def is_folded(self, list_id: str) -> bool:
        """Return whether a list is collapsed."""
        return self._row.is_folded(list_id)

    def toggle(self, list_id: str) -> str:
        """Collapse or expand a list; return a message, or "" if the result is visible."""
        narrow = self._row.tabs.display
        self._row.fold(self._row.folded ^ {list_id})
        self._view.kanban.cursor.point()
        self._workspace.memory.set(f"{FOLDED}{self._view.board_id}", " ".join(sorted(self._row.folded)))
        if not narrow:
            return ""
        return f"{'collapsed' if list_id in self._row.folded else 'whole'} where several lists have room"

    def open(self, list_id: str) -> None:
        """Expand a list, so that its cards can be used."""
        if self.is_folded(list_id):
            _ = self.toggle(list_id)
