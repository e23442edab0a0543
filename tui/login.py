"""Login to a board service: get a token by any of the supported ways, and check it.

Nothing is stored here: the caller keeps the token. Passwords are typed only into the service's own page.
"""

from __future__ import annotations

import asyncio
import getpass
import platform
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from tui.api.login.site import HOSTED, pages, permission_page
from tui.errors import (
    CredentialError,
    Forbidden,
    Garbled,
    NotFound,
    Rejected,
    RemoteError,
    Unauthorized,
    Unreachable,
)
from tui.model.account.grant import Caller
from tui.secret import NOTHING, Secret

if TYPE_CHECKING:
    # For types only: the first paint must not import network code.
    import httpx

    from tui.api.auth import Auth
    from tui.api.login.loopback import Loopback
    from tui.api.login.oauth1 import OAuth1Flow, TokenPair
    from tui.api.transport import Transport
    from tui.clock import Clock

__all__ = [
    "HOSTED",
    "Lifetime",
    "Login",
    "PermissionVisit",
    "TokenRequest",
    "UnknownKey",
    "key_comes_from",
    "tokens_end_on",
    "wait_for_token",
]

_LONGEST = 40
_TOKEN = re.compile(r"ATTA[0-9A-Za-z]{60,}|[0-9a-f]{64}")
"""The formats of a current token, and of one from before 2022."""

_PROBE = 8.0
"""Timeout in seconds for asking a service whether it knows a key."""

Lifetime = Literal["1hour", "1day", "30days", "never"]
"""How long a token may live."""


class UnknownKey(Unauthorized):
    """The service knows no application with this key."""


@dataclass(frozen=True, slots=True)
class TokenRequest:
    """The rights and lifetime requested for a token.

    Attributes:
        writes: Whether the token must be able to change boards.
        lasts: When the token expires by itself.
    """

    writes: bool = True
    lasts: Lifetime = "never"

    @property
    def scopes(self) -> str:
        """The scopes in the permission page's format; ``account`` allows marking notifications as read."""
        return "read,write,account" if self.writes else "read"


def our_name() -> str:
    """Return the application name for permission pages and token lists: with host and user name."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):
        user = ""
    place = " ".join(platform.node().split())[:_LONGEST]
    words = ("Cardscout", f"on {place}" if place else "", f"({user[:_LONGEST]})" if user else "")
    return " ".join(filter(None, words))


def key_comes_from(url: str) -> str:
    """Return instructions for finding an application's key and secret at the service at ``url``."""
    if urlsplit(url).hostname == urlsplit(HOSTED).hostname:
        return (
            "On https://trello.com/power-ups/admin: New (or one of yours), then API key, then Generate a new API key. "
            "The secret stands beside it."
        )
    return (
        f"Sign in on {pages(url)}/1/account and press Register an application: it shows a key and its secret. "
        "Or ask whoever runs the server for one: there the command cardscout serve app Cardscout shows it."
    )


def tokens_end_on(url: str) -> str:
    """Return the page where a member revokes tokens of the service at ``url``."""
    if urlsplit(url).hostname == urlsplit(HOSTED).hostname:
        return "https://trello.com/my/account, Applications"
    return f"{pages(url)}/1/account"


class PermissionVisit:
    """One visit to the permission page.

    Attributes:
        address: The page's URL.
        origin: The origin that the application must allow for the redirect; "" if the page shows the token.
    """

    def __init__(
        self, address: str, back: Loopback | None, dance: OAuth1Flow | None, request: TokenPair | None
    ) -> None:
        self.address, self.origin = address, "" if back is None else back.origin
        self._back, self._dance, self._request = back, dance, request

    async def token(self) -> Secret:
        """Wait for the browser's redirect and return its token.

        Raises:
            CredentialError: The user did not allow access.
            RemoteError: The service did not issue the token.
        """
        if self._back is None:
            raise CredentialError("Nobody brings the answer: it has to be typed.")
        answer = await self._back.answer()
        if answer.error or not (answer.verifier or answer.token):
            raise CredentialError(
                "It was not allowed, and nothing was kept.", hint="Try again, or paste the token instead."
            )
        return await self.finish(answer.verifier or answer.token)

    async def finish(self, shown: Secret) -> Secret:
        """Return the token for the text that the page shows: the token itself, or an OAuth 1.0a verifier.

        Raises:
            RemoteError: The service did not issue the token.
        """
        if self._dance is None or self._request is None:
            return Secret("".join(shown.reveal().split()))
        try:
            return await self._dance.end(self._request, shown.reveal())
        except Unauthorized as error:
            raise Unauthorized(
                "The service does not take that code.",
                service="board",
                status=401,
                hint="Was all of it copied? It ends an hour after the page was opened, and is good once.",
            ) from error


