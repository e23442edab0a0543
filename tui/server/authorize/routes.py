"""The routes of the permission page, its assets, and OAuth 1.0a."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from sqlalchemy import Connection, Engine
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from tui.server.access.admission import as_signed
from tui.server.access.apps import secret_of
from tui.server.access.counter import Counter, MemoryCounter
from tui.server.access.signed import Signature
from tui.server.authorize import requests
from tui.server.authorize.decide import PermissionPage
from tui.server.authorize.page_server import PageServer, transact
from tui.server.authorize.pages import MAX_FORM, Visit
from tui.server.authorize.question import Question, read_question
from tui.server.pipeline.body import read_whole
from tui.server.pipeline.params import Refused

if TYPE_CHECKING:
    from tui.clock import Clock

_ASSETS = {"style.css": "text/css", "page.js": "text/javascript"}
_FORM = "application/x-www-form-urlencoded"


class AuthorizationHandlers:
    """The handlers by which applications obtain tokens.

    Args:
        clock: The server's time.
        counter: The counter of wrong passwords and used signatures; None for one in this process's memory.
        origin: The base of the server's web addresses.
    """

    def __init__(
        self, engine: Engine, clock: Clock, counter: Counter | None = None, *, origin: str = ""
    ) -> None:
        self._origin = origin
        self._engine = engine
        self._clock = clock
        self._counter: Counter = counter or MemoryCounter(clock)
        self._pages = PageServer(engine, origin)

    async def authorize(self, request: Request) -> Response:
        """Serve ``/1/authorize``, the permission page for a plain token."""
        return await self._pages.answer(
            request, lambda connection: self._decision(connection, _plain_question)
        )

    async def authorize_request(self, request: Request) -> Response:
        """Serve ``/1/OAuthAuthorizeToken``, the permission page for a request token of OAuth 1.0a."""

        def read(connection: Connection, visit: Visit) -> Question:
            return requests.read_request(connection, dict(visit.query), self._clock.now())

        return await self._pages.answer(request, lambda connection: self._decision(connection, read))

    def _decision(
        self, connection: Connection, read: Callable[[Connection, Visit], Question]
    ) -> PermissionPage:
        return PermissionPage(connection, self._counter, self._clock.now(), read)

    async def request_token(self, request: Request) -> Response:
        """Serve ``/1/OAuthGetRequestToken``, the first step of OAuth 1.0a."""

        def check(connection: Connection, signature: Signature) -> None:
            self._check(connection, signature, "")

        def answer(connection: Connection, signature: Signature) -> requests.IssuedToken:
            callback = signature.oauth.get("oauth_callback", requests.SHOWN)
            return requests.ask(connection, signature.key, callback, self._clock.now())

        return await self._answer_signed(request, check, answer, oauth_callback_confirmed="true")

    async def access_token(self, request: Request) -> Response:
        """Serve ``/1/OAuthGetAccessToken``, the last step of OAuth 1.0a."""

        def check(connection: Connection, signature: Signature) -> None:
            # Without any application the pepper, from which secrets are derived, does not exist.
            if secret_of(connection, signature.key) is None:
                raise Refused(HTTPStatus.UNAUTHORIZED, "invalid key")
            self._check(connection, signature, requests.request_secret(connection, signature.token))

        def answer(connection: Connection, signature: Signature) -> requests.IssuedToken:
            verifier = signature.oauth.get("oauth_verifier", "")
            return requests.exchange(connection, signature.key, signature.token, verifier, self._clock.now())

        return await self._answer_signed(request, check, answer)

    async def _answer_signed(
        self,
        request: Request,
        check: Callable[[Connection, Signature], None],
        answer: Callable[[Connection, Signature], requests.IssuedToken],
        **more: str,
    ) -> Response:
        def pair_for(signature: Signature) -> requests.IssuedToken:
            # The check stores the nonce in a separate transaction, which would wait for a writing one here.
            transact(self._engine, lambda connection: check(connection, signature), writes=False)
            return transact(self._engine, lambda connection: answer(connection, signature), writes=True)

        try:
            pair = await run_in_threadpool(pair_for, await _signature(request, self._origin))
        except Refused as refused:
            return PlainTextResponse(str(refused.body), refused.status)
        fields = {"oauth_token": pair.token, "oauth_token_secret": pair.secret, **more}
        return Response(urlencode(fields), media_type=_FORM, headers={"Cache-Control": "no-store"})

    def _check(self, connection: Connection, signature: Signature, token_secret: str) -> None:
        secret = secret_of(connection, signature.key)
        if secret is None:
            raise Refused(HTTPStatus.UNAUTHORIZED, "invalid key")
        signature.check([(secret, token_secret)], self._counter, self._clock.now())


def _plain_question(connection: Connection, visit: Visit) -> Question:
    return read_question(connection, visit.query)


async def _signature(request: Request, origin: str) -> Signature:
    found = Signature.read(as_signed(request, await read_whole(request, MAX_FORM), origin))
    if found is None:
        raise Refused(HTTPStatus.UNAUTHORIZED, "invalid signature")
    return found


async def asset(request: Request) -> Response:
    """Serve a style sheet or script of the pages."""
    name = request.path_params["name"]
    if name not in _ASSETS:
        return PlainTextResponse("Not Found", HTTPStatus.NOT_FOUND)
    text = files("tui.server.authorize").joinpath("assets", name).read_text("utf-8")
    headers = {"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"}
    return Response(text, headers=headers, media_type=_ASSETS[name])


def routes(
    engine: Engine, clock: Clock, counter: Counter | None = None, *, origin: str = ""
) -> list[BaseRoute]:
    """Return every route of this package; they must precede those of the board service."""
    doors = AuthorizationHandlers(engine, clock, counter, origin=origin)
    both: Any = ["GET", "POST"]
    return [
        Route("/1/authorize", doors.authorize, methods=both),
        Route("/1/authorize/{name}", asset),
        Route("/1/OAuthAuthorizeToken", doors.authorize_request, methods=both),
        Route("/1/OAuthGetRequestToken", doors.request_token, methods=both),
        Route("/1/OAuthGetAccessToken", doors.access_token, methods=both),
    ]
