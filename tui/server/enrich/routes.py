"""The routes of the sales-intelligence service, in both dialects.

``platform``: ``/enrich/person``, ``/enrich/company``, ``/search/people``, ``/credits``.
``direct``: the hosted service's own ``GET /company``, ``GET /people``, ``POST /people/search``.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tui.clock import Clock
from tui.server.access.tally import MemoryTally, Tally
from tui.server.enrich.accounts import Prices, Receipt
from tui.server.enrich.companies import enrich_company, get_company
from tui.server.enrich.desk import Ask, Call, Deed, Desk, MissStyle
from tui.server.enrich.fields import read_fields
from tui.server.enrich.people import direct_search, enrich_person, get_people, search
from tui.server.enrich.problems import Problem
from tui.server.enrich.rates import Rates

_BOTH = ("GET", "POST")


@dataclass(frozen=True, slots=True)
class KeyWays:
    """Where a caller's API key may be.

    Attributes:
        bearer: Whether in ``Authorization: Bearer``.
        header: Name of the header it may be in, or "".
        query: Name of the parameter it may be in, or "".
    """

    bearer: bool = True
    header: str = "X-Api-Key"
    query: str = "api_key"


def routes(
    engine: Engine,
    clock: Clock,
    *,
    prices: Prices | None = None,
    miss: MissStyle = "404",
    rate: int | None = 50,
    tally: Tally | None = None,
    ways: KeyWays | None = None,
    limits: bool = True,
) -> list[Route]:
    """Every route of the service, on the tables of ``engine``.

    Args:
        engine: Where the directory and the ledger are; see tui.server.db.
        clock: Dates charges, and measures the rate.
        prices: Credits a call takes.
        miss: How a miss is answered; other services answer otherwise than 404.
        rate: Requests a second of an account whose plan says nothing, as the hosted service documents; None for
            no limit.
        tally: Where requests are counted; None for this process alone.
        ways: Where the API key may be.
        limits: Whether requests are counted at all.
    """
    rates = Rates(clock, tally or MemoryTally(clock), rate) if limits else None
    desk = Desk(engine, clock, prices or Prices(), miss, rates)
    table: list[tuple[str, tuple[str, ...], Deed, str]] = [
        ("/enrich/person", _BOTH, enrich_person, "person"),
        ("/enrich/company", _BOTH, enrich_company, "company"),
        ("/search/people", _BOTH, search, "search"),
        ("/credits", ("GET",), _credits, ""),
        ("/company", ("GET",), get_company, "company"),
        ("/people", ("GET",), get_people, "person"),
        ("/people/search", ("POST",), direct_search, "search"),
    ]
    return [
        Route(path, _endpoint(desk, deed, scope, ways or KeyWays()), methods=list(methods))
        for path, methods, deed, scope in table
    ]


def _credits(call: Call) -> tuple[dict[str, int], Receipt]:
    """``GET /credits``: what is left."""
    _, receipt = call.look(lambda _connection: None)
    return {"credits": receipt.left}, receipt


def _endpoint(desk: Desk, deed: Deed, scope: str, ways: KeyWays) -> Callable[[Request], Awaitable[Response]]:
    """A Starlette endpoint that reads the call, and does the deed off the loop."""

    async def endpoint(request: Request) -> Response:
        fields: dict[str, Any] = {}
        problem = None
        try:
            fields = await read_fields(request, but=ways.query)
        except Problem as error:
            # Who asks is looked at first, and what they ask is counted, readable or not.
            problem = error
        repeat = request.headers.get("idempotency-key", "")
        ask = Ask(request.method, request.url.path, fields, _key(request, ways), repeat, problem)
        reply = await run_in_threadpool(desk.serve, ask, deed, scope)
        return JSONResponse(reply.body, reply.status, reply.headers)

    return endpoint


def _key(request: Request, ways: KeyWays) -> str | None:
    """The caller's API key, wherever it may be."""
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    if ways.bearer and scheme.casefold() == "bearer" and bearer.strip():
        return bearer.strip()
    if ways.header and (found := request.headers.get(ways.header)):
        return found
    return request.query_params.get(ways.query) if ways.query else None
