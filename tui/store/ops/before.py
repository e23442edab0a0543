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
        """The board as it is shown; None when none of that id is."""
        ...

    def role(self, board_id: str, member_id: str) -> Membership | None:
        """Somebody's role on a board, or None when they are not on it."""
        ...

    def unread_up_to(self, newest_id: str) -> "tuple[str, ...]":
        """Ids of the notifications shown as unread, from a newest one on."""
        ...

    def notification(self, ident: str) -> Notification | None:
        """The notification as it is shown; None when none of that id is."""
        ...

    def list(self, ident: str) -> BoardList | None:
        """The list as it is shown; None when none of that id is."""
        ...

    def card(self, ident: str) -> Card | None:
        """The card as it is shown; None when none of that id is."""
        ...

    def label(self, ident: str) -> Label | None:
        """The label as it is shown; None when none of that id is."""
        ...

    def comment(self, ident: str) -> Comment | None:
        """The comment as it is shown; None when none of that id is."""
        ...

    def checklist(self, ident: str) -> Checklist | None:
        """The checklist as it is shown; None when none of that id is."""
        ...

    def checklists_of(self, card_id: str) -> "tuple[Checklist, ...]":
        """The checklists shown on a card, from the top."""
        ...

    def comments_of(self, card_id: str) -> "tuple[Comment, ...]":
        """The comments shown on a card, oldest first."""
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
