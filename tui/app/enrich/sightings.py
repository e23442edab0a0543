"""Sightings: the subjects of a card with their stored findings, the signs of their states, and texts for lookup prices."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tui.presentation.facts import price_range
from tui.presentation.safe_text import safe_line
from tui.presentation.timestamps import ago, day

if TYPE_CHECKING:
    from tui.errors import CardscoutError
    from tui.model.enrich.differences import Difference
    from tui.model.enrich.people import Candidate, PeoplePage
    from tui.model.enrich.spending import Caps
    from tui.model.enrich.suppression import Suppressed
    from tui.model.finding import Finding, Quote, QuoteStep
    from tui.model.search import Hit
    from tui.model.subject import Subject


@dataclass(frozen=True, slots=True)
class Sign:
    """The appearance of a state.

    Attributes:
        mark: A character of one cell.
        token: The name of the theme's colour.
    """

    mark: str
    word: str
    token: str


ASKABLE = Sign("○", "not looked up yet", "$ink-quiet")
WORKING = Sign("⟳", "looking it up", "$soon")
FOUND = Sign("●", "found", "$found")
MISSED = Sign("–", "no match", "$ink-quiet")
TROUBLE = Sign("!", "failed", "$late")
UNSURE = Sign("?", "several fit", "$soon")
BARRED = Sign("⊘", "opted out", "$late")


@dataclass(frozen=True, slots=True)
class Sighting:
    """A subject, and the stored facts about it.

    Attributes:
        quote: The price of looking the subject up.
        finding: The stored result of an earlier lookup, or None.
        attached: Whether the card has the finding as a comment.
        added: How the user added a subject that is not on the card: ``typed in``, or ``chosen``; else "".
        trouble: The error of the last lookup, or None.
        wait: Seconds until the service may be asked again; 0 for at once.
        candidates: People or companies that fit the name, among which the user picks one.
        barred: For somebody who opted out, why they are not looked up; else "".
        bought: Whether the answer was requested just now, on this page; False if it was stored.
        again: The price of a new lookup of a stored finding; None if nothing is stored.
        staff: The people of the company, once they were searched for.
        no_staff: Why the service cannot be searched for them, as a sentence; "" if it can.
        also: Other cards that name the subject.
        differences: The fields in which services disagree about the subject.
    """

    subject: Subject
    quote: Quote
    finding: Finding | None = None
    attached: bool = False
    added: str = ""
    busy: bool = False
    trouble: CardscoutError | None = None
    wait: int = 0
    candidates: tuple[Candidate, ...] = ()
    barred: str = ""
    bought: bool = False
    again: Quote | None = None
    staff: PeoplePage | None = None
    no_staff: str = ""
    also: tuple[Hit, ...] = ()
    differences: tuple[Difference, ...] = ()

    @property
    def found(self) -> Finding | None:
        """The finding if it matched, else None; None also while it is asked who is meant."""
        finding = None if self.candidates else self.finding
        return finding if finding is not None and finding.matched else None

    @property
    def is_answered(self) -> bool:
        """Whether the last lookup has ended, by a match, a miss or an error; not while it is asked who is meant."""
        return not (self.busy or self.candidates) and (self.finding is not None or self.trouble is not None)

    @property
    def lost_at(self) -> datetime | None:
        """When a request got no answer, though it may have been charged; None if there is none."""
        return self.quote.lost_at if self.finding is None else None

    @property
    def sign(self) -> Sign:
        """The sign of the lookup's state."""
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
    """Everything that the panel shows for a card.

    Attributes:
        now: The current time, from which "3 days ago" counts.
        card_id: The card's id, or "" if there is no card under the cursor.
        quotes: The price of looking up a company that a person's record names, by domain.
        budget: The part of this month's cap that was spent, in words; "" without a cap.
    """

    now: datetime
    card_id: str = ""
    card: str = ""
    sightings: tuple[Sighting, ...] = ()
    quotes: dict[str, Quote] = field(default_factory=dict)
    budget: str = ""


NOTHING = Sightings(datetime(1970, 1, 1, tzinfo=UTC))
"""The value for no card under the cursor."""


