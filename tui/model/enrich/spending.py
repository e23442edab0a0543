"""Spending on lookups: prices, limits, and records of what was spent."""

from datetime import datetime
from typing import Literal, get_args

from tui.model.values.fields import Frozen

Wanted = Literal["email", "phone"]
"""A field for which services are asked, one after another, until it is found."""

WANTED: tuple[Wanted, ...] = get_args(Wanted)

Purchase = Literal["person", "company", "search"]
"""Things that credits are paid for."""


class Prices(Frozen):
    """Minimum and maximum credits of each kind of request; misses and repeats are free.

    Attributes:
        person: For a person; less without contact values.
        search: For each 25 hits of a people search, or fewer.
    """

    person: tuple[int, int] = (1, 2)
    company: tuple[int, int] = (1, 1)
    search: tuple[int, int] = (0, 0)

    def of(self, what: Purchase) -> tuple[int, int]:
        """Return the price of ``what``."""
        return {"person": self.person, "company": self.company, "search": self.search}[what]

    @property
    def highest(self) -> int:
        """The maximum credits of any request."""
        return max(self.person[1], self.company[1], self.search[1])


class Caps(Frozen):
    """Spending limits; None for no limit.

    Attributes:
        run: Credits of one bulk run, or of one lookup outside a run.
        month: Credits of one calendar month, in UTC.
    """

    run: int | None = None
    month: int | None = None


class Reserve(Frozen):
    """A request that was not answered, and counts as spent until its cost is known.

    Attributes:
        high: Maximum credits that it may have cost.
    """

    at: datetime
    provider: str
    key: str
    high: int


class Spend(Frozen):
    """The record of one answered lookup or search.

    Attributes:
        key: Key of the request (Subject.key, or ``search:…``).
        run: Id of its bulk run, or "".
    """

    at: datetime
    key: str
    provider: str
    cost: int
    request_id: str
    run: str = ""
