"""Rows: a list of values with a cursor, which stays where it was when the values change.

Checklists, labels, comments and subjects are all drawn by it. It may stand in a scrolling page at its full
height: then the page follows the cursor.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.visual import Visual
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

Row = tuple[str, Visual]
"""An id, unique in its list, and what to draw."""


class RowList(OptionList):
    """A cursor over rows that have ids."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", show=False),
        Binding("k", "cursor_up", show=False),
        Binding("G", "last", show=False),
    ]

    def show(
        self, rows: Sequence[Row | None], *, bound: Mapping[str, str] | None = None, gaps: bool = False
    ) -> None:
        """Draw ``rows`` in place of what was there; the cursor stays on its row, or on its line.

        Args:
            rows: What to draw; None is a rule.
            bound: Ids that have become other ids since.
            gaps: Whether a rule stands between rows.
        """
        here = (bound or {}).get(self.current or "", self.current)
        line, top = self.highlighted or 0, self.scroll_y
        self.set_options(_options(rows, gaps=gaps))
        ids = [row[0] for row in rows if row is not None]
        if ids:
            with self.prevent(OptionList.OptionHighlighted):
                self.highlighted = ids.index(here) if here in ids else min(line, len(ids) - 1)
            self.scroll_to(y=top, animate=False, force=True)
        self.refresh(layout=True)

    @property
    def current(self) -> str | None:
        """Id of the row under the cursor, or None when there is none."""
        option = self.highlighted_option
        return None if option is None else option.id

    def point(self, ident: str) -> None:
        """Put the cursor on the row ``ident``, if it is there."""
        for index, option in enumerate(self.options):
            if option.id == ident:
                self.highlighted = index
                return

    def lead(self, ident: str) -> None:
        """Scroll so far that the row ``ident`` is the first to be seen: what stands below it has come to be of interest."""
        self.call_after_refresh(self._lead, ident)

    def _lead(self, ident: str) -> None:
        index = next((n for n, option in enumerate(self.options) if option.id == ident), None)
        if index is not None and index in self._index_to_line:
            self.scroll_to(y=self._index_to_line[index], animate=False, force=True)

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Let the page that holds the list follow the cursor."""
        super().watch_highlighted(highlighted)
        if highlighted is not None and self.is_mounted:
            self.call_after_refresh(self._follow)

    def on_resize(self) -> None:
        """Follow again: the page had another height when the cursor moved."""
        self.call_after_refresh(self._follow)

    def action_cursor_down(self) -> None:
        """Go down, and stop at the end: wrapping round hides that the end was reached."""
        if self.highlighted is None or self.highlighted < self.option_count - 1:
            super().action_cursor_down()

    def action_cursor_up(self) -> None:
        """Go up, and stop at the top."""
        if self.highlighted != 0:
            super().action_cursor_up()

    def _follow(self) -> None:
        index = self.highlighted
        if index is None or not self.has_focus or index not in self._index_to_line:
            return
        row = Region(0, self._index_to_line[index], self.size.width, self._heights[index])
        node: Widget = self
        while isinstance(node.parent, Widget):
            row = row.translate(node.virtual_region.offset)
            node = node.parent
            if node.allow_vertical_scroll:
                node.scroll_to_region(row, animate=False)
                return
            row = row.translate((node.gutter.left, node.gutter.top))


class CarefulRows(RowList):
    """Rows where entering one may cost something: the first click points at a row, the second enters it."""

    def on_click(self, event: events.Click) -> None:
        """Point, and keep the toolkit from entering the row as well."""
        clicked = event.style.meta.get("option")
        if clicked is not None and clicked != self.highlighted:
            event.prevent_default()
            self.focus()
            self.highlighted = clicked


def _options(rows: Iterable[Row | None], *, gaps: bool) -> Iterable[Option | None]:
    seen = set[str]()
    for number, row in enumerate(rows):
        if row is None or (gaps and number):
            yield None
        if row is None:
            continue
        ident, drawn = row
        # Ids come from a service; one that names two things must not end the program.
        yield Option(drawn, id=None if ident in seen else ident)
        seen.add(ident)
