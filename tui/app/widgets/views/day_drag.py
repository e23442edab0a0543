"""DayDrag: dragging of a card of a calendar to another day with the mouse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from tui.app.widgets.drag import Drag

if TYPE_CHECKING:
    from datetime import date

    from textual.geometry import Offset, Region
    from textual.timer import Timer

    from tui.app.widgets.card_face import CardStyle
    from tui.app.widgets.drag import Ghost
    from tui.model.card import PlacedCard

_WIDEST = 30
"""Maximum cells of the title at the pointer."""

_BEAT = 0.5
"""Seconds between two steps to other weeks while the pointer is above or below the calendar."""


class DayGrid(Protocol):
    """The calendar under the mouse."""

    @property
    def region(self) -> Region:
        """Its region on the screen."""

    def day_at(self, x: int, y: int) -> date | None:
        """Return the day that is drawn there."""

    @property
    def view(self) -> tuple[date, date]:
        """The day with the cursor, and the Monday of the first shown week."""

    def show_view(self, day: date, monday: date) -> None:
        """Show an earlier view again."""

    def turn(self, way: int) -> None:
        """Show the weeks before, or after."""

    def refresh(self) -> object:
        """Draw it again."""

    def capture_mouse(self) -> None:
        """Capture the mouse."""

    def release_mouse(self) -> None:
        """Release the mouse capture."""

    def set_interval(self, interval: float, callback: Callable[[], None]) -> Timer:
        """Call ``callback`` at intervals."""


class DayDrag:
    """The card that the mouse has taken, and the day that it is over.

    Args:
        ghost: Widget drawn at the pointer while a card is dragged.

    Attributes:
        day: The day under the pointer, or None.
    """

    def __init__(self, grid: DayGrid, ghost: Ghost) -> None:
        self._grid, self._ghost = grid, ghost
        self._held: tuple[PlacedCard, Drag] | None = None
        self._from = grid.view
        self._turning: Timer | None = None
        self.day: date | None = None

    @property
    def moving(self) -> bool:
        """Whether the press on a card has become a drag."""
        return self._held is not None and self._held[1].moving

    def press(self, card: PlacedCard, pointer: Offset, style: CardStyle) -> None:
        """Start a press on a card, which is no drag yet."""
        self._held, self._from = (card, Drag(card.face, pointer, pointer, pointer)), self._grid.view
        # The ghost gets its size now, so that the first motion need not wait for a layout.
        self._ghost.set_words(card.title, replace(style, width=min(_WIDEST, self._grid.region.width)))
        self._grid.capture_mouse()

    def move(self, pointer: Offset) -> None:
        """Move the drag to ``pointer``; a movement of a few cells is no drag yet."""
        if self._held is None or not self._held[1].update_pointer(pointer):
            return
        if self._turning is None:
            self._turning = self._grid.set_interval(_BEAT, self._turn)
        region = self._grid.region
        # In the pointer's own row: where each row is a day, the row below is another one.
        self._ghost.follow(pointer - region.offset + (2, 0))
        self._mark(self._grid.day_at(*(pointer - region.offset)) if region.contains_point(pointer) else None)

    def _mark(self, day: date | None) -> None:
        if day != self.day:
            self.day = day
            self._grid.refresh()

    def _turn(self) -> None:
        """Go to other weeks while the pointer is above or below the calendar."""
        if self._held is None:
            return
        pointer, region = self._held[1].pointer, self._grid.region
        if not region.y <= pointer.y < region.bottom:
            self._grid.turn(-1 if pointer.y < region.y else 1)

    def drop(self) -> tuple[PlacedCard, date] | None:
        """End the drag; return the card and the day that it is over, or None if it was no drag or is over none."""
        held, day = self._held, self.day
        if held is None or day is None:
            self.cancel()
            return None
        self._end()
        return held[0], day

    def cancel(self) -> None:
        """End the drag without a drop, and go back to the weeks where it began."""
        if self._held is not None:
            if self.moving:
                self._grid.show_view(*self._from)
            self._end()

    def _end(self) -> None:
        self._held = None
        self._grid.release_mouse()
        if self._turning is not None:
            self._turning.stop()
            self._turning = None
        self._ghost.vanish()
        self._mark(None)
