"""The price of a lookup, known before it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.model.finding import Quote
from tui.sync.enrich.askable import known_of, refusal

if TYPE_CHECKING:
    from tui.model.subject import Subject
    from tui.store.store import Store
    from tui.sync.enrich.askable import Asking


def quote(store: Store, subject: Subject, asking: Asking) -> Quote:
    """Return the price of looking ``subject`` up; nothing when its answer is stored."""
    left = store.ledger.balance()
    if (known := known_of(store, subject, asking)) is not None:
        return Quote(low=0, high=0, credits_left=left, cached_at=known.fetched_at)
    if why := refusal(subject, asking):
        return Quote(low=0, high=0, credits_left=left, refused=why)
    provider = store.findings.provider or ""
    _, lost_at = store.ledger.unsettled(provider, subject.type, subject.key)
    low, high = asking.prices.of(subject.type)
    safe = store.ledger.repeats_safely(provider)
    return Quote(low=low, high=high, credits_left=left, lost_at=None if safe else lost_at)
