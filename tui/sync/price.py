"""What a lookup would cost, said before it is made. Pure."""

from types import MappingProxyType

from tui.model.finding import Finding, Quote
from tui.model.subject import Subject

PRICES = MappingProxyType({"person": (1, 2), "company": (1, 1)})
"""Credits at least and at most, by what is looked up. A miss costs nothing, and so does a repeat."""


def quote(subject: Subject, known: Finding | None, credits_left: int | None) -> Quote:
    """The price of looking ``subject`` up; nothing when the answer is ``known``."""
    if known is not None:
        return Quote(low=0, high=0, credits_left=credits_left, cached_at=known.fetched_at)
    low, high = PRICES[subject.type]
    return Quote(low=low, high=high, credits_left=credits_left)
