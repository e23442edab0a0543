"""What a lookup would cost, said before it is made. Pure."""

from datetime import datetime

from tui.model.enrich.spending import Prices, Purchase
from tui.model.finding import Finding, Quote


def quote(
    what: Purchase,
    prices: Prices,
    known: Finding | None,
    credits_left: int | None,
    lost_at: datetime | None = None,
) -> Quote:
    """The price of looking somebody up; nothing when the answer is ``known``."""
    if known is not None:
        return Quote(low=0, high=0, credits_left=credits_left, cached_at=known.fetched_at)
    low, high = prices.of(what)
    return Quote(low=low, high=high, credits_left=credits_left, lost_at=lost_at)
