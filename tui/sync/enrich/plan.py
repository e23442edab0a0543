"""The planning of a bulk run: its items, and their possible cost; no request is made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from tui.model.enrich.bulk import OPEN, BulkItem, BulkRun, ItemState, Scope
from tui.model.finding import Quote
from tui.model.values.scalars import new_local_id
from tui.sync.enrich.askable import is_askable, is_named, services_able, stored_answer, unasked
from tui.sync.enrich.price import price_of, priced, searches_of, services_of
from tui.sync.subjects import subjects_on

if TYPE_CHECKING:
    from tui.model.finding import Finding
    from tui.model.subject import Subject
    from tui.store.store import Store
    from tui.sync.enrich.askable import Asking

_NOBODY = "The card names nobody that can be looked up."
_IN_COMMENTS = "Only comments name somebody: they are looked up where that is asked for."


def planned(
    store: Store,
    card_ids: Sequence[str],
    asking: Asking,
    now: datetime,
    *,
    scope: Scope,
    attach: bool,
    again: bool = False,
) -> tuple[BulkRun, list[BulkItem]]:
    """Plan a run and its items, in the order of the cards; a repeated card counts once.

    Subjects whose last lookup was a miss are included only with ``again``.
    """
    cards, stale_before = list(dict.fromkeys(card_ids)), now if again else None
    items = list(_items(store, cards, scope, asking, stale_before))
    cost = price(store, (item.subject for item in items if item.state in OPEN), asking, stale_before)
    run = BulkRun(
        id=new_local_id().replace("new-", "run-"),
        state="planned",
        made_at=now,
        cards=len(cards),
        low=cost.low,
        high=cost.high,
        attach=attach,
        again=again,
        services=cost.services,
    )
    return run, items


def planned_rest(run: BulkRun) -> Quote:
    """Return the price of what is left of a run, as it was planned."""
    low, high = (max(0, end - run.spent) for end in (run.low, run.high))
    return Quote(low=low, high=high, services=run.services)


def price(
    store: Store,
    subjects: Iterable[Subject | None],
    asking: Asking,
    stale_before: datetime | None = None,
) -> Quote:
    """Return the price of finding all ``subjects``; each is paid for once."""
    low, high, services = 0, 0, set[str]()
    for subject in asked(store, subjects, asking, stale_before):
        steps = unasked(store, subject, asking) or services_able(subject, asking) or [asking]
        if stale_before is None or stored_answer(store, subject, asking) is None:
            steps = priced(store, subject, steps)
        least, most = price_of(steps, subject, every=bool(asking.wanted))
        low, high = low + least, high + most + searches_of(steps, subject)
        services |= services_of(steps)
    return Quote(low=low, high=high, services=frozenset(services))


def asked(
    store: Store,
    subjects: Iterable[Subject | None],
    asking: Asking,
    stale_before: datetime | None = None,
) -> Iterator[Subject]:
    """Yield, without duplicates, the ``subjects`` to be requested: those without a stored answer.

    A miss from before ``stale_before`` does not count as an answer.
    """
    seen: set[tuple[str, str]] = set()
    for subject in subjects:
        if subject is None or (key := (subject.type, subject.key)) in seen:
            continue
        seen.add(key)
        known = stored_answer(store, subject, asking)
        if known is None or is_stale_miss(known, stale_before):
            yield subject


def is_stale_miss(known: Finding, stale_before: datetime | None) -> bool:
    """Return whether a stored answer is a miss and older than ``stale_before``."""
    missed = not known.matched and not known.withheld
    return missed and stale_before is not None and known.fetched_at < stale_before


def _items(
    store: Store, cards: Sequence[str], scope: Scope, asking: Asking, stale_before: datetime | None
) -> Iterator[BulkItem]:
    place = 0
    for card_id in cards:
        named = subjects_on(store, card_id)
        for subject in (picked := chosen(named, scope, asking)):
            state, why = _state(store, subject, asking, stale_before)
            yield BulkItem(place, card_id, subject, state, why=why)
            place += 1
        if not picked:
            why = _IN_COMMENTS if chosen(named, "comments", asking) else _NOBODY
            yield BulkItem(place, card_id, None, "nothing", why=why)
            place += 1


def _state(
    store: Store, subject: Subject, asking: Asking, stale_before: datetime | None
) -> tuple[ItemState, str]:
    """Return the state of a planned item, and why it is not looked up; "" if it is."""
    if (entry := store.enrichment.suppression.covers(subject)) is not None:
        return "suppressed", f"{entry.text} opted out."
    known = stored_answer(store, subject, asking)
    if known is None or known.matched or known.withheld or is_stale_miss(known, stale_before):
        return "waiting", ""
    return "miss", missed_words(known)


def missed_words(known: Finding) -> str:
    """Return the text that nobody was found, with the date of that lookup."""
    return f"nobody, asked on {known.fetched_at.astimezone():%Y-%m-%d}"


def chosen(subjects: Sequence[Subject], scope: Scope, asking: Asking) -> list[Subject]:
    """Choose which of a card's subjects a run looks up: those with usable identifiers before mere names."""
    if scope != "comments":
        subjects = [one for one in subjects if one.on_card]
    found = [one for one in subjects if is_askable(one, asking) or is_named(one, asking)]
    # Sorting is stable, so of those with identifiers, or else of the names, the first on the card is chosen.
    return found if scope != "first" else sorted(found, key=lambda one: not is_askable(one, asking))[:1]
