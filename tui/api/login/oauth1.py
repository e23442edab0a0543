"""OAuth 1.0a: a request token, the member's yes, and a token for the verifier that came of it.

What comes of it is an ordinary token; afterwards key and token are sent as after any other login.
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
"""The callback of whoever has no address: the page shows the verifier."""

_LARGEST = 4096


@dataclass(frozen=True, slots=True)
class TokenPair:
    """A token and its secret."""

    token: Secret
    secret: Secret


class Dance:
    """The steps for one application.

    Args:
        url: The service's address.
        transport: The way to its pages; the caller closes it.
        key: The application's.
        secret: The application's.
        clock: Time.
    """

    def __init__(self, url: str, transport: Transport, key: str, secret: Secret, clock: Clock) -> None:
        self._pages, self._transport, self._clock = pages(url), transport, clock
        self._key, self._secret = key, secret

    async def begin(self, callback: str = SHOWN) -> TokenPair:
        """A request token, for an hour.

        Raises:
            Unauthorized: The key or the secret is wrong.
            RemoteError: The service did not give it.
        """
        return await self._ask("OAuthGetRequestToken", callback_uri=callback)

    def page(self, request: TokenPair, *, name: str, scopes: str, expiration: str) -> str:
        """The address at which the member says yes to ``request``."""
        asked = {
            "oauth_token": request.token.reveal(),
            "name": name,
            "scope": scopes,
            "expiration": expiration,
        }
        return f"{self._pages}/1/OAuthAuthorizeToken?{urlencode(asked)}"

    async def end(self, request: TokenPair, verifier: str) -> Secret:
        """The token.

        Raises:
            Unauthorized: The verifier is wrong, or the hour is over.
            RemoteError: The service did not give it.
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
        kept: list[_Kept] = []

        def sink() -> BytesIO:
            kept.append(_Kept())
            return kept[-1]

        request = Request("GET", path("1", step), headers=headers)
        await self._transport.fetch(request, sink, max_bytes=_LARGEST)
        told = dict(parse_qsl(kept[-1].text))
        if not told.get("oauth_token") or not told.get("oauth_token_secret"):
            raise Garbled("The answer is no token of OAuth 1.0a.", service="board")
        return TokenPair(Secret(told["oauth_token"]), Secret(told["oauth_token_secret"]))


class _Kept(BytesIO):
    """Bytes that can be read after they were closed."""

    text = ""

    def close(self) -> None:
        self.text = self.getvalue().decode("ascii", "replace")
        super().close()
