"""HistoryScreen: the changes made on this machine, of which the latest can be undone."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from textual.content import Content

from tui.app.commands.pages.history import HISTORY
from tui.app.screens.list_page import DatedListPage
from tui.presentation.safe_text import safe_line
from tui.presentation.timestamps import undivided_ago

if TYPE_CHECKING:
    from tui.app.widgets.rows import Row
    from tui.model.change import HistoryEntry

_SIGNS = {
    "done": ("  ", "bold"),
    "undone": ("↶ ", "$ink-faint"),
    "refused": ("! ", "$late"),
    "final": ("· ", "$ink-quiet"),
}
_STATES = {
    "done": "",
    "undone": " · undone",
    "refused": " · refused by the service",
    "final": " · cannot be undone",
}
_WINDOWS = {
    "here": "",
    "closed": " · by a window or command that has ended",
    "open": " · in another window",
    "rules": " · by a rule",
    "closed rules": " · by a rule",
}


class HistoryScreen(DatedListPage):
    """The page of the history, newest first."""

    heading = "History"
    nothing = "Nothing was done yet.\n\nWhat you change stands here, and can be undone up to any point."
    about = frozenset({"outbox", "cards", "boards", "lists", "labels", "members"})
    commands = HISTORY

    _entries: Mapping[str, HistoryEntry] = MappingProxyType({})

    @property
    def entry(self) -> HistoryEntry | None:
        """The entry under the cursor."""
        return self._entries.get(self.chosen or "")

    def title_words(self) -> str:
        """Return how many entries can be undone."""
        mine = (
            entry for entry in self._entries.values() if entry.whose in {"here", "closed", "closed rules"}
        )
        return f"{sum(entry.state == 'done' for entry in mine)} can be undone"

    def entries(self) -> list[Row]:
        """Return one row per entry."""
        now = self.clock.now()
        self._entries = {str(entry.batch): entry for entry in self.workspace.writes.history()}
        # What came before this window's changes is the past, whoever has made it.
        began = min((entry.batch for entry in self._entries.values() if entry.whose == "here"), default=None)
        rows: list[Row] = []
        for ident, entry in self._entries.items():
            past = entry.whose == "closed" and (began is None or entry.batch < began)
            rows.append(
                (ident, _row(entry, undivided_ago(entry.at, now), "" if past else _WINDOWS[entry.whose]))
            )
        return rows


def _row(entry: HistoryEntry, when: str, window: str) -> Content:
    sign, style = _SIGNS[entry.state]
    board = f" · {safe_line(entry.board)}" if entry.board else ""
    head = Content.assemble((sign, style), (safe_line(entry.words), style))
    said = f"  {when}{board}{_STATES[entry.state]}{window}"
    return Content("\n").join([head, Content.styled(said, "$ink-quiet")])
