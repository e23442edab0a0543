"""What a write may look at when it is asked for what takes it back."""

from typing import Protocol, TypeVar

from tui.model.action import Comment
from tui.model.base import Value
from tui.model.card import Card
from tui.model.checklist import Checklist
from tui.model.member import Membership

V = TypeVar("V", bound=Value)


class Rows(Protocol):
    """What is shown before the write."""

    def get(self, model: type[V], ident: str) -> V | None:
        """A board, list, card, label, comment, checklist or notification as it is shown, or None."""
        ...

    def role(self, board_id: str, member_id: str) -> Membership | None:
        """Somebody's role on a board, or None when they are not on it."""
        ...

    def unread_up_to(self, newest_id: str) -> tuple[str, ...]:
        """Ids of the notifications shown as unread, from a newest one on."""
        ...

    def checklists_of(self, card_id: str) -> tuple[Checklist, ...]:
        """The checklists shown on a card, from the top."""
        ...

    def comments_of(self, card_id: str) -> tuple[Comment, ...]:
        """The comments shown on a card, oldest first."""
        ...

    def wearers(self, label_id: str) -> tuple[Card, ...]:
        """Cards shown with a label."""
        ...

    def finding_key(self, comment_id: str) -> str | None:
        """The finding a comment holds."""
        ...

    def unsent(self, ident: str) -> bool:
        """Whether the service cannot have heard of a thing."""
        ...
