"""The board service as a Starlette application: parses a request, calls its handler, sends the answer.

Handlers are synchronous functions; each runs in a worker thread, in one transaction, so that it does not
block the event loop, on which the embedded server runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar
from sqlalchemy import Connection, Engine
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.routing import Route as WebRoute
from starlette.types import Receive, Scope, Send

from tui.server.access.admission import Admission, Claimant
from tui.server.access.scopes import check_scope
from tui.server.access.uses import Uses
from tui.server.people import avatars
from tui.server.pipeline.answer import Answer, BoardDialect
from tui.server.pipeline.attempt import OutsideWork, with_retries
from tui.server.pipeline.body import read_params
from tui.server.pipeline.call import Call, Listener
from tui.server.pipeline.idempotency import once
from tui.server.pipeline.params import Params, Refused
from tui.server.pipeline.upload import Download
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.server.access.limits import Limits
    from tui.server.pipeline.auth import Authority, Principal
    from tui.server.pipeline.ids import IdMaker
    from tui.server.pipeline.route import Handler, Routes
    from tui.server.pipeline.webhook_sender import WebhookSender

ORIGIN = "http://cardscout.localhost"
"""The base of the embedded server's web addresses; the host name is reserved for loopback."""

LONGEST_PATH = 8192
"""Maximum bytes of a path."""

LONGEST_QUERY = 20480
"""Maximum bytes of a query: the longest search fits, more needs a body (docs/reference/board.md, 5.2)."""

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"})
_DIALECT = BoardDialect()

_PARALLEL_READS = 16
"""Maximum parallel reads from a database server; the connection pool has room for writes besides."""


@dataclass(frozen=True, slots=True)
class BoardService:
    """The task-board service as an ASGI application.

    Attributes:
        authority: The verifier of keys and tokens.
        listeners: Called with every action that is logged.
        limits: The rate limits; None for the embedded server, which has one caller.
        origin: The base of the web addresses.
        webhook_sender: The sender of webhooks; None for none.
        visitors: Whether callers without credentials may see public boards.
    """

    engine: Engine
    clock: Clock
    authority: Authority
    routes: Routes
    ids: IdMaker
    listeners: Sequence[Listener]
    limits: Limits | None = None
    origin: str = ORIGIN
    webhook_sender: WebhookSender | None = None
    visitors: bool = False
    admission: Admission = field(init=False)
    uses: Uses = field(init=False)
    _lanes: RunVar[CapacityLimiter] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_lanes", RunVar("lane"))
        object.__setattr__(self, "uses", Uses(self.engine))
        object.__setattr__(self, "admission", Admission(self.authority, self.clock, self.limits))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope, receive)
        answer = await self._answer(request)
        await answer.response()(scope, receive, send)
        if self.uses.waits:
            await run_in_threadpool(self.uses.flush)

    async def _answer(self, request: Request) -> Answer:
        headers = {**_DIALECT.usual_headers(self.clock.now().timestamp()), **self.admission.usual_headers}
        if request.method == "OPTIONS":
            return Answer.of_text("", headers)
        try:
            return await self._run(await self._read(request, headers))
        except Refused as refused:
            guess = self.admission.is_guess(refused)
            if guess and (delay := await run_in_threadpool(self.admission.delay, request)):
                await self.clock.sleep(delay)
            return _DIALECT.refusal(refused, headers)

    async def _read(self, request: Request, headers: dict[str, str]) -> _Job:
        """Parse a request and find its handler.

        Raises:
            Refused: There is no such address, or the parameters can not be parsed; the request counts still.
        """
        path = request.url.path
        try:
            _check_address(request.method, path, request.scope["query_string"])
            method = "GET" if request.method == "HEAD" else request.method
            handler, places = self.routes.find(method, path)
            params, body = await read_params(request)
        except Refused:
            # The body may be unreadable, but query and header still identify the caller.
            query = Params.merged(request.query_params.multi_items())
            asker = Claimant.of(request, query, b"", self.origin)
            if self.limits is not None and asker.key is not None:
                await run_in_threadpool(self._count, asker, headers)
            raise
        asker = Claimant.of(request, params, body, self.origin, places.get("secret", ""))
        return _Job(f"{method} {path}", handler, places, params, request.headers, headers, asker)

    def _count(self, asker: Claimant, headers: dict[str, str]) -> None:
        """Count a request that will be refused anyway.

        Raises:
            Refused: 429, a rate limit is exceeded.
        """

        def attempt() -> None:
            with db.reading(self.engine) as connection:
                self.admission.admit(connection, asker, headers)

        try:
            with_retries(attempt)
        except Refused as refused:
            if refused.status == HTTPStatus.TOO_MANY_REQUESTS:
                raise

    async def _run(self, job: _Job) -> Answer:
        """Run ``job``; if it raises ``OutsideWork``, do the work outside of the transaction and run it again."""
        try:
            return await self._run_in_thread(job)
        except OutsideWork as first:
            ready = replace(job, outside=await first.work())
        return await self._run_in_thread(ready)

    async def _run_in_thread(self, job: _Job) -> Answer:
        """Run ``job`` in a thread; writes are queued in ``db.writing``, where they block no read."""
        return await to_thread.run_sync(self._execute, job, limiter=self._lane() if job.reads else None)

    def _lane(self) -> CapacityLimiter:
        """Return the limit of parallel reads of this event loop.

        Each loop has its own, because a waiter in another loop would not be woken. For SQLite the limit is
        one: sqlite3 releases the GIL at each row, so parallel reads contend for it at every row. Sixteen
        parallel reads ran at 40 % of the rate of sequential ones.
        """
        if (lane := self._lanes.get(None)) is None:
            lane = CapacityLimiter(1 if db.is_file(self.engine) else _PARALLEL_READS)
            self._lanes.set(lane)
        return lane

    def _execute(self, job: _Job) -> Answer:
        """Run ``job`` and serialize its answer, as 1,000 cards would block the event loop."""

        def attempt() -> Any:
            job.after.clear()
            return self._transact(job)

        found = with_retries(attempt)
        for callback in job.after:
            callback()
        if isinstance(found, Download):
            return Answer(HTTPStatus.OK, found.content, found.served_kind, {**job.headers, **found.headers})
        return Answer.of_value(found, job.headers)

    def _transact(self, job: _Job) -> Any:
        """Run ``job`` in one transaction."""
        if self.limits is not None and not job.reads:
            # Before the write, so that a refused request does not take the write lock.
            with db.reading(self.engine) as connection:
                self._admit(connection, job)
        with self._transaction(job) as connection:
            session = self._admit(connection, job)
            # The clock is read under the write lock, so that dates and ids rise in the order of the commits.
            now = self.clock.now()
            if not job.reads:
                self.ids.go_on(connection, now)
            call = Call(
                connection, session, job.params, job.path, now, self.ids, self.origin, job.address,
                job.sent, outside=job.outside, webhook_sender=self.webhook_sender, after_commit=job.after, capped=self.limits is not None,
                listeners=self.listeners,
            )  # fmt: skip
            check_scope(job.address, session)
            idempotency_key = job.sent.get("idempotency-key")
            if idempotency_key and job.address.startswith("POST "):
                return once(call, job.handler, idempotency_key)
            return job.handler(call)

    def _admit(self, connection: Connection, job: _Job) -> Principal:
        """Authenticate and count the caller, once per request even if its transaction is retried."""
        if not job.admitted:
            if self.visitors and job.asker.is_nobody:
                job.admitted.append(self.admission.admit_visitor(job.asker, job.headers))
            else:
                job.admitted.append(self.admission.admit(connection, job.asker, job.headers))
                self.uses.record(job.admitted[0], self.clock.now())
        return job.admitted[0]

    def _transaction(self, job: _Job) -> AbstractContextManager[Connection]:
        return (db.reading if job.reads else db.writing)(self.engine)


