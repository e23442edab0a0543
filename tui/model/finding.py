"""Finding: what a lookup of a subject brought, with its source, its date and its price."""

from datetime import datetime
from typing import Literal

from tui.model.base import Instant, Value
from tui.model.company import Company
from tui.model.person import Person

FRESH_DAYS = 90
"""Days after which an answer counts as old: people change their work. It is still shown, with its age."""


class Finding(Value):
    """The remembered answer to one lookup.

    No match is an answer too: ``person`` and ``company`` are then both None.

    Attributes:
        key: The subject's key it answers (Subject.key).
        type: ``person`` or ``company``.
        provider: Who said so, for the reader: ``local directory``, ``api.firmable.com`` …
        cost: Credits this lookup took; 0 for a miss or a repeat.
        credits_left: Balance the service told us with the answer, or None when it does not say.
        withheld: They opted out: what was found is not kept, and must not be shown.
    """

    key: str
    type: Literal["person", "company"]
    person: Person | None = None
    company: Company | None = None
    provider: str = ""
    fetched_at: Instant
    cost: int = 0
    credits_left: int | None = None
    request_id: str = ""
    withheld: bool = False

    @property
    def matched(self) -> bool:
        """Whether anybody was found."""
        return self.person is not None or self.company is not None

    def age_days(self, now: datetime) -> int:
        """Whole days since it was fetched."""
        return max(0, (now - self.fetched_at).days)

    def is_stale(self, now: datetime) -> bool:
        """Whether it is so old that it is worth asking again."""
        return self.age_days(now) >= FRESH_DAYS


class Quote(Value):
    """What a lookup would cost, said before it is made.

    Attributes:
        low: Credits at least; 0 when the answer is already here.
        high: Credits at most.
        credits_left: Last balance heard, or None when none was ever heard.
        cached_at: When the answer we already have was fetched, or None.
        lost_at: When it was asked for and no answer came, though it may have been charged; or None.
        refused: Why it cannot be looked up at all; "" when it can.
    """

    low: int
    high: int
    credits_left: int | None = None
    cached_at: Instant | None = None
    lost_at: Instant | None = None
    refused: str = ""
