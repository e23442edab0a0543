"""Push: the outbox to the service. Each write once, each entity's in the order they were made.

A row says ``inflight`` on disk before its first byte leaves, so that a killed process knows what may have
arrived. What became of a write is decided by ``fate``; what cannot be decided is looked up by ``reconcile``.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import timedelta
from logging import getLogger

from tui.api.board.client import BoardClient
from tui.api.transport import Transport
from tui.clock import Clock
from tui.errors import (
    Ambiguous,
    CardscoutError,
    Garbled,
    NotFound,
    RateLimited,
    Rejected,
    RemoteError,
    ServerFault,
    Unauthorized,
)
from tui.model.op import MoveCard, UploadFile
from tui.store.db import Transaction, written
from tui.store.ops.about import created
from tui.store.ops.contest import note_archived, note_moves
from tui.store.ops.row import OpRow
from tui.store.store import Store
from tui.sync.asks.answer import Answer
from tui.sync.backoff import FIRST, LONGEST, Breaker
from tui.sync.contested import look as look_again
from tui.sync.dispatch import send
from tui.sync.fate import ROUNDS, Fate, fate
from tui.sync.gauge import Gauge
from tui.sync.lease import LEASE, Lease
from tui.sync.reconcile import SETTLE, choose, look

WIDTH = 4
"""Writes under way at once. They are of different entities, so their order does not matter."""

_log = getLogger(__name__)


class Pusher:
    """Sends what waits.

    Args:
        store: Where it waits.
        client: The board service.
        transport: The client's, which knows whether the service honours idempotency keys.
        clock: Time.
        gauge: Told how it goes.
        owe: Told which cards are to be read again, because a reading was under way with a write of ours.
    """

    def __init__(
        self,
        store: Store,
        client: BoardClient,
        transport: Transport,
        clock: Clock,
        gauge: Gauge,
        owe: Callable[[Collection[str]], None],
    ) -> None:
        self._store, self._client, self._transport = store, client, transport
        self._clock, self._gauge, self._owe = clock, gauge, owe
        self._lease = Lease(store, clock)
        self._breaker = Breaker()
        self._held_until = 0.0
        self._stopped = False
        self._look_at: dict[int, float] = {}
        self._doubts: Counter[int] = Counter()
        self._met = False
        self._trouble = ""
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
            self._gauge.note("push", "synced")
            return None
        if (pause := self._pause()) > 0:
            return pause
        if not await self._lead():
            return LEASE / 3
        whole = False
        try:
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

    async def _lead(self) -> bool:
        """Whether this process may send; says so when it is another that does."""
        led = await self._lease.take()
        if not led:
            self._gauge.note("push", "sending", "Another Cardscout of yours is sending.")
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
            self._gauge.note("push", "synced")
        elif self._trouble:
            self._gauge.note("push", "offline", self._trouble)
        else:
            self._gauge.note("push", "sending")

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

    async def _take(self, room: int) -> list[OpRow]:
        """Up to ``room`` rows that may leave, marked as leaving; none while the service is left alone."""
        if room <= 0 or self._stopped or self._pause() > 0 or not await self._lead():
            return []
        marks = [self._store.outbox.mark_inflight(row.seq) for row in self._store.outbox.ready(room)]
        rows = [await written(mark) for mark in marks]
        return [row for row in rows if row is not None]

    async def _carry(self, row: OpRow) -> None:
        """Send one op and see to its fate. Never raises but for a store that cannot be written."""
        mark = self._store.mark()
        try:
            answer = await self._ask(row)
        except CardscoutError as error:
            await self._decide(row, error)
        except Exception as error:  # noqa: BLE001 - a part of the push loop: a fault of ours must cost one write, not all that wait behind it
            _log.exception("write %d (%s) failed here", row.seq, row.op.kind)
            await self._refuse(row, f"It could not be sent: {type(error).__name__}. The log has more.")
        else:
            self._answered()
            outbox = self._store.outbox
            arrived = replace(answer.arrived, since=mark)
            notes = self._notes(row, answer)
            overtaken = await written(outbox.confirm(row.seq, answer.bound, arrived))
            self.worth_a_look |= answer.look or bool(overtaken)
            self._owe([ident for noun, ident in overtaken if noun == "cards"])
            for note in notes:
                await written(self._store.write(note))
            if isinstance(row.op, UploadFile):
                self._store.spool.forget(row.op.spooled)

    def _notes(self, row: OpRow, answer: Answer) -> list[Callable[[Transaction], None]]:
        """What the user is to be told of a write that went through: somebody else moved or archived the card too."""
        notes: list[Callable[[Transaction], None]] = []
        card_id = getattr(row.op, "card_id", "")
        heard = self._store.cards.heard_list(card_id)
        if isinstance(row.op, MoveCard) and heard not in {
            None,
            row.op.list_id,
            (row.base or {}).get("list_id"),
        }:
            notes.append(lambda tx: note_moves(tx, row, str(heard)))
        shown = self._store.cards.get(card_id)
        if shown is not None and not shown.closed and any(one.closed for one in answer.arrived.cards):
            notes.append(lambda tx: note_archived(tx, row))
        return notes

    async def _ask(self, row: OpRow) -> Answer:
        """Send what is to be sent of an op.

        Raises:
            Rejected: It would put a card where nobody sees it.
        """
        if (name := self._store.outbox.put_away(row)) is not None:
            raise Rejected(
                f"The list “{name}” was archived meanwhile. Restore it (g a), then send this again."
            )
        weighed = await look_again(row, self._client)
        if weighed.found:
            await written(self._store.outbox.contest(row.seq, weighed.found, weighed.op))
        if weighed.op is None:
            return Answer(arrived=weighed.arrived)
        op = self._store.outbox.placed(replace(row, op=weighed.op))
        return await send(op, self._client, self._store.spool, row.key)

    # --- what becomes of it ------------------------------------------------------------

    async def _decide(self, row: OpRow, error: CardscoutError) -> None:
        doubts = self._doubts[row.seq]
        self._doubts[row.seq] += isinstance(error, Garbled)
        match fate(row.op, error, doubts):
            case Fate.STOP:
                self._stopped = True
                refused = isinstance(error, Unauthorized)
                self._gauge.note("push", "unauthorized", str(error), refused=refused)
                await self._back(row)
            case Fate.BACK:
                self._note(error)
                # Where the service did answer, it is this write that it failed at: others need not wait.
                await self._back(
                    row, self._patience(row) if isinstance(error, (ServerFault, Ambiguous, Garbled)) else 0.0
                )
            case Fate.LOOK:
                self._note(error)
                await written(self._store.outbox.uncertain(row.seq))
            case Fate.REFUSE:
                self._answered()
                await self._refuse(row, str(error), error)

    def _note(self, error: CardscoutError) -> None:
        """Leave the service alone for a while, and say so."""
        now = self._clock.monotonic()
        if isinstance(error, RateLimited):
            self._held_until = now + error.retry_after
            resume_at = self._clock.now() + timedelta(seconds=error.retry_after)
            self._gauge.note("push", "rate_limited", str(error), resume_at=resume_at)
            return
        self._breaker.failed(now)
        self._trouble = str(error)
        self._gauge.note("push", "offline", self._trouble)

    def _answered(self) -> None:
        self._breaker.answered()
        self._trouble = ""

    @staticmethod
    def _patience(row: OpRow) -> float:
        """Seconds before a write that failed so often is tried again."""
        return float(min(LONGEST, FIRST * 2 ** min(row.attempts, 10)))

    async def _back(self, row: OpRow, seconds: float = 0.0) -> None:
        not_before = self._clock.now() + timedelta(seconds=seconds) if seconds else None
        await written(self._store.outbox.back(row.seq, not_before))

    async def _refuse(self, row: OpRow, reason: str, error: CardscoutError | None = None) -> None:
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
                # Only the look failed; the op stays uncertain, and we look again later.
                self._stopped |= fate(row.op, error) is Fate.STOP
                self._note(error)

    async def _settle(self, row: OpRow) -> None:
        """Find out whether ``row`` was carried out; bind what it made, or let it be sent again."""
        if not created(row.op) or await self._honours_keys():
            await self._back(row, self._patience(row))
            return
        if self._clock.monotonic() < self._look_at.setdefault(row.seq, self._clock.monotonic() + SETTLE):
            return
        del self._look_at[row.seq]
        found = await self._find(row)
        if found is not None:
            bound = dict.fromkeys(created(row.op), found)
            await written(self._store.outbox.confirm(row.seq, bound))
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

    async def _find(self, row: OpRow) -> str | None:
        sent, me = row.first_sent_at or self._clock.now(), self._store.members.me()
        seen = await look(row.op, self._client, sent)
        taken = self._store.outbox.named(candidate.id for candidate in seen)
        return choose(row.op, seen, first_sent=sent, me=me.id if me else None, taken=taken)
