"""Actions: what happened on a board, comments among them."""

from tui.model.base import Instant, Json, Value
from tui.model.fields import field
from tui.model.member import Member

COMMENT = "commentCard"

COPIED_COMMENT = "copyCommentCard"
"""What a comment is on a copy of its card."""


class Action(Value):
    """One entry of the feed.

    Attributes:
        id: Time-ordered; cursor and dedupe key.
        type: ``createCard``, ``updateCard``, ``commentCard`` …; unknown types are kept.
        data: Shape by type: ``card``, ``list``, ``board``, ``old``, ``text`` …
    """

    id: str
    type: str
    date: Instant
    id_member_creator: str | None = None
    data: Json = field(default_factory=dict)
    member_creator: Member | None = None

    @property
    def card_id(self) -> str | None:
        """The card it is about, if it is about one."""
        card = self.data.get("card")
        ident = card.get("id") if isinstance(card, dict) else None
        return ident if isinstance(ident, str) else None


class Comment(Value):
    """A comment of a card, as the screens read it.

    Attributes:
        mine: Whether this account wrote it (only then it may be edited).
        pending: Whether the service has not confirmed it yet.
    """

    id: str
    id_card: str
    text: str
    date: Instant
    author: str = ""
    author_id: str = ""
    edited: Instant | None = None
    mine: bool = False
    pending: bool = False
