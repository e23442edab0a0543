"""Triggers about cards themselves: created, changed, moved, archived, due."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tui.model.event import CARD_DUE
from tui.triggers.trigger import ALL, CardTrigger, Ids

if TYPE_CHECKING:
    from tui.model.event import Event

_ATTACHMENTS = frozenset({"addAttachmentToCard", "deleteAttachmentFromCard"})
_LABELS = frozenset({"addLabelToCard", "removeLabelFromCard"})
_ID_LABELS = frozenset({"idLabels"})

PROPERTIES = {
    "title": frozenset({"name"}),
    "description": frozenset({"desc"}),
    "due": frozenset({"due", "dueComplete", "dueReminder", "start"}),
    "position": frozenset({"pos"}),
    "list": frozenset({"idList"}),
    "archived": frozenset({"closed"}),
    "cover": frozenset({"cover", "idAttachmentCover"}),
    "attachments": _ATTACHMENTS,
    "labels": _LABELS,
}
"""Properties of a card that may change, by their name for the user, with the fields or events of each."""


@dataclass(frozen=True, kw_only=True)
class NewCardTrigger(CardTrigger):
    """A card is there that was not on this board before: made, copied, mailed, an item made a card, or moved here."""

    name: ClassVar[str] = "New Card"
    types: ClassVar[frozenset[str]] = frozenset(
        {"createCard", "copyCard", "convertToCardFromCheckItem", "emailCard", "moveCardToBoard"}
    )


@dataclass(frozen=True, kw_only=True)
class CardUpdatedTrigger(CardTrigger):
    """A property of a card changes: title, description, dates, place, labels or attachments.

    Attributes:
        properties: Properties that changed; none means any, those without a name too.
    """

    name: ClassVar[str] = "Card Updated"
    types: ClassVar[frozenset[str]] = frozenset({"updateCard"}) | _ATTACHMENTS | _LABELS

    properties: frozenset[str] = frozenset()

    def _happened(self, event: Event) -> bool:
        # The service reports a label twice: as the label's own event, and as a change of the card's labels.
        if event.changed == _ID_LABELS:
            return False
        told = event.changed if event.type == "updateCard" else frozenset({event.type})
        if not self.properties:
            return bool(told)
        return any(PROPERTIES[name] & told for name in self.properties)


@dataclass(frozen=True, kw_only=True)
class CardMovedTrigger(CardTrigger):
    """A card goes to another list, of this board or from another one.

    Attributes:
        to_lists: Ids of lists; it fires only for cards that come to one of them.
        from_lists: Ids of lists; it fires only for cards that leave one of them.
    """

    name: ClassVar[str] = "Card Moved"
    types: ClassVar[frozenset[str]] = frozenset({"updateCard", "moveCardToBoard"})

    to_lists: Ids = ALL
    from_lists: Ids = ALL

    def _happened(self, event: Event) -> bool:
        if event.type == "moveCardToBoard":
            left, reached = "", event.ident("list")
        else:
            left, reached = event.ident("listBefore"), event.ident("listAfter")
            if not left or not reached or left == reached:
                return False
        return (not self.to_lists or reached in self.to_lists) and (
            not self.from_lists or left in self.from_lists
        )


@dataclass(frozen=True, kw_only=True)
class CardArchivedTrigger(CardTrigger):
    """A card is archived."""

    name: ClassVar[str] = "Card Archived"
    types: ClassVar[frozenset[str]] = frozenset({"updateCard"})

    def _happened(self, event: Event) -> bool:
        return ("closed", False, True) in event.old_and_new("card")


@dataclass(frozen=True, kw_only=True)
class CardDueReminderTrigger(CardTrigger):
    """A card is due soon, and not marked done.

    Attributes:
        before: Minutes before the due date; 0 fires when it is reached.
    """

    name: ClassVar[str] = "Card Due Date Reminder"
    types: ClassVar[frozenset[str]] = frozenset({CARD_DUE})
    polled: ClassVar[bool] = True

    before: int = 0

    def _happened(self, event: Event) -> bool:
        return event.data.get("before") == self.before
