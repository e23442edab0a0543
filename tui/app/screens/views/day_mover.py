"""DayMover: moves a card or an item of the calendar to another due day, at the same time of day."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Protocol

from tui.app.commands.due import update_items
from tui.app.commands.writing import read_only_reason, submit_each
from tui.app.drawing.due_badge import local_due

if TYPE_CHECKING:
    from tui.app.commands.due import DueContext
    from tui.app.widgets.views.calendar_grid import CalendarGrid
    from tui.model.card import PlacedCard
    from tui.model.writes.base import Write

    class DayPage(DueContext, Protocol):
        """The page of a calendar."""

        grid: CalendarGrid


class DayMover:
    """The mover of a page."""

    def __init__(self, page: DayPage) -> None:
        self._page = page

    async def move(self, card: PlacedCard, day: date) -> None:
        """Set the due date to that day, and put the cursor there."""
        from tui.model.values.scalars import from_local
        from tui.model.writes.cards import UpdateCard
        from tui.presentation.timestamps import day_time

        page, was = self._page, local_due(card.face.due or "")
        if was is None or was.date() == day:
            return
        if reason := read_only_reason(page):
            page.tell(reason)
            return
        due = from_local(datetime.combine(day, was.time()))
        writes: list[Write] = [UpdateCard(board_id=card.board_id, card_id=card.face.id, due=due)]
        if card.item:
            writes = update_items(page, [card], due=due)
        done = await submit_each(page, writes, [card.face])
        page.tell(f"due {day_time(due, page.now())}{done.left}", undo=True)
        page.grid.go_to(day)
