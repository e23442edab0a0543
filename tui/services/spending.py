"""What was spent on lookups, and how much may be. Payments in the sync hold to it; here it is read and set."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tui.services.part import WorkspacePart
from tui.store.db import written
from tui.store.enrich import ledger

if TYPE_CHECKING:
    from tui.model.enrich.spending import Caps, Prices, Spend
    from tui.model.finding import Quote


class Spending(WorkspacePart):
    """``workspace.spending``."""

    @property
    def prices(self) -> Prices:
        """What the enrichment service takes."""
        return self._engine.prices

    def credits(self) -> int | None:
        """The last balance the service told, or None when it never told one."""
        return self._store.ledger.balance()

    async def refresh_credits(self) -> int | None:
        """Ask the enrichment service for the balance; None when it does not say.

        Raises:
            RemoteError: The service did not answer.
        """
        return await asyncio.wrap_future(self._engine.credits())

    def caps(self) -> Caps:
        """How much may be spent."""
        return self._store.ledger.caps()

    async def set_caps(self, caps: Caps) -> None:
        """Say how much may be spent, for every process of this account and from now on."""
        await written(self._store.write(lambda tx: ledger.set_caps(tx, caps)))

    def month(self) -> int:
        """Credits spent in this calendar month (UTC), with what is under way and may be charged."""
        return self._store.ledger.month(self._store.now())

    def unsettled(self) -> int:
        """Credits that requests may have taken to which no answer came; the balance tells, once it is heard."""
        return self._store.ledger.unsettled()[0]

    def entries(self, limit: int = 100) -> list[Spend]:
        """The lookups and searches that were answered, newest first."""
        return self._store.ledger.entries(limit)

    def spent(self) -> int:
        """Credits spent ever."""
        return self._store.ledger.spent()

    def check(self, quote: Quote, run_spent: int = 0) -> None:
        """See that what ``quote`` says may be spent; whoever asks is refused when it is to be paid all the same.

        Raises:
            SpendRefused: It could be more than a cap allows.
        """
        if quote.high:
            ledger.refuse(self.caps(), quote.high, self.month(), run_spent)
