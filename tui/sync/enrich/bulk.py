"""Bulk: a run over many cards, several lookups at a time, that can be ended at any moment and gone on with.

What became of an item is written in the transaction that keeps its answer and its price: a run that was
killed and is resumed pays for nobody twice.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Sequence
from logging import getLogger
from typing import TYPE_CHECKING

from tui.errors import (
    Ambiguous,
    CardscoutError,
    CredentialError,
    Forbidden,
    Garbled,
    NotFound,
    OptedOut,
    OutOfCredits,
    RateLimited,
    ServerFault,
    SpendRefused,
    StoreError,
    Unauthorized,
    Undecided,
    Unreachable,
    Unsettled,
)
from tui.store.db import Transaction, written
from tui.store.enrich import bulk as table
from tui.store.enrich import ledger
from tui.store.windows.window import process_name
from tui.sync.enrich.attach import attach
from tui.sync.enrich.plan import price

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.enrich.bulk import BulkItem, ItemState
    from tui.model.finding import Finding
    from tui.store.store import Store
    from tui.sync.enrich.lookup import Lookup

AT_ONCE = 8
"""Lookups under way at a time; the limiter spaces them."""

BEAT = 10.0
"""Seconds between two signs of life."""

NAP = 1.0
"""Seconds between two looks whether a run that waits is still wanted."""

PATIENCE = 12
"""Answers in a row that could not be had, after which a run pauses: the service is down, not one card wrong."""

TRIES = 3
"""How often a run asks for one subject whose answer could not be had."""

_STOPS = (
    SpendRefused,
    OutOfCredits,
    Unauthorized,
    Forbidden,
    NotFound,
    CredentialError,
    Unreachable,
    StoreError,
)
"""What ends a run for now: the next item would fail too."""

_DOWN = (ServerFault, Ambiguous, Garbled)
"""What one card may meet by chance, and several in a row only when the service is down."""


class Bulk:
    """Works on runs.

    Args:
        store: Has the runs.
        lookup: Looks one subject up.
        clock: Time.
        push: Called when there is something to send to the board service.
    """

    def __init__(self, store: Store, lookup: Lookup, clock: Clock, push: Callable[[], object] = bool) -> None:
        self._store, self._lookup, self._clock, self._push = store, lookup, clock, push
        self._owner = process_name()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def start(self, run: str) -> None:
        """Begin with a run, or go on with it; returns once it is under way.

        Raises:
            SpendRefused: What is left of it could cost more than the caps allow; nothing was asked.
            UsageError: There is no such run, or another process is at it.
        """
        if run in self._tasks:
            return
        # The board goes on meanwhile: of ten thousand cards this takes seconds.
        items = await asyncio.to_thread(self._store.bulk.open_items, run)
        subjects = [item.subject for item in items]
        _, high = await asyncio.to_thread(price, self._store, subjects, self._lookup.prices)
        fallback = self._store.ledger.fallback

        def claim(tx: Transaction) -> None:
            table.claim(tx, run, self._owner)
            # What a killed run had asked is reserved, and is among what is left.
            ledger.check(tx, fallback, high - ledger.reserved(tx, run), run)

        await written(self._store.write(claim))
        if run in self._tasks:
            return
        shift = Shift(self._store, self._lookup, self._clock, self._push, run, self._owner, items)
        task = self._tasks[run] = asyncio.create_task(shift.work())
        task.add_done_callback(lambda _: self._ended(run))

    def _ended(self, run: str) -> None:
        task = self._tasks.pop(run)
        if not task.cancelled() and (error := task.exception()) is not None:
            getLogger(__name__).error("run %s failed", run, exc_info=error)

    async def finished(self, run: str) -> None:
        """Wait until a run is worked on no more."""
        if (task := self._tasks.get(run)) is not None:
            await asyncio.wait([task])

    async def cancel(self, run: str) -> None:
        """End a run; what is under way comes to its end, because it is paid for."""
        await written(self._store.write(lambda tx: table.cancel(tx, run)))
        await self.finished(run)

    async def close(self) -> None:
        """Leave the runs where they are, to be gone on with."""
        tasks = list(self._tasks.items())
        for _, task in tasks:
            task.cancel()
        await asyncio.gather(*(task for _, task in tasks), return_exceptions=True)
        for run, _ in tasks:
            await written(self._store.write(self._left(run)))

    def _left(self, run: str) -> Callable[[Transaction], None]:
        return lambda tx: table.end(tx, run, self._owner, "")


class Shift:
    """The work on one run, from a start to its end or its next pause."""

    def __init__(
        self,
        store: Store,
        lookup: Lookup,
        clock: Clock,
        push: Callable[[], object],
        run: str,
        owner: str,
        items: Sequence[BulkItem],
    ) -> None:
        self._store, self._lookup, self._clock, self._push = store, lookup, clock, push
        self._run, self._owner = run, owner
        found = store.bulk.get(run)
        self._attaches = found is not None and found.attach
        self._queue = deque(items)
        self._why = self._said = ""
        self._failures = 0
        self._tries: Counter[int] = Counter()
        self._held_until = 0.0
        self._beat_at = clock.monotonic() + BEAT

    async def work(self) -> None:
        """Look everybody up that waits; however that goes, the run is noted as ended."""
        try:
            if self._attaches:
                await self._attach_missed()
            await self._together(min(AT_ONCE, len(self._queue)))
        except StoreError as error:
            self._why = str(error)
            getLogger(__name__).exception("run %s: the store failed", self._run)
        finally:
            await written(self._store.write(lambda tx: table.end(tx, self._run, self._owner, self._why)))

    async def _together(self, count: int) -> None:
        """Let workers go through the queue; when one fails the others bring home what they have asked for."""
        workers = [asyncio.create_task(self._worker()) for _ in range(count)]
        for worker in workers:
            worker.add_done_callback(self._see)
        await asyncio.gather(*workers, return_exceptions=True)
        for worker in workers:
            worker.result()

    def _see(self, worker: asyncio.Task[None]) -> None:
        """Have the others stop where a worker failed in a way nobody foresaw."""
        if not worker.cancelled() and (error := worker.exception()) is not None:
            self._why = self._why or f"{type(error).__name__} in the run; the log has more."

    async def _worker(self) -> None:
        while (item := await self._next()) is not None:
            if (error := await self._do(item)) is None:
                continue
            self._queue.appendleft(item)
            if isinstance(error, RateLimited):
                self._held_until = self._clock.monotonic() + error.retry_after
                self._say(f"The service asked to wait for {error.retry_after:.0f} seconds.")
            else:
                self._why = str(error)

    async def _next(self) -> BulkItem | None:
        """The next to look up, once the service lets us; None when there is none, or no more are wanted."""
        if not self._queue or self._why or not await self._goes_on():
            return None
        # Others took theirs while this one waited.
        return self._queue.popleft() if self._queue and not self._why else None

    async def _goes_on(self) -> bool:
        """Wait as the service asked; whether the run is still ours to go on with."""
        while self._store.bulk.is_mine(self._run, self._owner):
            if self._clock.monotonic() >= self._beat_at:
                self._beat_at = self._clock.monotonic() + BEAT
                await written(self._store.write(lambda tx: table.beat(tx, self._run, self._owner)))
            if (wait := self._held_until - self._clock.monotonic()) <= 0:
                return True
            # Not all of it at once: whoever cancels need not wait so long.
            await self._clock.sleep(min(wait, NAP))
        return False

    async def _do(self, item: BulkItem) -> CardscoutError | None:
        """Look one up, and note what became of it; an error that the run has to heed is returned."""
        if item.subject is None:
            return None
        noted = False

        def keep(tx: Transaction, finding: Finding) -> None:
            nonlocal noted
            noted = True
            table.note(tx, self._run, item.place, _state(finding), finding.cost)

        self._note(item, "working")
        try:
            finding = await self._lookup.enrich(item.subject, sure=item.sure, run=self._run, keep=keep)
        except CardscoutError as error:
            return self._failed(item, error)
        self._failures = 0
        self._say("")
        if not noted:
            state = _state(finding)
            self._note(item, "remembered" if state == "hit" else state)
        await self._attach(item, finding)
        return None

    def _failed(self, item: BulkItem, error: CardscoutError) -> CardscoutError | None:
        match error:
            case RateLimited():
                self._note(item, "waiting")
                return error
            case OptedOut():
                self._note(item, "suppressed", str(error))
            case Undecided():
                self._note(item, "ambiguous", str(error))
            case Unsettled(asked=False):
                self._note(item, "error", str(error))
            case _ if isinstance(error, _STOPS):
                self._note(item, "waiting")
                return error
            case _ if isinstance(error, _DOWN):
                self._once_more(item, error)
            case _:
                self._note(item, "error", str(error))
        return None

    def _once_more(self, item: BulkItem, error: CardscoutError) -> None:
        """Put an item whose answer could not be had at the end, a few times."""
        self._failures += 1
        self._tries[item.place] += 1
        if self._failures >= PATIENCE:
            self._why = str(error)
        if self._tries[item.place] >= TRIES:
            self._note(item, "error", str(error))
        else:
            self._note(item, "waiting")
            self._queue.append(item)

    def _say(self, words: str) -> None:
        if words != self._said:
            self._said = words
            self._store.write(lambda tx: table.say(tx, self._run, words))

    def _note(self, item: BulkItem, state: ItemState, why: str = "") -> None:
        self._store.write(lambda tx: table.note(tx, self._run, item.place, state, why=why))

    async def _attach(self, item: BulkItem, finding: Finding) -> None:
        """Put what was found on its card, where that is wanted; a card that is gone needs none."""
        if not self._attaches or not finding.matched:
            return
        try:
            write = attach(self._store, item.card_id, finding)
        except OptedOut:
            return
        except StoreError as error:
            self._note(item, _state(finding), str(error))
            return
        if write is not None:
            await written(self._store.submit(write))
            self._push()

    async def _attach_missed(self) -> None:
        """What was found before a kill, and had not reached its card."""
        for state in ("hit", "remembered"):
            for item in self._store.bulk.items(self._run, state=state):
                finding = None if item.subject is None else self._lookup.known(item.subject)
                if finding is not None:
                    await self._attach(item, finding)


def _state(finding: Finding) -> ItemState:
    if finding.withheld:
        return "suppressed"
    return "hit" if finding.matched else "miss"
