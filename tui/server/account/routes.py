"""The route of the account page, and the redirect to it from the server's root."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from tui.server.access.counter import Counter, MemoryCounter
from tui.server.account.page import ADDRESS, AccountPage
from tui.server.authorize.page_server import PageServer

if TYPE_CHECKING:
    from tui.clock import Clock


def routes(
    engine: Engine, clock: Clock, counter: Counter | None = None, *, origin: str = ""
) -> list[BaseRoute]:
    """Return every route of this package; they must precede those of the board service.

    Args:
        engine: The storage.
        clock: The server's time.
        counter: The counter of wrong passwords; None for one in this process's memory.
        origin: The base of the server's web addresses.
    """
    counts = counter or MemoryCounter(clock)
    pages = PageServer(engine, origin)

    def page(connection: Connection) -> AccountPage:
        return AccountPage(connection, counts, clock.now())

    async def account(request: Request) -> Response:
        return await pages.answer(request, page)

    return [Route(ADDRESS, account, methods=["GET", "POST"]), Route("/", _redirect_root)]


async def _redirect_root(_: Request) -> Response:
    """Redirect to the account page, for a browser that opens the server's root."""
    return RedirectResponse(ADDRESS, HTTPStatus.SEE_OTHER)
