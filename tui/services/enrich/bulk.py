"""Bulk runs, which look up the subjects of many cards: their price, progress, cancellation and results."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tui.errors import UsageError
from tui.services.export import run_csv
from tui.services.part import WritingPart
from tui.store.db import until_written
from tui.store.enrich import bulk as table
from tui.sync.enrich.askable import answer_to_show, is_known
from tui.sync.enrich.attach import attach
from tui.sync.enrich.plan import asked, planned, price

if TYPE_CHECKING:
    from datetime import datetime

    from tui.model.enrich.bulk import BulkItem, BulkRun, ItemState, Scope
    from tui.model.finding import Finding, Quote
    from tui.model.subject import Subject
    from tui.model.writes.comments import AddComment, UpdateComment


class Bulk(WritingPart):
    """Bulk runs over cards: ``workspace.bulk``."""

    async def plan(
        self, card_ids: Sequence[str], *, attach: bool = False, subjects: Scope = "first", again: bool = False
    ) -> BulkRun:
        """Store a planned run over the cards, with its subjects and its possible cost, without starting it.

        Args:
            card_ids: The cards, in the order of processing.
            attach: Put the results on the cards, as comments.
            subjects: Whether to look up only the first suitable subject of each card, all of them, or also
                those in its comments only.
            again: Include subjects whose last lookup was a miss.

        Raises:
            UsageError: There are no cards.
            StoreError: The run could not be stored.
        """
        if not card_ids:
            raise UsageError("There are no cards to look up.", hint="Select some, or name a list.")
        run, items = await asyncio.to_thread(
            planned,
            self._store,
            card_ids,
            self._engine.prepare_asking(),
            self._store.now(),
            scope=subjects,
            attach=attach,
            again=again,
        )
        await until_written(self._store.write(lambda tx: table.make(tx, run, items)))
        return self._run(run.id)

    async def start(self, run: str, agreed: Quote | None = None) -> BulkRun:
        """Start a run, or resume one that was paused, cancelled or killed; return once it is running.

        Args:
            run: The run.
            agreed: The price that the user has just agreed to for what is left of it; None if only the plan
                was shown.

        Raises:
            PriceChanged: It would cost more than planned, or ask another service; nothing was asked.
            SpendRefused: The run could cost more than the caps allow; nothing was asked.
            UsageError: There is no such run, or another Cardscout process works on it.
            RemoteError: The service cannot be reached.
        """
        await self._at_service(lambda session: session.bulk.start(run, agreed))
        return self._run(run)

    async def resume(self, run: str, *, failed: bool = False, agreed: Quote | None = None) -> BulkRun:
        """Resume a run; with ``failed``, failed and undecided items are retried.

        Args:
            run: The run.
            failed: Whether to retry them.
            agreed: As for ``start``.

        Raises:
            PriceChanged: It would cost more than planned, or ask another service; nothing was asked.
            SpendRefused: The rest could cost more than the caps allow; nothing was asked.
            UsageError: There is no such run, or another Cardscout process works on it.
        """
        if failed:
            await until_written(self._store.write(lambda tx: table.retry(tx, run)))
        return await self.start(run, agreed)

    async def price(self, run: str, *, failed: bool = False) -> Quote:
        """Return the price of the rest of a run, if every subject is found; with ``failed``, of failed items too."""
        asking, stale_before = self._engine.prepare_asking(), self._stale_before(run)
        subjects = self._open(run, failed=failed)
        return await asyncio.to_thread(lambda: price(self._store, subjects, asking, stale_before))

    async def asked(self, run: str, *, failed: bool = False) -> list[Subject]:
        """Return the subjects that the rest of a run requests, without duplicates; with ``failed``, the failed too."""
        asking, stale_before = self._engine.prepare_asking(), self._stale_before(run)
        subjects = self._open(run, failed=failed)
        return await asyncio.to_thread(lambda: list(asked(self._store, subjects, asking, stale_before)))

    def _stale_before(self, run: str) -> datetime | None:
        found = self.get(run)
        return None if found is None else found.stale_before

    def _open(self, run: str, *, failed: bool) -> Iterator[Subject | None]:
        return (item.subject for item in self._store.enrichment.bulk.open_items(run, failed=failed))

    async def cancel(self, run: str) -> BulkRun:
        """Cancel a run; lookups under way are finished, because they are paid for.

        Raises:
            UsageError: There is no such run.
        """
        await self._at_service(lambda session: session.bulk.cancel(run))
        return self._run(run)

    async def wait_finished(self, run: str) -> BulkRun:
        """Wait until no task of this process works on the run any more.

        Raises:
            UsageError: There is no such run.
        """
        await self._at_service(lambda session: session.bulk.finished(run))
        return self._run(run)

    async def attach(self, run: str) -> int:
        """Put a run's results on its cards in one batch of writes; a second call updates the comments.

        Deleted cards and people who opted out are skipped.

        Returns:
            How many cards got a new or changed comment.

        Raises:
            StoreError: The comments could not be written.
        """
        writes = await asyncio.to_thread(lambda: list(self._comments(run)))
        if writes:
            await self._submit(writes)
        return len({write.card_id for write in writes})

    def _comments(self, run: str) -> Iterator[AddComment | UpdateComment]:
        for item in self.items(run):
            found = self._allowed(item) if item.state in {"hit", "remembered"} else None
            if found is None or self._store.cards.get(item.card_id) is None:
                continue
            if (write := attach(self._store, item.card_id, found)) is not None:
                yield write

    async def drop(self, run: str) -> None:
        """Delete a run; its findings and what it cost are kept."""
        await self.cancel(run)
        await until_written(self._store.write(lambda tx: table.drop(tx, run)))

    def get(self, run: str) -> BulkRun | None:
        """Return the run with its counts, or None; takes a millisecond."""
        return self._store.enrichment.bulk.get(run)

    def recent(self, limit: int = 20) -> list[BulkRun]:
        """Return the runs, newest first."""
        return self._store.enrichment.bulk.recent(limit)

    def unfinished(self) -> list[BulkRun]:
        """Runs that are under way, paused or killed, newest first."""
        return [run for run in self.recent(100) if run.state in {"running", "paused"}]

    def items(
        self, run: str, offset: int = 0, limit: int | None = None, state: ItemState | None = None
    ) -> list[BulkItem]:
        """Return the run's items with their states, in the order of the cards."""
        return self._store.enrichment.bulk.items(run, offset, limit, state)

    def finding(self, item: BulkItem) -> Finding | None:
        """Return the finding for an item's subject, or None."""
        if item.subject is None:
            return None
        return answer_to_show(self._store, item.subject, self._engine.prepare_asking())

    def answered(self, run: str) -> frozenset[int]:
        """Return the places of the waiting items whose answers are stored already, so that they are free."""
        waiting = self.items(run, state="waiting")
        return frozenset(item.place for item in waiting if self._is_answered(item))

    def _is_answered(self, item: BulkItem) -> bool:
        found = self.finding(item)
        if found is not None and (found.matched or found.withheld):
            return True
        asking = self._engine.prepare_asking()
        return item.subject is not None and is_known(self._store, item.subject, asking)

    def csv(self, run: str, *, do_not_call: bool = False) -> str:
        """Return the run as a CSV table of cards and results, without people who opted out."""
        return run_csv(self.items(run), self._store.cards.name, self._allowed, do_not_call=do_not_call)

    def _allowed(self, item: BulkItem) -> Finding | None:
        found = self.finding(item)
        about = None if found is None else found.person or found.company
        return (
            found if about is not None and self._store.enrichment.suppression.covers(about) is None else None
        )

    def _run(self, run: str) -> BulkRun:
        found = self.get(run)
        if found is None:
            raise UsageError("There is no such run.", hint="cardscout enrich runs lists them.")
        return found
