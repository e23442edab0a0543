"""The address of the account page, and the way to it from the server's front door."""

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
    """Every address of this package; they come before those of the board service.

    Args:
        engine: The storage.
        clock: The server's time.
        counter: Counts wrong passwords; None for this process alone.
        origin: Where the server's web addresses begin.
    """
    counts = counter or MemoryCounter(clock)
    pages = PageServer(engine, origin)

    def page(connection: Connection) -> AccountPage:
        return AccountPage(connection, counts, clock.now())

    async def account(request: Request) -> Response:
        return await pages.answer(request, page)

    return [Route(ADDRESS, account, methods=["GET", "POST"]), Route("/", _front_door)]


async def _front_door(_: Request) -> Response:
    """Somebody typed the server's address into a browser."""
    return RedirectResponse(ADDRESS, HTTPStatus.SEE_OTHER)
