"""The session: the clients of one account and the parts that use them; created only in the sync thread."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from tui.api.message import Request, path
from tui.store.enrich.findings import set_provider
from tui.sync.board_connection import BoardConnection
from tui.sync.enrich.bulk import Bulk
from tui.sync.enrich.raw import Raw
from tui.sync.enrich.services import EnrichServices
from tui.sync.events.watch import EventWatch
from tui.sync.pull import Puller
from tui.sync.push import Pusher
from tui.sync.token_rights import TokenRights

if TYPE_CHECKING:
    from tui.api.board.client import BoardClient
    from tui.clock import Clock
    from tui.model.account.call import ApiCall
    from tui.store.store import Store
    from tui.sync.enrich.lookup import Lookup
    from tui.sync.link import Link
    from tui.sync.status import StatusTracker


@dataclass(frozen=True, slots=True)
class SyncSession:
    """An account's connections to its services.

    Attributes:
        pusher: Sends waiting writes.
        events: Keeps the log of events up to date, for triggers.
        services: Asks several enrichment services in the user's order, or one by its name.
        lookup: Looks up people and companies at the default service.
        raw: Sends raw calls to the enrichment service.
    """

    _board: BoardConnection
    pusher: Pusher
    puller: Puller
    token_rights: TokenRights
    events: EventWatch
    services: EnrichServices
    lookup: Lookup
    bulk: Bulk
    raw: Raw

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
        answered: Callable[[], object] = bool,
        *,
        interactive: bool = True,
        asking: SyncSession | None = None,
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
            answered: Called when the board service has answered a request.
            interactive: Whether somebody types in this process.
            asking: A session in which something is being looked up, whose enrichment services are taken over.

        Raises:
            UsageError: An address cannot be used.
            CredentialError: A key cannot be sent.
            StoreError: The request counter cannot be used.
        """
        board = BoardConnection.open(link, clock, state_dir, answered)
        with ExitStack() as failed:
            failed.callback(board.close_limiter)
            if asking is None:
                services = _enrich_services(store, link, clock, state_dir)
                lookup, bulk = services.usual.lookup, Bulk(store, services, clock, push)
                raw = _raw(services, store, link, clock)
            else:
                services, lookup, bulk, raw = asking.services, asking.lookup, asking.bulk, asking.raw
            failed.pop_all()
        far = board.limiter is not None
        puller = Puller(store, board.client, clock, status, far=far, interactive=interactive)
        granted = TokenRights(store, board.client, link, status.signed_in)
        return cls(
            board,
            Pusher(store, board.client, board.transport, clock, status, puller.schedule_reread, granted),
            puller,
            granted,
            EventWatch.open(store, board, link, clock, wake),
            services,
            lookup,
            bulk,
            raw,
        )

    def with_services(
        self, store: Store, link: Link, clock: Clock, state_dir: Path, push: Callable[[], object]
    ) -> SyncSession:
        """Return this session with the enrichment services of ``link`` instead of its own, which the caller closes.

        Raises:
            UsageError: An address cannot be used.
            CredentialError: A key cannot be sent.
            StoreError: The request counter cannot be used.
        """
        services = _enrich_services(store, link, clock, state_dir)
        return replace(
            self,
            services=services,
            lookup=services.usual.lookup,
            bulk=Bulk(store, services, clock, push),
            raw=_raw(services, store, link, clock),
        )

    @property
    def client(self) -> BoardClient:
        """The client of the board service, for single requests."""
        return self._board.client

    async def call(self, call: ApiCall) -> Any:
        """Call any address of a service, and return the answer's JSON, or None if it is empty.

        Raises:
            Rejected: The path is invalid.
            RemoteError: The service refused or failed the request.
        """
        where = path(*map(unquote, call.path.strip("/").split("/")))
        request = Request(call.method, where, params=call.query, json=call.body)
        if call.service == "enrich":
            return await self.raw.call(request)
        return await self._board.call(request)

    @property
    def is_asking(self) -> bool:
        """Whether something is being looked up, perhaps for nobody who still waits for it."""
        return self.bulk.is_running or self.services.is_asking

    async def close(self, *, leaves_services: bool = False) -> None:
        """Release the send lease, and close the connections; with ``leaves_services`` only those to the boards."""
        # The stack closes all parts in reverse order, even if one fails.
        async with AsyncExitStack() as stack:
            stack.push_async_callback(self._board.close)
            if not leaves_services:
                stack.push_async_callback(self.services.close)
                stack.push_async_callback(self.bulk.close)
            for part in (self.pusher, self.events.webhook_registration):
                stack.push_async_callback(part.close)


def _enrich_services(store: Store, link: Link, clock: Clock, state_dir: Path) -> EnrichServices:
    """Return the enrichment services of ``link``; the store's answers are called after its usual one."""
    services = EnrichServices(store, link, clock, state_dir)
    # Not before: with services that cannot be used, answers go on to be those of the one used so far.
    store.enrichment.findings.provider = link.provider
    store.write(lambda tx: set_provider(tx, link.provider)).result()
    return services


def _raw(services: EnrichServices, store: Store, link: Link, clock: Clock) -> Raw:
    lookup = services.usual.lookup
    return Raw(
        services.usual.transport, store, clock, lookup.payments, lookup.asking, link.provider, link.service
    )
