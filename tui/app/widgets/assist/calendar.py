"""Calendar: a month in which arrow keys and clicks choose a day."""

from __future__ import annotations

from calendar import Calendar as Weeks
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

_WEEKS = Weeks(firstweekday=0)  # as in Australia and New Zealand, weeks begin on Monday
_HEAD = 2  # rows above the weeks
_CELL = 3  # cells of a day


class Calendar(Static):
    """A month with a day under the cursor."""

    can_focus = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "walk(-1)", show=False),
        Binding("right,l", "walk(1)", show=False),
        Binding("up,k", "walk(-7)", show=False),
        Binding("down,j", "walk(7)", show=False),
        Binding("pageup", "turn(-1)", show=False),
        Binding("pagedown", "turn(1)", show=False),
        Binding("enter", "choose", show=False),
    ]

    @dataclass
    class Walked(Message):
        """Message that the cursor moved to another day."""

        day: date

    @dataclass
    class Chosen(Message):
        """Message that the day under the cursor was chosen."""

        day: date

    def __init__(self, today: date) -> None:
        super().__init__(markup=False)
        self._today = self.day = today

    def on_mount(self) -> None:
        """Draw the month."""
        self._draw()

    def show(self, day: date) -> None:
        """Put the cursor on a day, without a message."""
        if day != self.day:
            self.day = day
            self._draw()

    def action_walk(self, days: int) -> None:
        """Move by ``days`` days."""
        self._go(self.day.toordinal() + days)

    def action_turn(self, months: int) -> None:
        """Go to the same day of another month, or to its last day."""
        month = self.day.year * 12 + self.day.month - 1 + months
        year, index = divmod(month, 12)
        if date.min.year <= year <= date.max.year:
            self._go(date(year, index + 1, min(self.day.day, monthrange(year, index + 1)[1])).toordinal())

    def action_choose(self) -> None:
        """Choose the day under the cursor."""
        self.post_message(self.Chosen(self.day))

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the clicked day; a second click chooses it."""
        event.stop()
        weeks = _weeks(self.day)
        row, column = event.y - _HEAD, event.x // _CELL
        if 0 <= row < len(weeks) and column < len(weeks[row]):
            self._go(weeks[row][column].toordinal())
            if event.chain == 2:
                self.action_choose()

    def _go(self, ordinal: int) -> None:
        if date.min.toordinal() <= ordinal <= date.max.toordinal():
            self.show(date.fromordinal(ordinal))
            self.post_message(self.Walked(self.day))

    def _draw(self) -> None:
        title = f"{self.day:%B %Y}"
        head = [
            Content.styled(f"{title:^{7 * _CELL}}", "bold"),
            Content.styled(" Mo Tu We Th Fr Sa Su", "$ink-quiet"),
        ]
        weeks = [Content("").join(self._cell(each) for each in week) for week in _weeks(self.day)]
        self.update(Content("\n").join([*head, *weeks]), layout=False)

    def _cell(self, each: date) -> Content:
        style = "" if each.month == self.day.month else "$ink-faint"
        if each == self._today:
            style = "bold underline $cursor"
        if each == self.day:
            style = f"{style} reverse".strip()
        return Content.assemble(" ", (f"{each.day:>2}", style))


def _weeks(day: date) -> list[list[date]]:
    """Return the weeks of the month of ``day``; in the first and last supported year some days are missing."""
    first = day.replace(day=1)
    if (first.year, first.month) in {(date.min.year, 1), (date.max.year, 12)}:
        return [[first + timedelta(days=n) for n in range(7)]]
    return _WEEKS.monthdatescalendar(day.year, day.month)
