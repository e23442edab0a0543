"""Sightings: the subjects of a card with what is known of them, and the words for what a lookup costs and how it failed."""

from dataclasses import dataclass, field
from datetime import UTC, datetime

from tui.app.finding_facts import spent
from tui.app.safe_text import safe_text
from tui.app.when import ago
from tui.errors import CardscoutError, OutOfCredits, RateLimited, ServerFault, Unauthorized, Unreachable
from tui.model.finding import Finding, Quote
from tui.model.subject import Subject


@dataclass(frozen=True, slots=True)
class Sighting:
    """A subject, and what is known of it here.

    Attributes:
        quote: What looking it up would cost.
        finding: What was found before, if anything was looked up.
        attached: Whether the card has it as a comment.
        typed: Whether the user typed it in, so that it stands nowhere on the card.
    """

    subject: Subject
    quote: Quote
    finding: Finding | None = None
    attached: bool = False
    typed: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """All that the panel shows of a card.

    Attributes:
        now: What "3 days ago" counts from.
        card_id: The card, or "" when there is none under the cursor.
        card: Its title.
        busy: Keys of the subjects being looked up now.
        troubles: Why the last lookup of a subject failed, by its key.
        quotes: What looking up a company would cost that a person's record names, by its domain.
    """

    now: datetime
    card_id: str = ""
    card: str = ""
    sightings: tuple[Sighting, ...] = ()
    busy: frozenset[str] = frozenset()
    troubles: dict[str, CardscoutError] = field(default_factory=dict)
    quotes: dict[str, Quote] = field(default_factory=dict)


NOTHING = Named(datetime(1970, 1, 1, tzinfo=UTC))
"""No card under the cursor."""


def price(sighting: Sighting, named: Named) -> str:
    """What ``enter`` would cost, said before it is pressed."""
    quote = sighting.quote
    if sighting.subject.key in named.busy:
        return "One moment: you can go on working"
    if quote.cached_at is not None and sighting.finding is not None:
        known = ago(quote.cached_at, named.now)
        if not sighting.finding.matched:
            return f"asked {known} · a miss is free · {_left(quote)} · enter"
        return f"remembered: nothing more to pay · {_left(quote)}"
    return cost(quote, named)


def cost(quote: Quote, named: Named) -> str:
    """A quote in words, with the key that takes it."""
    if quote.cached_at is not None and quote.high == 0:
        return f"looked up {ago(quote.cached_at, named.now)} · free · enter"
    low, high = quote.low, quote.high
    credits_ = spent(high) if low == high else f"{low}–{high} credits"
    return f"{credits_} · {_left(quote)} · enter"


def _left(quote: Quote) -> str:
    return "balance not known yet" if quote.credits_left is None else f"{quote.credits_left:,} left"


def said(trouble: CardscoutError) -> str:
    """A failed lookup in words for whoever asked: what happened, that nothing is lost, and what to do."""
    match trouble:
        case OutOfCredits():
            return "No credits left for this. Nothing was spent; enter asks again once there are more."
        case RateLimited():
            return f"The service asks for a pause of {trouble.retry_after:.0f} s. Nothing was spent; press enter then."
        case Unreachable():
            return "Offline: the service was not reached. Nothing was spent; enter tries again."
        case ServerFault():
            return "The service has a fault of its own just now. Enter tries again."
        case Unauthorized():
            return "The service does not accept our key: cardscout accounts tells how to give another."
        case _:
            hint = f" {safe_text(trouble.hint)}" if trouble.hint else ""
            return f"{safe_text(str(trouble))}.{hint}".replace("..", ".")
