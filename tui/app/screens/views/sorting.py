"""TableSorting: the order of a table, which is the ``sort:`` of its filter."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from tui.app.widgets.views.card_table import GAP
from tui.model.filter.filter import with_sort

if TYPE_CHECKING:
    from tui.app.screens.views.page_filter import PageFilter

_SORTS: Mapping[str, str] = MappingProxyType(
    {"title": "name", "labels": "label", "due": "due", "age": "created"}
)
"""The word of ``sort:`` for each column, in order; without one the rows are in the order of the lists."""


class TableSorting:
    """The order of a table."""

    def __init__(self, filter: PageFilter) -> None:
        self._filter = filter

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
        by = self.by.removeprefix("-")
        sorted_by = next((name for name, sort in _SORTS.items() if sort == by), "list")
        shown = ((f"{name} {sign}" if name == sorted_by else name, room) for name, room in rooms.items())
        return f"  {GAP.join(words[:room].ljust(room) for words, room in shown)}"
