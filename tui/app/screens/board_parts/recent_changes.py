"""RecentChanges: marks the cards that others have just changed, for some seconds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.timer import Timer

    from tui.app.screens.board_parts.board_view import BoardView

MARKED = 6.0
"""Seconds for which a change is marked, counted from the last change."""


class RecentChanges:
    """The marks of others' recent changes; one timer removes them, and an idle screen has no timer."""

    def __init__(self, view: BoardView) -> None:
        self._view = view
        self._by: dict[str, str] = {}
        self._timer: Timer | None = None

    def mark(self, by: Mapping[str, str]) -> None:
        """Mark cards as just changed; the values are the names of those who changed them."""
        self._by |= by
        self._view.kanban.show_news(self._by)
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._view.page.set_timer(MARKED, self._clear)

    def _clear(self) -> None:
        self._by = {}
        self._timer = None
        self._view.kanban.show_news(self._by)
