"""The connection to the board service of one account."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui.api.auth import oauth
from tui.api.board.client import BoardClient
from tui.api.limiter import Limiter
from tui.api.transport import Transport

if TYPE_CHECKING:
    from tui.api.message import Request
    from tui.clock import Clock
    from tui.sync.link import Link


@dataclass(frozen=True, slots=True)
class BoardConnection:
    """A connection to the board service.

    Attributes:
        limiter: The request counter that all processes share; None if the service has no limit.
    """

    transport: Transport
    client: BoardClient
    limiter: Limiter | None

    @classmethod
    def open(
        cls, link: Link, clock: Clock, state_dir: Path, answered: Callable[[], object]
    ) -> BoardConnection:
        """Create the client; nothing is sent yet.

        Args:
            link: The address and credentials of the service.
            clock: The clock.
            state_dir: The directory of the request counter.
            answered: Called when the service has answered a request.

        Raises:
            UsageError: The address cannot be used.
            CredentialError: The token cannot be sent.
            StoreError: The request counter cannot be used.
        """
        with ExitStack() as failed:
            limiter = None
            if link.rate_limit is not None:
                limiter = Limiter(state_dir / "limiter.db", link.token.reveal(), clock, limit=link.rate_limit)
                failed.callback(limiter.close)
            transport = Transport(
                link.board_url,
                auth=oauth(link.key, link.token),
                http=link.http,
                limiter=limiter,
                clock=clock,
                answered=answered,
            )
            failed.pop_all()
        return cls(transport, BoardClient(transport), limiter)

    def offset(self) -> timedelta:
        """Return by how much the service's clock is ahead of this machine's, as far as is known."""
        return self.transport.clock_offset

    async def call(self, request: Request) -> Any:
        """Send a request to any address, and return the answer's JSON, or None if it is empty.

        Raises:
            RemoteError: The service refused or failed the request.
        """
        return (await self.transport.send(request)).json

    def close_limiter(self) -> None:
        """Close the request counter, which is enough if nothing was sent."""
        if self.limiter is not None:
            self.limiter.close()

    async def close(self) -> None:
        """Close the transport and the request counter."""
        try:
            await self.transport.close()
        finally:
            self.close_limiter()
