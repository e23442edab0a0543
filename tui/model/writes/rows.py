"""The protocol by which a write reads the shown rows to compute its inverse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from tui.model.values.record import Value

if TYPE_CHECKING:
    from tui.model.action import Comment
    from tui.model.card import Card
    from tui.model.checklist import Checklist
    from tui.model.member import Membership

V = TypeVar("V", bound=Value)


class Rows(Protocol):
    """The rows as they are shown before the write."""

    def get(self, model: type[V], ident: str) -> V | None:
        """Return a board, list, card, label, comment, checklist or notification as shown, or None."""

    def role(self, board_id: str, member_id: str) -> Membership | None:
        """Return a member's role on a board, or None if they are not on it."""

    def unread_up_to(self, newest_id: str) -> tuple[str, ...]:
        """Return the ids of notifications shown as unread, from ``newest_id`` back to the oldest."""

    def checklists_of(self, card_id: str) -> tuple[Checklist, ...]:
        """Return the checklists shown on a card, from the top."""

    def comments_of(self, card_id: str) -> tuple[Comment, ...]:
        """Return the comments shown on a card, oldest first."""

    def cards_with_label(self, label_id: str) -> tuple[Card, ...]:
        """Return the cards shown with a label."""

    def finding_key(self, comment_id: str) -> str | None:
        """Return the key of the finding that a comment holds, or None."""

    def unsent(self, ident: str) -> bool:
        """Return whether the service cannot know of a thing yet."""
