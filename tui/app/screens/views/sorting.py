"""TableSorting: the order of a table, which is the ``sort:`` of its filter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from textual import events
from textual.content import Content
from textual.widgets import Static

from tui.app.widgets.views.card_table import GAP
from tui.model.filter.filter import with_sort

if TYPE_CHECKING:
    from tui.app.screens.views.page_filter import PageFilter

_SORTS: Mapping[str, str] = MappingProxyType(
    {"title": "name", "labels": "label", "due": "due", "age": "created"}
)
"""The word of ``sort:`` for each column, in order; without one the rows are in the order of the lists."""

_LISTS = {"": "list", "position": "list"}
"""The column that is sorted if the rows are in the order of the lists."""

_EDGE = 2  # cells before the first column


class TableSorting:
    """The order of a table.

    Args:
        tell: Shows a message.

    Attributes:
        columns: The line with the names of the columns; a click on one sorts by it, and turns the order round if it was.
    """

    def __init__(self, filter: PageFilter, tell: Callable[[str], None]) -> None:
        self._filter, self._tell = filter, tell
        self._rooms: Mapping[str, int] = {}
        self.columns = _Columns(self._press)

    def show(self, rooms: Mapping[str, int]) -> None:
        """Show the names of columns that have so many cells each."""
        self._rooms = rooms
        self.columns.update(Content.styled(self.titles(rooms), "bold $ink-quiet"))

    def _press(self, x: int) -> None:
        """Sort by the column at ``x``, or turn the order round if the rows are sorted by it; members have no order."""
        end = _EDGE
        for name, room in self._rooms.items():
            end += room + len(GAP)
            if x < end:
                if name == self._sorted_by:
                    self.reverse()
                elif name in _SORTS or name == "list":
                    self.sort(_SORTS.get(name, ""))
                else:
                    self._tell("cards have no order by who does them: click another column")
                return

    @property
    def _sorted_by(self) -> str:
        """The column by which the rows are sorted; "" for none, as by the last change."""
        by = self.by.removeprefix("-")
        return _LISTS.get(by) or next((name for name, sort in _SORTS.items() if sort == by), "")

    @property
    def by(self) -> str:
        """The word of ``sort:`` for the table's order; "" for the order of the lists."""
        sort = self._filter.parsed.sort
        return "" if sort is None else f"{'-' * sort.descending}{sort.field}"

    def sort(self, by: str) -> None:
        """Sort the table; "" for the order of the lists."""
        self._filter.narrow(with_sort(self._filter.text, by))

    def next_column(self) -> None:
        """Sort by the next column; after the last one, in the order of the lists."""
        sorts, here = list(_SORTS.values()), self.by.removeprefix("-")
        self.sort([*sorts, ""][sorts.index(here) + 1] if here in sorts else sorts[0])

    def reverse(self) -> None:
        """Reverse the order."""
        by = self.by or "position"
        self.sort(by[1:] if by.startswith("-") else f"-{by}")

    def titles(self, rooms: Mapping[str, int]) -> str:
        """Return the names of the columns in one line; the sorted column has a sign."""
        sign = "▼" if self.by.startswith("-") else "▲"
        here = self._sorted_by
        shown = ((f"{name} {sign}" if name == here else name, room) for name, room in rooms.items())
        return " " * _EDGE + GAP.join(words[:room].ljust(room) for words, room in shown)


class _Columns(Static):
    """The names of the columns.

    Args:
        press: Called with the place of a click.
    """

    def __init__(self, press: Callable[[int], None]) -> None:
        super().__init__(id="cards-columns")
        self._press = press

    def on_click(self, event: events.Click) -> None:
        """Tell where the line was clicked."""
        event.stop()
        self._press(event.x)
