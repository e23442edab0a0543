"""Events: what happened at the board service, in the one form that triggers look at."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, Self

from tui.model.action import Action
from tui.model.notification import Notification
from tui.model.values.fields import field
from tui.model.values.json_values import Json
from tui.model.values.moments import Instant
from tui.model.values.record import Value

CARD_DUE = "cardDue"
"""Type of an event that no action tells: a card's due date comes near, or is reached."""

NOTIFICATION = "notification"
"""Type of an event that is an entry of the account's inbox."""

_SUBJECT = ("card", "label", "checklist", "checkItem", "action", "member")

Source = Literal["webhook", "poll", "local"]
"""How an event became known: the service called us, we asked it, or it happened on the server in this process."""


class Event(Value):
    """One thing that happened, whichever way it became known.

    Attributes:
        id: The action's or notification's id; of a change found by comparing two readings, or of a due date, a text
            that is the same whoever finds it.
        type: An action's type (``createCard``, ``addLabelToCard`` …), ``CARD_DUE`` or ``NOTIFICATION``.
        at: When it happened, by the service's clock; a due date's reminder, when it was to be given.
        data: The parts it is about, as an action's data has them (docs/reference/board.md, 7.2).
        member: Who did it: ``id`` and ``name``; empty where nobody is known.
        since: Of a change that was found by comparing two readings: when the first was made. It happened between that
            moment and ``at``.
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
        """Return the event that ``action`` is."""
        who = action.member_creator
        name = (who.full_name or who.username) if who is not None else ""
        ident = action.id_member_creator or (who.id if who is not None else "")
        member = {"id": ident, "name": name} if ident else {}
        return cls(
            id=action.id, type=action.type, at=action.date, data=action.data, member=member, source=source
        )

    @classmethod
    def of_notification(cls, notification: Notification, source: Source) -> Self:
        """Return the event that an entry of the inbox is."""
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
        """What it is about, as a text: the same for a change that is told and for the same one found by comparing."""
        return ":".join([self.type, *(self.ident(noun) for noun in _SUBJECT)])

    def part(self, noun: str) -> Mapping[str, Any]:
        """Return the part ``noun`` of the data, such as ``card`` or ``list``; empty when there is none."""
        part = self.data.get(noun)
        return part if isinstance(part, dict) else {}

    def ident(self, noun: str) -> str:
        """Return the id of that part, or ""."""
        ident = self.part(noun).get("id")
        return ident if isinstance(ident, str) else ""

    @property
    def lists(self) -> frozenset[str]:
        """The lists it concerns: the card's, and of a move both."""
        return frozenset(filter(None, map(self.ident, ("list", "listBefore", "listAfter"))))

    @property
    def changed(self) -> frozenset[str]:
        """The wire names of the fields it changed."""
        return frozenset(self.part("old"))

    def old_and_new(self, noun: str) -> Iterator[tuple[str, Any, Any]]:
        """Yield each changed field of ``noun`` with its value before and after."""
        for name, before in self.part("old").items():
            yield name, before, self.part(noun).get(name)
