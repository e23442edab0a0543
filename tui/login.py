"""Login: from "I use that service" to a token that was tried, in each of the ways there are.

Nothing is kept here: whoever asked keeps the token. Nobody but the service's own page is given a password.
"""

from __future__ import annotations

import asyncio
import getpass
import platform
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
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
    # The first paint needs none of the wire.
    import httpx

    from tui.api.auth import Auth
    from tui.api.login.loopback import Loopback
    from tui.api.login.oauth1 import Dance, TokenPair
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
"""What a token of today, and one of before 2022, looks like."""

_PROBE = 8.0
"""Seconds a service may take to say whether it knows a key."""

Lifetime = Literal["1hour", "1day", "30days", "never"]
"""How long a token may live."""


class UnknownKey(Unauthorized):
    """The service knows no application with the key."""


@dataclass(frozen=True, slots=True)
class TokenRequest:
    """What is asked for.

    Attributes:
        writes: Whether boards are to be changed with the token.
        lasts: When it is to end by itself.
    """

    writes: bool = True
    lasts: Lifetime = "never"

    @property
    def scopes(self) -> str:
        """As the permission page wants them; ``account`` marks notifications read."""
        return "read,write,account" if self.writes else "read"


def our_name() -> str:
    """What the permission page and the member's list of tokens call us: which machine, and whose login there."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):
        user = ""
    place = " ".join(platform.node().split())[:_LONGEST]
    words = ("Cardscout", f"on {place}" if place else "", f"({user[:_LONGEST]})" if user else "")
    return " ".join(filter(None, words))


def key_comes_from(url: str) -> str:
    """Where somebody finds the key, and the secret, of an application of the service at ``url``."""
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
    """Where somebody ends the tokens that the service at ``url`` gave for them."""
    if urlsplit(url).hostname == urlsplit(HOSTED).hostname:
        return "https://trello.com/my/account, Applications"
    return f"{pages(url)}/1/account"


class PermissionVisit:
    """One visit to the permission page.

    Attributes:
        address: The page.
        origin: What the application must allow as an origin for the answer to come back; "" when the page shows it.
    """

    def __init__(
        self, address: str, back: Loopback | None, dance: Dance | None, request: TokenPair | None
    ) -> None:
        self.address, self.origin = address, "" if back is None else back.origin
        self._back, self._dance, self._request = back, dance, request

    async def token(self) -> Secret:
        """The token, once the browser has brought it; waits for that.

        Raises:
            CredentialError: It was not allowed.
            RemoteError: The service did not give it.
        """
        if self._back is None:
            raise CredentialError("Nobody brings the answer: it has to be typed.")
        told = await self._back.answer()
        if told.error or not (told.verifier or told.token):
            raise CredentialError(
                "It was not allowed, and nothing was kept.", hint="Try again, or paste the token instead."
            )
        return await self.finish(told.verifier or told.token)

    async def finish(self, shown: Secret) -> Secret:
        """The token, for what the page shows: the token itself, or the verifier of OAuth 1.0a.

        Raises:
            RemoteError: The service did not give it.
        """
        if self._dance is None or self._request is None:
            return Secret("".join(shown.reveal().split()))
        try:
            return await self._dance.end(self._request, shown.reveal())
        except Unauthorized as error:
            raise Unauthorized(
                "The service does not take that verifier.",
                service="board",
                status=401,
                hint="Was all of it copied? It ends an hour after the page was opened, and is good once.",
            ) from error


class Login:
    """The ways into a service for one application.

    Args:
        url: The board service's address.
        key: The application's key.
        clock: Time.
        http: Makes what carries the requests, in place of the network.
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
        """The permission page that shows the token."""
        return permission_page(
            self.url, self.key, name=our_name(), scopes=wanted.scopes, expiration=wanted.lasts
        )

    @asynccontextmanager
    async def visit(
        self, wanted: TokenRequest, *, returns: bool, secret: Secret = NOTHING
    ) -> AsyncIterator[PermissionVisit]:
        """A visit to the permission page.

        Args:
            wanted: What is asked for.
            returns: Whether a browser on this machine brings the answer back; else the page shows it.
            secret: The application's, for OAuth 1.0a.

        Raises:
            CredentialError: This machine lets nobody listen for the answer.
            RemoteError: The service gives no request token.
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
        from tui.api.login.oauth1 import SHOWN, Dance

        transport = self._transport(pages(self.url))
        try:
            dance = Dance(self.url, transport, self.key, Secret(secret.reveal().strip()), self._clock)
            try:
                request = await dance.begin(SHOWN if back is None else back.address)
            except Unauthorized as error:
                raise self._told(error, "secret") from error
            where = dance.page(request, name=our_name(), scopes=wanted.scopes, expiration=wanted.lasts)
            yield PermissionVisit(where, back, dance, request)
        finally:
            await transport.close()

    async def probe(self) -> str:
        """Try the address, and the key where there is one, before anybody is asked for a token.

        Returns:
            What is odd of the answer, for a warning: it may be a service all the same. "" when nothing is.

        Raises:
            CredentialError: What was given cannot be a key.
            UnknownKey: The service knows no application with the key.
            Unreachable: Nobody answers at the address.
        """
        from tui.api.auth import NOBODY, key_alone
        from tui.api.message import Request, path

        if _TOKEN.fullmatch(self.key):
            raise CredentialError(
                "That is a token by its looks, and no application's key.",
                hint="The key is shorter; the token has a question of its own.",
            )
        transport = self._transport(self.url, auth=key_alone(self.key) if self.key else NOBODY)
        asked = Request("GET", path("1", "members", "me"), params={"fields": "id"}, seconds=_PROBE)
        try:
            await transport.send(asked)
        except Forbidden:
            return ""
        except Unauthorized as error:
            if self.key and "key" in str(error).lower():
                raise self._told(error, "key") from error
            return ""
        except Unreachable as error:
            if not error.status:
                raise
            return self._odd(error)
        except RemoteError as error:
            return self._odd(error)
        finally:
            await transport.close()
        return self._odd("it tells strangers who they are.")

    def _odd(self, said: object) -> str:
        return f"{urlsplit(self.url).netloc} does not answer as a board service does: {said}"

    async def check(self, token: Secret, *, kept: bool = False) -> Caller:
        """Whom the service takes us for with ``token``, and what that may do.

        Args:
            token: The token.
            kept: Whether it was good once; else somebody has just typed it.

        Raises:
            CredentialError: What was given cannot be a token.
            Unauthorized: The service does not take it; the hint says what to look at.
            RemoteError: It did not answer.
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
            raise (self._over(error) if kept else self._told(error, "token")) from error
        finally:
            await transport.close()

    async def time_there(self, token: Secret) -> datetime | None:
        """The service's clock, or None where it does not tell.

        Raises:
            RemoteError: It did not answer, or does not take the token.
        """
        from tui.api.message import Request, path

        transport = self._signed_in(token)
        try:
            answer = await transport.send(Request("GET", path("1", "members", "me"), params={"fields": "id"}))
        finally:
            await transport.close()
        try:
            told = parsedate_to_datetime(answer.headers.get("date", ""))
        except ValueError:
            return None
        return told if told.tzinfo is not None else told.replace(tzinfo=UTC)

    def _signed_in(self, token: Secret) -> Transport:
        from tui.api.auth import oauth

        return self._transport(self.url, auth=oauth(self.key, token))

    def _transport(self, base: str, auth: Auth | None = None) -> Transport:
        from tui.api.auth import NOBODY
        from tui.api.transport import Transport

        http = None if self._http is None else self._http()
        return Transport(base, clock=self._clock, auth=auth or NOBODY, http=http)

    def _over(self, error: Unauthorized) -> Unauthorized:
        """``error`` in words for whoever has a token that was good once."""
        host, said = urlsplit(self.url).netloc, str(error).lower()
        if "key" in said:
            return self._told(error, "token")
        ended = "it has ended" if "expired" in said else "it was revoked, or has ended"
        words = f"{host} takes the token of this account no more: {ended}."
        hint = "Log in again: l on the Accounts page, or cardscout accounts login NAME."
        return Unauthorized(words, service="board", status=401, hint=hint)

    def _told(self, error: Unauthorized, what: str) -> Unauthorized:
        """``error`` in words for whoever has just typed the token or the secret."""
        host, said = urlsplit(self.url).netloc, str(error).lower()
        if "key" in said:
            words = f"{host} knows no application with this key."
            return UnknownKey(words, service="board", status=401, hint=key_comes_from(self.url))
        if "expired" in said:
            words, hint = f"That {what} has ended.", "Open the page again for a new one."
        else:
            words = f"{host} does not take that {what}."
            hint = f"Was all of it copied? A {what} belongs to the key it was made with."
        return Unauthorized(words, service="board", status=401, hint=hint)


async def wait_for_token(visit: PermissionVisit, seconds: float) -> Secret:
    """The token that a browser brings within ``seconds``.

    Raises:
        CredentialError: It did not come in that time, or was not allowed.
        RemoteError: The service did not give it.
    """
    try:
        async with asyncio.timeout(seconds):
            return await visit.token()
    except TimeoutError as error:
        raise CredentialError(
            "No answer came back from the browser.", hint="Try again, or paste the token instead."
        ) from error
