"""The price of a lookup, known before it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.errors import PriceChanged
from tui.model.finding import FREE, Quote, QuoteStep
from tui.sync.enrich.askable import is_askable, is_known_there, refusal, services_able, stored_answer, unasked
from tui.sync.enrich.people import DEPTH, PAGE, WIDE, search_price

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from tui.model.enrich.people import PeopleQuery
    from tui.model.subject import Subject
    from tui.store.store import Store
    from tui.sync.enrich.askable import Asking, Type


def quote(store: Store, subject: Subject, asking: Asking, *, again: bool = False) -> Quote:
    """Return the price of looking ``subject`` up; it is zero if the answer is stored, unless ``again``."""
    steps = (
        services_able(subject, asking) if again else priced(store, subject, unasked(store, subject, asking))
    )
    paid = next((step for step in steps if step.prices.of(subject.type)[1]), asking)
    left = store.enrichment.ledger.balance(paid.provider)
    if not again and (known := stored_answer(store, subject, asking)) is not None:
        return Quote(low=0, high=0, credits_left=left, cached_at=known.fetched_at)
    if why := refusal(subject, asking):
        return Quote(low=0, high=0, credits_left=left, refused=why)
    low, high = price_of(steps, subject, every=bool(asking.wanted))
    several = [_priced_step(step, subject) for step in steps]
    searches = searches_of(steps, subject)
    return Quote(
        low=low,
        high=high + searches,
        credits_left=left,
        lost_at=_lost_at(store, subject, steps),
        steps=tuple(several) if len(several) > 1 else (),
        search=searches,
        services=services_of(steps),
    )


def priced(store: Store, subject: Subject, steps: Sequence[Asking]) -> list[Asking]:
    """Return services with the prices for a subject: who is found by a search and is known already costs only that."""
    return [
        step.replace(prices=step.prices.replace(person=(0, 0)))
        if is_known_there(store, subject, step)
        else step
        for step in steps
    ]


def search_quote(store: Store, query: PeopleQuery, asking: Asking, limit: int) -> Quote:
    """Return the price of a page of people, including a lookup of the company's id if necessary."""
    if why := asking.search_refusal(query.given):
        return FREE.replace(refused=why)
    low, high = asking.prices.search
    high *= -(-limit // 25)
    if asking.searches_by_id and query.company and not query.company_id:
        known = store.enrichment.findings.get(f"domain:{query.company}", "company")
        high += 0 if known is not None else asking.prices.company[1]
    return Quote(low=low, high=high, services=services_of([asking]))


def check_agreed(agreed: Quote | None, now: Quote) -> None:
    """Check that the price that the user has ``agreed`` to, if any was shown, still holds.

    Raises:
        PriceChanged: It is higher by now, or that of another service.
    """
    if agreed is not None and not agreed.covers(now):
        raise PriceChanged(
            "The price or the service is another one by now: nothing was asked.",
            hint="Asking again agrees to the price that is shown now.",
        )


def _priced_step(step: Asking, subject: Subject) -> QuoteStep:
    """Return a service with its price for ``subject``, including a search for its name."""
    one = step_of(step, subject.type)
    return one.replace(high=one.high + searches_of([step], subject))


def step_of(service: Asking, what: Type) -> QuoteStep:
    """Return a service with its price for a person or a company."""
    low, high = service.prices.of(what)
    return QuoteStep(service=name_of(service), low=low, high=high, name=service.name)


def name_of(service: Asking) -> str:
    """Return the name of a service for the user; "" while it is not known."""
    return service.provider or service.title


def services_of(steps: list[Asking]) -> frozenset[str]:
    """Return the names of the services that are known."""
    return frozenset(filter(None, map(name_of, steps)))


def price_of(steps: list[Asking], subject: Subject, *, every: bool = False) -> tuple[int, int]:
    """Return the minimum and maximum credits of a lookup at ``steps``.

    Args:
        steps: The services, in order.
        subject: The subject.
        every: Whether services after the first match may be asked, and paid, too.
    """
    ends = [step.prices.of(subject.type) for step in steps] or [(0, 0)]
    return min(low for low, _ in ends), (sum if every else max)(high for _, high in ends)


def searches_of(steps: list[Asking], subject: Subject) -> int:
    """Return the maximum credits of searches for a subject without an identifier."""
    return sum(_search_of(step, subject) for step in steps if not is_askable(subject, step))


def _search_of(step: Asking, subject: Subject) -> int:
    """Return the maximum credits of a search for a name; a company is on its first page."""
    if subject.type == "company":
        return search_price(step.prices, PAGE if step.finds_companies else WIDE)[1]
    return DEPTH * search_price(step.prices, WIDE)[1]


def _lost_at(store: Store, subject: Subject, steps: list[Asking]) -> datetime | None:
    """Return the time of an unanswered request to one of ``steps`` that may have been charged."""
    for step in steps:
        provider = step.provider if step.provider is not None else store.enrichment.findings.provider or ""
        _, lost_at = store.enrichment.ledger.unsettled(provider, subject.type, subject.key)
        if lost_at is not None and not store.enrichment.ledger.repeats_safely(provider):
            return lost_at
    return None
