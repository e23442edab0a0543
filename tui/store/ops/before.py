"""What an inverse is made of: what is shown before the op, and the ops that bring that back."""

from dataclasses import dataclass, field
from typing import Protocol

from tui.model.action import Comment
from tui.model.base import new_local_id
from tui.model.board import Board, BoardList
from tui.model.card import Card
from tui.model.checklist import Checklist
from tui.model.label import Label
from tui.model.member import Membership
from tui.model.notification import Notification
from tui.model.op import Op


class Rows(Protocol):
    """What is shown before the op."""

    def board(self, ident: str) -> Board | None:
        """A board."""
        ...

    def role(self, board_id: str, member_id: str) -> Membership | None:
        """Somebody's role on a board, or None when they are not on it."""
        ...

    def unread_up_to(self, newest_id: str) -> "tuple[str, ...]":
        """Ids of the notifications shown as unread, from a newest one on."""
        ...

    def notification(self, ident: str) -> Notification | None:
        """A notification."""
        ...

    def list(self, ident: str) -> BoardList | None:
        """A list."""
        ...

    def card(self, ident: str) -> Card | None:
        """A card."""
        ...

    def label(self, ident: str) -> Label | None:
        """A label."""
        ...

    def comment(self, ident: str) -> Comment | None:
        """A comment."""
        ...

    def checklist(self, ident: str) -> Checklist | None:
        """A checklist."""
        ...

    def checklists_of(self, card_id: str) -> "tuple[Checklist, ...]":
        """A card's checklists."""
        ...

    def comments_of(self, card_id: str) -> "tuple[Comment, ...]":
        """A card's comments, oldest first."""
        ...

    def wearers(self, label_id: str) -> "tuple[Card, ...]":
        """Cards shown with a label."""
        ...

    def finding_key(self, comment_id: str) -> str | None:
        """The finding a comment holds."""
        ...

    def unsent(self, ident: str) -> bool:
        """Whether the service cannot have heard of a thing."""
        ...


@dataclass
class Inverse:
    """Ops that take another back.

    Attributes:
        ops: In the order to submit them; none when nothing can or need be taken back.
        renames: Old id to new id of what comes back under another name.
    """

    ops: tuple[Op, ...] = ()
    renames: dict[str, str] = field(default_factory=dict)

    def again(self, ident: str) -> str:
        """A new local id for what comes back, noted as a rename."""
        return self.renames.setdefault(ident, new_local_id())
