"""Scrim: the page under a box, darkened but for the line that names the box's keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.color import Color
from textual.renderables.background_screen import BackgroundScreen

from tui.app.widgets.status_bar import StatusBar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console, ConsoleOptions, RenderResult
    from textual.screen import Screen

_CLEAR = Color(0, 0, 0, 0)


class Scrim(BackgroundScreen):
    """The page under a box, tinted.

    Args:
        screen: The page, or a lower box.
        color: The tint.
        line: Row that stays as it is; -1 for none.
    """

    def __init__(self, screen: Screen[object], color: Color, line: int) -> None:
        super().__init__(screen, color)
        self._line = line

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the segments of each row, whose clicks do nothing."""
        row: list[Segment] = []
        number = 0
        for segment in console.render(self.screen._compositor, options):  # noqa: SLF001 - as the base class does
            row.append(segment)
            if segment.text == "\n":
                yield from self._row(row, number)
                row, number = [], number + 1
        yield from self._row(row, number)

    def _row(self, row: list[Segment], number: int) -> RenderResult:
        return self.process_segments(row, _CLEAR if number == self._line else self.color)


def key_line(stack: Sequence[Screen[object]]) -> int:
    """Return the row of the status bar of the page under a box; -1 if there is none."""
    bars = (bar for screen in reversed(stack) for bar in screen.query(StatusBar))
    bar = next(bars, None)
    return -1 if bar is None or not bar.region.height else bar.region.y
