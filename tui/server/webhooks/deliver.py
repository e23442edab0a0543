"""Delivering: takes claims on webhooks, sends their events in order, and settles each by its answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus
from logging import getLogger
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, Engine, Row
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from tui.model.base import instant_text
from tui.server.access.apps import secret_of
from tui.server.pipeline.refusal import Refused, invalid
from tui.server.storage import db
from tui.server.webhooks import queue
from tui.server.webhooks.payload import body_of
from tui.server.webhooks.send import ForbiddenAddress, Sender

if TYPE_CHECKING:
    from tui.clock import Clock

T = TypeVar("T")

POLL = 1.0
"""Seconds between two looks for what other processes wrote, and for what is due again."""

_AT_ONCE = 16
"""Webhooks delivered for at a time: one that is slow keeps no other waiting."""

_MOST, _LONGEST = 50, 5.0
"""Events, and seconds, after which a webhook lets others have its place: those that are slow would fill all of them."""


class Deliverer:
    """Sends the webhooks of one process; others on the same database share the work.

    Args:
        engine: The storage.
        clock: Times leases and retries.
        sender: Sends.
        origin: Where the server's web addresses begin.
    """

    def __init__(self, engine: Engine, clock: Clock, sender: Sender, origin: str) -> None:
        self._engine = engine
        self._clock = clock
        self._sender = sender
        self._origin = origin
        self._bell = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._under_way: set[asyncio.Task[None]] = set()
        self._stopping = False

    def ring(self) -> None:
        """Say, from any thread, that an event was written down."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._bell.set)

    def stop(self) -> None:
        """Let ``run`` end, once what is on its way has arrived or failed; on the loop."""
        self._stopping = True
        self._bell.set()

    async def probe(self, callback: str) -> int:
        """What a HEAD request to ``callback`` is answered with.

        Raises:
            Refused: 400, the callback leads where it may not.
        """
        try:
            return await self._sender.head(callback)
        except ForbiddenAddress as error:
            getLogger(__name__).warning("A webhook was refused: %s.", error)
            raise invalid("callbackURL") from error

    async def run(self) -> None:
        """Deliver until ``stop``; a database that is away for a while is waited for."""
        self._loop = asyncio.get_running_loop()
        try:
            while not self._stopping:
                try:
                    await self.begin()
                except SQLAlchemyError as error:
                    getLogger(__name__).warning("Webhooks wait for the database: %s", error)
                await self._rest()
        finally:
            # What is on its way is settled: else it would be sent twice, and its webhook wait for the lease.
            await asyncio.gather(*self._under_way, return_exceptions=True)
            await self._sender.close()

    async def drain(self) -> None:
        """Deliver all that is due now; for tests."""
        while True:
            self._bell.clear()
            await self.begin()
            # A look that began before a delivery ended may have missed what that one freed: the bell tells of it.
            if not self._under_way and not self._bell.is_set():
                return
            await asyncio.gather(*self._under_way)

    async def begin(self) -> None:
        """Claim what is free and due, and begin to deliver for it."""
        while not self._stopping and await run_in_threadpool(self._look, queue.anything_due):
            if len(self._under_way) >= _AT_ONCE:
                await asyncio.wait(self._under_way, return_when=asyncio.FIRST_COMPLETED)
            held = await run_in_threadpool(self._write, queue.claim)
            if held is None:
                return
            task = asyncio.create_task(self._deliver_for(held))
            self._under_way.add(task)
            task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        # What was written while the claim was held rang in vain.
        self._bell.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            getLogger(__name__).error("A webhook's delivery failed.", exc_info=error)

    async def _rest(self) -> None:
        """Wait for the bell, or for the next look."""
        waits = [asyncio.ensure_future(self._bell.wait()), asyncio.ensure_future(self._clock.sleep(POLL))]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()
        self._bell.clear()

    async def _deliver_for(self, held: queue.Claim) -> None:
        """Deliver what is due for one webhook, until its turn is over."""
        end, sent = self._clock.monotonic() + _LONGEST, 0
        try:
            while not self._stopping and sent < _MOST and (sent == 0 or self._clock.monotonic() < end):
                event = await run_in_threadpool(self._next, held)
                if event is None:
                    return
                await self._deliver(event)
                sent += 1
        finally:
            await run_in_threadpool(self._write, lambda connection, now: queue.release(connection, held, now))

    def _next(self, held: queue.Claim) -> Row[Any] | None:
        """The event to deliver; the lease begins anew with each."""
        now = self._clock.now()
        with db.writing(self._engine, alone=False) as connection:
            event = queue.next_event(connection, held, now)
            if event is not None:
                queue.prolong(connection, held, now)
            return event

    async def _deliver(self, event: Row[Any]) -> None:
        packed = await run_in_threadpool(self._pack, event)
        if packed is None:
            return
        body, secret = packed
        try:
            status = await self._sender.post(event.callback_url, body, secret=secret, client=event.client)
        except ForbiddenAddress as error:
            getLogger(__name__).warning("A webhook leads where it may not: %s.", error)
            status = 0
        await run_in_threadpool(self._write, lambda connection, now: _settle(connection, event, status, now))

    def _pack(self, event: Row[Any]) -> tuple[bytes, str] | None:
        """Body and secret of a delivery; None when the webhook has no right to it any more."""
        now = self._clock.now()
        if event.date_expires is not None and event.date_expires <= instant_text(now):
            self._write(lambda connection, _: queue.end(connection, event.id_webhook))
            return None
        try:
            with db.reading(self._engine) as connection:
                body = body_of(connection, event, now, self._origin)
                return body, secret_of(connection, event.app_key) or ""
        except Refused:
            self._write(lambda connection, _: queue.switch_off(connection, event.id_webhook))
            return None

    def _look(self, question: Callable[[Connection, datetime], T]) -> T:
        with db.reading(self._engine) as connection:
            return question(connection, self._clock.now())

    def _write(self, change: Callable[[Connection, datetime], T]) -> T:
        with db.writing(self._engine, alone=False) as connection:
            return change(connection, self._clock.now())


def _settle(connection: Connection, event: Row[Any], status: int, now: datetime) -> None:
    if status == HTTPStatus.GONE:
        queue.end(connection, event.id_webhook)
    elif HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        queue.delivered(connection, event)
    else:
        queue.failed(connection, event, now)
