"""BarPlot: numbers as horizontal bars, drawn like the progress of a checklist."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from textual.strip import Strip
from textual.widget import Widget

from tui.app.drawing.wrapping import fit
from tui.app.widgets.card_face import merge
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from rich.style import Style

    from tui.app.widgets.card_face import CardStyle
    from tui.presentation.figures import Bar

_HEAD = 1  # rows of the title
_LEAST_NAMES = 14  # cells of the longest age, so that an age is not cut


class BarPlot(Widget):
    """A plot of some numbers.

    Args:
        latest: Whether the last bars are kept if not all fit; otherwise the first ones.
    """

    ALLOW_SELECT = False
    can_focus = False

    def __init__(self, title: str, *, total: bool = True, latest: bool = False) -> None:
        super().__init__()
        self._title, self._total, self._latest = title, total, latest
        self._bars: Sequence[Bar] = ()
        self._style: CardStyle | None = None
        self._note = ""

    def show(self, bars: Sequence[Bar], style: CardStyle, note: str = "") -> None:
        """Show these numbers, or ``note`` if there are none."""
        self._bars, self._style, self._note = bars, style, note
        self.refresh()

    def get_content_height(self, *_: object) -> int:
        """Return the height of all bars, for a page that scrolls."""
        return len(self._bars) + _HEAD + 1

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        style, width = self._style, self.size.width
        if style is None:
            return Strip.blank(width, self.rich_style)
        return Strip(merge(self._line(style, y, width))).adjust_cell_length(width, self.rich_style)

    def _line(self, style: CardStyle, y: int, width: int) -> list[tuple[str, Style]]:
        if y < _HEAD:
            total = sum(bar.number for bar in self._bars)
            return [
                (f" {self._title}", style.style("cursor")),
                (f"  {total:,}" if self._bars and self._total else "", style.style("ink-quiet")),
            ]
        if not self._bars:
            words = fit(safe_line(self._note), max(width - 1, 1)) if y == _HEAD else ""
            return [(f" {words}", style.style("ink-quiet"))]
        bars = self._fitting(max(self.size.height - _HEAD, 1))
        if y - _HEAD >= len(bars):
            return [("", style.style("ink"))]
        return self._bar(style, bars[y - _HEAD], bars, width)

    def _fitting(self, rows: int) -> Sequence[Bar]:
        """Return the bars that fit; the last one represents those that are left out."""
        if len(self._bars) <= rows:
            return self._bars
        if self._latest:
            return self._bars[-rows:]
        shown, rest = self._bars[: rows - 1], self._bars[rows - 1 :]
        return [
            *shown,
            rest[0]._replace(name=f"+{len(rest)} more", number=sum(bar.number for bar in rest), label_id=""),
        ]

    def _bar(self, style: CardStyle, bar: Bar, bars: Sequence[Bar], width: int) -> list[tuple[str, Style]]:
        most = max(1, *(each.number for each in bars))
        figures = max(len(f"{each.number:,}") for each in bars)
        most_names = max(width * 2 // 5, min(_LEAST_NAMES, width // 2))
        names = max(min(max(cell_len(safe_line(each.name)) for each in bars), most_names), 1)
        room = max(width - names - figures - 4, 1)
        halves = round(bar.number * room * 2 / most)
        # A number above zero is always visible.
        halves = max(halves, 1) if bar.number else 0
        line = "━" * (halves // 2) + "╸" * (halves % 2)
        name = set_cell_size(fit(safe_line(bar.name), names), names)
        ink = f"label:{bar.label_id}" if bar.label_id else "found"
        return [
            (f" {name} ", style.style("ink")),
            (f"{bar.number:>{figures},} ", style.style("ink-quiet")),
            (line, style.style(ink)),
        ]
