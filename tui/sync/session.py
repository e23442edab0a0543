"""Session: the clients of one account, and what is driven with them. Made in the sync thread only."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tui.api.auth import NOBODY, bearer, oauth
from tui.api.board.client import BoardClient
from tui.api.enrich.client import EnrichClient
from tui.api.limiter import Limiter
from tui.api.message import Method, Request, path
from tui.api.transport import Transport
from tui.clock import Clock
from tui.store.store import Store
from tui.sync.gauge import Gauge
from tui.sync.hook import Hook
from tui.sync.link import Link, Service
from tui.sync.lookup import Lookup
from tui.sync.pull import PAGE, Puller
from tui.sync.push import Pusher

METHODS: Mapping[str, Method] = {"GET": "GET", "POST": "POST", "PUT": "PUT", "DELETE": "DELETE"}

FAR_PAGE = 500
"""Things asked for at once over a network, where the requests are counted."""


@dataclass(frozen=True, slots=True)
class Session:
    """An account's way to its services.

    Attributes:
        pusher: Sends what waits.
        puller: Fetches what is new.
        lookup: Looks people and companies up.
        client: The board service, for what is asked once.
        hook: Has the service tell us at once what happens, where that is set up.
    """

    pusher: Pusher
    puller: Puller
    lookup: Lookup
    client: BoardClient
    hook: Hook
    _transports: tuple[Transport, ...]
    _limiter: Limiter | None

    @classmethod
    def open(
        cls,
        store: Store,
        link: Link,
        clock: Clock,
        gauge: Gauge,
        state_dir: Path,
        wake: Callable[[], object] = bool,
    ) -> "Session":
        """Make the clients; nothing is sent yet. ``wake`` is called when the service says that something happened.

        Raises:
            UsageError: An address that cannot be used.
            CredentialError: A key that cannot be sent.
            StoreError: The request counter cannot be used.
        """
        limiter = None
        if link.rate_limit is not None:
            limiter = Limiter(state_dir / "limiter.db", link.token, clock, limit=link.rate_limit)
        board = Transport(
            link.board_url, auth=oauth(link.key, link.token), http=link.http, limiter=limiter, clock=clock
        )
        enrich = Transport(
            link.enrich_url or link.board_url,
            auth=bearer(link.enrich_key) if link.enrich_key else NOBODY,
            http=link.http,
            clock=clock,
            service="enrich",
        )
        client = BoardClient(board)
        people = EnrichClient(enrich, dialect=link.dialect, provider=link.provider)
        puller = Puller(store, client, clock, gauge, page=PAGE if limiter is None else FAR_PAGE)
        return cls(
            Pusher(store, client, board, clock, gauge, puller.owe),
            puller,
            Lookup(store, people, clock, link.provider),
            client,
            Hook(link, client, store, clock, wake),
            (board, enrich),
            limiter,
        )

    async def call(self, service: Service, method: str, where: str, values: Mapping[str, str]) -> Any:
        """Ask a service anything; the answer's JSON, None when there is none.

        Raises:
            Rejected: A path that is none.
            RemoteError: The service did not do it.
        """
        transport = self._transports[0 if service == "board" else 1]
        reads = method in {"GET", "DELETE"}
        request = Request(
            METHODS[method],
            path(*where.strip("/").split("/")),
            params=values if reads else {},
            json=None if reads else dict(values),
        )
        response = await transport.send(request)
        return response.json

    async def close(self) -> None:
        """Let another process send, and give the connections back."""
        await self.hook.close()
        await self.pusher.close()
        for transport in self._transports:
            await transport.close()
        if self._limiter is not None:
            self._limiter.close()
