"""CalendarPage: the cards of a board on their due days."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING

from textual import on

from tui.app.commands.command import Choice
from tui.app.commands.pages.views import CALENDAR
from tui.app.drawing.due_badge import local_due
from tui.app.screens.views.calendar_heading import DueOnDay, calendar_heading
from tui.app.screens.views.cards_page import READING, CardsPage
from tui.app.screens.views.day_mover import DayMover
from tui.app.widgets.views.calendar_grid import CalendarGrid
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.board import Board
    from tui.model.card import CardFace, PlacedCard
    from tui.workspace import Workspace


class CalendarPage(CardsPage):
    """The calendar of a board.

    Args:
        clock: The clock, which knows what day is today.
    """

    AUTO_FOCUS = "CalendarGrid"
    heading = "Calendar"
    commands = CALENDAR

    def __init__(
        self,
        workspace: Workspace,
        board: Board,
        *,
        account: str,
        clock: Clock,
        text: str,
        keys: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(
            workspace, lambda: {account: workspace}, account=account, clock=clock, text=text, keys=keys
        )
        self._board, self._count, self.found.board_id = board, 0, board.id
        self._picked: Sequence[str] = ()
        self.body = self.grid = CalendarGrid(clock.now().astimezone().date())

    @property
    def board(self) -> Board | None:
        """The board."""
        return self._board

    def cards_in(self, workspace: Workspace) -> Sequence[PlacedCard]:
        """Return the cards of the board that have a due date."""
        self._board = workspace.boards.get(self._board.id) or self._board
        return workspace.agenda.due_on(self._board.id)

    def show_rows(self) -> None:
        """Show the cards that pass the filter on their days."""
        days: defaultdict[date, list[PlacedCard]] = defaultdict(list)
        for row in (rows := self.found.passing(self.filter.parsed)):
            if (due := local_due(row.card.face.due or "")) is not None:
                days[due.date()].append(row.card)
        self.grid.show(days, self.found.style)
        self._count = len(rows)
        self.show_heading(self._count)

    def heading_words(self) -> Sequence[str]:
        """Return the board's name, the month, and how many cards are due on the day, or else when the next are."""
        ahead = _day_words(self.grid.next_day, self.now())
        due = DueOnDay(len(self.grid.cards), self.day_words, ahead)
        reading = READING if self.rereader.reading_first else ""
        return calendar_heading(safe_line(self._board.name), self.grid.day, due, reading)

    @on(CalendarGrid.Walked)
    def _walked(self, message: CalendarGrid.Walked) -> None:
        message.stop()
        self.show_heading(self._count)

    @on(CalendarGrid.Entered)
    async def _clicked(self, message: CalendarGrid.Entered) -> None:
        message.stop()
        await self.press("enter")

    @on(CalendarGrid.Dropped)
    def _dropped(self, message: CalendarGrid.Dropped) -> None:
        message.stop()
        self.work(partial(DayMover(self).move, message.card, message.day), "move-day", asks=True)

    # --- what the commands ask for -----------------------------------------------------------------

    @property
    def choices(self) -> Sequence[Choice]:
        """The cards and items of the day with the cursor."""
        return [Choice(card.place, card.title, card.list_name) for card in self.grid.cards]

    @property
    def cards(self) -> Sequence[CardFace]:
        """The cards that were picked of the day."""
        return self.found.faces(self.account, self._picked)

    def pick(self, place: str) -> Sequence[PlacedCard]:
        """Take that card or item of the day, or all of it for "", as what a command acts on; return its items."""
        self._picked = [f"{self.account} {one.place}" for one in self.grid.cards if place in {"", one.place}]
        return self.found.items(self.account, self._picked)

    @property
    def day_words(self) -> str:
        """The day with the cursor in words."""
        return _day_words(self.grid.day, self.now())

    def go_to_today(self) -> None:
        """Put the cursor on today."""
        self.grid.go_to(self.clock.now().astimezone().date())


def _day_words(day: date | None, now: datetime) -> str:
    if day is None:
        return ""
    year = "" if day.year == now.astimezone().year else f" {day.year}"
    return f"{day:%a} {day.day} {day:%b}{year}"
