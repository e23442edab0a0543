"""Sightings: the subjects of a card with what is known of them, and the words for what a lookup costs."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tui.app.enrich.signs import ASKABLE, BARRED, FOUND, MISSED, TROUBLE, UNSURE, WORKING, Sign
from tui.presentation.facts import spent
from tui.presentation.safe_text import safe_line
from tui.presentation.when import ago, day

if TYPE_CHECKING:
    from tui.errors import CardscoutError
    from tui.model.enrich.spending import Caps
    from tui.model.enrich.suppression import Suppressed
    from tui.model.finding import Finding, Quote
    from tui.model.person import Person
    from tui.model.subject import Subject


@dataclass(frozen=True, slots=True)
class Sighting:
    """A subject, and what is known of it here.

    Attributes:
        quote: What looking it up would cost.
        finding: What was found before, if anything was looked up.
        attached: Whether the card has it as a comment.
        typed: Whether the user typed it in, so that it stands nowhere on the card.
        busy: Whether it is being looked up now.
        trouble: Why the last lookup failed.
        wait: Seconds until the service may be asked again; 0 for at once.
        candidates: People of the name, one of whom it may be: the user picks.
        barred: Why it is not looked up, for somebody who opted out; else "".
        bought: Whether the answer was asked for just now, on this page; otherwise it was remembered.
        again: What it would cost to ask anew for what is here; None when nothing is.
    """

    subject: Subject
    quote: Quote
    finding: Finding | None = None
    attached: bool = False
    typed: bool = False
    busy: bool = False
    trouble: CardscoutError | None = None
    wait: int = 0
    candidates: tuple[Person, ...] = ()
    barred: str = ""
    bought: bool = False
    again: Quote | None = None

    @property
    def found(self) -> Finding | None:
        """What was found, when it was somebody."""
        return self.finding if self.finding is not None and self.finding.matched else None

    @property
    def lost_at(self) -> datetime | None:
        """When it was asked for and no answer came, though it may have been charged."""
        return self.quote.lost_at if self.finding is None else None

    @property
    def sign(self) -> Sign:
        """How far it is."""
        if self.barred:
            return BARRED
        if self.busy:
            return WORKING
        if self.trouble is not None or self.lost_at is not None:
            return TROUBLE
        if self.candidates:
            return UNSURE
        if self.finding is None:
            return ASKABLE
        return FOUND if self.finding.matched else MISSED


@dataclass(frozen=True, slots=True)
class Sightings:
    """All that the panel shows of a card.

    Attributes:
        now: What "3 days ago" counts from.
        card_id: The card, or "" when there is none under the cursor.
        card: Its title.
        quotes: What looking up a company would cost that a person's record names, by its domain.
        budget: What was spent of this month's cap, in words; "" without one.
    """

    now: datetime
    card_id: str = ""
    card: str = ""
    sightings: tuple[Sighting, ...] = ()
    quotes: dict[str, Quote] = field(default_factory=dict)
    budget: str = ""


NOTHING = Sightings(datetime(1970, 1, 1, tzinfo=UTC))
"""No card under the cursor."""


def price(sighting: Sighting, now: datetime) -> str:
    """What ``enter`` would cost, said before it is pressed."""
    quote = sighting.quote
    if sighting.barred:
        return "nothing is asked and nothing is paid"
    if sighting.busy:
        return "one moment: you can go on working"
    if sighting.wait:
        return f"enter again in {sighting.wait} s · {left(quote)}"
    if sighting.candidates:
        return f"{credits_of(quote)} for the one you pick · {left(quote)}"
    if quote.refused:
        return safe_line(quote.refused)
    return _known(sighting, now) or cost(quote, now)


def _known(sighting: Sighting, now: datetime) -> str:
    """What there is to pay for an answer that is here; "" when there is none."""
    quote = sighting.quote
    if sighting.found is not None and quote.cached_at is None:
        return f"known from {safe_line(sighting.found.provider)} · r asks here too, {credits_of(quote)} · {left(quote)}"
    if quote.cached_at is None or sighting.finding is None:
        return ""
    if not sighting.finding.matched:
        return f"asked {ago(quote.cached_at, now)} · a miss is free · {left(quote)}"
    if sighting.again is not None and sighting.finding.is_stale(now):
        return (
            f"looked up {ago(quote.cached_at, now)}, old by now · r asks anew, {credits_of(sighting.again)}"
        )
    return f"remembered: nothing more to pay · {left(quote)}"


def cost(quote: Quote, now: datetime) -> str:
    """A quote in words, with the key that takes it."""
    if quote.cached_at is not None and quote.high == 0:
        return f"looked up {ago(quote.cached_at, now)} · free · enter"
    return f"{credits_of(quote)} · {left(quote)} · enter"


def opted_out(entry: Suppressed | None, now: datetime) -> str:
    """Why somebody is not looked up, from the list of those who opted out."""
    if entry is None:
        return "Opted out: what was found is not kept and not shown."
    on = f" on {day(entry.at, now)}" if entry.at is not None else ""
    why = f" Reason: {entry.why}" if entry.why else ""
    return f"Opted out{on} ({entry.text}): not looked up, shown or exported.{why}"


def budget(caps: Caps, month: int) -> str:
    """How much of this month's cap is spent; "" without a cap."""
    return "" if caps.month is None else f"this month {month:,} of {caps.month:,} credits"


def credits_of(quote: Quote) -> str:
    """``free``, ``1 credit``, ``1–2 credits``."""
    low, high = quote.low, quote.high
    return spent(high) if low == high else f"{low}–{high} credits"


def left(quote: Quote) -> str:
    """The balance in words."""
    return "balance not known yet" if quote.credits_left is None else f"{quote.credits_left:,} left"
