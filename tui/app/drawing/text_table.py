"""TextTable: a table of a text, drawn as aligned columns; in little room as a list of the fields of each row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from textual.content import Content

from tui.app.drawing.wrapping import wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Side = Literal["left", "center", "right"]
"""Where the texts of a column stand in it."""

LEAST = 8
"""Cells below which a column is too narrow for its texts."""

_QUIET = "$ink-quiet"
_GAP = Content.styled(" │ ", _QUIET)
_EMPTY = Content("")


@dataclass(frozen=True, slots=True)
class TextTable:
    """The cells of a table by row, and how each column is aligned.

    Attributes:
        rows: The rows, the names of the columns first; each has a cell for each column.
        sides: Where the texts of each column stand.
    """

    rows: Sequence[Sequence[Content]]
    sides: Sequence[Side]

    def at(self, width: int) -> Iterator[Content]:
        """Return the lines of the table, at most ``width`` cells wide."""
        wanted = [max(cell.cell_length for cell in column) for column in zip(*self.rows, strict=True)]
        room = width - _GAP.cell_length * (len(wanted) - 1)
        widths = _shared(wanted, room)
        if sum(widths) > room or any(
            has < min(wants, LEAST) for has, wants in zip(widths, wanted, strict=True)
        ):
            return self._fields(width)
        return self._columns(widths)

    def _columns(self, widths: Sequence[int]) -> Iterator[Content]:
        drawn = [self._row(row, widths) for row in self.rows]
        rule = Content.styled("─┼─".join("─" * width for width in widths), _QUIET)
        # Rows of several lines would run into each other.
        apart = any(len(lines) > 1 for lines in drawn[1:])
        for number, lines in enumerate(drawn):
            if number == 1 or (number and apart):
                yield rule
            yield from lines

    def _row(self, row: Sequence[Content], widths: Sequence[int]) -> list[Content]:
        """Return the lines of a row, as many as its highest cell has."""
        cells = [list(wrapped(cell, width)) for cell, width in zip(row, widths, strict=True)]
        lines = [
            [cell[number] if number < len(cell) else _EMPTY for cell in cells]
            for number in range(max(map(len, cells)))
        ]
        return [
            _GAP.join(
                _aligned(part, width, side)
                for part, width, side in zip(line, widths, self.sides, strict=True)
            ).rstrip()
            for line in lines
        ]

    def _fields(self, width: int) -> Iterator[Content]:
        """Yield each field on lines of its own, after the name of its column."""
        names, *rows = self.rows
        for number, row in enumerate(rows or [[_EMPTY] * len(names)]):
            if number:
                yield _EMPTY
            for name, cell in zip(names, row, strict=True):
                if cell or not rows:
                    yield from wrapped(Content(": ").join([one for one in (name, cell) if one]), width)


def _shared(wanted: Sequence[int], room: int) -> list[int]:
    """Share ``room`` among columns: a narrow one gets what it wants, and the others what is left, in equal parts."""
    widths = [0] * len(wanted)
    for count, at in enumerate(sorted(range(len(wanted)), key=wanted.__getitem__)):
        widths[at] = min(wanted[at], max(room // (len(wanted) - count), 1))
        room -= widths[at]
    return widths


def _aligned(text: Content, width: int, side: Side) -> Content:
    free = width - text.cell_length
    before = {"left": 0, "center": free // 2, "right": free}[side]
    return Content(" " * before) + text + Content(" " * (free - before))
