"""Spending: what lookups cost, what was spent, and how much may be."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Literal

from tui.model.fields import Frozen

Purchase = Literal["person", "company", "search"]
"""What credits are paid for."""


class Prices(Frozen):
    """Credits at least and at most, by what is asked for. A miss costs nothing, and so does a repeat.

    Attributes:
        person: A person: less without contact values.
        company: A company.
        search: Each 25 hits of a search for people, or fewer.
    """

    person: tuple[int, int] = (1, 2)
    company: tuple[int, int] = (1, 1)
    search: tuple[int, int] = (0, 0)

    def of(self, what: Purchase) -> tuple[int, int]:
        """The price of one of them."""
        return {"person": self.person, "company": self.company, "search": self.search}[what]


USUAL: Mapping[str, Prices] = MappingProxyType({"platform": Prices(), "direct": Prices(person=(1, 1))})
"""By dialect, what is taken where nobody says otherwise.

The platform's contract says 1 to 2 for a person. At the company's own live API a whole profile, contact values
included, was measured at 1, and a miss, a repeat and a search at nothing: on one account, in August 2026
(docs/reference/enrichment.md, 1.6).
"""


class Caps(Frozen):
    """How much may be spent; None for as much as there is.

    Attributes:
        run: Credits of one run over many cards, or of one lookup that stands alone.
        month: Credits of one calendar month, in UTC.
    """

    run: int | None = None
    month: int | None = None


class Spend(Frozen):
    """One lookup or search that was answered.

    Attributes:
        key: What was asked for (Subject.key, or ``search:…``).
        cost: Credits.
        run: Id of the run it was part of, or "".
    """

    at: datetime
    key: str
    provider: str
    cost: int
    request_id: str
    run: str = ""
