"""A whole world in process: the real server, the real store, the real client, and a wire that can break."""

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

import httpx
from sqlalchemy import select

from tui.api.auth import oauth
from tui.api.board.client import BoardClient
from tui.api.transport import Transport
from tui.clock import ManualClock
from tui.errors import StoreBusy
from tui.model.change import Change
from tui.model.subject import Identifier, Subject
from tui.model.values.scalars import new_local_id
from tui.model.writes.base import Write
from tui.model.writes.cards import CreateCard
from tui.secret import Secret
from tui.server.demo_data.seed import seed_directory
from tui.server.enrich.tables import people
from tui.server.pipeline.auth import ALL_SCOPES, grant
from tui.server.pipeline.ids import IdMaker
from tui.server.run import LocalServer
from tui.server.service.people import add_member
from tui.server.storage import db
from tui.store.opening import open_store
from tui.sync.link import Link
from tui.sync.session import SyncSession
from tui.sync.status import StatusTracker

URL = "http://cardscout.localhost"

LATE = 30
"""Seconds after which nothing comes any more, on a machine that is busy with other things."""


_SAID: Mapping[str, Any] = MappingProxyType(
    {
        "429": {"status_code": 429, "headers": {"Retry-After": "7"}, "json": {"error": "slow down"}},
        "not ours": {"status_code": 401, "text": "unauthorized permission requested"},
        "empty": {"status_code": 200, "json": []},
    }
)
"""What is answered in place of the service, by fault."""


@dataclass
class Fault:
    """What happens to a request: the next ``times`` that ``method`` and ``part`` of the path fit."""

    kind: str
    method: str = ""
    part: str = ""
    times: int = 1

    def fits(self, request: httpx.Request) -> bool:
        return self.times > 0 and request.method.startswith(self.method) and self.part in request.url.path


class Wire(httpx.AsyncBaseTransport):
    """A transport that carries requests to ``inner``, or fails as real networks do.

    Attributes:
        plugged: Whether anything gets through.
        hosted: Whether the service behaves as the hosted one: it knows nothing of idempotency keys, and has no address
            for its whole log.
        seen: (method, path) of every request that was tried, in order.
        held: Requests that seemed lost, and arrive when ``let_go`` says so.
        unanswered: Requests that were carried out, and are answered when ``answer`` says so.
    """

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self.inner = inner
        self.hosted = False
        self.plugged = True
        self.faults: deque[Fault] = deque()
        self.seen: list[tuple[str, str]] = []
        self.held: list[httpx.Request] = []
        self.unanswered: list[asyncio.Future[None]] = []

    def answer(self) -> None:
        """Let the answers arrive that were under way."""
        late, self.unanswered = self.unanswered, []
        for each in late:
            each.get_loop().call_soon_threadsafe(_wake, each)

    async def let_go(self) -> None:
        """Carry what was held on its way."""
        late, self.held = self.held, []
        for request in late:
            await self._carry(request)

    def fail(self, kind: str, method: str = "", part: str = "", times: int = 1) -> None:
        self.faults.append(Fault(kind, method, part, times))

    def count(self, method: str, part: str = "") -> int:
        return sum(m == method and part in path for m, path in self.seen)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.seen.append((request.method, request.url.path))
        if not self.plugged:
            raise httpx.ConnectError("connection refused", request=request)
        fault = next((fault for fault in self.faults if fault.fits(request)), None)
        if fault is None:
            return await self._carry(request)
        fault.times -= 1
        return await self._fail(fault.kind, request)

    def _fail_before(self, kind: str, request: httpx.Request) -> httpx.Response | None:
        """The answer of whoever stands before the service; None of a fault that comes after the deed."""
        if kind == "refuse":
            raise httpx.ConnectError("connection refused", request=request)
        if kind == "busy counter":
            raise StoreBusy("Another program holds the request counter for too long.")
        if kind == "hold request":
            self.held.append(request)
        if kind.startswith("gateway "):
            # What stands before the service gives up; the service is still at it.
            self.held.append(request)
            return httpx.Response(int(kind[-3:]), html="<html><h1>Bad Gateway</h1></html>")
        if kind in {"drop request", "hold request"}:
            raise httpx.ReadError("reset", request=request)
        if kind in _SAID:
            return httpx.Response(**_SAID[kind])
        if kind.isdigit():
            return httpx.Response(int(kind), json={"error": "made up", "message": "made up"})
        return None

    async def _fail(self, kind: str, request: httpx.Request) -> httpx.Response:
        if (answer := self._fail_before(kind, request)) is not None:
            return answer
        response = await self._carry(request)
        await response.aread()
        if kind == "slow answer":
            self.unanswered.append(asyncio.get_running_loop().create_future())
            await self.unanswered[-1]
            return response
        if kind == "500 after":
            return httpx.Response(500, json={"error": "made up"})
        if kind == "cut":
            return httpx.Response(200, headers=response.headers, content=response.content[:20])
        assert kind == "drop response", f"{kind} is none of the faults that `_fail` and `_fail_before` know"
        raise httpx.ReadError("reset", request=request)

    async def _carry(self, request: httpx.Request) -> httpx.Response:
        if self.hosted:
            if request.url.path.endswith("/log"):
                return httpx.Response(404, text=f"Cannot GET {request.url.path}")
            request.headers.pop("idempotency-key", None)
        response = await self.inner.handle_async_request(request)
        if self.hosted:
            response.headers.pop("x-idempotency", None)
        return response

    async def aclose(self) -> None:
        """The server outlives its clients here."""


