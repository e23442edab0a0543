"""The session: the clients of one account and the parts that use them. Created in the sync thread only."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from tui.api.auth import oauth
from tui.api.board.client import BoardClient
from tui.api.limiter import Limiter
from tui.api.message import Request, path
from tui.api.server_time import ServerClock
from tui.api.transport import Transport
from tui.store.enrich.findings import set_provider
from tui.sync.enrich.bulk import Bulk
from tui.sync.enrich.raw import Raw
from tui.sync.enrich.services import EnrichServices
from tui.sync.events.messages import MessageLogger
from tui.sync.events.poll import EventPoller
from tui.sync.events.watch import EventWatch
from tui.sync.pull import Puller
from tui.sync.push import Pusher
from tui.sync.token_rights import TokenRights
from tui.sync.webhook_registration import WebhookRegistration

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.account.call import ApiCall
    from tui.store.store import Store
    from tui.sync.enrich.lookup import Lookup
    from tui.sync.link import Link
    from tui.sync.status import StatusTracker
    from tui.sync.webhook import Message


@dataclass(frozen=True, slots=True)
class SyncSession:
    """An account's connections to its services.

    Attributes:
        pusher: Sends waiting writes.
        puller: Fetches what is new.
        lookup: Looks up people and companies at the usual service.
        client: The client of the board service, for single requests.
        webhook_registration: Registers the webhook, where that is set up.
        services: Asks several services in the user's order, or one by its name.
        bulk: Works on bulk runs.
        raw: Sends raw calls to the enrichment service.
        token_rights: Fetches the token's rights.
        events: Keeps the log of events up to date, for triggers.
    """

    pusher: Pusher
    puller: Puller
    lookup: Lookup
    client: BoardClient
    webhook_registration: WebhookRegistration
    _board: Transport
    _limiter: Limiter | None
    services: EnrichServices
    bulk: Bulk
    raw: Raw
    token_rights: TokenRights
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
        answered: Callable[[], object] = bool,
        *,
        interactive: bool = True,
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

        Raises:
            UsageError: An address cannot be used.
            CredentialError: A key cannot be sent.
            StoreError: The request counter cannot be used.
        """
        limiter = None
        with ExitStack() as failed:
            if link.rate_limit is not None:
                limiter = Limiter(state_dir / "limiter.db", link.token.reveal(), clock, limit=link.rate_limit)
                failed.callback(limiter.close)
            board = Transport(
                link.board_url,
                auth=oauth(link.key, link.token),
                http=link.http,
                limiter=limiter,
                clock=clock,
                answered=answered,
            )
            client = BoardClient(board)
            store.findings.provider = link.provider
            store.write(lambda tx: set_provider(tx, link.provider)).result()
            services = EnrichServices(store, link, clock, state_dir)
            failed.pop_all()
        usual = services.usual
        asking = usual.lookup.asking
        puller = Puller(store, client, clock, status, far=limiter is not None, interactive=interactive)
        messages = MessageLogger(store, client)
        there = ServerClock(clock, lambda: board.clock_offset)
        poller = EventPoller(store, client, there, "poll" if link.changes is None else "local")

        def receive(message: Message) -> None:
            messages.receive(message)
            if not message.late:
                wake()

        hook = WebhookRegistration(link, client, store, clock, receive)
        granted = TokenRights(store, client, link, status.signed_in)
        return cls(
            Pusher(store, client, board, clock, status, puller.schedule_reread, granted),
            puller,
            usual.lookup,
            client,
            hook,
            board,
            limiter,
            services,
            Bulk(store, services, clock, push),
            Raw(usual.transport, store, clock, usual.lookup.payments, asking, link.provider, link.service),
            granted,
            EventWatch(client, poller, messages, hook, clock, link.changes, lambda: board.clock_offset),
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
        return (await self._board.send(request)).json

    async def close(self) -> None:
        """Release the send lease, and close the connections."""
        # The stack closes all parts even if one fails, the last one pushed first.
        async with AsyncExitStack() as stack:
            if self._limiter is not None:
                stack.callback(self._limiter.close)
            stack.push_async_callback(self._board.close)
            stack.push_async_callback(self.services.close)
            for part in (self.pusher, self.webhook_registration, self.bulk):
                stack.push_async_callback(part.close)
