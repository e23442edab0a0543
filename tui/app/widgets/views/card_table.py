"""CardTable: one-line rows with aligned fields and a cursor; only the rows on the screen are drawn."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.app.drawing.beyond import beyond_words
from tui.app.drawing.wrapping import fit
from tui.app.widgets.card_face import CardStyle, Piece, State, merge

if TYPE_CHECKING:
    from datetime import datetime

GAP = "  "
"""The text between two fields."""

_LESSER = 2  # rank of the last field that the others make no room for
_EDGE = 3  # cells before the first field, one of them for the cursor, and one after the last


class TableField(NamedTuple):
    """A field of every row.

    Attributes:
        least: Minimum width in cells.
        share: Its share of the spare width; 0 for a fixed width.
        rank: If not all fields fit, those of the highest rank are left out first.
        wish: Width that it gets before any field of a rank above 2 is shown.
        most: Maximum width in cells; 0 for none.
    """

    name: str
    least: int
    share: int = 0
    rank: int = 0
    wish: int = 0
    most: int = 0


def widths(fields: Sequence[TableField], room: int) -> dict[str, int]:
    """Return the widths of the fields that fit into ``room`` cells."""
    shown = list(fields)
    while len(shown) > 1:
        last = max(shown, key=lambda field: field.rank)
        wished = sum(max(field.wish - field.least, 0) for field in shown) if last.rank > _LESSER else 0
        if _needed(shown) + wished <= room:
            break
        shown.remove(last)
    left, growing = max(room - _needed(shown), 0), [field for field in shown if field.share]
    found = {field.name: field.least for field in shown}
    while growing:
        shares = sum(field.share for field in growing)
        parts = {field.name: left * field.share // shares for field in growing}
        full = [field for field in growing if 0 < field.most <= field.least + parts[field.name]]
        if not full:
            return found | {field.name: field.least + parts[field.name] for field in growing}
        # What these need not have is for the others.
        found |= {field.name: max(field.most, field.least) for field in full}
        left -= sum(max(field.most - field.least, 0) for field in full)
        growing = [field for field in growing if field not in full]
    return found


def _needed(fields: Sequence[TableField]) -> int:
    return sum(field.least for field in fields) + len(GAP) * (len(fields) - 1)


Cells = Mapping[str, Sequence[Piece]]
"""The text of a row by field; a heading has its text under "".

