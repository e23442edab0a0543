"""The routes of the sales-intelligence service, in both dialects.

``platform``: ``/enrich/person``, ``/enrich/company``, ``/search/people``, ``/credits``.
``direct``: the hosted service's own ``GET /company``, ``GET /people``, ``POST /people/search``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tui.server.access.counter import Counter, MemoryCounter
from tui.server.enrich.fields import read_fields
from tui.server.enrich.ledger import CallPrices
from tui.server.enrich.lookups import (
    direct_search,
    enrich_company,
    enrich_person,
    get_company,
    get_people,
    search,
)
from tui.server.enrich.problems import EnrichDialect, MissStyle
from tui.server.enrich.rates import Rates
from tui.server.enrich.service import EnrichCall, EnrichHandler, EnrichService, LookupRequest
from tui.server.pipeline.params import Refused

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.server.enrich.key_uses import KeyUses

_BOTH = ("GET", "POST")


@dataclass(frozen=True, slots=True)
class KeySources:
    """The places in a request where a caller's API key may be.

    Attributes:
        bearer: Whether it may be in ``Authorization: Bearer``.
        header: Name of the header it may be in, or "" for none.
        query: Name of the query parameter it may be in, or "" for none.
    """

    bearer: bool = True
    header: str = "X-Api-Key"
    query: str = "api_key"


def routes(
    engine: Engine,
    clock: Clock,
    *,
    prices: CallPrices | None = None,
    miss: MissStyle = "404",
    rate: int | None = 50,
    counter: Counter | None = None,
    key_sources: KeySources | None = None,
    limits: bool = True,
    uses: KeyUses | None = None,
) -> list[Route]:
    """Return every route of the service, on the tables of ``engine``.

    Args:
        engine: The storage of the directory and the ledger; see tui.server.storage.db.
        clock: Dates charges, and gives the windows of the rate limits.
        prices: The prices of calls; None for the defaults.
        miss: The style of answers to misses; some services do not answer 404.
        rate: Requests per second unless a plan says otherwise, as the hosted service documents; None for no
            limit.
        counter: Counts requests; None to count only those of this process.
        key_sources: The possible places of the API key; None for the defaults.
        limits: Whether there are rate limits at all.
        uses: Records the last use of each key; None for a server whose keys nobody lists.
    """
    rates = Rates(clock, counter or MemoryCounter(clock), rate) if limits else None
    service = EnrichService(engine, clock, prices or CallPrices(), EnrichDialect(miss), rates, uses)
    table: list[tuple[str, tuple[str, ...], EnrichHandler, str]] = [
        ("/enrich/person", _BOTH, enrich_person, "person"),
        ("/enrich/company", _BOTH, enrich_company, "company"),
        ("/search/people", _BOTH, search, "search"),
        ("/credits", ("GET",), _credits, ""),
        ("/company", ("GET",), get_company, "company"),
        ("/people", ("GET",), get_people, "person"),
        ("/people/search", ("POST",), direct_search, "search"),
    ]
    return [
        Route(path, _endpoint(service, handler, scope, key_sources or KeySources()), methods=list(methods))
        for path, methods, handler, scope in table
    ]


def _credits(call: EnrichCall) -> dict[str, int]:
    """Answer ``GET /credits`` with the credits left."""
    return {"credits": call.caller.left}


def _endpoint(
    service: EnrichService, handler: EnrichHandler, scope: str, key_sources: KeySources
) -> Callable[[Request], Awaitable[Response]]:
    """Return a Starlette endpoint that reads the call and runs ``handler`` in a thread."""

    async def endpoint(request: Request) -> Response:
        fields: dict[str, Any] = {}
        problem = None
        try:
            fields = await read_fields(request, but=key_sources.query)
        except Refused as error:
            # Raised after the key was checked and the call counted, as these apply to unreadable calls too.
            problem = error
        repeat = request.headers.get("idempotency-key", "")
        asked = LookupRequest(request.url.path, fields, _key(request, key_sources), repeat, problem)
        answer = await run_in_threadpool(service.serve, asked, handler, scope)
        response = answer.response()
        if service.uses is not None and service.uses.waits:
            response.background = BackgroundTask(service.uses.flush)
        return response

    return endpoint


def _key(request: Request, key_sources: KeySources) -> str | None:
    """Return the caller's API key from the first source that has one, or None."""
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    if key_sources.bearer and scheme.casefold() == "bearer" and bearer.strip():
        return bearer.strip()
    if key_sources.header and (found := request.headers.get(key_sources.header)):
        return found
    return request.query_params.get(key_sources.query) if key_sources.query else None
