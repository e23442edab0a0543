"""Session: the clients of one account, and what is driven with them. Made in the sync thread only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui.api.auth import NOBODY, Auth, bearer, in_header, in_query, oauth
from tui.api.board.client import BoardClient
from tui.api.enrich.client import EnrichClient
from tui.api.limiter import MARGIN, Limiter
from tui.api.message import Method, Request, path
from tui.api.transport import Transport
from tui.model.enrich.spending import USUAL, Prices
from tui.store.enrich.findings import asks
from tui.store.enrich.ledger import balance_is_of
from tui.sync.enrich.bulk import Bulk
from tui.sync.enrich.lookup import Lookup
from tui.sync.enrich.probe import probe
from tui.sync.enrich.raw import Raw
from tui.sync.granted import Granted
from tui.sync.hook import Hook
from tui.sync.pull import PAGE, Puller
from tui.sync.push import Pusher

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.store.store import Store
    from tui.sync.link import Link, Service
    from tui.sync.status import StatusTracker

METHODS: Mapping[str, Method] = {"GET": "GET", "POST": "POST", "PUT": "PUT", "DELETE": "DELETE"}

FAR_PAGE = 500
"""Things asked for at once over a network, where the requests are counted."""

NEAR = 0.05
"""Seconds by which a request's way to a service in this process may be longer than the next one's."""


@dataclass(frozen=True, slots=True)
class SyncSession:
    """An account's way to its services.

    Attributes:
        pusher: Sends what waits.
        puller: Fetches what is new.
        lookup: Looks people and companies up.
        client: The board service, for what is asked once.
        hook: Has the service tell us at once what happens, where that is set up.
        bulk: Looks the subjects of many cards up.
        raw: Asks the enrichment service anything.
        granted: Learns what the token may do.
    """

    pusher: Pusher
    puller: Puller
    lookup: Lookup
    client: BoardClient
    hook: Hook
    _transports: tuple[Transport, ...]
    _limiters: tuple[Limiter, ...]
    bulk: Bulk
    raw: Raw
    granted: Granted

    @classmethod
    def open(
        cls,
        store: Store,
        link: Link,
        clock: Clock,
        status: StatusTracker,
        state_dir: Path,
        wake: Callable[[], object] = bool,
        push: Callable[[], object] = bool,
    ) -> SyncSession:
        """Make the clients; nothing is sent yet.

        Args:
            store: The local truth.
            link: Where the services are.
            clock: Time.
            status: Is told how it goes.
            state_dir: Where the request counter is.
            wake: Called when the service says that something happened.
            push: Called when there is something to send.

        Raises:
            UsageError: An address that cannot be used.
            CredentialError: A key that cannot be sent.
            StoreError: The request counter cannot be used.
        """
        limiter = None
        if link.rate_limit is not None:
            limiter = Limiter(state_dir / "limiter.db", link.token.reveal(), clock, limit=link.rate_limit)
        board = Transport(
            link.board_url, auth=oauth(link.key, link.token), http=link.http, limiter=limiter, clock=clock
        )
        pace = _pace(link, clock, state_dir)
        enrich = enrich_transport(link, clock, pace)
        client = BoardClient(board)
        asked = link.enrich_url or link.board_url
        if not store.ledger.is_of(asked):
            # What is left at another service says nothing of this one.
            store.write(lambda tx: balance_is_of(tx, asked)).result()
        store.findings.provider = link.provider
        store.write(lambda tx: asks(tx, link.provider)).result()
        prices = prices_of(link)
        people = EnrichClient(enrich, dialect=link.dialect, provider=link.provider, prices=prices)
        lookup = Lookup(store, people, clock, link.provider, prices)
        puller = Puller(store, client, clock, status, page=PAGE if limiter is None else FAR_PAGE)
        granted = Granted(store, client, link, status.signed_in)
        return cls(
            Pusher(store, client, board, clock, status, puller.owe, granted),
            puller,
            lookup,
            client,
            Hook(link, client, store, clock, wake),
            (board, enrich),
            tuple(one for one in (limiter, pace) if one is not None),
            Bulk(store, lookup, clock, push),
            Raw(enrich, store, clock, lookup.payments, prices, link.provider),
            granted,
        )

    async def call(self, service: Service, method: str, where: str, values: Mapping[str, str]) -> Any:
        """Ask a service anything; the answer's JSON, None when there is none.

        Raises:
            Rejected: A path that is none.
            RemoteError: The service did not do it.
        """
        reads = method in {"GET", "DELETE"}
        request = Request(
            METHODS[method],
            path(*where.strip("/").split("/")),
            params=values if reads else {},
            json=None if reads else dict(values),
        )
        if service == "enrich":
            return await self.raw.call(request)
        return (await self._transports[0].send(request)).json

    async def close(self) -> None:
        """Let another process send, and give the connections back."""
        # Also what comes behind one that fails; the last that is pushed is the first to be closed.
        async with AsyncExitStack() as left:
            for limiter in self._limiters:
                left.callback(limiter.close)
            for transport in self._transports:
                left.push_async_callback(transport.close)
            for part in (self.pusher, self.hook, self.bulk):
                left.push_async_callback(part.close)


def enrich_transport(link: Link, clock: Clock, pace: Limiter | None = None) -> Transport:
    """The way to the enrichment service of an account.

    Raises:
        UsageError: An address that cannot be used.
        CredentialError: A key that cannot be sent.
    """
    return Transport(
        link.enrich_url or link.board_url,
        auth=_opener(link),
        http=link.enrich_way,
        limiter=pace,
        clock=clock,
        service="enrich",
    )


async def try_out(link: Link, clock: Clock) -> int | None:
    """Put the enrichment service of an account to the test, by asking it for nobody.

    Returns:
        Credits left, or None where the service does not tell.

    Raises:
        RemoteError: Its address, key or shape is wrong; the message says which.
    """
    transport = enrich_transport(link, clock)
    try:
        return await probe(EnrichClient(transport, dialect=link.dialect, provider=link.provider))
    finally:
        await transport.close()


def _pace(link: Link, clock: Clock, state_dir: Path) -> Limiter | None:
    """Who spaces the requests to the enrichment service, where it counts them."""
    if link.enrich_rate is None:
        return None
    return Limiter(
        state_dir / "limiter.db",
        f"{link.enrich_url} {link.enrich_key.reveal()}",
        clock,
        limit=link.enrich_rate,
        window=1.0,
        margin=NEAR if link.enrich_way is not None else MARGIN,
    )


def prices_of(link: Link) -> Prices:
    """What the enrichment service of an account takes."""
    return link.prices or USUAL[link.dialect]


def _opener(link: Link) -> Auth:
    """What opens the enrichment service, in the way it wants it."""
    if not link.enrich_key:
        return NOBODY
    match link.enrich_auth:
        case "bearer":
            return bearer(link.enrich_key)
        case "header":
            return in_header(link.enrich_key, link.enrich_auth_name)
        case "query":
            return in_query(link.enrich_key, link.enrich_auth_name)
