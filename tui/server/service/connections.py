"""Connections of a shared service, with timeouts and a maximum number per client address.

An unfinished request costs its sender a packet, and the server a file descriptor. So every wait for a client
has a timeout, which is extended while bytes move: slow clients are served, silent ones are not. If an address
has too many connections, the one waiting longest for its client is closed for the next, so that complete
requests are answered even beside a thousand incomplete ones.
"""

from __future__ import annotations

import asyncio
import resource
import sys
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any, Literal, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

Wait = Literal["head", "body", "answer"]
"""A wait for a client: for the head of a request, for its body, or for the client to read the answer."""

_FILES = 8192
"""The number of file descriptors requested from the system, which may grant fewer."""

_SPARE = 200
"""File descriptors reserved for the database, the webhooks, and accepted but unprocessed connections."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Timeouts of waits for a client.

    Attributes:
        head: Seconds for the head of a request, from the moment the server is ready for it.
        body: Seconds for the body of a request.
        answer: Seconds for reading an answer.
        pace: Bytes of a body or an answer that add a second: 256 kilobits a second are never too slow.
        leaving: Seconds for the rest of a body or for reading an answer once the server is stopped.
    """

    head: float = 10.0
    body: float = 20.0
    answer: float = 20.0
    pace: int = 32 * 1024
    leaving: float = 5.0


class Connections:
    """The open connections of this process.

    Args:
        per_address: The maximum number per client address; Unix sockets have none.
        in_all: The maximum number in all; by default limited by the file descriptors.
    """

    def __init__(self, per_address: int, in_all: int | None = None) -> None:
        self._per_address = per_address
        self._in_all = in_all or max(_spare_files(), 1)
        self._open: dict[str, dict[_Connection, None]] = {}
        self._count = 0

    def admit(self, new: _Connection) -> bool:
        """Add ``new``, closing another that waits for its client if need be; return whether there is room."""
        mine = self._open.setdefault(new.address, {})
        if (crowd := self._crowd(new.address, mine)) is not None:
            oldest = next((each for each in crowd if each.waits), None)
            if oldest is None:
                return False
            self.drop(oldest)
            oldest.transport.abort()
        # The closed connection may have been the last of its address.
        self._open.setdefault(new.address, {})[new] = None
        self._count += 1
        return True

    def moved(self, one: _Connection) -> None:
        """Move a connection whose wait has changed to the end; the order is by the length of the wait."""
        mine = self._open.get(one.address, {})
        if one in mine:
            del mine[one]
            mine[one] = None

    def drop(self, gone: _Connection) -> None:
        """Remove a connection, if it was admitted."""
        mine = self._open.get(gone.address, {})
        if gone in mine:
            del mine[gone]
            self._count -= 1
        if not mine:
            self._open.pop(gone.address, None)

    def _crowd(self, address: str, mine: dict[_Connection, None]) -> dict[_Connection, None] | None:
        """Return connections of which one must be closed: of this address, or of the one with the most."""
        if address and len(mine) >= self._per_address:
            return mine
        return max(self._open.values(), key=len) if self._count >= self._in_all else None


class _Connection(H11Protocol):
    """An HTTP connection with timeouts for its client, which uvicorn lacks.

    Attributes:
        address: The client's address; empty on a Unix socket.
        waits: Whether the connection waits for the client; False while the client waits for the server.
    """

    def __init__(self, connections: Connections, patience: Timeouts, **told: Any) -> None:
        super().__init__(**told)
        self.address = ""
        self.waits = False
        self._all = connections
        self._patience = patience
        self._wait: tuple[Wait, object] | None = None
        self._since = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._received = 0
        self._unread = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        super().connection_made(transport)
        self.address = _block(self.client[0]) if self.client else ""
        if self._all.admit(self):
            self._update_timer()
        else:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "Too many connections from this address")

    def connection_lost(self, exc: Exception | None) -> None:
        self._all.drop(self)
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._received += len(data)
        super().data_received(data)
        self._update_timer()

    def shutdown(self) -> None:
        super().shutdown()
        # A request that is cancelled leaves a traceback, and whoever sends half of one could fill the log.
        leaving = self._patience.leaving
        self._patience = Timeouts(leaving, leaving, leaving, sys.maxsize, leaving)
        self._wait = None
        self._update_timer()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._update_timer()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._update_timer()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._update_timer()

    def _current_wait(self) -> tuple[Wait, object] | None:
        """Return the current wait and its request; None while a request is being carried out."""
        # uvicorn annotates the attribute as never None, but it is until the first request.
        cycle = getattr(self, "cycle", None)
        if self.transport.get_write_buffer_size():
            return "answer", cycle
        if cycle is None or cycle.response_complete:
            return "head", cycle
        return ("body", cycle) if cycle.more_body else None

    def _update_timer(self) -> None:
        """Restart or stop the timer if the wait has changed."""
        if (current := self._current_wait()) == self._wait:
            return
        self._wait, self.waits = current, current is not None
        self._all.moved(self)
        if self._timer is not None:
            self._timer.cancel()
        if current is None:
            return
        self._since = self.loop.time()
        self._received, self._unread = 0, self.transport.get_write_buffer_size()
        self._timer = self.loop.call_later(self._seconds(current[0]), self._check_timeout)

    def _seconds(self, wait: Wait) -> float:
        """Return the timeout of ``wait``, extended by the bytes that moved since it began."""
        match wait:
            case "head":
                return self._patience.head
            case "body":
                return self._patience.body + self._received / self._patience.pace
            case "answer":
                taken = max(self._unread - self.transport.get_write_buffer_size(), 0)
                return self._patience.answer + taken / self._patience.pace

    def _check_timeout(self) -> None:
        """Close the connection, unless the wait has changed or its timeout was extended."""
        if self._wait is None or self._current_wait() != self._wait:
            self._update_timer()
            return
        wait = self._wait[0]
        left = self._since + self._seconds(wait) - self.loop.time()
        if left > 0:
            self._timer = self.loop.call_later(left, self._check_timeout)
        elif wait == "body" or (wait == "head" and self.conn.trailing_data[0]):
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, "Request Timeout")
        else:
            self.transport.abort()

    def _refuse(self, status: HTTPStatus, words: str) -> None:
        """Close the connection with an error response if possible; abort the request under way."""
        if (cycle := getattr(self, "cycle", None)) is not None:
            cycle.disconnected = True
            cycle.message_event.set()
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()
            return
        body = words.encode()
        headers = [
            ("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(body))), ("Connection", "close"),
        ]  # fmt: skip
        reply = h11.Response(status_code=status, headers=headers, reason=status.phrase.encode())
        for event in (reply, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


def protocol(connections: Connections, patience: Timeouts) -> type[asyncio.Protocol]:
    """Return the factory of protocols that uvicorn calls for each accepted socket."""
    # uvicorn expects a class but only calls it.
    return cast("type[asyncio.Protocol]", partial(_Connection, connections, patience))


def _block(host: str) -> str:
    """Return the address that limits count by: the /64 network for IPv6, which a single customer owns."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    return (
        str(address)
        if isinstance(address, IPv4Address)
        else str(ip_network((int(address), 64), strict=False))
    )


def _spare_files() -> int:
    """Raise the limit of file descriptors, and return how many are available for connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return _FILES
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(soft, wanted) - _SPARE
