"""Interest: the data that must be requested from a service for the configured triggers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tui.sync.events.comparison import FOUND
from tui.triggers.boards import (
    CustomEventsTrigger,
    NewBoardActivityTrigger,
    NewBoardTrigger,
    NewNotificationTrigger,
)
from tui.triggers.cards import CardDueReminderTrigger
from tui.triggers.trigger import CardTrigger

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tui.triggers.trigger import Trigger


@dataclass(frozen=True, slots=True)
class Interest:
    """The events that triggers need.

    Attributes:
        every_board: Whether a trigger applies to every board, including future ones.
        found: Whether changes matter that no feed reports, and that are found by comparing two states of a
            board.
        befores: Minutes before a due date at which a reminder is set.
        new_boards: Whether new boards matter.
        lists: Whether the list of a card matters.
    """

    boards: frozenset[str] = frozenset()
    every_board: bool = False
    found: bool = False
    befores: frozenset[int] = frozenset()
    notifications: bool = False
    new_boards: bool = False
    lists: bool = False

    @classmethod
    def of(cls, triggers: Iterable[Trigger]) -> Interest:
        """Return the combined interest of ``triggers``."""
        every = list(triggers)
        of_boards = [one for one in every if not isinstance(one, NewBoardTrigger | NewNotificationTrigger)]
        return cls(
            boards=frozenset().union(*(one.boards for one in of_boards)),
            every_board=any(not one.boards for one in of_boards),
            found=any(_needs_comparing(one) for one in every),
            befores=frozenset(one.before for one in every if isinstance(one, CardDueReminderTrigger)),
            notifications=any(isinstance(one, NewNotificationTrigger) for one in every),
            new_boards=any(isinstance(one, NewBoardTrigger) for one in every),
            lists=any(isinstance(one, CardTrigger) and one.lists for one in every),
        )


def _needs_comparing(trigger: Trigger) -> bool:
    match trigger:
        case NewBoardActivityTrigger() | CustomEventsTrigger():
            return not trigger.activities or bool(trigger.activities & FOUND)
        case _:
            return bool(trigger.types & FOUND)
