"""Bulk runs over many cards, with several concurrent lookups, that can be stopped at any moment and resumed.

The state of an item is stored in the same transaction as its answer and price, so a run that was killed and
is resumed pays for nobody twice.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Sequence
from itertools import islice
from logging import getLogger
from typing import TYPE_CHECKING

from tui.errors import (
    Ambiguous,
    CardscoutError,
    CredentialError,
    Forbidden,
    Garbled,
    NobodyFits,
    NotFound,
    OptedOut,
    OutOfCredits,
    PriceChanged,
    RateLimited,
    ServerFault,
    SpendRefused,
    StoreError,
    Unauthorized,
    Undecided,
    Unreachable,
    Unsettled,
    UsageError,
)
from tui.store.db import Transaction, until_written
from tui.store.enrich import bulk as table
from tui.store.enrich import ledger
from tui.store.windows.window import process_name
from tui.sync.enrich.attach import attach
from tui.sync.enrich.plan import is_stale_miss, missed_words, planned_rest, price

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.enrich.bulk import BulkItem, ItemState
    from tui.model.finding import Finding, Quote
    from tui.model.subject import Subject
    from tui.store.store import Store
    from tui.sync.enrich.services import EnrichServices

AT_ONCE = 8
"""Lookups under way at a time; the rate limiter spaces them."""

_AHEAD = 64
"""How many of the next items are tried while the first may be the same as one under way."""

BEAT = 10.0
"""Seconds between two renewals of a run's lease."""

NAP = 1.0
"""Seconds between two checks whether a run that waits for the service is still wanted."""

PATIENCE = 12
"""Failed requests in a row after which a run pauses: the service is down, rather than one card wrong."""

TRIES = 3
"""Maximum requests for one subject in a run, if requests fail."""

_STOPS = (
    SpendRefused,
    OutOfCredits,
    Unauthorized,
    Forbidden,
    NobodyFits,
    NotFound,
    CredentialError,
    Unreachable,
    StoreError,
)
"""Errors that pause a run, because the next item would fail too."""

_DOWN = (ServerFault, Ambiguous, Garbled)
"""Errors that one card may cause by chance, but several in a row only a service that is down."""


class Bulk:
    """The worker of bulk runs.

    Args:
        lookup: Looks one subject up, at one service or several.
        push: Called when there is something to send to the board service.
    """

    def __init__(
        self, store: Store, lookup: EnrichServices, clock: Clock, push: Callable[[], object] = bool
    ) -> None:
        self._store, self._lookup, self._clock, self._push = store, lookup, clock, push
        self._owner = process_name()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def start(self, run: str, agreed: Quote | None = None) -> None:
        """Start or resume a run; return once it is running.

        Args:
            run: The run.
            agreed: The price that the user has just agreed to for what is left of it; None if only the plan
                was shown.

        Raises:
            PriceChanged: The run would cost more than planned, or ask another service; its plan has that price
                now, and nothing was asked.
            SpendRefused: The rest of the run could cost more than the caps allow; nothing was asked.
            UsageError: There is no such run, another process works on it, or it was cancelled meanwhile.
        """
        if run in self._tasks:
            return
        planned = self._store.enrichment.bulk.get(run)
        seen = None if planned is None else planned.state
        # In a thread, so that the sync continues: for ten thousand cards this takes seconds.
        items = await asyncio.to_thread(self._store.enrichment.bulk.open_items, run)
        subjects = [item.subject for item in items]
        stale_before = None if planned is None else planned.stale_before
        now = await asyncio.to_thread(price, self._store, subjects, self._lookup.asking, stale_before)
        told = [] if planned is None else [planned_rest(planned), *([] if agreed is None else [agreed])]
        if planned is not None and seen != "running" and not any(one.covers(now) for one in told):
            whole = now.replace(low=planned.spent + now.low, high=planned.spent + now.high)
            await until_written(self._store.write(lambda tx: table.set_price(tx, run, whole)))
            raise _price_changed(told[0], now)
        fallback = self._store.enrichment.ledger.fallback

        def claim(tx: Transaction) -> None:
            table.claim(tx, run, self._owner, seen)
            # Requests of a killed run are reserved already, and their items are also among those left.
            ledger.check(tx, fallback, now.high - ledger.reserved(tx, run), run)

        await until_written(self._store.write(claim))
        if run in self._tasks:
            return
        shift = RunWorker(self._store, self._lookup, self._clock, self._push, run, self._owner, items)
        task = self._tasks[run] = asyncio.create_task(shift.work())
        task.add_done_callback(lambda _: self._ended(run))

    @property
    def is_running(self) -> bool:
        """Whether this process works on a run."""
        return bool(self._tasks)

    def _ended(self, run: str) -> None:
        task = self._tasks.pop(run)
        if not task.cancelled() and (error := task.exception()) is not None:
            getLogger(__name__).error("run %s failed", run, exc_info=error)

    async def finished(self, run: str) -> None:
        """Wait until this process does not work on a run any more."""
        if (task := self._tasks.get(run)) is not None:
            await asyncio.wait([task])

    async def cancel(self, run: str) -> None:
        """Cancel a run; lookups under way are finished, because they are paid for."""
        await until_written(self._store.write(lambda tx: table.cancel(tx, run)))
        await self.finished(run)

    async def close(self) -> None:
        """Stop working on the runs, leaving them paused to be resumed."""
        tasks = list(self._tasks.items())
        for _, task in tasks:
            task.cancel()
        await asyncio.gather(*(task for _, task in tasks), return_exceptions=True)
        for run, _ in tasks:
            await until_written(self._store.write(self._ending(run)))

    def _ending(self, run: str) -> Callable[[Transaction], None]:
        return lambda tx: table.end(tx, run, self._owner, "")