def link_to(server: LocalServer, http: httpx.AsyncBaseTransport) -> Link:
    """The way to both services of a server in this process."""
    return Link(
        URL,
        server.key,
        Secret(server.token),
        http=http,
        enrich_url=URL,
        enrich_key=Secret(server.enrich_key),
        provider="local directory",
    )


async def until_news(
    subscribe: Callable[[Callable[[Change], None]], Callable[[], object]],
    true: Callable[[], object],
    task: asyncio.Task[None] | None = None,
) -> None:
    """Wait for news after which ``true`` is, which another thread may tell; ``task`` must not end meanwhile."""
    loop, news = asyncio.get_running_loop(), asyncio.Event()

    def hear(_: Change) -> None:
        loop.call_soon_threadsafe(news.set)

    end = subscribe(hear)
    try:
        while not true():
            with suppress(TimeoutError):
                await asyncio.wait_for(news.wait(), LATE)
            if task is not None and task.done():
                task.result()
            assert true() or news.is_set(), f"nothing came for {LATE} s"
            news.clear()
    finally:
        end()


class World:
    """One person at one machine, and the service at the other end of a wire.

    Attributes:
        store: The person's local truth.
        service: The service as it really is, past the wire.
    """

    def __init__(self, server: LocalServer, home: Path, clock: ManualClock, *, hosted: bool = False) -> None:
        self.server, self.home, self.clock = server, home, clock
        self.wire = Wire(server.transport())
        self.wire.hosted = hosted
        self.service = BoardClient(
            Transport(URL, auth=oauth(server.key, Secret(server.token)), http=server.transport(), clock=clock)
        )
        self.link = link_to(server, self.wire)
        self.status = StatusTracker(lambda: None)
        self.open()

    def open(self) -> None:
        """Start the program."""
        self.store = open_store(self.home / "store.db", self.clock)
        self.session = SyncSession.open(self.store, self.link, self.clock, self.status, self.home)

    async def restart(self) -> None:
        """End the program in an orderly way, and start it again."""
        await self.session.close()
        self.store.close()
        self.open()

    def crash(self) -> None:
        """End the program as a kill does: nobody says goodbye. Its lease runs out before the next start."""
        self.store.close()
        self.clock.advance(60)
        self.open()

    async def settle_in(self) -> None:
        """Make a board, and fetch it."""
        board = await self.service.boards.create(name="Leads", idempotency_key="board")
        await self.session.puller.keep(board.id, None)
        self.settle_on(board.id)

    def settle_on(self, board_id: str) -> None:
        """Work on a board that was fetched."""
        self.board_id = board_id
        self.first, self.second, self.third = (x.id for x in self.store.lists.of_board(self.board_id))
        self.wire.seen.clear()

    async def colleague(self, name: str) -> BoardClient:
        """Somebody else at the service, who works on the same board with a token of their own."""
        with db.writing(self.server.engine) as connection:
            now = self.clock.now()
            ident = add_member(connection, name.split(maxsplit=1)[0].lower() + "_", now, full_name=name)
            token = grant(
                connection,
                ident=IdMaker().at(now),
                id_member=ident,
                key=self.server.key,
                scopes=ALL_SCOPES,
                now=now,
            )
        await self.service.boards.set_member(self.board_id, ident, role="normal")
        auth = oauth(self.server.key, Secret(token))
        return BoardClient(Transport(URL, auth=auth, http=self.server.transport(), clock=self.clock))

    async def past_the_wire(self, method: str, path: str, values: Mapping[str, str]) -> Any:
        """What the service answers to another of its clients: the JSON."""
        auth = {
            "Authorization": f'OAuth oauth_consumer_key="{self.server.key}", oauth_token="{self.server.token}"'
        }
        async with httpx.AsyncClient(transport=self.server.transport(), base_url=URL, headers=auth) as client:
            reads = method in {"GET", "DELETE"}
            answer = await client.request(
                method, path, params=values if reads else None, data=None if reads else values
            )
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json()

    def somebody(self) -> Subject:
        """A person the service's directory knows."""
        email = somebody(self.server, self.clock)
        return Subject(type="person", identifiers=(Identifier(kind="email", value=email),))

    def do(self, *ops: Write) -> None:
        """What the keys do."""
        self.store.writes.submit_all(ops).result()

    def new_card(self, name: str, pos: float = 1.0) -> CreateCard:
        """A write that makes a card in the first list."""
        ident = new_local_id()
        return CreateCard(board_id=self.board_id, card_id=ident, list_id=self.first, name=name, pos=pos)

    def card(self, name: str, pos: float = 1.0) -> str:
        """Make a card in the first list, as the keys do. Returns its local id."""
        op = self.new_card(name, pos)
        self.do(op)
        return op.card_id

    def named(self, name: str) -> str:
        """Id of the card that is called ``name`` here now."""
        faces = (f for x in self.store.lists.of_board(self.board_id) for f in self.store.cards.faces(x.id))
        return next(face.id for face in faces if face.name == name)

    async def sync(self, rounds: int = 30) -> None:
        """Let the push work until nothing waits, time passing where it wants to wait."""
        for _ in range(rounds):
            wait = await self.session.pusher.push()
            if wait is None:
                return
            self.clock.advance(wait)

    async def there(self) -> list[tuple[str, str]]:
        """(list, card) as the service has them, in order."""
        cards = await self.service.boards.cards(self.board_id)
        return [(card.id_list, card.name) for card in sorted(cards, key=lambda card: (card.pos, card.id))]

    def here(self) -> list[tuple[str, str]]:
        """(list, card) as the store shows them, in order of lists."""
        lists = self.store.lists.of_board(self.board_id)
        return [(x.id, face.name) for x in lists for face in self.store.cards.faces(x.id)]

    def waiting(self) -> int:
        """Writes the service has not confirmed."""
        return self.store.outbox.counts()[0]

    async def close(self) -> None:
        """Put everything away."""
        await self.session.close()
        self.store.close()


