"""Spending on lookups and its caps, read and set here and enforced by the payments in the sync."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tui.services.part import WorkspacePart
from tui.store.db import until_written
from tui.store.enrich.caps import check_caps, set_caps

if TYPE_CHECKING:
    from tui.model.enrich.spending import Caps, Reserve, Spend


class Spending(WorkspacePart):
    """Credits, caps and the ledger: ``workspace.spending``."""

    def most_at(self, path: str) -> int:
        """Return the maximum credits for a call of any path of the service, according to its adapter."""
        return self._engine.prepare_asking().purchase_at(path)[1]

    def credits(self) -> int | None:
        """Return the last balance the service reported, or None if it never did."""
        return self._store.enrichment.ledger.balance()

    async def refresh_credits(self) -> int | None:
        """Request the balance from the enrichment service; None if the answer has none.

        Raises:
            RemoteError: The service did not answer.
        """
        return await asyncio.wrap_future(self._engine.work(lambda session: session.lookup.credits()))

    def caps(self) -> Caps:
        """Return the caps on spending."""
        return self._store.enrichment.ledger.caps()

    async def set_caps(self, caps: Caps) -> None:
        """Set the caps on spending, for every process of this account and from now on."""
        await until_written(self._store.write(lambda tx: set_caps(tx, caps)))

    def month(self) -> int:
        """Credits spent in this calendar month (UTC), including requests under way that may be charged."""
        return self._store.enrichment.ledger.month(self._store.now())

    def unsettled(self) -> int:
        """Credits that unanswered requests may have cost; the next balance settles them."""
        return self._store.enrichment.ledger.unsettled()[0]

    def reserves(self) -> list[Reserve]:
        """Return the requests that were not answered and count as spent, newest first."""
        return self._store.enrichment.ledger.reserves()

    def entries(self, limit: int = 100) -> list[Spend]:
        """Return the lookups and searches that were answered, newest first."""
        return self._store.enrichment.ledger.entries(limit)

    def spent(self, run: str = "") -> int:
        """Return the credits spent so far, by one run or by all."""
        return self._store.enrichment.ledger.spent(run=run)

    def of_run(self, run: str) -> int:
        """Return the credits spent by a run, including those that unanswered requests may have cost."""
        return self._store.enrichment.ledger.of_run(run)

    def check(self, high: int, run_spent: int = 0) -> None:
        """Check that the caps allow ``high`` credits; a lookup itself checks again when it is paid.

        Raises:
            SpendRefused: They could exceed a cap.
        """
        if high:
            check_caps(self.caps(), high, self.month(), run_spent)
