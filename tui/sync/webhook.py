"""The webhook receiver, through which changes by others are seen at once.

A message is accepted only if it is signed, and then only as a hint: it triggers a pull, which asks the
service itself. So a replayed or forged message cannot change anything, and after a lost one the next pull
finds the change. The signature is base64(HMAC-SHA1(application's secret, body + callback address)), over the
received bytes (docs/reference/board.md, 6).
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import hmac
import json
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import h11
from pydantic import TypeAdapter, ValidationError

from tui.model.values.scalars import OBJECT_ID, Instant, part_of

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.values.scalars import Json
    from tui.secret import Secret

LARGEST = 256 * 1024
"""Maximum size of a message in bytes."""

REMEMBERED = timedelta(days=7)
"""How long the action of a message is remembered, to detect replays."""

_TIMEOUT = 10.0
_MOST_CONNECTIONS = 32
_MOST_KNOWN = 10_000
_CHUNK = 65536
_INSTANT: TypeAdapter[datetime] = TypeAdapter(Instant)


@dataclass(frozen=True, slots=True)
class Message:
    """A signed message: one action on one model.

    Attributes:
        action: The action as JSON; its ``id`` and ``date`` are valid.
        model_id: Id of the board, card or member of the webhook.
        late: Whether a newer action of that model was reported before; then the message is only a hint.
    """

    action: Json
    model_id: str
    late: bool


class Verifier:
    """A verifier of messages, which answers them and forwards the new ones.

    Args:
        secret: The application's secret; it must not be empty, or anybody could sign.
        callback_url: The address exactly as the service was given it.
        receive: Called with each valid message that is new.

    Raises:
        ValueError: The secret is empty.
    """

    def __init__(
        self, secret: Secret, callback_url: str, clock: Clock, receive: Callable[[Message], object]
    ) -> None:
        if not secret:
            raise ValueError("a webhook without a secret would believe anybody")
        self._secret, self._url = secret.reveal().encode(), callback_url.encode()
        self._clock, self._receive = clock, receive
        self._known: OrderedDict[str, datetime] = OrderedDict()
        self._latest: dict[str, datetime] = {}

    def judge(self, method: str, signature: bytes | None, body: bytes) -> HTTPStatus:
        """Return the answer to a message, and forward it if it is new, signed and valid."""
        if method == "HEAD":
            return HTTPStatus.OK
        if method != "POST":
            return HTTPStatus.METHOD_NOT_ALLOWED
        if len(body) > LARGEST:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        if signature is None or not self._signed(signature, body):
            return HTTPStatus.UNAUTHORIZED
        found = _read(body)
        if found is None:
            return HTTPStatus.BAD_REQUEST
        action, model_id, date = found
        if self._is_new(action["id"]):
            self._receive(Message(action, model_id, self._is_late(model_id, date)))
        return HTTPStatus.OK

    def _signed(self, signature: bytes, body: bytes) -> bool:
        try:
            given = base64.b64decode(signature, validate=True)
        except (binascii.Error, ValueError):
            return False
        return hmac.compare_digest(given, hmac.digest(self._secret, body + self._url, hashlib.sha1))

    def _is_new(self, ident: str) -> bool:
        """Return whether an action is unknown; remember it."""
        now = self._clock.now()
        while self._known and (
            len(self._known) > _MOST_KNOWN or next(iter(self._known.values())) < now - REMEMBERED
        ):
            self._known.popitem(last=False)
        if ident in self._known:
            return False
        self._known[ident] = now
        return True

    def _is_late(self, model_id: str, date: datetime) -> bool:
        """Return whether an action is older than the last known one of its model, or than REMEMBERED."""
        now = self._clock.now()
        if date < self._latest.get(model_id, now - REMEMBERED):
            return True
        # A date in the future would make all later messages late.
        self._latest[model_id] = min(date, now)
        return False


def _read(body: bytes) -> tuple[Json, str, datetime] | None:
    """Parse (action, model id, date) of a message; None if it is invalid."""
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict):
        return None
    action, model = part_of(message, "action"), part_of(message, "model")
    ident, of = action.get("id"), model.get("id")
    if not isinstance(ident, str) or not isinstance(of, str) or OBJECT_ID.fullmatch(ident) is None:
        return None
    try:
        return action, of, _INSTANT.validate_python(action.get("date"))
    except ValidationError:
        return None


class Receiver:
    """A server for messages, with one request per connection.

    Args:
        listen: ``host:port`` on this machine; 0 for any free port.
    """

    def __init__(self, verifier: Verifier, listen: str) -> None:
        self._verifier = verifier
        self._host, _, self._port = listen.rpartition(":")
        self._server: asyncio.Server | None = None
        self._connections = asyncio.Semaphore(_MOST_CONNECTIONS)

    async def start(self) -> int:
        """Start listening, and return the port.

        Raises:
            OSError: The address is in use, or not on this machine.
        """
        self._server = await asyncio.start_server(self._serve, self._host or "127.0.0.1", int(self._port))
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def close(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
            self._server = None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with self._connections, asyncio.timeout(_TIMEOUT):
                status = await self._answer(reader)
                writer.write(_reply(status))
                await writer.drain()
        except (TimeoutError, OSError):
            # A client that is too slow, or gone, gets no answer.
            return
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader) -> HTTPStatus:
        try:
            return await self._judge_request(reader, h11.Connection(h11.SERVER))
        except (h11.RemoteProtocolError, EOFError):
            return HTTPStatus.BAD_REQUEST

    async def _judge_request(self, reader: asyncio.StreamReader, wire: h11.Connection) -> HTTPStatus:
        request = await _next(reader, wire)
        if not isinstance(request, h11.Request):
            return HTTPStatus.BAD_REQUEST
        headers = dict(request.headers)
        if b"transfer-encoding" in headers and b"content-length" in headers:
            # With two lengths, a proxy in front of us might read another message than we do.
            return HTTPStatus.BAD_REQUEST
        body = bytearray()
        while isinstance(part := await _next(reader, wire), h11.Data):
            body += part.data
            if len(body) > LARGEST:
                return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        return self._verifier.judge(request.method.decode(), headers.get(b"x-trello-webhook"), bytes(body))


async def _next(reader: asyncio.StreamReader, wire: h11.Connection) -> Any:
    while (event := wire.next_event()) is h11.NEED_DATA:
        wire.receive_data(await reader.read(_CHUNK))
    return event


def _reply(status: HTTPStatus) -> bytes:
    line = f"HTTP/1.1 {status.value} {status.phrase}\r\n"
    return f"{line}Content-Length: 0\r\nConnection: close\r\n\r\n".encode()
