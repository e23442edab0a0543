"""Scrim: the page under a box, darkened but for the line that names the box's keys."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.strip import Strip
from textual.visual import Visual

from tui.app.widgets.status_bar import StatusBar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.css.styles import RulesMap
    from textual.screen import Screen
    from textual.style import Style as VisualStyle
    from textual.visual import RenderOptions


class Scrim(Visual):
    """The page under a box, tinted; clicks on it do nothing.

    The toolkit's own renders each cell's colours anew through the console, which was a sixth of what opening a
    box takes.

    Args:
        page: The page, or a lower box.
        color: The tint.
        line: Row that stays as it is; -1 for none.
    """

    def __init__(self, page: Screen[object], color: Color, line: int) -> None:
        self._page, self._color, self._line = page, color, line

    def render_strips(
        self,
        width: int,
        height: int | None,
        style: VisualStyle,
        options: RenderOptions,  # noqa: ARG002 - Textual's signature
    ) -> list[Strip]:
        """Return the rows of the page, ``width`` cells wide, ``height`` at most."""
        rows = self._page._compositor.render_strips()[:height]  # noqa: SLF001 - as Textual does
        base = style.rich_style
        return [self._tinted(row, y, base).adjust_cell_length(width) for y, row in enumerate(rows)]

    def _tinted(self, row: Strip, y: int, base: Style) -> Strip:
        tint = None if y == self._line else self._color
        segments = (
            segment if segment.control else Segment(segment.text, tinted(segment.style, tint, base))
            for segment in row
        )
        return Strip(segments, row.cell_length)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:  # noqa: ARG002 - Textual's signature
        """Return the width of the page."""
        return self._page.size.width

    def get_height(self, rules: RulesMap, width: int) -> int:  # noqa: ARG002 - Textual's signature
        """Return the height of the page."""
        return self._page.size.height


@lru_cache(maxsize=4096)
def tinted(style: Style | None, tint: Color | None, base: Style) -> Style:
    """Return a style without links, with ``tint`` laid over its colours, and those of ``base`` where it has none."""
    if style is None:
        return base
    plain = style.clear_meta_and_links()
    if tint is None:
        return base + plain
    ink, under = (
        None if color is None else (Color.from_rich_color(color) + tint).rich_color
        for color in (plain.color, plain.bgcolor)
    )
    return base + plain + Style.from_color(ink, under)


def key_line(stack: Sequence[Screen[object]]) -> int:
    """Return the row of the status bar of the page under a box; -1 if there is none."""
    bars = (bar for screen in reversed(stack) for bar in screen.query(StatusBar))
    bar = next(bars, None)
    return -1 if bar is None or not bar.region.height else bar.region.y
