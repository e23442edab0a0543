"""Link: where an account's services are, and what opens them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from tui.secret import NOTHING, Secret

if TYPE_CHECKING:
    # Whoever makes a Link may do so before first paint; httpx comes after it.
    import httpx

    from tui.model.enrich.spending import Prices

Service = Literal["board", "enrich"]
"""Which of the two services is meant."""

Dialect = Literal["platform", "direct"]
"""The two wire forms of the enrichment service: the platform step's, and the company's own live API."""

AuthStyle = Literal["bearer", "header", "query"]
"""How the enrichment service takes its key: as Authorization: Bearer, in a header of its own, or in the query."""


@dataclass(frozen=True, slots=True)
class Link:
    """How to reach one account's two services.

    Attributes:
        board_url: The board service's address, such as ``https://api.trello.com``.
        key: The application's key on the board service.
        token: The member's token on the board service.
        http: A transport to use in place of the network: the embedded server's, in process.
        enrich_url: The enrichment service's address; "" when there is none.
        enrich_key: Its API key.
        provider: What findings call their source, for a reader.
        dialect: The wire form the enrichment service speaks.
        enrich_http: A transport to use in place of the network for the enrichment service; None for ``http``
            where both services are at one address, and for the network elsewhere.
        enrich_auth: How it takes its key.
        enrich_auth_name: The header or the parameter that carries the key, where it is not the usual one.
        enrich_rate: Requests it takes in a second, or None for no limit.
        prices: What it takes; None for what its dialect usually does.
        rate_limit: Requests in ten seconds, or None for no limit (in process).
        webhook_url: The public address at which the service can tell us what happens, or "".
        webhook_listen: Where its messages arrive on this machine, ``host:port``.
        webhook_secret: What they are signed with; without it none is believed, and none asked for.
        changes: A number that is another one whenever somebody wrote to the service, where that is known
            without asking it (the file of the embedded server); None elsewhere. Called from any thread.
    """

    board_url: str
    key: str = field(repr=False)
    token: Secret
    http: httpx.AsyncBaseTransport | None = None
    enrich_url: str = ""
    enrich_key: Secret = NOTHING
    provider: str = ""
    dialect: Dialect = "platform"
    enrich_http: httpx.AsyncBaseTransport | None = None
    enrich_auth: AuthStyle = "bearer"
    enrich_auth_name: str = ""
    enrich_rate: int | None = None
    prices: Prices | None = None
    rate_limit: int | None = None
    webhook_url: str = ""
    webhook_listen: str = ""
    webhook_secret: Secret = NOTHING
    changes: Callable[[], int] | None = field(default=None, repr=False)

    @property
    def enrich_way(self) -> httpx.AsyncBaseTransport | None:
        """What carries requests to the enrichment service; None for the network."""
        if self.enrich_http is not None:
            return self.enrich_http
        return self.http if self.enrich_url in {"", self.board_url} else None
