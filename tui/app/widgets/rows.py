"""RowList: rows with a cursor that stays on its row when the rows change.

It shows checklists, labels, comments and subjects. In a scrolling page it may have its full height; then the
page follows the cursor.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

from textual import events
from textual._widget_navigation import Direction
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.visual import Visual
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tui.app.widgets.assist.scrolled_text import tell_beyond

Row = tuple[str, Visual]
"""Row id, unique in its list, and what to draw."""


_NARROWEST = 8
"""Cells for which lines are counted where there are fewer."""


class CountedOptions(OptionList):
    """List whose lines are counted before it is painted, so that its scrollbar is painted with them.

    Page keys wait until then; Textual crashes on a page key before that. If not all rows are visible, the
    border around the list tells how many are above and below; without a border, a line of its own does.
    """

    # No row has a link; the style of links is found for each row that is drawn.
    auto_links = False
    # The lines are counted for the size that a layout gave; rows that change it ask for another layout themselves.
    virtual_size = Reactive(Size(0, 0), layout=False)

    def on_mount(self) -> None:
        """Count the hidden rows again whenever the list scrolls or its rows change, and draw all in a new theme's colours."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._clear_caches())
        for name in ("scroll_y", "virtual_size"):
            self.watch(self, name, self._tell_beyond, init=False)

    def on_resize(self, event: events.Resize) -> None:
        """Count the lines for the new width."""
        event.prevent_default()
        self._clear_caches()
        self._update_lines()
        self._tell_beyond()

    def _tell_beyond(self) -> None:
        """Show on the lower border how many rows are hidden."""
        if tell_beyond(self, self._rows_beyond):
            _ = self.call_after_refresh(self.scroll_to_highlight)

    def _rows_beyond(self, height: int) -> tuple[int, int]:
        """Return how many rows are not whole above and below the ``height`` visible lines."""
        lines, top = self._lines, round(self.scroll_y)
        if not height or top >= len(lines):
            return 0, 0
        index, line = lines[top]
        end = top + height
        return index + (line > 0), self.option_count - lines[end][0] if end < self.virtual_size.height else 0

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines; Textual raises where a terminal of a few cells leaves no width."""
        return super().get_content_height(container, viewport, max(width, _NARROWEST))

    def _move_page(self, direction: Direction) -> None:
        if (self.highlighted or 0) in self._index_to_line:
            super()._move_page(direction)
        elif self.is_attached and self.options:
            self.call_after_refresh(self._move_page_once, direction)

    def _move_page_once(self, direction: Direction) -> None:
        if (self.highlighted or 0) in self._index_to_line:
            super()._move_page(direction)


class RowList(CountedOptions):
    """List of rows that have ids, with a cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", show=False),
        Binding("k", "cursor_up", show=False),
        Binding("G", "last", show=False),
    ]
    _shown: tuple[Row | None, ...] = ()
    _gaps = False

    def show(
        self,
        rows: Sequence[Row | None],
        *,
        bound: Mapping[str, str] = MappingProxyType({}),
        gaps: bool = False,
    ) -> None:
        """Replace the rows by ``rows``; the cursor stays on its row, or else on its index.

        Rows that are shown already are not laid out again: a page is read again after each change that may concern it.

        Args:
            rows: Rows to draw; None is a rule.
            bound: New ids by the ids they have replaced.
            gaps: Whether to draw a rule between rows.
        """
        if self._is_shown(rows, gaps=gaps):
            return
        self._shown, self._gaps = tuple(rows), gaps
        here = bound.get(self.current or "", self.current)
        line, top = self.highlighted or 0, self.scroll_y
        self.set_options(_options(rows, gaps=gaps))
        ids = [row[0] for row in rows if row is not None]
        if ids:
            with self.prevent(OptionList.OptionHighlighted):
                self.highlighted = ids.index(here) if here in ids else min(line, len(ids) - 1)
            self.scroll_to(y=top, animate=False, force=True)
        else:
            self.virtual_size = Size(0, 0)  # a list that is hidden for it counts no lines
        self.refresh(layout=True)
        _ = self.call_after_refresh(self._tell_beyond)  # as many lines may be of other rows

    def _is_shown(self, rows: Sequence[Row | None], *, gaps: bool) -> bool:
        """Return whether these are the rows that are drawn, with the same ids."""
        return gaps == self._gaps and len(rows) == len(self._shown) and all(map(_is_same, rows, self._shown))

    @property
    def current(self) -> str | None:
        """Id of the row under the cursor, or None without rows."""
        option = self.highlighted_option
        return None if option is None else option.id

    def move_cursor_to(self, ident: str) -> None:
        """Put the cursor on the row ``ident``, if there is one."""
        for index, option in enumerate(self.options):
            if option.id == ident:
                self.highlighted = index
                return

    def scroll_to_top(self, ident: str) -> None:
        """Scroll until the row ``ident`` is the first visible one, to show what is below it."""
        self.call_after_refresh(self._scroll_to_row, ident)

    def _scroll_to_row(self, ident: str) -> None:
        index = next((n for n, option in enumerate(self.options) if option.id == ident), None)
        if index is not None and index in self._index_to_line:
            self.scroll_to(y=self._index_to_line[index], animate=False, force=True)

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Scroll the page that holds the list to the cursor."""
        super().watch_highlighted(highlighted)
        if highlighted is not None and self.is_mounted:
            self.call_after_refresh(self._follow)

    def on_resize(self, _event: events.Resize) -> None:
        """Scroll the page again, because its height may have changed since the cursor moved."""
        self.call_after_refresh(self._follow)

    def action_cursor_down(self) -> None:
        """Move the cursor down and stop at the end, because wrapping round would hide the end."""
        if self.highlighted is None or self.highlighted < self.option_count - 1:
            super().action_cursor_down()

    def action_cursor_up(self) -> None:
        """Move the cursor up and stop at the top."""
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


class ClickTwiceRows(RowList):
    """Rows that may cost something to enter: the first click selects a row, the second enters it."""

    def on_click(self, event: events.Click) -> None:
        """Select the clicked row, and keep Textual from entering it as well."""
        clicked = event.style.meta.get("option")
        if clicked is not None and clicked != self.highlighted:
            event.prevent_default()
            self.focus()
            self.highlighted = clicked


def _is_same(row: Row | None, other: Row | None) -> bool:
    """Return whether two rows have the same id and are drawn alike; what is no plain text must be one object."""
    if row is None or other is None:
        return row is other
    (ident, drawn), (known, before) = row, other
    if isinstance(drawn, Content) and isinstance(before, Content):
        return ident == known and drawn.is_same(before)
    return ident == known and drawn is before


def _options(rows: Iterable[Row | None], *, gaps: bool) -> Iterable[Option | None]:
    seen = set[str]()
    for number, row in enumerate(rows):
        if row is None or (gaps and number):
            yield None
        if row is None:
            continue
        ident, drawn = row
        # Ids come from a service, so a duplicate must not crash the program.
        yield Option(drawn, id=None if ident in seen else ident)
        seen.add(ident)
