"""The session: the clients of one account and the parts that use them. Created in the sync thread only."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from tui.adapters.adapter import EXCHANGED
from tui.api.auth import NO_AUTH, Auth, basic, bearer, in_header, in_query, oauth
from tui.api.board.client import BoardClient
from tui.api.enrich.client import EnrichClient
from tui.api.limiter import MARGIN, Limiter, Limiters
from tui.api.message import Request, path
from tui.api.transport import Transport
from tui.store.enrich.findings import set_provider
from tui.store.enrich.ledger import balance_is_of
from tui.sync.enrich.askable import Asking
from tui.sync.enrich.bulk import Bulk
from tui.sync.enrich.lookup import Lookup
from tui.sync.enrich.probe import probe
from tui.sync.enrich.raw import Raw
from tui.sync.events.messages import MessageLogger
from tui.sync.events.poll import EventPoller
from tui.sync.events.watch import EventWatch
from tui.sync.granted import Granted
from tui.sync.hook import Hook
from tui.sync.pull import PAGE, Puller
from tui.sync.push import Pusher

if TYPE_CHECKING:
    from tui.api.enrich.login import TokenLogin
    from tui.clock import Clock
    from tui.model.account.call import ApiCall
    from tui.store.store import Store
    from tui.sync.link import Link
    from tui.sync.status import StatusTracker
    from tui.sync.webhook import Message

FAR_PAGE = 500
"""Things per request over a network, where requests are limited."""

NEAR = 0.05
"""Seconds by which the delays of two requests to a service in this process may differ."""


@dataclass(frozen=True, slots=True)
class SyncSession:
    """An account's connections to its services.

    Attributes:
        pusher: Sends waiting writes.
        puller: Fetches what is new.
        lookup: Looks up people and companies.
        client: The client of the board service, for single requests.
        hook: Registers the webhook, where that is set up.
        bulk: Works on bulk runs.
        raw: Sends raw calls to the enrichment service.
        granted: Fetches the token's rights.
        events: Keeps the log of events up to date, for triggers.
    """

    pusher: Pusher
    puller: Puller
    lookup: Lookup
    client: BoardClient
    hook: Hook
    _transports: tuple[Transport, ...]
    _limiters: tuple[Limiter | Limiters, ...]
    bulk: Bulk
    raw: Raw
    granted: Granted
    events: EventWatch

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
        """Create the clients; nothing is sent yet.

        Args:
            store: The local store.
            link: The addresses and credentials of the services.
            clock: The clock.
            status: Receives the state of the sync.
            state_dir: The directory of the request counter.
            wake: Called at each notification of the service.
            push: Called when there is something to send.

        Raises:
            UsageError: An address cannot be used.
            CredentialError: A key cannot be sent.
            StoreError: The request counter cannot be used.
        """
        limiter = None
        if link.rate_limit is not None:
            limiter = Limiter(state_dir / "limiter.db", link.token.reveal(), clock, limit=link.rate_limit)
        board = Transport(
            link.board_url, auth=oauth(link.key, link.token), http=link.http, limiter=limiter, clock=clock
        )
        pace = _rate_limiter(link, clock, state_dir)
        enrich = enrich_transport(link, clock, pace)
        client = BoardClient(board)
        asked = link.enrich_url or link.board_url
        if not store.ledger.is_of(link.provider, asked):
            # The balance at another address means nothing for this one.
            store.write(lambda tx: balance_is_of(tx, link.provider, asked)).result()
        store.findings.provider = link.provider
        store.write(lambda tx: set_provider(tx, link.provider)).result()
        asking = asking_of(link)
        people = EnrichClient(enrich, link.service, link.provider, asking.prices)
        lookup = Lookup(store, people, clock, link.provider, asking)
        puller = Puller(store, client, clock, status, page=PAGE if limiter is None else FAR_PAGE)
        messages = MessageLogger(store, client)
        poller = EventPoller(store, client, clock, "poll" if link.changes is None else "local")

        def receive(message: Message) -> None:
            messages.receive(message)
            if not message.late:
                wake()

        hook = Hook(link, client, store, clock, receive)
        granted = Granted(store, client, link, status.signed_in)
        return cls(
            Pusher(store, client, board, clock, status, puller.schedule_reread, granted),
            puller,
            lookup,
            client,
            hook,
            (board, enrich),
            tuple(one for one in (limiter, pace) if one is not None),
            Bulk(store, lookup, clock, push),
            Raw(enrich, store, clock, lookup.payments, asking, link.provider, link.service),
            granted,
            EventWatch(client, poller, messages, hook, clock, link.changes),
        )

    async def call(self, call: ApiCall) -> Any:
        """Call any address of a service, and return the answer's JSON, or None when there is none.

        Raises:
            Rejected: The path is invalid.
            RemoteError: The service refused or failed the request.
        """
        where = path(*map(unquote, call.path.strip("/").split("/")))
        request = Request(call.method, where, params=call.query, json=call.body)
        if call.service == "enrich":
            return await self.raw.call(request)
        return (await self._transports[0].send(request)).json

    async def close(self) -> None:
        """Release the send lease, and close the connections."""
        # The stack closes all parts even if one fails, the last one pushed first.
        async with AsyncExitStack() as stack:
            for limiter in self._limiters:
                stack.callback(limiter.close)
            for transport in self._transports:
                stack.push_async_callback(transport.close)
            for part in (self.pusher, self.hook, self.bulk):
                stack.push_async_callback(part.close)


def enrich_transport(link: Link, clock: Clock, pace: Limiter | Limiters | None = None) -> Transport:
    """Create the transport to the enrichment service of an account.

    Raises:
        UsageError: The address cannot be used.
        CredentialError: The key cannot be sent.
    """
    return Transport(
        link.enrich_url or link.board_url,
        auth=_auth(link),
        http=link.enrich_way,
        limiter=pace,
        clock=clock,
        login=_login(link, clock),
        service="enrich",
    )


async def try_out(link: Link, clock: Clock) -> int | None:
    """Test the enrichment service of an account by a request for nobody.

    Returns:
        Credits left, or None where the service does not tell.

    Raises:
        RemoteError: The address, key or adapter is wrong; the message says which.
    """
    transport = enrich_transport(link, clock)
    try:
        return await probe(EnrichClient(transport, link.service, link.provider), link.service)
    finally:
        await transport.close()


def _rate_limiter(link: Link, clock: Clock, state_dir: Path) -> Limiters | None:
    """Create the rate limiter of the enrichment service, if it limits requests."""
    limits = None if link.adapter is None else link.adapter.limits
    second, minute = (0, 0) if limits is None else (limits.second, limits.minute)
    if link.enrich_rate is not None:
        second, minute = link.enrich_rate, 0
    named = f"{link.enrich_url} {link.enrich_key.reveal()}"
    margin = NEAR if link.enrich_way is not None else MARGIN
    parts = [
        Limiter(state_dir / "limiter.db", name, clock, limit=limit, window=window, margin=margin)
        for name, limit, window in ((named, second, 1.0), (f"{named} a minute", minute, 60.0))
        if limit
    ]
    return Limiters(*parts) if parts else None


def asking_of(link: Link) -> Asking:
    """Return by what an account's enrichment service can be asked, and its prices."""
    return Asking.of(link.service, link.prices or link.service.list_prices({}))


def _auth(link: Link) -> Auth:
    """Return the authentication of the enrichment service in the configured style."""
    how = link.service.auth
    if not link.enrich_key:
        return NO_AUTH
    name = link.enrich_auth_name or ("" if link.enrich_auth else how.name)
    match link.enrich_auth or how.style:
        case "bearer":
            return bearer(link.enrich_key)
        case "basic":
            return basic(link.enrich_key)
        case "header":
            return in_header(link.enrich_key, name)
        case "query":
            return in_query(link.enrich_key, name)
        case "none" | "oauth2" | "jwt" | "login":
            return NO_AUTH


def _login(link: Link, clock: Clock) -> TokenLogin | None:
    """Return what exchanges the key for a token, for a service that wants that."""
    if not link.enrich_key or (link.enrich_auth or link.service.auth.style) not in EXCHANGED:
        return None
    from tui.api.enrich.login import TokenLogin

    return TokenLogin(link.service.auth, link.enrich_key, clock, link.enrich_way)
