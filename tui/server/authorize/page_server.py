"""The server of HTML pages: reads a visit, answers it in a transaction and adds security headers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from sqlalchemy import Connection, Engine
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from tui.server.authorize import pages
from tui.server.authorize.pages import Visit, VisitAnswer, read_visit, respond
from tui.server.pipeline.attempt import with_retries
from tui.server.pipeline.params import Refused
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.server.authorize.sign_in import PasswordCheck

T = TypeVar("T")


class PageHandler(Protocol):
    """The interface of a page, within one transaction."""

    def look(self, visit: Visit) -> VisitAnswer:
        """Return the answer to a GET."""

    def prove(self, visit: Visit) -> PasswordCheck:
        """Check a submitted form and its password, before the writing transaction begins."""

    def act(self, visit: Visit, proof: PasswordCheck) -> VisitAnswer:
        """Handle a submitted form."""


class PageServer:
    """Answers browsers' requests for pages.

    Args:
        origin: The base of the server's web addresses.
    """

    def __init__(self, engine: Engine, origin: str) -> None:
        self._engine = engine
        self._origin = origin

    async def answer(self, request: Request, page: Callable[[Connection], PageHandler]) -> Response:
        """Answer one request with ``page``."""
        visit: Visit | None = None
        try:
            visit = await read_visit(request, self._origin)
            made = await run_in_threadpool(self._call_page, visit, page)
        except Refused as refused:
            made = pages.refused(refused.status, str(refused.body))
        return respond(made, visit)

    def _call_page(self, visit: Visit, page: Callable[[Connection], PageHandler]) -> VisitAnswer:
        if visit.method == "POST":
            proof = transact(self._engine, lambda connection: page(connection).prove(visit), writes=False)
            return transact(self._engine, lambda connection: page(connection).act(visit, proof), writes=True)
        return transact(self._engine, lambda connection: page(connection).look(visit), writes=False)


def transact(engine: Engine, act: Callable[[Connection], T], *, writes: bool) -> T:
    """Run ``act`` in one transaction, with retries on conflicts, and return its result."""

    def attempt() -> T:
        with (db.writing if writes else db.reading)(engine) as connection:
            return act(connection)

    return with_retries(attempt)
