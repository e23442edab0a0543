"""The fifteen triggers and their settings, by their names for users."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.errors import UsageError
from tui.model.action import ACTION_TYPES
from tui.triggers.boards import (
    CustomEventsTrigger,
    NewBoardActivityTrigger,
    NewBoardTrigger,
    NewNotificationTrigger,
)
from tui.triggers.cards import (
    PROPERTIES,
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
    from collections.abc import Iterable

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
    """Return the trigger that is called ``name``, whatever the case and the marks between its words.

    Raises:
        UsageError: None is called so; the hint lists them.
    """
    by_name = {trigger.name: trigger for trigger in TRIGGERS}
    return by_name[_known("trigger", name, by_name)]


def known_property(name: str) -> str:
    """Return the property of a card that is called ``name``, as ``PROPERTIES`` has it.

    Raises:
        UsageError: None is called so; the hint lists them.
    """
    return _known("property", name, PROPERTIES)


def known_activity(name: str) -> str:
    """Return the type of actions that is called ``name``, as the services write it.

    Raises:
        UsageError: None is called so; the hint lists them.
    """
    return _known("activity", name, ACTION_TYPES)


def _known(what: str, name: str, names: Iterable[str]) -> str:
    by_plain_name = {_plain(one): one for one in names}
    if (found := by_plain_name.get(_plain(name))) is None:
        raise UsageError(
            f"there is no {what} {name!r}", hint=f"there are {', '.join(by_plain_name.values())}"
        )
    return found


def _plain(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())
