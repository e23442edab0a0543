"""The fifteen triggers, by the names users know them by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.errors import UsageError
from tui.triggers.boards import (
    CustomEventsTrigger,
    NewBoardActivityTrigger,
    NewBoardTrigger,
    NewNotificationTrigger,
)
from tui.triggers.cards import (
    CardArchivedTrigger,
    CardDueReminderTrigger,
    CardMovedTrigger,
    CardUpdatedTrigger,
    NewCardTrigger,
)
from tui.triggers.parts import (
    NewAttachmentTrigger,
    NewChecklistTrigger,
    NewCommentTrigger,
    NewLabelOnCardTrigger,
    NewLabelTrigger,
    NewMemberOnCardTrigger,
)

if TYPE_CHECKING:
    from tui.triggers.trigger import Trigger

TRIGGERS: tuple[type[Trigger], ...] = (
    NewCardTrigger,
    CardUpdatedTrigger,
    CardMovedTrigger,
    CardArchivedTrigger,
    CardDueReminderTrigger,
    NewCommentTrigger,
    NewMemberOnCardTrigger,
    NewLabelTrigger,
    NewLabelOnCardTrigger,
    NewChecklistTrigger,
    NewBoardTrigger,
    NewBoardActivityTrigger,
    NewNotificationTrigger,
    NewAttachmentTrigger,
    CustomEventsTrigger,
)


def named(name: str) -> type[Trigger]:
    """The trigger that is called ``name``, whatever the case and the marks between its words.

    Raises:
        UsageError: None is called so; the hint lists them.
    """
    asked = _plain(name)
    for trigger in TRIGGERS:
        if _plain(trigger.name) == asked:
            return trigger
    names = ", ".join(trigger.name for trigger in TRIGGERS)
    raise UsageError(f"there is no trigger {name!r}", hint=f"there are {names}")


def _plain(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())
