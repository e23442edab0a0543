"""Enrichment: what a store has of lookups: findings and their cost, opt-outs, and runs over many cards."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tui.store.enrich.ledger import Ledger
from tui.store.enrich.settlement import record_balance

if TYPE_CHECKING:
    from concurrent.futures import Future
    from datetime import datetime

    from tui.clock import Clock
    from tui.store.db import Database
    from tui.store.enrich.bulk import Bulk
    from tui.store.enrich.findings import Findings
    from tui.store.enrich.suppression import Suppression


class Enrichment:
    """The findings of a store and their cost, the opt-outs, and the bulk runs.

    Attributes:
        ledger: ``spent(since) balance() entries(limit)``
    """

    def __init__(self, db: Database, clock: Clock) -> None:
        self._db = db
        self._clock = clock
        self.ledger = Ledger(db)

    @cached_property
    def bulk(self) -> Bulk:
        """The bulk runs over many cards."""
        from tui.store.enrich.bulk import Bulk

        return Bulk(self._db, self._clock)

    @cached_property
    def findings(self) -> Findings:
        """The stored findings on subjects: ``get(key, type) attached_comment(card_id, key)``."""
        from tui.store.enrich.findings import Findings

        return Findings(self._db)

    @cached_property
    def suppression(self) -> Suppression:
        """The list of people and companies that opted out."""
        from tui.store.enrich.suppression import Suppression

        return Suppression(self._db)

    def record_balance(
        self, credits_left: int, began: datetime | None = None, provider: str | None = None
    ) -> Future[None]:
        """Store the enrichment account's newly reported balance; ``began`` is when it was requested."""
        return self._db.write(lambda tx: record_balance(tx, credits_left, began, "", provider))
