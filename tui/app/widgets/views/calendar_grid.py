"""CalendarGrid: cards on their due days, with a cursor on a day; a month if there is room, else weeks, one day below the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.app.drawing.due_badge import due_badge, time_of
from tui.app.drawing.wrapping import fit, wrap
from tui.app.widgets.card_face import Piece, State, merge
from tui.app.widgets.drag import Ghost
from tui.app.widgets.views.day_drag import DayDrag
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from rich.style import Style

    from tui.app.widgets.card_face import CardStyle
    from tui.model.card import PlacedCard

WEEK = 7
_MONTH_WIDTH, _MONTH_HEIGHT = 100, 24
"""Minimum cells and rows for a month."""

_TWO_WEEKS = 18  # minimum rows for two weeks; with fewer most days would show a number only
_LABEL = 11  # cells of a day's name in the week
_AROUND = 2  # cells of a day for the cursor, and between it and the next one
_SIGN = 2  # cells of the sign before a card's title
_TIMED = 17
"""Minimum width of a day in a month for times of day; a narrower one has room for titles only."""

DayLine = tuple["PlacedCard | None", "list[Piece]"]
"""A line of a day: its card, or None if it is of none, and what is written there."""

_STEPS: Mapping[bool, Mapping[str, int]] = {
    True: {"left": -1, "right": 1, "up": -WEEK, "down": WEEK},
    False: {"left": -WEEK, "right": WEEK, "up": -1, "down": 1},
}
"""Days that a key moves the cursor by, in a month and in a week."""


class CalendarGrid(Widget, can_focus=True):
    """The grid."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h,left", "step('left')", show=False),
        Binding("l,right", "step('right')", show=False),
        Binding("k,up", "step('up')", show=False),
        Binding("j,down", "step('down')", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
        Binding("escape", "cancel_drag", show=False),
    ]

    class Walked(Message):
        """Posted when the cursor moved to another day."""

    class Entered(Message):
        """Posted when the day with the cursor was clicked."""

    @dataclass
    class Dropped(Message):
        """Posted when a card was dragged to a day."""

        card: PlacedCard
        day: date

    def __init__(self, day: date) -> None:
        super().__init__()
        self.day, self._today = day, day
        self._monday = _monday_of(day)  # the first shown week, without a month
        self._days: Mapping[date, Sequence[PlacedCard]] = {}
        self._style: CardStyle | None = None
        self._lines: dict[tuple[date, int, int], list[DayLine]] = {}
        self._ghost = Ghost()
        self.drag = DayDrag(self, self._ghost)
        self._was_dragged = False

    def compose(self) -> ComposeResult:
        """Yield the title of a card that is dragged."""
        yield self._ghost

    def show(self, days: Mapping[date, Sequence[PlacedCard]], style: CardStyle) -> None:
        """Show these cards on their days."""
        self._days, self._style, self._today = days, style, style.now.astimezone().date()
        self._lines.clear()
        self._keep_visible()
        self.refresh()

    @property
    def cards(self) -> Sequence[PlacedCard]:
        """The cards of the day with the cursor."""
        return self._days.get(self.day, ())

    # --- walking -----------------------------------------------------------------------------------

    def go_to(self, day: date) -> None:
        """Put the cursor on a day."""
        if day != self.day:
            self.day = day
            self._keep_visible()
            self.refresh()
            self.post_message(self.Walked())

    @property
    def view(self) -> tuple[date, date]:
        """The day with the cursor, and the Monday of the first week that is shown without a month."""
        return self.day, self._monday

    def show_view(self, day: date, monday: date) -> None:
        """Show an earlier view again."""
        self._monday = monday
        self.go_to(day)

    def action_step(self, way: str) -> None:
        """Go to another day."""
        self._walk(_STEPS[self.shows_month][way])

    def action_page_up(self) -> None:
        """Go four weeks back."""
        self._walk(-4 * WEEK)

    def action_page_down(self) -> None:
        """Go four weeks forward."""
        self._walk(4 * WEEK)

    def _walk(self, days: int) -> None:
        if date.min + timedelta(days=99) < self.day < date.max - timedelta(days=99):
            self.go_to(self.day + timedelta(days=days))

    @property
    def next_day(self) -> date | None:
        """The first day after the one with the cursor that has cards, or None."""
        return min((day for day, cards in self._days.items() if cards and day > self.day), default=None)

    # --- where days are ----------------------------------------------------------------------------

    @property
    def shows_month(self) -> bool:
        """Whether a month fits."""
        return self.size.width >= _MONTH_WIDTH and self.size.height >= _MONTH_HEIGHT

    @property
    def first(self) -> date:
        """The first shown day, a Monday."""
        return _monday_of(self.day.replace(day=1)) if self.shows_month else self._monday

    def _keep_visible(self) -> None:
        """Go to other weeks if the day with the cursor is in none of those that are shown."""
        last = self._monday + timedelta(days=WEEK * (self._listed_weeks - 1))
        monday = _monday_of(self.day)
        if monday > last:
            self._monday = monday - timedelta(days=WEEK * (self._listed_weeks - 1))
            # There may be room for fewer weeks from there on than from where the cursor was.
            while monday > self._monday + timedelta(days=WEEK * (self._listed_weeks - 1)):
                self._monday += timedelta(days=WEEK)
        elif monday < self._monday:
            self._monday = monday

    @property
    def _listed_weeks(self) -> int:
        """Number of shown weeks when there is no room for a month: two if there is room, or as many as show all their cards."""
        weeks, height = 1, self.size.height
        while height >= _TWO_WEEKS and (weeks == 1 or self._needed(weeks + 1) <= height):
            weeks += 1
        return weeks

    def _needed(self, weeks: int) -> int:
        """Return the rows that show all cards of so many weeks."""
        days = (self._monday + timedelta(days=at) for at in range(WEEK * weeks))
        return sum(max(len(self._days.get(day, ())), 1) for day in days)

    def _listed(self) -> list[tuple[date, int, int]]:
        """Return the day of each row without a month, with the row's number in it and how many it has.

        One week shares the height equally; of more, the days with more cards get the spare rows in turn.
        """
        weeks, height = self._listed_weeks, self.size.height
        days = [self._monday + timedelta(days=at) for at in range(WEEK * weeks)]
        rows = dict.fromkeys(days, 1 if weeks > 1 else max(height // WEEK, 1))
        spare = height - len(days) if weeks > 1 else 0
        while wanting := [day for day in days if rows[day] < len(self._days.get(day, ()))][: max(spare, 0)]:
            rows |= {day: rows[day] + 1 for day in wanting}
            spare -= len(wanting)
        return [(day, row, rows[day]) for day in days for row in range(rows[day])]

    @property
    def _weeks(self) -> int:
        """Number of weeks of the month."""
        last = (self.day.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
        return (last - self.first).days // WEEK + 1

    @property
    def _rows(self) -> int:
        """Rows of a day in a month."""
        return max((self.size.height - 1) // self._weeks, 1)

    @property
    def _columns(self) -> list[int]:
        """Widths of the seven days of a week, in a month."""
        width, more = divmod(self.size.width, WEEK)
        return [width + (at < more) for at in range(WEEK)]

    def day_at(self, x: int, y: int) -> date | None:
        """Return the day that is drawn there, or None."""
        if not self.shows_month:
            listed = self._listed()
            return listed[y][0] if y < len(listed) else None
        week = (y - 1) // self._rows
        if y < 1 or week >= self._weeks:
            return None
        right = 0
        for at, width in enumerate(self._columns):
            right += width
            if x < right:
                return self.first + timedelta(days=week * WEEK + at)
        return None

    def _card_at(self, x: int, y: int) -> PlacedCard | None:
        """Return the card that is drawn there, or None."""
        day = self.day_at(x, y)
        if day is None or self._style is None:
            return None
        if self.shows_month:
            row, lines = (y - 1) % self._rows - 1, self._lines_in_month(self._style, day)
        else:
            _, row, rows = self._listed()[y]
            lines = self._lines_of(self._style, day, rows)
        return lines[row][0] if 0 <= row < len(lines) else None

    # --- the mouse ---------------------------------------------------------------------------------

    def turn(self, way: int) -> None:
        """Show the weeks before or after, or the month; the cursor goes there."""
        self._walk(way * (4 * WEEK if self.shows_month else WEEK * self._listed_weeks))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin a possible drag of the pressed card."""
        self._was_dragged = False
        card = self._card_at(event.x, event.y)
        if event.button == 1 and card is not None and self._style is not None:
            self.drag.press(card, event.screen_offset, self._style)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Move the dragged card; drop it if the button was released outside the terminal."""
        if event.button:
            self.drag.move(event.screen_offset)
        else:
            self._drop()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Drop the dragged card."""
        self.drag.move(event.screen_offset)
        self._drop()

    def on_mouse_release(self) -> None:
        """End a drag without a drop, when a box over the page has taken the mouse."""
        if self.app.mouse_captured is not self:
            self.drag.cancel()

    def _drop(self) -> None:
        self._was_dragged = self._was_dragged or self.drag.moving
        if (dropped := self.drag.drop()) is not None:
            self.post_message(self.Dropped(*dropped))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's
        """Leave esc to the page while no card is dragged."""
        return action != "cancel_drag" or self.drag.moving

    def action_cancel_drag(self) -> None:
        """Let the dragged card go where it was."""
        self._was_dragged = True
        self.drag.cancel()

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the clicked day; a click on the day with the cursor enters it."""
        event.stop()
        if self._was_dragged:
            return
        day = self.day_at(event.x, event.y)
        if day == self.day:
            self.post_message(self.Entered())
        elif day is not None:
            self.go_to(day)

    def on_resize(self) -> None:
        """Redraw, because the grid may change between a month and weeks, and end a drag, as its days have moved."""
        self.drag.cancel()
        self._keep_visible()
        self.refresh()

    # --- drawing -----------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        if self._style is None:
            return Strip.blank(self.size.width, self.rich_style)
        runs = list(self._month_line(self._style, y) if self.shows_month else self._week_line(self._style, y))
        return Strip(merge(runs)).adjust_cell_length(self.size.width, self.rich_style)

    def _month_line(self, style: CardStyle, y: int) -> Iterator[tuple[str, Style]]:
        if y == 0:
            for at, width in enumerate(self._columns):
                name = f" {self.first + timedelta(days=at):%a}"
                yield name.ljust(width), style.style("ink-quiet")
            return
        week, row = divmod(y - 1, self._rows)
        if week >= self._weeks:
            return
        for at, width in enumerate(self._columns):
            day = self.first + timedelta(days=week * WEEK + at)
            outside = day.month != self.day.month
            lines = [self._number(day, outside=outside)]
            lines += [pieces for _, pieces in self._lines_in_month(style, day)]
            yield from self._cell(style, day, lines[row] if row < len(lines) else [], width)

    def _week_line(self, style: CardStyle, y: int) -> Iterator[tuple[str, Style]]:
        listed = self._listed()
        if y >= len(listed):
            return
        day, row, rows = listed[y]
        lines = [pieces for _, pieces in self._lines_of(style, day, rows)]
        name = f"{day:%a} {day.day} {day:%b}" if not row else ""
        ink = "cursor" if day == self._today else "ink-quiet"
        label: Piece = (name.ljust(_LABEL), ink)
        yield from self._cell(style, day, [label, *(lines[row] if row < len(lines) else [])], self.size.width)

    def _number(self, day: date, *, outside: bool) -> list[Piece]:
        words = f"{day.day} {day:%b}" if day.day == 1 or day == self.first else str(day.day)
        if day == self._today:
            return [(f"{words} today", "cursor")]
        return [(words, "ink-faint" if outside else "ink")]

    def _lines_in_month(self, style: CardStyle, day: date) -> list[DayLine]:
        key = day, self._rows - 1, self._columns[day.weekday()]
        if (found := self._lines.get(key)) is None:
            found = self._lines[key] = self._lines_of(style, *key)
        return found

    def _lines_of(self, style: CardStyle, day: date, rows: int, width: int = 0) -> list[DayLine]:
        """Return the lines of a day's cards; if some are hidden, the last line gives their number.

        Args:
            style: How cards are drawn.
            day: The day.
            rows: Maximum number of lines.
            width: Cells of the day in a month, where a title has several lines while there are rows; 0 for one line.
        """
        cards = self._days.get(day, ())
        shown = cards if len(cards) <= rows else cards[: max(rows - 1, 0)]
        timed, room = not width or width >= _TIMED, width - _AROUND
        wanted = [len(_card_lines(card, style, room, rows, timed=timed)) for card in shown]
        heights, spare = [1] * len(shown), 0 if len(shown) < len(cards) else rows - len(shown)
        while higher := [at for at, height in enumerate(heights) if height < wanted[at]][:spare]:
            for at in higher:
                heights[at] += 1
            spare -= len(higher)
        lines: list[DayLine] = []
        for card, height in zip(shown, heights, strict=True):
            lines += [(card, pieces) for pieces in _card_lines(card, style, room, height, timed=timed)]
        if hidden := len(cards) - len(shown):
            words = f"+{hidden} more" if shown else f"{hidden} card{'s' * (hidden != 1)}"
            lines.append((None, [(words, "ink-quiet")]))
        return lines

    def _cell(
        self, style: CardStyle, day: date, pieces: Sequence[Piece], width: int
    ) -> Iterator[tuple[str, Style]]:
        here = day == self.day
        state = State.LIFTED if day == self.drag.day else State.CURSOR if here else State.PLAIN
        yield "▌" if here else " ", style.style("cursor", state)
        left = width - _AROUND
        for at, (text, name) in enumerate(pieces):
            between = " " if at else ""
            if left <= len(between):
                break
            cut = fit(text, left - len(between))
            yield f"{between}{cut}", style.style(name, state)
            left -= len(between) + cell_len(cut)
        yield " " * (left + 1), style.style("ink", state)


def _monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _card_lines(
    card: PlacedCard, style: CardStyle, room: int, most: int, *, timed: bool
) -> list[list[Piece]]:
    """Return the lines of a card: at most ``most`` of ``room`` cells, or one if there is no room for a title."""
    due = card.face.due or ""
    sign, token = due_badge(due, done=card.finished, now=style.now)
    ink = "ink-quiet" if card.finished else "ink"
    clock = time_of(due) if timed else ""
    # An open item of a finished card is not done, but nobody waits for it: its title has the sign of an item.
    signs: list[Piece] = [] if card.item and card.finished else [(sign[:1], token)]
    words = f"{clock} {safe_line(card.title)}" if clock else safe_line(card.title)
    first, *others = wrap(words, room - _SIGN * len(signs), most) if room > _SIGN else [words]
    clocks: list[Piece] = [(clock, token)] if clock else []
    lines = [[*signs, *clocks, (first[len(clock) :].lstrip(), ink)]]
    return lines + [[*((" ", how) for _, how in signs), (text, ink)] for text in others]
