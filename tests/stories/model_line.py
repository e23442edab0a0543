"""The line of the model in ``sync_model``: it fails as real ones do, and looks at the disk when a write leaves."""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict, deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import httpx

from tests.stories.world import Wire
from tui.clock import ManualClock

T = TypeVar("T")

TOKEN = re.compile(rb"tok\d+x")
"""What every text of the model is or begins with: no other says it."""

LATE = 40.0
"""Seconds after which a request that seemed lost arrives: within what is waited before a create is repeated."""

RATE = 10
"""Requests that the service takes in …"""

WINDOW = 10.0
"""… so many seconds."""

KEY = "idempotency-key"

KINDS = (
    "refuse",
    "drop request",
    "drop response",
    "500",
    "500 after",
    "503",
    "429",
    "cut",
    "late",
    "kill before",
    "kill after",
)


class Killed(BaseException):
    """The program is killed at this very moment: no handler of errors may see it."""


class Line(Wire):
    """The wire between the windows and the service; it looks at what is on the disk when a write leaves."""

    def __init__(self, inner: httpx.AsyncBaseTransport, clock: ManualClock, store_path: Path) -> None:
        super().__init__(inner)
        self._clock, self._path = clock, store_path
        self.late: list[tuple[float, httpx.Request]] = []
        self.made: dict[str, set[str]] = defaultdict(set)
        """Ids that the service gave, by the name of the write that asked (the idempotency key of its op)."""
        self.deleted: set[str] = set()
        """Ids of what somebody else deleted: made while its answer was lost, it cannot be told from what was never made."""
        self._left: deque[float] = deque()
        self.broken: list[str] = []
        """What must never be, and was. The push loop survives whatever a write raises: so it is told here."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._count()
        if request.method != "GET":
            self._look(request)
        await self.deliver()
        return await super().handle_async_request(request)

    async def deliver(self, *, everything: bool = False) -> None:
        """Carry what was on its way for long enough."""
        due = [one for one in self.late if everything or one[0] <= self._clock.monotonic()]
        self.late = [one for one in self.late if one not in due]
        for _, request in due:
            await self._carry(request)

    async def _fail(self, kind: str, request: httpx.Request) -> httpx.Response:
        if kind == "late":
            if request.method == "POST":
                self.late.append((self._clock.monotonic() + LATE, request))
            raise httpx.ReadError("reset", request=request)
        if kind.startswith("kill"):
            if kind == "kill after":
                await self._carry(request)
            raise Killed
        return await super()._fail(kind, request)

    async def _carry(self, request: httpx.Request) -> httpx.Response:
        key = request.headers.get(KEY, "")
        response = await super()._carry(request)
        if key and response.status_code == 200:
            await response.aread()
            self.made[key].add(response.json()["id"])
            # I2: what was asked for once is there once, however often it is sent.
            if len(there := self.made[key] - self.deleted) > 1:
                self.broken.append(f"{_said(request)} was made twice: {there}")
        return response

    def _count(self) -> None:
        """I10: no more leave than the service takes."""
        now = self._clock.monotonic()
        self._left = deque([at for at in self._left if at > now - WINDOW] + [now])
        if len(self._left) > RATE:
            self.broken.append(f"{len(self._left)} requests left in {WINDOW} seconds")

    def _look(self, request: httpx.Request) -> None:
        """I8: a write says on the disk that it leaves, before it does. I4: none before it on its card still waits."""
        if not (said := _said(request)):
            return
        with closing(sqlite3.connect(self._path)) as conn:
            row = conn.execute(
                "SELECT seq, entity, key FROM outbox WHERE instr(op, ?) > 0 AND state = 'inflight'"
                " ORDER BY seq LIMIT 1",
                (said,),
            ).fetchone()
            if row is None:
                self.broken.append(f"{said!r} leaves, and the outbox does not say so")
                return
            seq, entity, key = row
            if request.headers.get(KEY, key) != key:
                self.broken.append(f"{said!r} leaves by another name than it has in the outbox")
            before = conn.execute(
                "SELECT seq FROM outbox WHERE entity = ? AND seq < ?"
                " AND state IN ('waiting', 'inflight', 'uncertain')",
                (entity, seq),
            ).fetchall()
            if before:
                self.broken.append(f"write {seq} leaves before {before}")


def _said(request: httpx.Request) -> str:
    """The text of the model that ``request`` carries, or nothing."""
    found = TOKEN.search(request.content)
    return found.group().decode() if found else ""


class OneThread(Executor):
    """Runs what the store's writer is given at once, in the thread that asks: one order of events for each choice."""

    def __init__(self, *_: object, **__: object) -> None:
        self._closed = False

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        if self._closed:
            raise RuntimeError("closed")
        done: Future[T] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - an executor hands whatever went wrong to who waits
            done.set_exception(error)
        return done

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._closed = True


async def at_once(work: Callable[..., T], *args: Any, limiter: object = None) -> T:
    """What the server does in a thread, done here."""
    return work(*args)
