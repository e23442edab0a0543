"""Firing: a trigger's report about an event, which is one JSON object per line of ``cardscout watch``."""

from typing import Any, Self

from tui.model.event import Event
from tui.model.values.fields import field
from tui.model.values.record import Value
from tui.model.values.scalars import Instant, Json
from tui.triggers.trigger import Trigger

_PARTS = ("label", "checklist", "checkItem", "attachment", "notification", "customField", "organization")


class Firing(Value):
    """One event, as the trigger that it fired reports it.

    Attributes:
        trigger: The trigger's name: ``Card Moved``.
        id: Unique among the firings of the trigger; the same each time the event is reported.
        at: When it happened, by the service's clock; for a due date's reminder, its planned time.
        account: The account it happened in.
        activity: The type of the action (``updateCard`` …), ``cardDue`` or ``notification``.
        board: The board: ``id``, ``name``, ``shortLink``; null if there is none.
        card: The current card, with all known fields; null if there is none.
        list: The card's list: ``id`` and, if known, ``name``; for a moved card its new list.
        list_before: The list a moved card left; null for any other event.
        member: Who did it: ``id`` and ``name``; null if unknown.
        old: The fields that changed, with their previous values; null if nothing changed.
        text: The text of a comment.
        about: The other parts that the event names: ``label``, ``checklist``, ``checkItem``, ``attachment``,
            ``notification``, ``member`` (who joined the card) …
        source: ``webhook``, ``poll`` or ``local``.
    """

    trigger: str
    id: str
    at: Instant
    account: str
    activity: str
    board: Json | None = None
    card: Json | None = None
    list: Json | None = None
    list_before: Json | None = None
    member: Json | None = None
    old: Json | None = None
    text: str | None = None
    about: Json = field(default_factory=dict)
    source: str = "poll"

    @classmethod
    def of(cls, trigger: Trigger, event: Event, *, account: str, card: Json | None = None) -> Self:
        """Return the report of ``trigger`` about ``event``; ``card`` is the current card, if known."""
        text = event.data.get("text")
        is_comment = isinstance(text, str) and "value" not in event.data
        return cls(
            trigger=trigger.name,
            id=trigger.key(event),
            at=event.at,
            account=account,
            activity=event.type,
            board=_part(event, "board"),
            card=_merged(_part(event, "card"), card),
            list=_part(event, "listAfter") or _part(event, "list"),
            list_before=_part(event, "listBefore"),
            member=dict(event.member) or None,
            old=_part(event, "old"),
            text=text if is_comment else None,
            about=_about(event),
            source=event.source,
        )


def _part(event: Event, noun: str) -> Json | None:
    return dict(event.part(noun)) or None


def _merged(told: Json | None, card: Json | None) -> Json | None:
    if told is None or card is None:
        return told
    return {**told, **card}


def _about(event: Event) -> dict[str, Any]:
    parts = {noun: dict(event.part(noun)) for noun in _PARTS if event.part(noun)}
    joined = event.part("member")
    return parts | ({"member": dict(joined)} if joined else {})