def price(sighting: Sighting, now: datetime) -> str:
    """Return the price of pressing ``enter``."""
    quote = sighting.quote
    if sighting.barred:
        return _barred_price(sighting)
    if sighting.busy:
        return "one moment: you can go on working"
    if sighting.wait:
        return f"enter again in {sighting.wait} s · {balance_words(quote)}"
    if sighting.candidates:
        # What is stored may be about another one than the one that is picked.
        dear = sighting.again or quote
        picked = dear.replace(high=dear.high - dear.search, search=0)
        return f"{credits_of(picked)} for the one you pick · {balance_words(quote)}"
    if quote.refused:
        return safe_line(quote.refused)
    return _stored_price(sighting, now) or cost(quote, now)


def _barred_price(sighting: Sighting) -> str:
    """Return what was paid for somebody who opted out: nothing, unless there was an answer."""
    finding = sighting.finding
    if finding is None or not finding.withheld or not finding.cost:
        return "nothing is asked and nothing is paid"
    paid = f"{price_range(finding.cost, finding.cost)} paid for the answer"
    left = f" · {balance_words(sighting.quote)}" if sighting.bought else ""
    return f"{paid} · nothing more is asked{left}"


def candidate_price(candidate: Candidate) -> str:
    """Return the price and the service of a company that the user may pick; "" for a person."""
    step = getattr(candidate, "step", None)
    return "" if step is None else f"{safe_line(step.service)} {step_price(step)} for this one · enter"


def _stored_price(sighting: Sighting, now: datetime) -> str:
    """Return the price text for a stored answer; "" if there is none."""
    quote = sighting.quote
    if sighting.found is not None and quote.cached_at is None:
        return f"known from {safe_line(sighting.found.provider)} · r asks here too, {credits_of(quote)} · {balance_words(quote)}"
    if quote.cached_at is None or sighting.finding is None:
        return ""
    if not sighting.finding.matched:
        price = f"{credits_of(sighting.again)} anew, " if sighting.again is not None else ""
        return f"asked {ago(quote.cached_at, now)} · {price}a miss is free · {balance_words(quote)}"
    if sighting.again is not None and sighting.finding.is_stale(now):
        return (
            f"looked up {ago(quote.cached_at, now)}, old by now · r asks anew, {credits_of(sighting.again)}"
        )
    return f"remembered: nothing more to pay · {balance_words(quote)}"


def cost(quote: Quote, now: datetime) -> str:
    """Return a quote in words, with the key that accepts it."""
    if quote.cached_at is not None and quote.high == 0:
        return f"looked up {ago(quote.cached_at, now)} · free · enter"
    return f"{credits_of(quote)} · {balance_words(quote)} · enter"


def opted_out(entry: Suppressed | None, now: datetime, *, asked: bool = False) -> str:
    """Return why somebody is not looked up, or not shown if it was ``asked``, by their entry in the list of opt-outs."""
    if entry is None:
        return "Opted out: what was found is not kept and not shown."
    on = f" on {day(entry.at, now)}" if entry.at is not None else ""
    what = "what was found is not kept" if asked else "not looked up"
    why = f" Reason: {entry.why}" if entry.why else ""
    return f"Opted out{on} ({entry.text}): {what}, shown or exported.{why}"


def budget(caps: Caps, month: int) -> str:
    """Return how much of this month's cap is spent; "" without a cap."""
    return "" if caps.month is None else f"this month {month:,} of {caps.month:,} credits"


def credits_of(quote: Quote) -> str:
    """Return the price of a quote: ``free``, ``1–2 credits``; of several services ``NZBN free, then Hunter 1 credit``."""
    if quote.steps:
        return ", then ".join(f"{safe_line(step.service)} {step_price(step)}" for step in quote.steps)
    search = f", up to {quote.search:,} of them to find the name" if quote.search else ""
    return f"{price_range(quote.low, quote.high)}{search}"


def step_price(step: QuoteStep) -> str:
    """Return the price at one of several services: ``free``, ``1 credit``, ``1–2 credits``."""
    return price_range(step.low, step.high)


def balance_words(quote: Quote) -> str:
    """Return the balance in words."""
    return "balance not known yet" if quote.credits_left is None else f"{quote.credits_left:,} left"
