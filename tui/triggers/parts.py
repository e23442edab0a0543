"""Triggers about parts that are added to a card: comments, members, labels, checklists, attachments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tui.model.action import COMMENT, COPIED_COMMENT
from tui.triggers.trigger import ALL, CardTrigger, Ids, Trigger

if TYPE_CHECKING:
    from tui.model.event import Event


@dataclass(frozen=True, kw_only=True)
class NewCommentTrigger(CardTrigger):
    """Somebody comments on a card.

    Attributes:
        copied: Whether it fires for comments too that come with a copied card.
    """

    name: ClassVar[str] = "New Comment Added to Card"
    types: ClassVar[frozenset[str]] = frozenset({COMMENT, COPIED_COMMENT})

    copied: bool = True

    def _happened(self, event: Event) -> bool:
        return self.copied or event.type == COMMENT


@dataclass(frozen=True, kw_only=True)
class NewMemberOnCardTrigger(CardTrigger):
    """Somebody joins a card, or is put on it.

    Attributes:
        members: Ids of the members it is set on.
        copied: Whether it fires for members too that come with a copied card.
    """

    name: ClassVar[str] = "New Member on Card"
    types: ClassVar[frozenset[str]] = frozenset({"addMemberToCard"})

    members: Ids = ALL
    copied: bool = True

    def _happened(self, event: Event) -> bool:
        if event.data.get("fromCopy") is True and not self.copied:
            return False
        return not self.members or (event.ident("member") or event.data.get("idMember")) in self.members


@dataclass(frozen=True, kw_only=True)
class NewLabelTrigger(Trigger):
    """A label is made on a board."""

    name: ClassVar[str] = "New Label Created"
    types: ClassVar[frozenset[str]] = frozenset({"createLabel"})


@dataclass(frozen=True, kw_only=True)
class NewLabelOnCardTrigger(CardTrigger):
    """A label is put on a card.

    Attributes:
        labels: Ids of the labels it is set on.
    """

    name: ClassVar[str] = "New Label Added To Card"
    types: ClassVar[frozenset[str]] = frozenset({"addLabelToCard"})

    labels: Ids = ALL

    def _happened(self, event: Event) -> bool:
        return not self.labels or event.ident("label") in self.labels


@dataclass(frozen=True, kw_only=True)
class NewChecklistTrigger(CardTrigger):
    """A checklist is put on a card, new or copied."""

    name: ClassVar[str] = "New Checklist"
    types: ClassVar[frozenset[str]] = frozenset({"addChecklistToCard", "copyChecklist"})

    def key(self, event: Event) -> str:
        """Return the checklist's id, since a copied checklist may be announced by actions of both types."""
        return event.ident("checklist") or event.id


@dataclass(frozen=True, kw_only=True)
class NewAttachmentTrigger(CardTrigger):
    """A file or a link is attached to a card."""

    name: ClassVar[str] = "New Attachment"
    types: ClassVar[frozenset[str]] = frozenset({"addAttachmentToCard"})