@dataclass(frozen=True, slots=True)
class _Job:
    """A parsed request with its handler, as the worker thread needs it."""

    address: str
    handler: Handler
    path: dict[str, str]
    params: Params
    sent: Mapping[str, str]
    headers: dict[str, str]
    asker: Claimant
    admitted: list[Principal] = field(default_factory=list)
    outside: Any = None
    after: list[Callable[[], None]] = field(default_factory=list)

    @property
    def reads(self) -> bool:
        """Whether the request changes nothing."""
        return self.address.startswith("GET ")


def _check_address(method: str, path: str, query: bytes) -> None:
    """Check the method and the length of the address."""
    if method not in _METHODS:
        raise Refused(HTTPStatus.METHOD_NOT_ALLOWED, "Method Not Allowed")
    if len(path) > LONGEST_PATH or len(query) > LONGEST_QUERY:
        raise Refused(HTTPStatus.REQUEST_URI_TOO_LONG, "Request-URI Too Long")


def build(
    service: BoardService, web: Routes, others: Iterable[BaseRoute] = (), *, doors: Iterable[BaseRoute] = ()
) -> Starlette:
    """Assemble the application: the board service under ``/1``, its web addresses, and ``others``.

    Args:
        service: The application under ``/1``.
        web: The routes of boards' and cards' web addresses.
        others: The routes of other services.
        doors: The routes of pages under ``/1``, such as the permission page.
    """
    pages = replace(service, routes=web, visitors=True)
    own = [
        WebRoute("/1/{path:path}", service),
        WebRoute("/b/{path:path}", pages),
        WebRoute("/c/{path:path}", pages),
    ]
    return Starlette(routes=[*doors, *own, *avatars.ROUTES, *others, WebRoute("/{path:path}", _NotFound())])


class _NotFound:
    """The ASGI application for unknown addresses, which answers in the hosted service's wording."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            _check_address(scope["method"], scope["path"], scope["query_string"])
            status, text = 404, f"Cannot {scope['method']} {scope['path']}"
        except Refused as refused:
            status, text = refused.status, str(refused.body)
        await Response(text, status, media_type="text/plain")(scope, receive, send)
