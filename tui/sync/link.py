"""The link: addresses, credentials and settings of an account's services."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal

from tui.model.values.fields import Frozen, field
from tui.secret import NOTHING, Secret

if TYPE_CHECKING:
    # A Link may be made before the first paint; httpx is imported after it.
    import httpx

    from tui.adapters.adapter import Adapter, AuthStyle
    from tui.errors import CredentialError
    from tui.model.enrich.spending import Prices, Wanted

Service = Literal["board", "enrich"]
"""One of the two services."""


_OWN = "local"
"""The name in the settings of the account's own enrichment service."""

_OTHERS = ("service_name", "others", "order", "wanted")
_SERVICES = (
    *("enrich_url", "enrich_key", "provider", "adapter", "enrich_http", "enrich_auth", "enrich_auth_name"),
    *("enrich_rate", "prices", "key_error", *_OTHERS),
)


class OtherService(Frozen):
    """An enrichment service besides the default one.

    Attributes:
        connect: Returns the link with it as the enrichment service; reads its key.
        lacks_key: Whether it is the account's own service, and the account has no key to it.
    """

    name: str
    source: str
    adapter: Adapter
    prices: Prices
    connect: Callable[[], Link]
    lacks_key: bool = False


class Link(Frozen):
    """Addresses and credentials of one account's two services.

    Attributes:
        board_url: The board service's address, such as ``https://api.trello.com``.
        key: The application's key on the board service.
        token: The member's token on the board service.
        http: A transport to use in place of the network: the embedded server's, in process.
        enrich_url: The enrichment service's address; "" if there is none.
        provider: The name of the service in findings, for the user.
        adapter: The description of the enrichment service; None for the platform's contract.
        enrich_http: A transport to use in place of the network for the enrichment service. None stands for
            ``http`` if both services are at one address, else for the network.
        enrich_auth: How it gets its key; None for the default of its adapter.
        enrich_auth_name: The header or parameter that carries the key, if it is not the default one.
        key_error: Why its key cannot be read, so that no lookup can be made; None if it can.
        enrich_rate: Requests it allows per second, 0 for no limit; None for the default of its ``adapter``.
        prices: Its prices; None for those of its adapter.
        service_name: The name of the enrichment service in the settings; ``local`` for the account's own.
        others: Further services that can be asked.
        order: The names of the services to ask for a person and for a company, until one has a match.
        wanted: The fields for which the services of the order are asked one after another until all are
            found; empty for any match.
        rate_limit: Requests in ten seconds, or None for no limit (in process).
        webhook_url: The public address for the service's notifications, or "".
        webhook_listen: Where notifications arrive on this machine, ``host:port``.
        webhook_secret: The secret that signs notifications; without it no webhook is registered.
        changes: Returns a number that changes with every write to the service, if it is known without a
            request (the embedded server's file); None elsewhere. Called from any thread.
        services: Returns a value that is another one once the settings name other enrichment services; None if
            they stay the same. Called from any thread.
        mistake: What is wrong in the settings, for which earlier ones are used; "" for nothing.
    """

    board_url: str
    key: str = field(repr=False)
    token: Secret
    http: httpx.AsyncBaseTransport | None = None
    enrich_url: str = ""
    enrich_key: Secret = NOTHING
    provider: str = ""
    adapter: Adapter | None = None
    enrich_http: httpx.AsyncBaseTransport | None = None
    enrich_auth: AuthStyle | None = None
    enrich_auth_name: str = ""
    key_error: CredentialError | None = field(default=None, repr=False)
    enrich_rate: int | None = None
    prices: Prices | None = None
    service_name: str = _OWN
    others: tuple[OtherService, ...] = ()
    order: Mapping[Literal["person", "company"], tuple[str, ...]] = field(default_factory=dict)
    wanted: frozenset[Wanted] = frozenset()
    rate_limit: int | None = None
    webhook_url: str = ""
    webhook_listen: str = ""
    webhook_secret: Secret = NOTHING
    changes: Callable[[], int] | None = field(default=None, repr=False)
    services: Callable[[], object] | None = field(default=None, repr=False)
    mistake: str = ""

    def with_account_of(self, other: Link) -> Link:
        """Return the link of ``other`` to the account, with the enrichment services of this one."""
        kept = _OTHERS if self.service_name == _OWN else _SERVICES
        return other.replace(**{name: getattr(self, name) for name in kept})

    @property
    def service(self) -> Adapter:
        """The description of the enrichment service."""
        if self.adapter is not None:
            return self.adapter
        from tui.adapters.read import built_in

        return built_in("platform")

    @property
    def lacks_key(self) -> bool:
        """Whether the account has no key to its enrichment service, so that it cannot be asked."""
        return not self.enrich_key and not self.enrich_url

    @property
    def enrich_way(self) -> httpx.AsyncBaseTransport | None:
        """The transport for the enrichment service; None for the network."""
        if self.enrich_http is not None:
            return self.enrich_http
        return self.http if self.enrich_url in {"", self.board_url} else None
