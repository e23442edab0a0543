"""Events: what happened at the board service, in the single form that triggers examine."""

from collections.abc import Iterator
from typing import Any, Literal, Self

from tui.model.action import Action
from tui.model.notification import Notification
from tui.model.values.fields import field
from tui.model.values.record import Value
from tui.model.values.scalars import Instant, Json, part_of

CARD_DUE = "cardDue"
"""Type of an event without an action: a card's due date is near, or has come."""

NOTIFICATION = "notification"
"""Type of an event for a notification of the account."""

_SUBJECT = ("card", "label", "checklist", "checkItem", "action", "member")

Source = Literal["webhook", "poll", "local"]
"""How an event became known: by the service's call, by our poll, or from the server in this process."""


class Event(Value):
    """One thing that happened at the service, however it became known.

    Attributes:
        id: The action's or notification's id. A change found by comparing two states, or a due date, has a
            text that is the same on every machine.
        type: An action's type (``createCard``, ``addLabelToCard`` …), ``CARD_DUE`` or ``NOTIFICATION``.
        at: When it happened, by the service's clock; for a due date's reminder, its planned time.
        data: The parts it concerns, as in an action's data (docs/reference/board.md, 7.2).
        member: Who did it: ``id`` and ``name``; empty if unknown.
        since: For a change found by comparing two states: the time of the first state. It happened between
            then and ``at``.
    """

    id: str
    type: str
    at: Instant
    since: Instant | None = None
    data: Json = field(default_factory=dict)
    member: Json = field(default_factory=dict)
    source: str = "poll"

    @classmethod
    def of_action(cls, action: Action, source: Source) -> Self:
        """Return the event for ``action``."""
        ident = action.author_id
        member = {"id": ident, "name": action.author} if ident else {}
        return cls(
            id=action.id, type=action.type, at=action.date, data=action.data, member=member, source=source
        )

    @classmethod
    def of_notification(cls, notification: Notification, source: Source) -> Self:
        """Return the event for a notification."""
        told = {"id": notification.id, "type": notification.type, "unread": notification.unread}
        ident = notification.id_member_creator
        return cls(
            id=notification.id,
            type=NOTIFICATION,
            at=notification.date,
            data={**notification.data, "notification": told},
            member={"id": ident, "name": notification.author} if ident else {},
            source=source,
        )

    @classmethod
    def of_due(cls, card: Json, at: Instant, *, before: int, board: Json, source: Source) -> Self:
        """Return the reminder that ``card`` is due in ``before`` minutes; ``at`` is the moment of the reminder."""
        named = {name: value for name, value in card.items() if name != "idList"}
        return cls(
            id=f"due:{card['id']}:{card['due']}:{before}",
            type=CARD_DUE,
            at=at,
            data={"card": named, "list": {"id": card["idList"]}, "board": board, "before": before},
            source=source,
        )

    @property
    def subject(self) -> str:
        """A text for what changed, which is equal for a reported change and the same one found by comparing."""
        return ":".join([self.type, *(self.ident(noun) for noun in _SUBJECT)])

    def part(self, noun: str) -> Json:
        """Return the part ``noun`` of the data, such as ``card`` or ``list``; {} if there is none."""
        return part_of(self.data, noun)

    def ident(self, noun: str) -> str:
        """Return the id of that part, or ""."""
        ident = self.part(noun).get("id")
        return ident if isinstance(ident, str) else ""

    @property
    def lists(self) -> frozenset[str]:
        """The lists it concerns: the card's, and for a move both."""
        return frozenset(filter(None, map(self.ident, ("list", "listBefore", "listAfter"))))

    @property
    def changed(self) -> frozenset[str]:
        """The wire names of the fields it changed."""
        return frozenset(self.part("old"))

    def old_and_new(self, noun: str) -> Iterator[tuple[str, Any, Any]]:
        """Yield each changed field of ``noun`` with its value before and after."""
        for name, before in self.part("old").items():
            yield name, before, self.part(noun).get(name)
