"""The base of triggers: a name, the types of its events, and the boards, lists and cards it is set on."""

from __future__ import annotations

from abc import ABC
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from tui.model.event import Event

Ids = frozenset[str]
"""Ids of things a trigger is set on; none means all."""

ALL: Ids = frozenset()


@dataclass(frozen=True, kw_only=True)
class Trigger(ABC):
    """A kind of event that starts something.

    Attributes:
        boards: Ids of the boards it is set on; none means every board of the account.
    """

    name: ClassVar[str]
    """Its name for users: ``Card Moved``."""

    types: ClassVar[frozenset[str]]
    """Types of its events."""

    polled: ClassVar[bool] = False
    """Whether it has no webhook, so that it fires only after a poll."""

    boards: Ids = ALL

    def matches(self, event: Event) -> bool:
        """Return whether ``event`` fires this trigger."""
        return event.type in self.types and self._is_set_on(event) and self._happened(event)

    def key(self, event: Event) -> str:
        """Return the key of the firing for ``event``: a trigger fires once for each key."""
        return event.id

    def _is_set_on(self, event: Event) -> bool:
        return not self.boards or event.ident("board") in self.boards

    def _happened(self, event: Event) -> bool:  # noqa: ARG002 - of most triggers the type says all
        """Return whether an event is of this trigger's types and on its boards."""
        return True


@dataclass(frozen=True, kw_only=True)
class CardTrigger(Trigger):
    """A trigger about a card.

    Attributes:
        lists: Ids of the lists it is set on; a moved card is on both, the one it left and the one it came to.
        cards: Ids of the cards it is set on.
    """

    lists: Ids = ALL
    cards: Ids = ALL

    def _is_set_on(self, event: Event) -> bool:
        return (
            super()._is_set_on(event)
            and (not self.lists or bool(self.lists & event.lists))
            and (not self.cards or event.ident("card") in self.cards)
        )
