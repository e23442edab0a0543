"""The transport, through which every request is sent: limiter, send, error mapping, all inside the retry loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from datetime import timedelta
from http.cookiejar import CookieJar
from ssl import PROTOCOL_TLS_CLIENT, SSLContext
from typing import TYPE_CHECKING, Any, BinaryIO

import httpx

from tui.api import body, error_mapping, failure
from tui.api.auth import NO_AUTH, Auth
from tui.api.message import Request, Response, Service
from tui.api.origin import LOOPBACK, origin, redirect_target, validate_base_url
from tui.api.retry import RetryBudget
from tui.api.server_time import offset_of
from tui.errors import (
    Ambiguous,
    Garbled,
    RateLimited,
    RemoteError,
    ServerFault,
    Unauthorized,
    Unreachable,
    UsageError,
)

if TYPE_CHECKING:
    from tui.api.auth import AuthSource
    from tui.api.limiter import Limiter, Limiters
    from tui.clock import Clock

DEADLINE = 30.0
"""Time limit of a call in seconds, including its retries and the waits between them."""

CONNECT = 5.0
"""Connection timeout in seconds."""

_GATEWAYS = {502, 504}
"""Statuses of a gateway without a response from the service; the request may have been carried out."""

_REPLAYED = {307, 308}
"""Redirects that keep method and body, used by the hosted enrichment service for searches."""


class Transport:
    """The sender of all requests to one service.

    Args:
        base_url: The service's address; for the board service with or without its ``/1``.
        auth: The credentials, sent with every request to that address and to no other.
        http: The transport of httpx; None for the network. One in process may have any address.
        limiter: Delays each request; None for no limit.
        deadline: Time limit of a call in seconds.
        max_bytes: Maximum size of a response, in bytes after decompression.
        login: Gets the credentials instead of ``auth``, for a service that needs a token.
        service: The kind of service, ``"board"`` or ``"enrich"``, for its peculiarities.
        answered: Called when a request has succeeded.

    Raises:
        UsageError: The address is invalid, or would send the credentials unencrypted.
    """

    def __init__(
        self,
        base_url: str,
        *,
        clock: Clock,
        auth: Auth = NO_AUTH,
        http: httpx.AsyncBaseTransport | None = None,
        limiter: Limiter | Limiters | None = None,
        deadline: float = DEADLINE,
        max_bytes: int = body.MAX_BYTES,
        login: AuthSource | None = None,
        service: Service = "board",
        answered: Callable[[], object] = bool,
    ) -> None:
        self.base = validate_base_url(base_url, service, in_process=http is not None)
        self.service: Service = service
        self.honours_keys = False
        """Whether the service has announced that a repeated POST with the same key is carried out once."""
        self.clock_offset = timedelta()
        """By how much the service's clock is ahead of this machine's, according to its last answer."""
        self._auth, self._http, self._limiter, self._clock = auth, http, limiter, clock
        self._deadline, self._max_bytes, self._login, self._answered = deadline, max_bytes, login, answered
        self._local = httpx.URL(self.base).host in LOOPBACK
        self._clients: dict[tuple[bool, bool], httpx.AsyncClient] = {}

    async def send(self, request: Request) -> Response:
        """Send a request, and retry it if that is safe.

        Raises:
            RemoteError: The request failed; errors of httpx never escape.
            StoreError: The limiter's file cannot be used; nothing was sent.
            UsageError: The environment's network settings are invalid; nothing was sent.
        """
        if self._login is None:
            return await self._send(request)
        self._auth = await self._login.auth()
        try:
            return await self._send(request)
        except Unauthorized as refused:
            if refused.sent:
                raise
            # The token expired early; a request that is refused for that was not carried out.
            self._auth = await self._login.auth(anew=True)
            return await self._send(request)

    async def _send(self, request: Request) -> Response:
        patience = RetryBudget(self._clock, request.seconds or self._deadline)
        return await patience.run(
            lambda: self._attempt(request, patience), lambda error: self._may_repeat(request, error)
        )

    async def fetch(self, request: Request, sink: Callable[[], BinaryIO], *, max_bytes: int) -> int:
        """Download a file.

        Args:
            request: A GET request.
            sink: Opens the destination, again for each attempt; it is closed at the end.
            max_bytes: The limit.

        Returns:
            The size of the file in bytes.

        Raises:
            RemoteError: The download failed, or is incomplete.
        """
        patience = RetryBudget(self._clock, request.seconds or self._deadline)
        return await patience.run(lambda: self._fetch(request, sink, max_bytes, patience), lambda _: True)

    async def close(self) -> None:
        """Close the connections; the transport can be used again afterwards unless ``http`` was given."""
        clients, self._clients = list(self._clients.values()), {}
        for client in clients:
            await client.aclose()
        if self._login is not None:
            await self._login.close()

    def _may_repeat(self, request: Request, error: RemoteError) -> bool:
        """Return whether ``request`` may be retried at once after ``error``.

        A write without a response may still arrive late, after the next write. Its sender must know that,
        even if a second arrival has no further effect; so an Ambiguous error forbids a retry without a key.
        """
        keyed = request.idempotency_key is not None and self.honours_keys
        return keyed or (request.repeats and not isinstance(error, Ambiguous))

    @asynccontextmanager
    async def _turn(self, patience: RetryBudget) -> AsyncIterator[None]:
        """Wait until the limiter admits a request, and count it until its response."""
        if self._limiter is None:
            yield
            return
        async with self._limiter.turn() as waited:
            patience.excuse(waited)
            yield

    async def _attempt(self, request: Request, patience: RetryBudget) -> Response:
        async with self._turn(patience):
            response, data = await self._send_once(request, patience)
        return self._judge(request, response, data)

    async def _send_once(self, request: Request, patience: RetryBudget) -> tuple[httpx.Response, bytes]:
        try:
            async with asyncio.timeout(patience.left()):
                return await self._exchange(request, patience)
        except failure.FAILURES as error:
            url, proxied = httpx.URL(self.base), self._http is None and not self._local
            reading = request.method == "GET" and request.repeats
            converted = failure.failure(error, url, service=self.service, reading=reading, proxied=proxied)
            raise converted from error
        except Garbled as error:
            raise self._unreadable(request, error) from error

    async def _fetch(
        self, request: Request, sink: Callable[[], BinaryIO], max_bytes: int, patience: RetryBudget
    ) -> int:
        async with self._turn(patience):
            return await self._download(request, sink, max_bytes, patience)

    async def _download(
        self, request: Request, sink: Callable[[], BinaryIO], max_bytes: int, patience: RetryBudget
    ) -> int:
        try:
            async with asyncio.timeout(patience.left()):
                response = await self._open_file(request)
                encoding = response.headers.get("content-encoding", "")
                try:
                    if response.is_success:
                        with sink() as file:
                            return await _write_pieces(_timed(response, patience), encoding, file, max_bytes)
                    data = await body.read(_timed(response, patience), encoding, self._max_bytes)
                finally:
                    await response.aclose()
        except failure.FAILURES as error:
            url, proxied = httpx.URL(self.base), self._http is None and not self._local
            raise failure.failure(error, url, service=self.service, reading=True, proxied=proxied) from error
        self._judge(request, response, data)
        raise Garbled("The answer is no file.", service=self.service, status=response.status_code)

    async def _open_file(self, request: Request) -> httpx.Response:
        """Request a file; follow a redirect to a storage host, which does not get our credentials."""
        client = self._client(keep=True)
        response = await client.send(self._build(client, request), stream=True, follow_redirects=False)
        target = response.next_request.url if response.next_request is not None else None
        if target is None:
            return response
        await response.aclose()
        if target.scheme != "https" and target.host not in LOOPBACK:
            raise Garbled(f"The file is kept at {origin(target)}, which is not safe to read from.")
        sent = client.build_request("GET", target, headers={"Accept": "*/*"})
        if origin(target) == origin(httpx.URL(self.base)):
            sent.headers.update(self._auth.headers)
        client = self._client(keep=True, scheme=target.scheme)
        return await client.send(sent, stream=True, follow_redirects=False)

    async def _exchange(self, request: Request, patience: RetryBudget) -> tuple[httpx.Response, bytes]:
        client = self._client(keep=request.repeats)
        with ExitStack() as opened:
            return await self._send_built(
                client, self._build(client, request, _files(request, opened)), patience
            )

    async def _send_built(
        self, client: httpx.AsyncClient, sent: httpx.Request, patience: RetryBudget
    ) -> tuple[httpx.Response, bytes]:
        response = await client.send(sent, stream=True, follow_redirects=False)
        if response.status_code in _REPLAYED:
            # Method and body are sent again, so another origin must not get them.
            await response.aclose()
            sent.url = redirect_target(response, httpx.URL(self.base)).copy_merge_params(self._auth.params)
            response = await client.send(sent, stream=True, follow_redirects=False)
        try:
            self._refuse_redirect(response)
            encoding = response.headers.get("content-encoding", "")
            return response, await body.read(_timed(response, patience), encoding, self._max_bytes)
        finally:
            await response.aclose()

    def _build(
        self, client: httpx.AsyncClient, request: Request, files: dict[str, Any] | None = None
    ) -> httpx.Request:
        headers = {**request.headers, **self._auth.headers}
        if request.idempotency_key is not None:
            headers["Idempotency-Key"] = request.idempotency_key
        return client.build_request(
            request.method,
            self.base + request.path,
            params={**body.replace_surrogates(dict(request.params)), **self._auth.params} or None,
            data=None if request.form is None else body.replace_surrogates(dict(request.form)),
            json=None if request.json is None else body.replace_surrogates(request.json),
            files=files,
            headers=headers,
        )

    def _judge(self, request: Request, response: httpx.Response, data: bytes) -> Response:
        headers = {name.lower(): value for name, value in response.headers.items()}
        self.honours_keys |= headers.get("x-idempotency", "").lower() == "honoured"
        if (offset := offset_of(headers, self._clock.now())) is not None:
            self.clock_offset = offset
        try:
            parse = body.parse if request.answers is None else request.answers.parse
            answer = error_mapping.ServiceAnswer.read(
                response.status_code, headers, data, self._auth.redact, parse
            )
            missed = error_mapping.judge(answer, self.service, self._clock.now(), request.answers)
        except RemoteError as error:
            self._auth.redact_error(error)
            if isinstance(error, ServerFault | Garbled):
                error.status = error.status or response.status_code
                raise self._unreadable(request, error) from error
            self._hold(error)
            raise
        self._answered()
        return Response(answer.status, headers, None if missed else answer.body, missed)

    def _unreadable(self, request: Request, error: RemoteError) -> RemoteError:
        """Return the error for an unreadable response; a POST may have been carried out, or still be running.

        The same holds for any write if a gateway reports no response from the service.
        """
        error.service = self.service
        unanswered = request.method != "GET" and error.status in _GATEWAYS
        if request.method == "POST" or not request.repeats or unanswered:
            unsure = Ambiguous(
                f"{error} The request may have been carried out.",
                service=self.service,
                status=error.status,
                request_id=error.request_id,
                hint="That is looked up before it is sent again.",
            )
            unsure.answer = str(error)
            return unsure
        if isinstance(error, body.NotJson) and error.html:
            return Unreachable(str(error), service=self.service, status=error.status)
        return error

    def _hold(self, error: RemoteError) -> None:
        if self._limiter is not None and isinstance(error, RateLimited):
            self._limiter.hold(error.retry_after)

    def _refuse_redirect(self, response: httpx.Response) -> None:
        if 300 <= response.status_code < 400:  # the redirects
            redirect_target(response, httpx.URL(self.base))
            raise Garbled(
                f"{origin(httpx.URL(self.base))} sent us on to another address of its own; that was not followed.",
                status=response.status_code,
            )

    def _client(self, *, keep: bool, scheme: str = "") -> httpx.AsyncClient:
        """Return the HTTP client for the service, or for an address elsewhere with ``scheme``.

        ``keep=False`` avoids kept connections, which may be closing (F16).
        """
        keep = keep or self._http is not None
        encrypted = self._http is not None or "https" in {scheme, httpx.URL(self.base).scheme}
        if (keep, encrypted) not in self._clients:
            self._clients[keep, encrypted] = self._open(keep=keep, encrypted=encrypted)
        return self._clients[keep, encrypted]

    def _open(self, *, keep: bool, encrypted: bool) -> httpx.AsyncClient:
        try:
            return httpx.AsyncClient(
                transport=self._http,
                headers={"Accept": "application/json", "Accept-Encoding": "gzip", "User-Agent": "cardscout"},
                cookies=_NoCookies(),
                timeout=httpx.Timeout(self._deadline, connect=min(CONNECT, self._deadline)),
                limits=httpx.Limits(max_keepalive_connections=None if keep else 0),
                follow_redirects=False,
                # A proxy must not get unencrypted requests for this machine.
                trust_env=not self._local,
                # Reading whose certificates count takes 30 ms; where nothing is encrypted, nobody's do.
                verify=encrypted or SSLContext(PROTOCOL_TLS_CLIENT),
            )
        except (OSError, ValueError, ImportError, httpx.InvalidURL) as error:
            raise UsageError(
                "The network settings of the environment cannot be used: a proxy's address or a certificate file.",
                hint="Check HTTPS_PROXY, ALL_PROXY, SSL_CERT_FILE and SSL_CERT_DIR.",
            ) from error


class _NoCookies(CookieJar):
    """A jar that stays empty: no service needs cookies, and examining each response for them takes a twentieth of a call."""

    def extract_cookies(self, response: object, request: object) -> None:
        """Keep none."""


def _files(request: Request, opened: ExitStack) -> dict[str, Any] | None:
    if (upload := request.upload) is None:
        return None
    file = opened.enter_context(upload.open())
    return {"file": (upload.name, file, upload.mime_type or "application/octet-stream")}


async def _write_pieces(chunks: AsyncIterator[bytes], encoding: str, file: BinaryIO, max_bytes: int) -> int:
    size = 0
    async for piece in body.pieces(chunks, encoding, max_bytes):
        file.write(piece)
        size += len(piece)
    return size


async def _timed(response: httpx.Response, patience: RetryBudget) -> AsyncIterator[bytes]:
    """Yield the body as it arrives, and check the deadline at each chunk, because slow chunks reset timeouts."""
    stream = response.stream
    if not isinstance(stream, httpx.AsyncByteStream):
        raise Garbled("The answer's body cannot be read here.")
    async for chunk in stream:
        if patience.left() <= 0:
            raise TimeoutError
        yield chunk
