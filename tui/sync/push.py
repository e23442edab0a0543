"""Push: the outbox to the service. Each write once, each entity's in the order they were made.

A row says ``inflight`` on disk before its first byte leaves, so that a killed process knows what may have
arrived. What became of a write is decided by ``outcome``; what cannot be decided is looked up by ``reconcile``.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from http import HTTPStatus
from logging import getLogger
from typing import TYPE_CHECKING

from tui.errors import (
    Ambiguous,
    CardscoutError,
    Forbidden,
    Garbled,
    NotFound,
    RateLimited,
    Rejected,
    RemoteError,
    ServerFault,
    Unauthorized,
    Unreachable,
)
from tui.model.writes.attachments import UploadFile
from tui.store.db import written
from tui.sync.backoff import FIRST, LONGEST, Breaker
from tui.sync.lease import LEASE, Lease
from tui.sync.sending.base import SendResult, Service
from tui.sync.sending.beside import beside, name_who
from tui.sync.sending.contested import look as look_again
from tui.sync.sending.outcome import ROUNDS, Outcome, outcome_of
from tui.sync.sending.reconcile import SETTLE, choose
from tui.sync.sending.senders import candidates, send
from tui.sync.status import StatusTracker, token_trouble

if TYPE_CHECKING:
    from tui.api.board.client import BoardClient
    from tui.api.transport import Transport
    from tui.clock import Clock
    from tui.store.outbox.row import QueuedWrite
    from tui.store.store import Store
    from tui.sync.granted import Granted

WIDTH = 4
"""Writes under way at once. They are of different entities, so their order does not matter."""

ONLY_READS = "The account's token may not write: what waits is kept until one that may is used."
"""Why nothing is sent though the service answers."""

_log = getLogger(__name__)


class Pusher:
    """Sends what waits.

    Args:
        store: Where it waits.
        client: The board service.
        transport: The client's, which knows whether the service honours idempotency keys.
        clock: Time.
        status: Told how it goes.
        owe: Told which cards are to be read again, because a reading was under way with a write of ours.
        granted: Knows what the token may do.
    """

    def __init__(
        self,
        store: Store,
        client: BoardClient,
        transport: Transport,
        clock: Clock,
        status: StatusTracker,
        owe: Callable[[Collection[str]], None],
        granted: Granted,
    ) -> None:
        self._store, self._client, self._transport = store, client, transport
        self._clock, self._status, self._owe, self._granted = clock, status, owe, granted
        self._lease = Lease(store, clock)
        self._breaker = Breaker()
        self._held_until = 0.0
        self._stopped = False
        self._look_at: dict[int, float] = {}
        self._doubts: Counter[int] = Counter()
        self._met = False
        self._trouble = self._held = ""
        self.worth_a_look = False
        """Whether something was carried out that its answer does not tell in full."""

    async def push(self) -> float | None:
        """Send all that may leave now.

        Returns:
            Seconds until there may be more to do; None when nothing is waiting for time to pass.
        """
        if self._stopped:
            return None
        if not self._store.outbox.counts()[0]:
            self._status.note("push", "synced")
            return None
        if (pause := self._pause()) > 0:
            return pause
        if not await self._lead():
            return LEASE / 3
        whole = False
        try:
            if await self._may_send():
                self._tell_waiting()
                await self._settle_uncertain()
                await self._send_ready()
            whole = True
        finally:
            # Cut short, rows may say "inflight" that are not.
            if not whole:
                self._lease.doubt()
        return self._after()

    def resume(self) -> None:
        """Try again after a refused token, and without waiting out an outage."""
        self._stopped = False
        self._breaker.answered()

    def reachable(self) -> bool:
        """The service has answered somebody else, the token included. Whether that ends a wait."""
        waited = self._stopped or self._breaker.wait(self._clock.monotonic()) > 0
        self._stopped = False
        self._breaker.answered()
        return waited

    async def close(self) -> None:
        """Let another process send."""
        await self._lease.release()

    # --- whether --------------------------------------------------------------------

    def _pause(self) -> float:
        now = self._clock.monotonic()
        return max(self._breaker.wait(now), self._held_until - now)

    async def _may_send(self) -> bool:
        """Whether the token may write, as far as the service tells: what it may not do is kept, and not sent."""
        try:
            await self._granted.keep()
        except Unauthorized as error:
            self._stop(error)
            return False
        except (Unreachable, RateLimited) as error:
            self._note(error)
            return False
        except RemoteError as error:
            _log.warning("what the token may do is not known: %s", error)
        if self._granted.may_write() is not False:
            return True
        self._stopped, self._held = True, ONLY_READS
        self._status.note("push", "held", self._held)
        return False

    async def _lead(self) -> bool:
        """Whether this process may send; says so when it is another that does."""
        led = await self._lease.take()
        if not led:
            self._status.note("push", "sending", "Another Cardscout of yours is sending.")
        return led

    def _after(self) -> float | None:
        """How things stand once nothing more may leave: seconds until something may."""
        if self._stopped:
            return None
        if (pause := self._pause()) > 0:
            return pause
        self._tell_waiting()
        now = self._clock.monotonic()
        waits = [at - now for at in self._look_at.values()]
        if (at := self._store.outbox.next_at()) is not None:
            waits.append((at - self._clock.now()).total_seconds())
        return max(0.05, min(waits)) if waits else None

    def _tell_waiting(self) -> None:
        """Say how it stands with what waits; nothing is in step with the service before it has all of it."""
        if not self._store.outbox.counts()[0]:
            self._status.note("push", "synced")
        elif self._trouble:
            self._status.note("push", "offline", self._trouble)
        elif self._held:
            self._status.note("push", "held", self._held)
        else:
            self._status.note("push", "sending")

    # --- sending --------------------------------------------------------------------

    async def _send_ready(self) -> None:
        running: set[asyncio.Task[None]] = set()
        try:
            while True:
                for row in await self._take(WIDTH - len(running)):
                    running.add(asyncio.create_task(self._carry(row)))
                if not running:
                    return
                done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
        finally:
            for task in running:
                task.cancel()

    async def _take(self, room: int) -> list[QueuedWrite]:
        """Up to ``room`` rows that may leave, marked as leaving; none while the service is left alone."""
        if room <= 0 or self._stopped or self._pause() > 0 or not await self._lead():
            return []
        marks = [self._store.outbox.mark_inflight(row.seq) for row in self._store.outbox.ready(room)]
        rows = [await written(mark) for mark in marks]
        return [row for row in rows if row is not None]

    async def _carry(self, row: QueuedWrite) -> None:
        """Send one write and see what becomes of it. Never raises but for a store that cannot be written."""
        mark = self._store.mark()
        try:
            answer = await self._ask(row)
        except CardscoutError as error:
            await self._decide(row, error)
        except Exception as error:  # noqa: BLE001 - a part of the push loop: a fault of ours must cost one write, not all that wait behind it
            _log.exception("write %d (%s) failed here", row.seq, row.write.kind)
            await self._refuse(row, f"It could not be sent: {type(error).__name__}. The log has more.")
        else:
            self._answered()
            outbox = self._store.outbox
            arrived = answer.arrived.but(since=mark)
            # Asked before the row is done: whoever is killed meanwhile sends it again, and tells of it then.
            notes = await name_who(beside(row, answer, self._store), row, self._client)
            overtaken = await written(outbox.confirm(row.seq, answer.bound, arrived))
            self.worth_a_look |= answer.look or bool(overtaken)
            self._owe([ident for noun, ident in overtaken if noun == "cards"])
            for note in notes:
                await written(self._store.write(note))
            if isinstance(row.write, UploadFile):
                self._store.spool.forget(row.write.spooled)

    async def _ask(self, row: QueuedWrite) -> SendResult:
        """Send what is to be sent of a write.

        Raises:
            Rejected: It would put a card where nobody sees it.
        """
        if (name := self._store.outbox.put_away(row)) is not None:
            raise Rejected(
                f"The list “{name}” was archived meanwhile. Restore it (g a), then send this again."
            )
        weighed = await look_again(row, self._client)
        if weighed.found:
            await written(self._store.outbox.contest(row.seq, weighed.found, weighed.write))
        if weighed.write is None:
            if not weighed.found and row.attempts == 2:  # this one, and the only one it can be of
                await written(self._store.outbox.landed(row.seq))
            return SendResult(arrived=weighed.arrived)
        write = self._store.outbox.placed(row.but(write=weighed.write))
        return await send(write, Service(self._client, self._store.spool, row.key))

    # --- what becomes of it ------------------------------------------------------------

    async def _decide(self, row: QueuedWrite, error: CardscoutError) -> None:
        if self._is_held(row, error):
            self._held = (
                f"The service lets this token write nothing ({error}): what waits is kept, and tried again."
            )
            await self._back(row, self._patience(row))
            return
        doubts = self._doubts[row.seq]
        self._doubts[row.seq] += isinstance(error, Garbled)
        match outcome_of(row.write, error, doubts):
            case Outcome.STOP:
                self._stop(error)
                await self._back(row)
            case Outcome.BACK:
                self._note(error)
                # Where the service did answer, it is this write that it failed at: others need not wait.
                await self._back(
                    row,
                    self._patience(row) if isinstance(error, (ServerFault, Ambiguous, Garbled)) else 0.0,
                    sent=self._clock.now() if isinstance(error, Ambiguous) else None,
                )
            case Outcome.LOOK:
                self._note(error)
                await written(self._store.outbox.uncertain(row.seq))
            case Outcome.REFUSE:
                self._answered()
                await self._refuse(row, str(error), error)

    def _is_held(self, row: QueuedWrite, error: CardscoutError) -> bool:
        """Whether ``row`` is refused, as far as can be told, only because the token may not write.

        Somebody taken off a board is answered in the same words: where the service tells what a token may do, this is
        not asked of one that only reads.
        """
        refused = isinstance(error, Forbidden) and error.status == HTTPStatus.UNAUTHORIZED
        may_write, board = self._granted.may_write(), row.write.board_id
        return refused and not may_write and not self._store.boards.lost(board)

    def _stop(self, error: CardscoutError) -> None:
        """Send nothing more until there is another token."""
        self._stopped = True
        self._status.note("push", "unauthorized", str(error), trouble=token_trouble(error))

    def _note(self, error: CardscoutError) -> None:
        """Leave the service alone for a while, and say so."""
        now = self._clock.monotonic()
        if isinstance(error, RateLimited):
            self._held_until = now + error.retry_after
            resume_at = self._clock.now() + timedelta(seconds=error.retry_after)
            self._status.note("push", "rate_limited", str(error), resume_at=resume_at)
            return
        self._breaker.failed(now)
        self._trouble = str(error)
        self._status.note("push", "offline", self._trouble)

    def _answered(self) -> None:
        self._breaker.answered()
        self._trouble = ""

    @staticmethod
    def _patience(row: QueuedWrite) -> float:
        """Seconds before a write that failed so often is tried again."""
        return float(min(LONGEST, FIRST * 2 ** min(row.attempts, 10)))

    async def _back(self, row: QueuedWrite, seconds: float = 0.0, *, sent: datetime | None = None) -> None:
        """Let ``row`` wait again; ``sent`` is when what may still arrive of it left."""
        not_before = self._clock.now() + timedelta(seconds=seconds) if seconds else None
        late_until = None if sent is None else sent + timedelta(seconds=SETTLE)
        await written(self._store.outbox.back(row.seq, not_before, late_until))

    async def _refuse(self, row: QueuedWrite, reason: str, error: CardscoutError | None = None) -> None:
        if isinstance(error, NotFound):
            await written(self._store.outbox.bereave(row.seq, reason))
            return
        # What is not for us will not have an earlier change either.
        await written(self._store.outbox.refuse(row.seq, reason, instead=isinstance(error, Rejected)))

    # --- what may have been carried out --------------------------------------------------

    async def _settle_uncertain(self) -> None:
        for row in self._store.outbox.in_state("uncertain"):
            if self._stopped or self._pause() > 0:
                return
            try:
                await self._settle(row)
            except RemoteError as error:
                # Only the look failed; the write stays uncertain, and we look again later.
                self._stopped |= outcome_of(row.write, error) is Outcome.STOP
                self._note(error)

    async def _settle(self, row: QueuedWrite) -> None:
        """Find out whether ``row`` was carried out; bind what it made, or let it be sent again."""
        if (made := row.write.created) is None:
            # Killed while it was under way: only of the first attempt is written down when it left.
            first = row.first_sent_at if row.attempts == 1 else None
            await self._back(row, self._patience(row), sent=first or self._clock.now())
            return
        if await self._honours_keys():
            await self._back(row, self._patience(row))
            return
        if self._clock.monotonic() < self._look_at.setdefault(row.seq, self._clock.monotonic() + SETTLE):
            return
        del self._look_at[row.seq]
        found = await self._find(row)
        if found is not None:
            await written(self._store.outbox.confirm(row.seq, {made: found}))
        elif self._doubts[row.seq] < ROUNDS:
            self._doubts[row.seq] += 1
            await self._back(row)
        else:
            await self._refuse(
                row, f"It was sent {ROUNDS + 1} times and is not there. Look, then send it again."
            )

    async def _honours_keys(self) -> bool:
        """Whether a create can simply be repeated; the service says so with its first answer."""
        if not self._met and not self._transport.honours_keys:
            await self._client.members.me()
            self._met = True
        return self._transport.honours_keys

    async def _find(self, row: QueuedWrite) -> str | None:
        sent, me = row.first_sent_at or self._clock.now(), self._store.members.me()
        seen = await candidates(row.write, self._client, sent)
        taken = self._store.outbox.named(candidate.id for candidate in seen)
        return choose(row.write, seen, first_sent=sent, me=me.id if me else None, taken=taken)