``beside NAME`` is further text of a field: before its own, or in the first field behind it, where it is never cut.
"""


class CardTable(Widget, can_focus=True):
    """The table.

    Attributes:
        keys: The ids of the rows, in order; a heading has none.
        cursor: Index of the row with the cursor; -1 without rows.
    """

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j,down", "cursor_down", show=False),
        Binding("k,up", "cursor_up", show=False),
        Binding("pagedown,ctrl+f", "page_down", show=False),
        Binding("pageup,ctrl+b", "page_up", show=False),
        Binding("ctrl+d", "page_down(0.5)", show=False),
        Binding("ctrl+u", "page_up(0.5)", show=False),
        Binding("home", "first", show=False),
        Binding("G,end", "last", show=False),
    ]

    class Entered(Message):
        """Posted when the row with the cursor was clicked."""

    def __init__(self, fields: Sequence[TableField]) -> None:
        super().__init__()
        self._fields = fields
        self._style: CardStyle | None = None
        self._cells: Callable[[int, CardStyle], Cells] = lambda *_: {}
        self._widths: Mapping[str, int] = {}
        self.keys: Sequence[str] = ()
        self._headings: Sequence[int] = ()  # their rows
        self.cursor, self._top = -1, 0

    def show(
        self,
        keys: Sequence[str],
        cells: Callable[[int, CardStyle], Cells],
        style: CardStyle,
        *,
        moved: Mapping[str, str] | None = None,
        follow: bool = True,
    ) -> None:
        """Replace the rows; the cursor stays on its row, or else on its index, and where it was on the screen.

        Args:
            keys: Ids of the rows, "" for a heading.
            cells: Returns the text of a row; called when the row is drawn.
            style: How rows are drawn.
            moved: New ids by the ids they have replaced.
            follow: Whether the cursor goes where its row goes; if not, it stays on its index.
        """
        here = (moved or {}).get(self.current or "", self.current) if follow else None
        line, was_seen = self.cursor, self._top <= self.cursor < self._top + self._lines
        self.keys, self._cells, self._style = keys, cells, style
        self._headings = [at for at, key in enumerate(keys) if not key]
        found = keys.index(here) if here in keys else min(max(line, 0), len(keys) - 1)
        self.cursor = self._row_near(found)
        if line >= 0:
            _ = self._scroll(self._top + self.cursor - line)
        if line < 0 or was_seen:  # the line that counts hidden rows may have come
            _ = self._scroll_to_cursor()
        self.refresh()

    def tell_time(self, now: datetime) -> None:
        """Draw the dates and ages of the rows in sight as of ``now``."""
        if self._style is not None:
            self._style = replace(self._style, now=now)
            self.refresh()

    def set_bounds(self, cells: Mapping[str, tuple[int, int]]) -> None:
        """Set the minimum and maximum widths of fields, by name."""
        bounds = [cells.get(each.name, (each.least, each.most)) for each in self._fields]
        pairs = zip(self._fields, bounds, strict=True)
        self._fields = [each._replace(least=least, most=most) for each, (least, most) in pairs]
        self._widths = self.rooms(self.size.width)

    def rooms(self, width: int) -> Mapping[str, int]:
        """Return the widths of the fields that a table of ``width`` cells shows."""
        return widths(self._fields, width - _EDGE)

    @property
    def current(self) -> str | None:
        """Id of the row with the cursor, or None without rows."""
        return self.keys[self.cursor] if 0 <= self.cursor < len(self.keys) else None

    def below(self, count: int) -> list[str]:
        """Return the ids of ``count`` rows, starting at the cursor."""
        return list(islice(filter(None, self.keys[max(self.cursor, 0) :]), count))

    def go_to(self, key: str) -> None:
        """Put the cursor on a row, if it exists."""
        if key in self.keys:
            self._move(self.keys.index(key))

    def _row_near(self, index: int, step: int = 1) -> int:
        """Return the index of the next row that is no heading, from ``index`` in one direction, else the other."""
        rows = range(len(self.keys))
        ahead = rows[max(index, 0) :] if step > 0 else rows[: max(index, 0) + 1][::-1]
        behind = rows[: max(index, 0)][::-1] if step > 0 else rows[max(index, 0) + 1 :]
        return next((at for part in (ahead, behind) for at in part if self.keys[at]), -1)

    @property
    def _lines(self) -> int:
        """Number of lines for rows; if not all rows fit, the last line tells how many are hidden."""
        height = self.size.height
        return max(height - (len(self.keys) > height > 1), 1)

    # --- walking -----------------------------------------------------------------------------

    def _move(self, index: int, step: int = 1) -> None:
        before, self.cursor = self.cursor, self._row_near(min(max(index, 0), len(self.keys) - 1), step)
        if not self._scroll_to_cursor() and before != self.cursor:
            self._repaint(before)
            self._repaint(self.cursor)

    def _repaint(self, index: int) -> None:
        if 0 <= index - self._top < self._lines:
            self.refresh(Region(0, index - self._top, self.size.width, 1))

    def _scroll_to_cursor(self) -> bool:
        """Scroll until the row with the cursor and its heading are visible; return whether that scrolled."""
        height = self._lines
        above = self.cursor - (self.cursor > 0 and not self.keys[self.cursor - 1])
        top = min(self._top, max(above, 0))
        top = max(top, self.cursor - height + 1, 0)
        return self._scroll(top)

    def _scroll(self, top: int) -> bool:
        top = max(0, min(top, len(self.keys) - self._lines))
        if top == self._top:
            return False
        self._top = top
        self.refresh()
        return True

    def action_cursor_down(self) -> None:
        """Go to the next row."""
        self._move(self.cursor + 1)

    def action_cursor_up(self) -> None:
        """Go to the previous row."""
        self._move(self.cursor - 1, -1)
        if self.cursor == self._row_near(0):
            self._scroll(0)

    def action_page_down(self, part: float = 1) -> None:
        """Go down by a part of a screen."""
        self._move(self.cursor + max(int(self._lines * part), 1))

    def action_page_up(self, part: float = 1) -> None:
        """Go up by a part of a screen."""
        self._move(self.cursor - max(int(self._lines * part), 1), -1)

    def action_first(self) -> None:
        """Go to the first row."""
        self._move(0)
        self._scroll(0)

    def action_last(self) -> None:
        """Go to the last row."""
        self._move(len(self.keys) - 1, -1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll down."""
        event.stop()
        self._scroll(self._top + 3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll up."""
        event.stop()
        self._scroll(self._top - 3)

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the clicked row; a click on the row with the cursor enters it."""
        event.stop()
        index = self._top + event.y
        if event.y >= self._lines or not 0 <= index < len(self.keys) or not self.keys[index]:
            return
        if index == self.cursor:
            self.post_message(self.Entered())
        else:
            self._move(index)

    def on_resize(self) -> None:
        """Keep the row with the cursor visible."""
        self._widths = self.rooms(self.size.width)
        self._scroll_to_cursor()
        self.refresh()

    # --- drawing -------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """Draw one row."""
        index, width = self._top + y, self.size.width
        if self._style is not None and y >= self._lines:
            return self._beyond(self._style, width)
        if self._style is None or not 0 <= index < len(self.keys):
            return Strip.blank(width, self.rich_style)
        draw = self._row if self.keys[index] else self._heading
        return draw(self._cells(index, self._style), self._style, index == self.cursor, width)

    def _beyond(self, style: CardStyle, width: int) -> Strip:
        """Draw the line that tells how many rows are above and below; headings are not counted."""
        end, headings = min(self._top + self._lines, len(self.keys)), self._headings
        above = self._top - bisect_left(headings, self._top)
        below = len(self.keys) - end - (len(headings) - bisect_left(headings, end))
        words = beyond_words(above, below)
        under = Style(color=style.variables["ink-quiet"], bgcolor=style.variables["background"])
        return Strip([Segment(f"{words} ".rjust(width), under)]).adjust_cell_length(width, under)

    def _heading(self, cells: Cells, style: CardStyle, here: bool, width: int) -> Strip:  # noqa: ARG002 - as a row
        under = Style(bgcolor=style.variables["background"])
        runs = [(" ", under)]
        for text, name in cells[""]:
            runs.append((f"{text} ", Style(color=style.variables[name], bold=name != "ink-quiet") + under))
        return Strip(merge(runs)).adjust_cell_length(width, under)

    def _row(self, cells: Cells, style: CardStyle, here: bool, width: int) -> Strip:
        state = State.CURSOR if here else State.PLAIN
        ink = style.style("ink", state)
        runs = [("▌" if here else " ", style.style("cursor", state)), (" ", ink)]
        for at, (name, room) in enumerate(self._widths.items()):
            runs += [(GAP, ink)] if at else []
            own, beside = cells.get(name, ()), cells.get(f"beside {name}", ())
            if at:
                pieces = _fitting([*beside, *own], room)
            else:
                pieces = _fitting(own, room - sum(1 + cell_len(text) for text, _ in beside))
                pieces += [(f" {text}", how) for text, how in beside]
            runs += [(text, style.style(how, state)) for text, how in pieces]
            runs.append((" " * (room - sum(cell_len(text) for text, _ in pieces)), ink))
        return Strip(merge(runs)).adjust_cell_length(width, ink)


def _fitting(pieces: Sequence[Piece], room: int) -> list[Piece]:
    """Return the pieces that fit into ``room`` cells, divided by blanks; the last one may be cut."""
    found: list[Piece] = []
    for text, how in pieces:
        between = " " if found else ""
        if room <= len(between):
            break
        cut = fit(text, room - len(between))
        found.append((f"{between}{cut}", how))
        room -= len(between) + cell_len(cut)
    return found
