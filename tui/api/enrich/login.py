"""Tokens that services exchange for the key: by OAuth 2.0, a signed JWT, or a user's name and password."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

from tui.adapters.paths import find
from tui.api.auth import NO_AUTH, Auth, bearer
from tui.api.enrich import parse
from tui.api.message import Request
from tui.api.transport import Transport
from tui.errors import CredentialError, Garbled
from tui.secret import Secret

if TYPE_CHECKING:
    import httpx

    from tui.adapters.adapter import ServiceAuth
    from tui.clock import Clock

EARLY = 30.0
"""Seconds before its expiry at which a token is renewed."""


class TokenLogin:
    """The exchange of a key for a token, which is cached until it expires.

    Args:
        key: The key: ``CLIENT:SECRET`` with OAuth 2.0, ``USER:PASSWORD`` with ``login``, the signed JWT with
            ``jwt``.
        http: The transport of httpx; None for the network.

    Raises:
        UsageError: The address for tokens cannot be used.
        CredentialError: The key lacks one of its two parts.
    """

    def __init__(
        self, how: ServiceAuth, key: Secret, clock: Clock, http: httpx.AsyncBaseTransport | None = None
    ) -> None:
        self._how, self._key, self._clock = how, key, clock
        address = urlsplit(how.url)
        self._path = address.path or "/"
        self._query = dict(parse_qsl(address.query, keep_blank_values=True))
        name, _, secret = key.reveal().partition(":")
        if how.style != "jwt" and not (name and secret):
            words = "a user's name and password" if how.style == "login" else "a client's id and its secret"
            raise CredentialError(
                f"The key is not {words}.",
                hint="Run cardscout providers add again; with --stdin write both with a colon between.",
            )
        auth = bearer(key) if how.style == "jwt" else Auth("", secret)
        self._form = {"grant_type": "client_credentials", "client_id": name, "client_secret": secret}
        if how.scope:
            self._form["scope"] = how.scope
        self._json = {how.user: name, how.password: secret}
        self._transport = Transport(
            f"{address.scheme}://{address.netloc}", auth=auth, http=http, clock=clock, service="enrich"
        )
        self._token, self._until = NO_AUTH, 0.0
        self._asking = asyncio.Lock()

    async def auth(self, *, anew: bool = False) -> Auth:
        """Return the token as credentials, renewed if it has expired or with ``anew``.

        Raises:
            RemoteError: The service gives no token.
        """
        before = self._token
        async with self._asking:
            refused = anew and self._token is before
            if refused or self._token is NO_AUTH or self._clock.monotonic() >= self._until:
                await self._exchange()
        return self._token

    async def close(self) -> None:
        """Close the connections."""
        await self._transport.close()

    async def _exchange(self) -> None:
        # Two requests give two tokens, both of which are valid.
        request = Request(
            "POST",
            self._path,
            params=self._query,
            form=self._form if self._how.style == "oauth2" else None,
            json=self._json if self._how.style == "login" else None,
            repeatable=True,
        )
        answered = (await self._transport.send(request)).json
        token = find(answered, self._how.token)
        if not isinstance(token, str) or not token:
            raise Garbled("The service gave no token.", service="enrich")
        seconds = parse.whole(find(answered, self._how.seconds)) or self._how.lasts
        self._token = bearer(Secret(token))
        self._until = self._clock.monotonic() + max(seconds - EARLY, 0.0)