class RunWorker:
    """The work on one run, from its start to its end or next pause."""

    def __init__(
        self,
        store: Store,
        lookup: EnrichServices,
        clock: Clock,
        push: Callable[[], object],
        run: str,
        owner: str,
        items: Sequence[BulkItem],
    ) -> None:
        self._store, self._lookup, self._clock, self._push = store, lookup, clock, push
        self._run, self._owner = run, owner
        found = store.enrichment.bulk.get(run)
        self._attaches = found is not None and found.attach
        self._stale_before = None if found is None else found.stale_before
        self._queue = deque(items)
        self._under_way: list[Subject] = []
        self._ended = asyncio.Event()
        self._why = self._reason_shown = ""
        self._failures = 0
        self._tries: Counter[int] = Counter()
        self._held_until = 0.0
        self._beat_at = clock.monotonic() + BEAT

    async def work(self) -> None:
        """Look up all waiting items; the end of the run is recorded in any case."""
        try:
            if self._attaches:
                await self._attach_missed()
            await self._run_workers(min(AT_ONCE, len(self._queue)))
        except StoreError as error:
            self._why = str(error)
            getLogger(__name__).exception("run %s: the store failed", self._run)
        finally:
            await until_written(
                self._store.write(lambda tx: table.end(tx, self._run, self._owner, self._why))
            )

    async def _run_workers(self, count: int) -> None:
        """Process the queue with several workers; if one fails, the others finish their requests."""
        workers = [asyncio.create_task(self._worker()) for _ in range(count)]
        for worker in workers:
            worker.add_done_callback(self._on_worker_done)
        await asyncio.gather(*workers, return_exceptions=True)
        for worker in workers:
            worker.result()

    def _on_worker_done(self, worker: asyncio.Task[None]) -> None:
        """Stop the other workers after an unexpected error in one."""
        if not worker.cancelled() and (error := worker.exception()) is not None:
            self._why = self._why or f"{type(error).__name__} in the run; the log has more."

    async def _worker(self) -> None:
        while (item := await self._next()) is not None:
            try:
                error = await self._process(item)
            finally:
                if item.subject is not None:
                    self._under_way.remove(item.subject)
                self._ended.set()
            if error is None:
                continue
            self._queue.appendleft(item)
            if isinstance(error, RateLimited):
                self._held_until = self._clock.monotonic() + error.retry_after
                self._set_reason(f"The service asked to wait for {error.retry_after:.0f} seconds.")
            elif isinstance(error, OutOfCredits) and error.hint:
                self._why = self._why or f"{str(error).rstrip('.')}. {error.hint}"
            else:
                self._why = str(error)

    async def _next(self) -> BulkItem | None:
        """Return the next item, once the service allows it; None if none is left or the run stops."""
        while self._queue and not self._why and await self._may_continue():
            # Other workers may have emptied the queue meanwhile.
            if not self._queue or self._why:
                return None
            if (item := self._take()) is not None:
                return item
            self._ended.clear()
            await self._ended.wait()
        return None

    def _take(self) -> BulkItem | None:
        """Take the first of the next items that cannot be the same as one under way, whose answer would make it free."""
        from tui.sync.enrich.names import may_be_same

        for place, item in enumerate(islice(self._queue, _AHEAD)):
            subject = item.subject
            if subject is None or not any(may_be_same(subject, other) for other in self._under_way):
                del self._queue[place]
                if subject is not None:
                    self._under_way.append(subject)
                return item
        return None

    async def _may_continue(self) -> bool:
        """Wait as the service demanded, and return whether the run is still ours to continue."""
        while self._store.enrichment.bulk.is_mine(self._run, self._owner):
            if self._clock.monotonic() >= self._beat_at:
                self._beat_at = self._clock.monotonic() + BEAT
                await until_written(
                    self._store.write(lambda tx: table.renew_lease(tx, self._run, self._owner))
                )
            if (wait := self._held_until - self._clock.monotonic()) <= 0:
                return True
            # Sleep in short steps, so that a cancellation need not wait so long.
            await self._clock.sleep(min(wait, NAP))
        return False

    async def _process(self, item: BulkItem) -> CardscoutError | None:
        """Look up one item and record its state; return an error that the whole run has to react to."""
        if item.subject is None:
            return None
        noted = False

        def keep(tx: Transaction, finding: Finding) -> None:
            nonlocal noted
            noted = True
            table.set_item_state(tx, self._run, item.place, _state(finding), finding.gaps)

        def paid(tx: Transaction, cost: int) -> None:
            table.add_cost(tx, self._run, item.place, cost)

        known = None if self._stale_before is None else self._lookup.known(item.subject)
        again = known is not None and is_stale_miss(known, self._stale_before)
        self._note(item, "working")
        try:
            finding = await self._lookup.enrich(
                item.subject, again=again, sure=item.sure, run=self._run, keep=keep, paid=paid
            )
        except CardscoutError as error:
            return self._failed(item, error)
        self._failures = 0
        self._set_reason("")
        if not noted:
            state = _state(finding)
            why = missed_words(finding) if state == "miss" else ""
            self._note(item, "remembered" if state == "hit" else state, finding.gaps or why)
        await self._attach(item, finding)
        return None

    def _failed(self, item: BulkItem, error: CardscoutError) -> CardscoutError | None:
        match error:
            case RateLimited():
                self._note(item, "waiting")
                return error
            case OptedOut():
                self._note(item, "suppressed", str(error))
            case NobodyFits():
                self._note(item, "miss", str(error))
            case Undecided():
                self._note(item, "ambiguous", str(error))
            case Unsettled(asked=False):
                self._note(item, "error", str(error))
            case _ if isinstance(error, _STOPS):
                self._note(item, "waiting")
                return error
            case _ if isinstance(error, _DOWN):
                self._requeue(item, error)
            case _:
                self._note(item, "error", str(error))
        return None

    def _requeue(self, item: BulkItem, error: CardscoutError) -> None:
        """Put an item whose request failed at the end of the queue, at most TRIES times."""
        self._failures += 1
        self._tries[item.place] += 1
        if self._failures >= PATIENCE:
            self._why = str(error)
        if self._tries[item.place] >= TRIES:
            self._note(item, "error", str(error))
        else:
            self._note(item, "waiting")
            self._queue.append(item)

    def _set_reason(self, words: str) -> None:
        if words != self._reason_shown:
            self._reason_shown = words
            self._store.write(lambda tx: table.set_reason(tx, self._run, words))

    def _note(self, item: BulkItem, state: ItemState, why: str = "") -> None:
        self._store.write(lambda tx: table.set_item_state(tx, self._run, item.place, state, why=why))

    async def _attach(self, item: BulkItem, finding: Finding) -> None:
        """Put a finding on its card, if the run does that and the card still exists."""
        if not self._attaches or not finding.matched:
            return
        try:
            write = attach(self._store, item.card_id, finding)
        except OptedOut:
            return
        except (StoreError, UsageError) as error:
            self._note(item, _state(finding), str(error))
            return
        if write is not None:
            await until_written(self._store.writes.submit(write))
            self._push()

    async def _attach_missed(self) -> None:
        """Attach findings that a killed run had not put on their cards yet."""
        for state in ("hit", "remembered"):
            for item in self._store.enrichment.bulk.items(self._run, state=state):
                finding = None if item.subject is None else self._lookup.known(item.subject)
                if finding is not None:
                    await self._attach(item, finding)


def _price_changed(planned: Quote, now: Quote) -> PriceChanged:
    """Return the error that says what the rest of a run costs; the page of one that has begun does not show it."""
    others = now.services - planned.services if now.high <= planned.high else frozenset()
    what = f"Another service would be asked by now, {' and '.join(sorted(others))}" if others else ""
    return PriceChanged(
        f"{what or 'The price is another one by now'}, up to {now.high:,} credit{'s' * (now.high != 1)}:"
        " nothing was asked.",
        hint="Starting it again agrees to that price.",
    )


def _state(finding: Finding) -> ItemState:
    if finding.withheld:
        return "suppressed"
    return "hit" if finding.matched else "miss"