def somebody(server: LocalServer, clock: ManualClock) -> str:
    """The e-mail address of a person the service's directory knows."""
    with db.writing(server.engine) as connection:
        seed_directory(connection, clock, count=20)
        query = select(people.c.email).where(people.c.email != "").order_by(people.c.n)
        return str(connection.execute(query).scalars().first())


class PatientClock(ManualClock):
    """A clock that moves only when it is told to; who sleeps waits until it has moved far enough.

    For the engine, whose loops would otherwise spin: it can be told from another thread.
    """

    def __init__(self, start: datetime = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)) -> None:
        super().__init__(start)
        self._lock = threading.Lock()
        self._sleepers: list[tuple[float, asyncio.AbstractEventLoop, asyncio.Future[None]]] = []

    def advance(self, seconds: float) -> None:
        with self._lock:
            super().advance(seconds)
            awake = [s for s in self._sleepers if s[0] <= self._monotonic]
            self._sleepers = [s for s in self._sleepers if s[0] > self._monotonic]
        for _, loop, future in awake:
            if not loop.is_closed():
                loop.call_soon_threadsafe(_wake, future)

    async def sleep(self, seconds: float) -> None:
        if seconds < 0.1:
            # The pauses between pages are for a user's keys.
            await asyncio.sleep(0)
            return
        future = asyncio.get_running_loop().create_future()
        with self._lock:
            self.slept.append(seconds)
            self._sleepers.append((self._monotonic + seconds, asyncio.get_running_loop(), future))
        await future


def _wake(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
