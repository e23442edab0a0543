"""OAuth 1.0a: a request token, the member's permission, and an access token for the verifier.

The access token is an ordinary token; afterwards key and token are sent as after any other login.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

from tui.api.login.site import pages
from tui.api.message import Request, path
from tui.errors import Garbled
from tui.secret import Secret

if TYPE_CHECKING:
    from tui.api.transport import Transport
    from tui.clock import Clock

SHOWN = "oob"
"""The callback for an application without an address: the page shows the verifier."""

_LARGEST = 4096


@dataclass(frozen=True, slots=True)
class TokenPair:
    """A request or access token with its secret."""

    token: Secret
    secret: Secret


class OAuth1Flow:
    """The OAuth 1.0a steps for one application.

    Args:
        url: The service's address.
        transport: The transport to its web pages; the caller closes it.
    """

    def __init__(self, url: str, transport: Transport, key: str, secret: Secret, clock: Clock) -> None:
        self._pages, self._transport, self._clock = pages(url), transport, clock
        self._key, self._secret = key, secret

    async def begin(self, callback: str = SHOWN) -> TokenPair:
        """Get a request token, which is valid for an hour.

        Raises:
            Unauthorized: The key or the secret is wrong.
            RemoteError: The service gave no token.
        """
        return await self._ask("OAuthGetRequestToken", callback_uri=callback)

    def page(self, request: TokenPair, *, name: str, scopes: str, expiration: str) -> str:
        """Build the address where the member grants the request token ``request``."""
        params = {
            "oauth_token": request.token.reveal(),
            "name": name,
            "scope": scopes,
            "expiration": expiration,
        }
        return f"{self._pages}/1/OAuthAuthorizeToken?{urlencode(params)}"

    async def end(self, request: TokenPair, verifier: str) -> Secret:
        """Exchange the verifier for an access token.

        Raises:
            Unauthorized: The verifier is wrong, or the hour is over.
            RemoteError: The service gave no token.
        """
        pair = await self._ask(
            "OAuthGetAccessToken",
            resource_owner_key=request.token.reveal(),
            resource_owner_secret=request.secret.reveal(),
            verifier=verifier.strip(),
        )
        return pair.token

    async def _ask(self, step: str, **signed: str) -> TokenPair:
        from oauthlib.oauth1 import Client

        stamp = str(int(self._clock.now().timestamp()))
        client = Client(self._key, client_secret=self._secret.reveal(), timestamp=stamp, **signed)
        _, headers, _ = client.sign(f"{self._pages}/1/{step}", "GET")
        kept: list[_KeptBuffer] = []

        def sink() -> BytesIO:
            kept.append(_KeptBuffer())
            return kept[-1]

        request = Request("GET", path("1", step), headers=headers)
        await self._transport.fetch(request, sink, max_bytes=_LARGEST)
        fields = dict(parse_qsl(kept[-1].text))
        if not fields.get("oauth_token") or not fields.get("oauth_token_secret"):
            raise Garbled("The answer is no token of OAuth 1.0a.", service="board")
        return TokenPair(Secret(fields["oauth_token"]), Secret(fields["oauth_token_secret"]))


class _KeptBuffer(BytesIO):
    """A buffer whose text can be read after it was closed."""

    text = ""

    def close(self) -> None:
        self.text = self.getvalue().decode("ascii", "replace")
        super().close()
