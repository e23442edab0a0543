"""Interest: what has to be asked of a service so that the triggers that are set can fire."""

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
    """What triggers look at.

    Attributes:
        every_board: Whether one of them is set on every board, those too that are made later.
        found: Whether changes matter that no feed tells, and that are found by comparing two readings of a board.
        befores: Minutes before a due date at which a reminder is set.
        new_boards: Whether it matters which boards are made.
        lists: Whether it matters which list a card is in.
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
        """Return what ``triggers`` together look at."""
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
        case NewBoardActivityTrigger():
            return not trigger.activities or bool(trigger.activities & FOUND)
        case CustomEventsTrigger():
            return not trigger.activities or bool(trigger.activities & FOUND)
        case _:
            return bool(trigger.types & FOUND)
