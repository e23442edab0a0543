"""HangingLines: lines whose wrapped rest is indented like their beginning."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from textual.content import Content

from tui.app.drawing.wrapping import WrappedVisual, with_blanks

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.css.styles import RulesMap
    from textual.visual import Visual

_BEGINNING = re.compile(r" *(?:(?:\d+\.|[^\w\s\"'“‘([]) +|\w{1,10} {2,})?")
"""What a line's rest is right of: blanks, a sign, a number, or the name of a field (``  ``, ``● ``, ``1. ``, ``Due      ``)."""


class HangingLines(WrappedVisual):
    """Text of several lines; what does not fit into one goes on below it, right of its blanks and its sign.

    Attributes:
        content: The text, unwrapped.
    """

    def __init__(self, content: Content) -> None:
        self.content = content
        self._lines = content.split("\n", allow_blank=True)

    def __str__(self) -> str:
        """Return the text, unwrapped."""
        return self.content.plain

    def wrap(self, width: int) -> Content:
        """Wrap the lines that do not fit."""
        if all(line.cell_length <= width for line in self._lines):
            return with_blanks(self.content)
        # Imported here, as most pages never wrap a line.
        from tui.app.markdown import hanging

        lines = list[Content]()
        for line in self._lines:
            match = _BEGINNING.match(line.plain)
            begun = match.end() if match else 0
            lines.append(hanging(line[:begun], line[begun:]).at(width))
        return Content("\n").join(lines)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """Return the width of the longest line (Visual)."""
        return self.content.get_optimal_width(rules, container_width)


def hang_rows(rows: Iterable[tuple[str, Visual]]) -> list[tuple[str, Visual]]:
    """Return list rows with each text as HangingLines; other visuals stay as they are."""
    return [(ident, HangingLines(drawn) if isinstance(drawn, Content) else drawn) for ident, drawn in rows]
