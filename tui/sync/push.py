"""The push, which sends the outbox to the service: each write once, and those of an entity in order.

A row is marked ``inflight`` on disk before its first byte is sent, so that after a kill it is known which
writes may have arrived. ``outcome`` decides what an error means for a write; ``reconcile`` checks uncertain
ones.
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
from tui.store.db import until_written
from tui.store.key_values import reread_cursor
from tui.sync.backoff import FIRST, LONGEST, Breaker
from tui.sync.lease import LEASE, Lease
from tui.sync.sending.base import SETTLE, SendResult, Service
from tui.sync.sending.contested import remaining
from tui.sync.sending.outcome import ROUNDS, Outcome, outcome_of
from tui.sync.sending.overridden import name_authors, overridden
from tui.sync.sending.recognition import Recognition
from tui.sync.sending.senders import send
from tui.sync.status import StatusTracker, token_trouble

if TYPE_CHECKING:
    from tui.api.board.client import BoardClient
    from tui.api.transport import Transport
    from tui.clock import Clock
    from tui.store.outbox.row import QueuedWrite
    from tui.store.store import Store
    from tui.sync.token_rights import TokenRights

WIDTH = 4
"""Maximum concurrent writes; they concern different entities, so their order does not matter."""

ONLY_READS = "The account's token may not write: what waits is kept until one that may is used."
"""The reason why nothing is sent although the service answers."""

_log = getLogger(__name__)


class Pusher:
    """A sender of the waiting writes.

    Args:
        transport: The client's transport, which knows whether the service honours idempotency keys.
        reread: Called with cards to read again, because they were read while a write of ours was under way.
    """

    def __init__(
        self,
        store: Store,
        client: BoardClient,
        transport: Transport,
        clock: Clock,
        status: StatusTracker,
        reread: Callable[[Collection[str]], None],
        granted: TokenRights,
    ) -> None:
        self._store, self._client = store, client
        self._clock, self._status, self._reread, self._granted = (
            clock,
            status,
            reread,
            granted,
        )
        self._lease = Lease(store, clock)
        self._recognition = Recognition(store, client, transport, clock)
        self._breaker = Breaker()
        self._held_until = 0.0
        self._stopped = False
        self._look_at: dict[int, float] = {}
        self._doubts: Counter[int] = Counter()
        self._trouble = self._held = ""
        self._unreachable = False  # whether the last error means that nothing answers
        self.worth_a_look = False
        """Whether a write had effects that its answer does not show, so that a pull is needed."""

    async def push(self) -> float | None:
        """Send all writes that may be sent now.

        Returns:
            Seconds until there may be more to do; None if nothing waits for a time.
        """
        if self._stopped:
            return None
        if not self._store.outbox.counts()[0]:
            self._status.note("push", "synced")
            return None
        if (pause := self._pause()) > 0:
            return pause
        if not await self._has_lease():
            return LEASE / 3
        completed = False
        try:
            if await self._may_send():
                self._report_waiting()
                await self._settle_uncertain()
                await self._send_ready()
            completed = True
        finally:
            # After an interruption, rows may be marked "inflight" although they are not.
            if not completed:
                self._lease.invalidate()
        return self._wait_after()

    def resume(self) -> None:
        """Try again after a refused token, without waiting for the end of an outage."""
        self._stopped = False
        self._breaker.answered()

    def reachable(self) -> bool:
        """Record that the service answered a pull, and return whether that ends a wait of the push."""
        waited = self._stopped or self._breaker.wait(self._clock.monotonic()) > 0
        self._stopped = False
        self._breaker.answered()
        self.note_other_answer()
        return waited

    def note_other_answer(self) -> bool:
        """Record that the service answered another request, and return whether a wait for any answer ends."""
        was_away = self._unreachable
        if was_away:
            self._answered()
        return was_away

    async def close(self) -> None:
        """Release the lease, so that another process can send."""
        await self._lease.release()

    # --- whether --------------------------------------------------------------------

    def _pause(self) -> float:
        now = self._clock.monotonic()
        return max(self._breaker.wait(now), self._held_until - now)

    async def _may_send(self) -> bool:
        """Return whether the token may write, as far as known; if not, writes stay queued."""
        try:
            await self._granted.keep()
        except Unauthorized as error:
            self._stop(error)
            return False
        except (Unreachable, RateLimited) as error:
            self._pause_after(error)
            return False
        except RemoteError as error:
            _log.warning("what the token may do is not known: %s", error)
        if self._granted.may_write() is not False:
            return True
        self._stopped, self._held = True, ONLY_READS
        self._status.note("push", "held", self._held)
        return False

    async def _has_lease(self) -> bool:
        """Return whether this process holds the send lease; report it if another process does."""
        leads = await self._lease.take()
        if not leads:
            self._status.note("push", "sending", "Another Cardscout of yours is sending.")
        return leads

    def _wait_after(self) -> float | None:
        """Update the status when nothing more can be sent, and return the seconds until something can."""
        if self._stopped:
            return None
        if (pause := self._pause()) > 0:
            return pause
        self._report_waiting()
        now = self._clock.monotonic()
        # One that became uncertain in this push was not looked at yet; another write's answer may have ended the pause since.
        waits = [self._look_at.get(row.seq, now) - now for row in self._store.outbox.in_state("uncertain")]
        if (at := self._store.outbox.next_at()) is not None:
            waits.append((at - self._clock.now()).total_seconds())
        return max(0.05, min(waits)) if waits else None

    def _report_waiting(self) -> None:
        """Report the state of waiting writes: "synced" only when the service has all of them."""
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
                    running.add(asyncio.create_task(self._send_row(row)))
                if not running:
                    return
                done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
        finally:
            for task in running:
                task.cancel()

    async def _take(self, room: int) -> list[QueuedWrite]:
        """Mark up to ``room`` sendable rows as in flight and return them; none during a pause."""
        if room <= 0 or self._stopped or self._pause() > 0 or not await self._has_lease():
            return []
        marks = [self._store.outbox.mark_inflight(row.seq) for row in self._store.outbox.ready(room)]
        rows = [await until_written(mark) for mark in marks]
        return [row for row in rows if row is not None]

    async def _send_row(self, row: QueuedWrite) -> None:
        """Send one write and process its result; errors are raised only if the store cannot be written."""
        mark = self._store.mark()
        try:
            answer = await self._send_rest(row)
        except CardscoutError as error:
            await self._decide(row, error)
        except Exception as error:  # noqa: BLE001 - a part of the push loop: a fault of ours must cost one write, not all that wait behind it
            _log.exception("write %d (%s) failed here", row.seq, row.write.kind)
            await self._refuse(row, f"It could not be sent: {type(error).__name__}. The log has more.")
        else:
            self._answered()
            outbox = self._store.outbox
            arrived = answer.arrived.replace(since=mark)
            # Requested before the row is done; after a kill in between, the write is sent and reported again.
            notes = await name_authors(overridden(row, answer, self._store), row, self._client)
            if answer.owed:
                # Before the write is done, too: after a kill meanwhile it would be known to nobody.
                await until_written(self._store.cursors.set(reread_cursor(answer.owed), row.key))
            overtaken = await until_written(outbox.confirm(row.seq, answer.bound, arrived))
            self.worth_a_look |= answer.needs_pull or bool(overtaken or answer.owed)
            self._reread([ident for noun, ident in overtaken if noun == "cards"])
            for note in notes:
                await until_written(self._store.write(note))
            if isinstance(row.write, UploadFile):
                self._store.spool.forget(row.write.spooled)

    async def _send_rest(self, row: QueuedWrite) -> SendResult:
        """Send the part of a write that is still to be sent."""
        if (noted := self._recognition.clock_note(row)) is not None:
            await until_written(noted)
        if (name := self._store.outbox.archived_list_of(row)) is not None:
            raise Rejected(
                f"The list “{name}” was archived meanwhile. Restore it (g a), then send this again."
            )
        rest = await remaining(row, self._client)
        if rest.found:
            await until_written(self._store.outbox.contest(row.seq, rest.found, rest.write))
        if rest.write is None:
            if not rest.found and row.attempts == 2:  # only the first of two attempts can have done it
                await until_written(self._store.outbox.clear_late_until(row.seq))
            return SendResult(arrived=rest.arrived)
        write = self._store.outbox.placed(row.replace(write=rest.write))
        return await send(write, Service(self._client, self._store.spool, row.key))

    # --- what becomes of it ------------------------------------------------------------

    async def _decide(self, row: QueuedWrite, error: CardscoutError) -> None:
        if self._is_held(row, error):
            self._held = (
                f"The service lets this token write nothing ({error}): what waits is kept, and tried again."
            )
            await self._requeue(row, self._retry_delay(row))
            return
        doubts = self._doubts[row.seq]
        self._doubts[row.seq] += isinstance(error, Garbled)
        match outcome_of(row.write, error, doubts):
            case Outcome.STOP:
                self._stop(error)
                await self._requeue(row)
            case Outcome.BACK:
                self._pause_after(error)
                # If the service answered, only this write failed, so others need not wait.
                await self._requeue(
                    row,
                    self._retry_delay(row) if isinstance(error, (ServerFault, Ambiguous, Garbled)) else 0.0,
                    sent=self._clock.now() if isinstance(error, Ambiguous) else None,
                )
            case Outcome.LOOK:
                self._pause_after(error)
                await until_written(self._store.outbox.uncertain(row.seq))
            case Outcome.REFUSE:
                self._answered()
                await self._refuse(row, str(error), error)

    def _is_held(self, row: QueuedWrite, error: CardscoutError) -> bool:
        """Return whether ``row`` was probably refused only because the token may not write.

        A user who was removed from a board gets the same answer. If the service reports rights, a read-only
        token never gets here.
        """
        refused = isinstance(error, Forbidden) and error.status == HTTPStatus.UNAUTHORIZED
        may_write, board = self._granted.may_write(), row.write.board_id
        return refused and not may_write and not self._store.boards.lost(board)

    def _stop(self, error: CardscoutError) -> None:
        """Stop sending until there is another token."""
        self._stopped = True
        self._status.note("push", "unauthorized", str(error), trouble=token_trouble(error))

    def _pause_after(self, error: CardscoutError) -> None:
        """Pause after an error, and report it in the status."""
        now = self._clock.monotonic()
        if isinstance(error, RateLimited):
            self._held_until = now + error.retry_after
            resume_at = self._clock.now() + timedelta(seconds=error.retry_after)
            self._status.note("push", "rate_limited", str(error), resume_at=resume_at)
            return
        self._breaker.failed(now)
        # A service that answers a write with an error may still answer reads, so the write keeps waiting.
        self._unreachable = isinstance(error, (Unreachable, Ambiguous)) and not error.status
        self._trouble = str(error)
        self._status.note("push", "offline", self._trouble, away=self._unreachable)

    def _answered(self) -> None:
        self._breaker.answered()
        self._trouble, self._unreachable = "", False

    @staticmethod
    def _retry_delay(row: QueuedWrite) -> float:
        """Return the seconds before the next attempt, from the number of attempts so far."""
        return float(min(LONGEST, FIRST * 2 ** min(row.attempts, 10)))

    async def _requeue(self, row: QueuedWrite, seconds: float = 0.0, *, sent: datetime | None = None) -> None:
        """Set ``row`` back to waiting; ``sent`` is when a request was sent that may still arrive."""
        not_before = self._clock.now() + timedelta(seconds=seconds) if seconds else None
        late_until = None if sent is None else sent + timedelta(seconds=SETTLE)
        await until_written(self._store.outbox.requeue(row.seq, not_before, late_until))

    async def _refuse(self, row: QueuedWrite, reason: str, error: CardscoutError | None = None) -> None:
        if isinstance(error, NotFound):
            await until_written(self._store.outbox.refuse_orphaned(row.seq, reason))
            return
        # A forbidden write does not restore the writes folded into it, which would be forbidden too.
        await until_written(self._store.outbox.refuse(row.seq, reason, instead=isinstance(error, Rejected)))

    # --- what may have been carried out --------------------------------------------------

    async def _settle_uncertain(self) -> None:
        for row in self._store.outbox.in_state("uncertain"):
            if self._stopped or self._pause() > 0:
                return
            try:
                await self._settle(row)
            except NotFound as error:
                await self._refuse(row, str(error), error)  # what it would be on is gone
            except RemoteError as error:
                # Only the lookup failed; the write stays uncertain, and is looked up again later.
                self._stopped |= outcome_of(row.write, error) is Outcome.STOP
                self._pause_after(error)

    async def _settle(self, row: QueuedWrite) -> None:
        """Find out whether ``row`` was carried out; bind the ids of what it created, or send it again."""
        if (made := row.write.created_id) is None:
            # The process was killed during the request; only the first attempt's time is stored.
            first = row.first_sent_at if row.attempts == 1 else None
            await self._requeue(row, self._retry_delay(row), sent=first or self._clock.now())
            return
        if await self._recognition.may_repeat():
            await self._requeue(row, self._retry_delay(row))
            return
        found, settled = await self._look_for(row)
        if found is not None:
            await until_written(self._store.outbox.confirm(row.seq, {made: found}))
        elif not settled:
            return
        elif self._doubts[row.seq] < ROUNDS:
            self._doubts[row.seq] += 1
            await self._requeue(row)
        else:
            await self._refuse(
                row, f"It was sent {ROUNDS + 1} times and is not there. Look, then send it again."
            )

    async def _look_for(self, row: QueuedWrite) -> tuple[str | None, bool]:
        """Look for what ``row`` created: at once, and again when a late request would have arrived.

        Without the first look, the next pull would show a second card beside the one that waits.

        Returns:
            The id of what was created or None, and whether nothing can arrive any more.
        """
        now = self._clock.monotonic()
        settled = now >= self._look_at.get(row.seq, now + SETTLE)
        if row.seq in self._look_at and not settled:
            return None, False
        # Before the look, which may fail: tried again in each push, it would pause all sending each time.
        self._look_at[row.seq] = now + SETTLE
        found = await self._recognition.find(row)
        if found is not None or settled:
            del self._look_at[row.seq]
        return found, settled
