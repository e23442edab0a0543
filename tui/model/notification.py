"""Notifications of an account, and webhooks."""

from typing import Any

from tui.model.member import Member
from tui.model.values.fields import field
from tui.model.values.record import Value
from tui.model.values.scalars import Instant, Json, part_of


class Notification(Value):
    """One entry of the account's inbox.

    Attributes:
        type: ``mentionedOnCard``, ``addedToCard``, ``cardDueSoon`` …; unknown types are kept.
        data: Shape by type: ``card``, ``board``, ``list``, ``text`` …
    """

    id: str
    type: str = ""
    date: Instant
    unread: bool = True
    date_read: Instant | None = None
    data: Json = field(default_factory=dict)
    id_member_creator: str | None = None
    member_creator: Member | None = None

    @property
    def author(self) -> str:
        """Name of the member who caused the notification, or ""."""
        return "" if self.member_creator is None else self.member_creator.display_name

    @property
    def text(self) -> str:
        """Text of the notification's comment, or ""."""
        return self._text(self.data.get("text"))

    @property
    def card_id(self) -> str | None:
        """Id of the notification's card, or None."""
        return self._text_of("card", "id") or None

    @property
    def card_name(self) -> str:
        """Name of the notification's card, or ""."""
        return self._text_of("card", "name")

    @property
    def card_due(self) -> str:
        """When the notification's card was due, or ""."""
        return self._text_of("card", "due")

    @property
    def board_id(self) -> str | None:
        """Id of the notification's board, or None."""
        return self._text_of("board", "id") or None

    @property
    def board_name(self) -> str:
        """Name of the notification's board, or ""."""
        return self._text_of("board", "name")

    def part(self, noun: str) -> Json:
        """Return the part ``noun`` of the data, such as ``card`` or ``list``; {} if there is none."""
        return part_of(self.data, noun)

    def _text_of(self, noun: str, field: str) -> str:
        return self._text(self.part(noun).get(field))

    @staticmethod
    def _text(value: Any) -> str:
        return value if isinstance(value, str) else ""


class Webhook(Value):
    """A subscription by which the service posts changes to an address.

    Attributes:
        id_model: The board, card or member whose changes are posted.
        active: Whether it still works; the service stops after failing for long.
    """

    id: str
    description: str = ""
    id_model: str = ""
    callback_url: str = field(default="", spelled="callbackURL")
    active: bool = True
    consecutive_failures: int = 0
