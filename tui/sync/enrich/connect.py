"""Connections to an enrichment service, from its link and its adapter."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from tui.adapters.adapter import EXCHANGED
from tui.api.auth import NO_AUTH, Auth, basic, bearer, in_header, in_query
from tui.api.enrich.client import EnrichClient
from tui.api.limiter import MARGIN, Limiter, Limiters
from tui.api.login.site import HOSTED
from tui.api.transport import Transport
from tui.errors import CredentialError, NoKey
from tui.sync.enrich.askable import Asking
from tui.sync.enrich.probe import probe

if TYPE_CHECKING:
    from tui.api.auth import AuthSource
    from tui.clock import Clock
    from tui.sync.link import Link

NEAR = 0.05
"""Seconds by which the delays of two requests to a service in this process may differ."""


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
        Credits left, or None if the service does not report them.

    Raises:
        RemoteError: The address, key or adapter is wrong; the message says which.
    """
    transport = enrich_transport(link, clock)
    try:
        client = EnrichClient(transport, link.service, link.provider)
        return await probe(client, link.service, link.service_name)
    finally:
        await transport.close()


def rate_limiter(link: Link, clock: Clock, state_dir: Path) -> Limiters | None:
    """Create the rate limiter of the enrichment service, if it limits requests."""
    limits = None if link.adapter is None else link.adapter.limits
    second, minute = (0, 0) if limits is None else (limits.second, limits.minute)
    if link.enrich_rate is not None:
        second, minute = link.enrich_rate, 0
    named = f"{link.enrich_url} {link.enrich_key.reveal()}"
    margin = NEAR if link.enrich_way is not None else MARGIN
    parts: list[Limiter] = []
    with ExitStack() as failed:
        for name, limit, window in ((named, second, 1.0), (f"{named} a minute", minute, 60.0)):
            if limit:
                file = state_dir / "limiter.db"
                parts.append(Limiter(file, name, clock, limit=limit, window=window, margin=margin))
                failed.callback(parts[-1].close)
        failed.pop_all()
    return Limiters(*parts) if parts else None


def asking_of(link: Link) -> Asking:
    """Return what an account's enrichment service can be asked by, and its prices."""
    asking = Asking.of(link.service, link.prices or link.service.list_prices({}))
    return asking.replace(name=link.service_name, provider=link.provider, lacks_key=link.lacks_key)


def _auth(link: Link) -> Auth:
    """Return the authentication of the enrichment service in the configured style."""
    how = link.service.auth
    if not link.enrich_key:
        return NO_AUTH
    style, usual, prefix = (
        (link.enrich_auth, "", "") if link.enrich_auth else (how.style, how.name, how.prefix)
    )
    name = link.enrich_auth_name or usual
    match style:
        case "bearer":
            return bearer(link.enrich_key)
        case "basic":
            return basic(link.enrich_key)
        case "header":
            return in_header(link.enrich_key, name, prefix)
        case "query":
            return in_query(link.enrich_key, name)
        case "none" | "oauth2" | "jwt" | "login":
            return NO_AUTH


class _NoCredentials:
    """The credentials of an account whose key is missing or cannot be read: a request ends before anybody's name is sent.

    Args:
        error: Why, and the way to a key.
    """

    def __init__(self, error: NoKey | CredentialError) -> None:
        self._error = error

    async def auth(self, *, anew: bool = False) -> Auth:  # noqa: ARG002 - as every source of credentials
        """Refuse.

        Raises:
            NoKey: The account has no key.
            CredentialError: The key cannot be read, as in a vault that is closed.
        """
        raise self._error.with_traceback(None)

    async def close(self) -> None:
        """Close nothing."""


def _way_to_a_key(link: Link) -> str:
    """Return how an account gets a key for people and companies, which depends on its board service."""
    url = link.board_url
    if url == HOSTED:
        return (
            "Choose a service of cardscout providers services: cardscout providers add NAME asks for its key, "
            "and cardscout providers use NAME uses it"
        )
    made = f"{url}/1/account makes one, or whoever runs the server does (cardscout serve key)"
    if link.http is not None:  # a Unix socket, which only the account knows
        return f"{made}; then cardscout accounts add NAME --enrich-url {url} asks for it"
    return f"{made}; then cardscout providers add NAME --url {url} asks for it, and cardscout providers use NAME uses it"


def _login(link: Link, clock: Clock) -> AuthSource | None:
    """Return the login that exchanges the key for a token, for a service that needs one."""
    if link.lacks_key:
        why = "This account has no key for people and companies"
        return _NoCredentials(NoKey(why, service="enrich", hint=_way_to_a_key(link)))
    if link.key_error is not None:
        return _NoCredentials(link.key_error)
    if not link.enrich_key or (link.enrich_auth or link.service.auth.style) not in EXCHANGED:
        return None
    from tui.api.enrich.login import TokenLogin

    return TokenLogin(link.service.auth, link.enrich_key, clock, link.enrich_way)