class Login:
    """The ways to log in to one service with one application key.

    Args:
        url: The board service's address.
        http: Creates the HTTP transport to use in place of the network.
    """

    def __init__(
        self,
        url: str,
        key: str,
        clock: Clock,
        http: Callable[[], httpx.AsyncBaseTransport | None] | None = None,
    ) -> None:
        self.url, self.key = url, key.strip()
        self._clock, self._http = clock, http

    def page(self, wanted: TokenRequest) -> str:
        """Return the URL of the permission page that shows the token."""
        return permission_page(
            self.url, self.key, name=our_name(), scopes=wanted.scopes, expiration=wanted.lasts
        )

    @asynccontextmanager
    async def visit(
        self, wanted: TokenRequest, *, returns: bool, secret: Secret = NOTHING
    ) -> AsyncIterator[PermissionVisit]:
        """Open a visit to the permission page.

        Args:
            wanted: The rights and lifetime to request.
            returns: Whether a browser on this machine redirects the answer to us; else the page shows it.
            secret: The application's secret, for OAuth 1.0a.

        Raises:
            CredentialError: No port of this machine can be opened for the answer.
            RemoteError: The service issues no request token.
        """
        if not returns:
            async with self._visit(wanted, None, secret) as visit:
                yield visit
            return
        from tui.api.login.loopback import Loopback

        try:
            back = await Loopback().__aenter__()
        except OSError as error:
            raise CredentialError(
                f"Nothing can listen on this machine: {error.strerror}.", hint="Paste the token instead."
            ) from error
        try:
            async with self._visit(wanted, back, secret) as visit:
                yield visit
        finally:
            await back.__aexit__()

    @asynccontextmanager
    async def _visit(
        self, wanted: TokenRequest, back: Loopback | None, secret: Secret
    ) -> AsyncIterator[PermissionVisit]:
        if not secret:
            where = permission_page(
                self.url,
                self.key,
                name=our_name(),
                scopes=wanted.scopes,
                expiration=wanted.lasts,
                return_url="" if back is None else back.address,
            )
            yield PermissionVisit(where, back, None, None)
            return
        from tui.api.login.oauth1 import SHOWN, OAuth1Flow

        transport = self._transport(pages(self.url))
        try:
            dance = OAuth1Flow(self.url, transport, self.key, Secret(secret.reveal().strip()), self._clock)
            try:
                request = await dance.begin(SHOWN if back is None else back.address)
            except Unauthorized as error:
                raise self._explain_rejected(error, "secret") from error
            where = dance.page(request, name=our_name(), scopes=wanted.scopes, expiration=wanted.lasts)
            yield PermissionVisit(where, back, dance, request)
        finally:
            await transport.close()

    async def probe(self) -> str:
        """Check the address, and the key if there is one, before the user is asked for a token.

        Returns:
            A warning about an odd answer, which a board service may give all the same; "" for none.

        Raises:
            CredentialError: The given key looks like a token.
            UnknownKey: The service knows no application with the key.
            Unreachable: No server answers at the address.
        """
        from tui.api.auth import NO_AUTH, application_auth
        from tui.api.message import Request, path

        if _TOKEN.fullmatch(self.key):
            what = "a token" if self.key.startswith("ATTA") else "the application's secret or a token"
            raise CredentialError(
                f"That is {what} by its looks, and no application's key.",
                hint="The key is shorter, and shown above the secret; the token has a question of its own.",
            )
        transport = self._transport(self.url, auth=application_auth(self.key) if self.key else NO_AUTH)
        asked = Request("GET", path("1", "members", "me"), params={"fields": "id"}, seconds=_PROBE)
        try:
            await transport.send(asked)
        except Forbidden:
            return ""
        except Unauthorized as error:
            if self.key and "key" in str(error).lower():
                raise self._explain_rejected(error, "key") from error
            return ""
        except Unreachable as error:
            if not error.status:
                raise
            return self._warn_of_odd_answer(error)
        except RemoteError as error:
            return self._warn_of_odd_answer(error)
        finally:
            await transport.close()
        return self._warn_of_odd_answer("it tells strangers who they are.")

    def _warn_of_odd_answer(self, reason: object) -> str:
        return f"{urlsplit(self.url).netloc} does not answer as a board service does: {reason}"

    async def check(self, token: Secret, *, kept: bool = False) -> Caller:
        """Check ``token`` at the service, and return its member and its scopes.

        Args:
            token: The token.
            kept: Whether it is a stored token that worked before; else the user has just typed it.

        Raises:
            CredentialError: The given token is the application's key.
            Unauthorized: The service does not accept the token; the hint says what to check.
            RemoteError: The service did not answer.
        """
        from tui.api.auth import oauth
        from tui.api.board.client import BoardClient

        if token.reveal() == self.key:
            raise CredentialError(
                "That is the application's key, and no token.",
                hint="The token is what the permission page shows once you have allowed it.",
            )
        transport = self._signed_in(token)
        client = BoardClient(transport)
        try:
            member = await client.members.me()
            try:
                grant = await client.tokens.grant(Secret(oauth(self.key, token).secrets[0]))
            except (NotFound, Rejected, Garbled):
                grant = None
            return Caller(member, grant)
        except Unauthorized as error:
            raise (self._explain_ended(error) if kept else self._explain_rejected(error, "token")) from error
        finally:
            await transport.close()

    async def time_there(self, token: Secret) -> datetime | None:
        """Return the service's time from its Date header, or None without one.

        Raises:
            RemoteError: The service did not answer, or does not accept the token.
        """
        from tui.api.message import Request, path
        from tui.api.server_time import date_of

        transport = self._signed_in(token)
        try:
            answer = await transport.send(Request("GET", path("1", "members", "me"), params={"fields": "id"}))
        finally:
            await transport.close()
        return date_of(answer.headers)

    def _signed_in(self, token: Secret) -> Transport:
        from tui.api.auth import oauth

        return self._transport(self.url, auth=oauth(self.key, token))

    def _transport(self, base: str, auth: Auth | None = None) -> Transport:
        from tui.api.auth import NO_AUTH
        from tui.api.transport import Transport

        http = None if self._http is None else self._http()
        return Transport(base, clock=self._clock, auth=auth or NO_AUTH, http=http)

    def _explain_ended(self, error: Unauthorized) -> Unauthorized:
        """Explain ``error`` to a user whose stored token worked before."""
        host, reason = urlsplit(self.url).netloc, str(error).lower()
        if "key" in reason:
            return self._explain_rejected(error, "token")
        ended = "it has ended" if "expired" in reason else "it was revoked, or has ended"
        words = f"{host} takes the token of this account no more: {ended}."
        hint = "Log in again: l on the Accounts page, or cardscout accounts login NAME."
        return Unauthorized(words, service="board", status=401, hint=hint)

    def _explain_rejected(self, error: Unauthorized, what: str) -> Unauthorized:
        """Explain ``error`` to a user who has just typed ``what``: the key, the token or the secret."""
        host, reason = urlsplit(self.url).netloc, str(error).lower()
        if "key" in reason:
            words = f"{host} knows no application with this key."
            return UnknownKey(words, service="board", status=401, hint=key_comes_from(self.url))
        if "expired" in reason:
            words, hint = f"That {what} has ended.", "Open the page again for a new one."
        else:
            words = f"{host} does not take that {what}."
            hint = f"Was all of it copied? A {what} belongs to the key it was made with."
        return Unauthorized(words, service="board", status=401, hint=hint)


async def wait_for_token(visit: PermissionVisit, seconds: float) -> Secret:
    """Wait at most ``seconds`` for the token of the browser's redirect.

    Raises:
        CredentialError: No answer came in that time, or the user did not allow access.
        RemoteError: The service did not issue the token.
    """
    try:
        async with asyncio.timeout(seconds):
            return await visit.token()
    except TimeoutError as error:
        raise CredentialError(
            "No answer came back from the browser.", hint="Try again, or paste the token instead."
        ) from error
