"""Triggers about boards as a whole, the account's inbox, and any mix of events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tui.model.event import CARD_DUE, NOTIFICATION
from tui.triggers.trigger import ALL, CardTrigger, Ids, Trigger

if TYPE_CHECKING:
    from tui.model.event import Event

_NO_ACTIONS = frozenset({CARD_DUE, NOTIFICATION})


@dataclass(frozen=True, kw_only=True)
class NewBoardTrigger(Trigger):
    """A board is made by this member, or comes to one of the workspaces this member is in.

    Attributes:
        workspaces: Ids of the workspaces it is set on.
    """

    name: ClassVar[str] = "New Board"
    types: ClassVar[frozenset[str]] = frozenset({"createBoard", "copyBoard", "addToOrganizationBoard"})

    workspaces: Ids = ALL

    def key(self, event: Event) -> str:
        """Return the board's id, since a board created in a workspace is reported twice: as created, and as added."""
        return event.ident("board") or event.id

    def _happened(self, event: Event) -> bool:
        return not self.workspaces or event.ident("organization") in self.workspaces


@dataclass(frozen=True, kw_only=True)
class NewBoardActivityTrigger(Trigger):
    """Anything happens on a board.

    Attributes:
        activities: Types of actions it is set on; none means all. What tells of which is in docs/reference/board.md, 7.1.
    """

    name: ClassVar[str] = "New Board Activity"
    types: ClassVar[frozenset[str]] = frozenset()

    activities: frozenset[str] = frozenset()

    def matches(self, event: Event) -> bool:
        """Return whether ``event`` is an action on a board, of the chosen types."""
        return (
            event.type not in _NO_ACTIONS
            and bool(event.ident("board"))
            and self._is_set_on(event)
            and (not self.activities or event.type in self.activities)
        )


@dataclass(frozen=True, kw_only=True)
class NewNotificationTrigger(Trigger):
    """An entry comes to the account's inbox.

    Attributes:
        kinds: Types of notifications it is set on: ``mentionedOnCard``, ``addedToCard`` …
    """

    name: ClassVar[str] = "New Notification"
    types: ClassVar[frozenset[str]] = frozenset({NOTIFICATION})
    polled: ClassVar[bool] = True

    kinds: frozenset[str] = frozenset()

    def _happened(self, event: Event) -> bool:
        return not self.kinds or event.part("notification").get("type") in self.kinds


@dataclass(frozen=True, kw_only=True)
class CustomEventsTrigger(CardTrigger):
    """Events of the types, boards, lists and cards that are chosen, in any mix.

    Attributes:
        activities: Types of actions it is set on; none means all.
    """

    name: ClassVar[str] = "Custom Webhook Events"
    types: ClassVar[frozenset[str]] = frozenset()

    activities: frozenset[str] = frozenset()

    def matches(self, event: Event) -> bool:
        """Return whether ``event`` is an action that passes every filter."""
        return (
            event.type not in _NO_ACTIONS
            and (not self.activities or event.type in self.activities)
            and self._is_set_on(event)
        )
