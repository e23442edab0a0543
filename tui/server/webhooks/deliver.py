"""Delivery: claims webhooks, sends their events in order, and records each result."""

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

from tui.model.values.scalars import format_instant
from tui.server.access.apps import secret_of
from tui.server.pipeline.params import Refused, invalid
from tui.server.storage import db
from tui.server.webhooks import queue
from tui.server.webhooks.payload import body_of
from tui.server.webhooks.send import ForbiddenAddress, Sender

if TYPE_CHECKING:
    from tui.clock import Clock

T = TypeVar("T")

POLL = 1.0
"""Seconds between checks for events of other processes and for retries that are due."""

_AT_ONCE = 16
"""Number of webhooks served in parallel, so that a slow one does not block the others."""

_MOST, _LONGEST = 50, 5.0
"""Events, and seconds, after which a webhook yields to others: slow ones would occupy all places."""


class Deliverer:
    """The sender of webhooks in one process; several processes on a database share the work.

    Args:
        origin: The base of the server's web addresses.
    """

    def __init__(self, engine: Engine, clock: Clock, sender: Sender, origin: str) -> None:
        self._engine = engine
        self._clock = clock
        self._sender = sender
        self._origin = origin
        self._bell = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False

    def ring(self) -> None:
        """Notify the deliverer, from any thread, that an event was queued."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._bell.set)

    def stop(self) -> None:
        """Make ``run`` end after the deliveries under way; call it on the event loop."""
        self._stopping = True
        self._bell.set()

    async def probe(self, callback: str) -> int:
        """Send a HEAD request to ``callback``, and return the status.

        Raises:
            Refused: 400, the callback's address is not allowed.
        """
        try:
            return await self._sender.head(callback)
        except ForbiddenAddress as error:
            getLogger(__name__).warning("A webhook was refused: %s.", error)
            raise invalid("callbackURL") from error

    async def run(self) -> None:
        """Deliver until ``stop`` is called; database errors are logged and retried."""
        self._loop = asyncio.get_running_loop()
        try:
            while not self._stopping:
                try:
                    await self.begin()
                except SQLAlchemyError as error:
                    getLogger(__name__).warning("Webhooks wait for the database: %s", error)
                await self._wait_for_work()
        finally:
            # An unfinished delivery would be sent again, and its webhook would wait until the lease ends.
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self._sender.close()

    async def drain(self) -> None:
        """Deliver everything that is due now; for tests."""
        while True:
            self._bell.clear()
            await self.begin()
            # A query that began before a delivery ended may have missed its webhook; then the bell is set.
            if not self._tasks and not self._bell.is_set():
                return
            await asyncio.gather(*self._tasks)

    async def begin(self) -> None:
        """Claim each free webhook with due events, and start a task that delivers for it."""
        while not self._stopping and await run_in_threadpool(self._query, queue.anything_due):
            if len(self._tasks) >= _AT_ONCE:
                await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
            held = await run_in_threadpool(self._write, queue.claim)
            if held is None:
                return
            task = asyncio.create_task(self._deliver_for(held))
            self._tasks.add(task)
            task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        # The bell may have rung for events that could not be claimed while this webhook was.
        self._bell.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            getLogger(__name__).error("A webhook's delivery failed.", exc_info=error)

    async def _wait_for_work(self) -> None:
        """Wait for the bell or the poll interval."""
        waits = [asyncio.ensure_future(self._bell.wait()), asyncio.ensure_future(self._clock.sleep(POLL))]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()
        self._bell.clear()

    async def _deliver_for(self, held: queue.Claim) -> None:
        """Deliver the due events of one webhook, until its turn is over."""
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
        """Return the next event to deliver, and renew the lease."""
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
        """Return body and secret of a delivery; None if the webhook has lost its permission."""
        now = self._clock.now()
        if event.date_expires is not None and event.date_expires <= format_instant(now):
            self._write(lambda connection, _: queue.end(connection, event.id_webhook))
            return None
        try:
            with db.reading(self._engine) as connection:
                body = body_of(connection, event, now, self._origin)
                return body, secret_of(connection, event.app_key) or ""
        except Refused:
            self._write(lambda connection, _: queue.switch_off(connection, event.id_webhook))
            return None

    def _query(self, question: Callable[[Connection, datetime], T]) -> T:
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
