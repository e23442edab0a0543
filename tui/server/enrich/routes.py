"""The routes of the sales-intelligence service, in both dialects.

``platform``: ``/enrich/person``, ``/enrich/company``, ``/search/people``, ``/credits``.
``direct``: the hosted service's own ``GET /company``, ``GET /people``, ``POST /people/search``.
"""

from collections.abc import Awaitable, Callable

from sqlalchemy import Engine
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tui.clock import Clock
from tui.server.enrich.accounts import Prices, Receipt
from tui.server.enrich.companies import enrich_company, get_company
from tui.server.enrich.desk import Ask, Call, Deed, Desk, MissStyle
from tui.server.enrich.fields import read_fields
from tui.server.enrich.people import direct_search, enrich_person, get_people, search
from tui.server.enrich.problems import Problem

_BOTH = ("GET", "POST")


def routes(
    engine: Engine,
    clock: Clock,
    *,
    prices: Prices | None = None,
    miss: MissStyle = "404",
    rate: int | None = 50,
) -> list[Route]:
    """Every route of the service, on the tables of ``engine``.

    Args:
        engine: Where the directory and the ledger are; see tui.server.db.
        clock: Dates charges, and measures the rate.
        prices: Credits a call takes.
        miss: How a miss is answered; other services answer otherwise than 404.
        rate: Requests a second and account, as the hosted service documents; None for no limit.
    """
    desk = Desk(engine, clock, prices or Prices(), miss, rate)
    table: list[tuple[str, tuple[str, ...], Deed]] = [
        ("/enrich/person", _BOTH, enrich_person),
        ("/enrich/company", _BOTH, enrich_company),
        ("/search/people", _BOTH, search),
        ("/credits", ("GET",), _credits),
        ("/company", ("GET",), get_company),
        ("/people", ("GET",), get_people),
        ("/people/search", ("POST",), direct_search),
    ]
    return [Route(path, _endpoint(desk, deed), methods=list(methods)) for path, methods, deed in table]


def _credits(call: Call) -> tuple[dict[str, int], Receipt]:
    """``GET /credits``: what is left."""
    _, receipt = call.look(lambda _connection: None)
    return {"credits": receipt.left}, receipt


def _endpoint(desk: Desk, deed: Deed) -> Callable[[Request], Awaitable[Response]]:
    """A Starlette endpoint that reads the call, and does the deed off the loop."""

    async def endpoint(request: Request) -> Response:
        ask = Ask(
            request.method, request.url.path, {}, _key(request), request.headers.get("idempotency-key", "")
        )
        try:
            ask.fields.update(await read_fields(request))
        except Problem as problem:
            headers = {"X-Request-Id": ask.request_id}
            return JSONResponse(problem.body(ask.request_id), problem.status, headers)
        reply = await run_in_threadpool(desk.serve, ask, deed)
        return JSONResponse(reply.body, reply.status, reply.headers)

    return endpoint


def _key(request: Request) -> str | None:
    """The API key: Bearer, X-Api-Key, or ``api_key`` in the query."""
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    if scheme.casefold() == "bearer" and bearer.strip():
        return bearer.strip()
    return request.headers.get("x-api-key") or request.query_params.get("api_key")
