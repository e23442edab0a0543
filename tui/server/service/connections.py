"""Connections of a shared service: how long each may keep it waiting, and how many an address may hold.

Half a request and then nothing costs its sender a packet, and the server a file descriptor. So every wait for a client
has an end, which moves on while bytes do: a slow line is served, a silent one is not. And where an address holds
too many connections, the one that has been waited for longest makes room for the next, so that whoever asks a
whole question is heard even beside a thousand who do not.
"""

from __future__ import annotations

import asyncio
import resource
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any, Literal, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

Wait = Literal["head", "body", "answer"]
"""What is waited for: that a request's head comes whole, or its body, or that the client takes what it asked for."""

_FILES = 8192
"""File descriptors asked of the system, where it grants as many."""

_SPARE = 200
"""Of these, kept for the database, the webhooks, and connections accepted but not looked at yet."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long a client is waited for.

    Attributes:
        head: Seconds for the head of a request, from the moment the server is ready for it.
        body: Seconds for its body.
        answer: Seconds for taking an answer.
        pace: Bytes that win another second, of a body or an answer: 256 kilobits a second are never too slow.
    """

    head: float = 10.0
    body: float = 20.0
    answer: float = 20.0
    pace: int = 32 * 1024


class Connections:
    """Those that are open in this process.

    Args:
        per_address: How many one address may hold; those of a Unix socket have none.
        in_all: How many there may be; as many as the system has files for, unless given.
    """

    def __init__(self, per_address: int, in_all: int | None = None) -> None:
        self._per_address = per_address
        self._in_all = in_all or max(_spare_files(), 1)
        self._open: dict[str, dict[_Connection, None]] = {}
        self._count = 0

    def admit(self, new: _Connection) -> bool:
        """Whether there is room for ``new``; where there is none, one that waits for its client is closed."""
        mine = self._open.setdefault(new.address, {})
        if (crowd := self._crowd(new.address, mine)) is not None:
            oldest = next((each for each in crowd if each.waits), None)
            if oldest is None:
                return False
            self.drop(oldest)
            oldest.transport.abort()
        # The one that made room may have been the last of its address.
        self._open.setdefault(new.address, {})[new] = None
        self._count += 1
        return True

    def moved(self, one: _Connection) -> None:
        """Put a connection last that waits for something new, or for nothing: the first are those that wait longest."""
        mine = self._open.get(one.address, {})
        if one in mine:
            del mine[one]
            mine[one] = None

    def drop(self, gone: _Connection) -> None:
        """Forget a connection, if it was let in."""
        mine = self._open.get(gone.address, {})
        if gone in mine:
            del mine[gone]
            self._count -= 1
        if not mine:
            self._open.pop(gone.address, None)

    def _crowd(self, address: str, mine: dict[_Connection, None]) -> dict[_Connection, None] | None:
        """Those of which one must make room: of the same address, or of the one that holds the most."""
        if address and len(mine) >= self._per_address:
            return mine
        return max(self._open.values(), key=len) if self._count >= self._in_all else None


class _Connection(H11Protocol):
    """A connection that waits for its client so long and no longer; uvicorn's would for ever.

    Args:
        connections: It is one of them.
        patience: How long.
        told: What uvicorn tells each.

    Attributes:
        address: Whose it is; empty on a Unix socket.
        waits: Whether it waits for the client; False while it is the client who waits.
    """

    def __init__(self, connections: Connections, patience: Timeouts, **told: Any) -> None:
        super().__init__(**told)
        self.address = ""
        self.waits = False
        self._all = connections
        self._patience = patience
        self._awaits: tuple[Wait, object] | None = None
        self._since = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._came = 0
        self._to_take = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        super().connection_made(transport)
        self.address = _block(self.client[0]) if self.client else ""
        if self._all.admit(self):
            self._look()
        else:
            self._turn_away(HTTPStatus.SERVICE_UNAVAILABLE, "Too many connections from this address")

    def connection_lost(self, exc: Exception | None) -> None:
        self._all.drop(self)
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._came += len(data)
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._look()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._look()

    def _awaited(self) -> tuple[Wait, object] | None:
        """What is waited for now, and of which request; None while one is carried out."""
        # Typed as if it were always there.
        cycle = getattr(self, "cycle", None)
        if self.transport.get_write_buffer_size():
            return "answer", cycle
        if cycle is None or cycle.response_complete:
            return "head", cycle
        return ("body", cycle) if cycle.more_body else None

    def _look(self) -> None:
        """Begin to wait, or stop, if something else is waited for than before."""
        if (awaited := self._awaited()) == self._awaits:
            return
        self._awaits, self.waits = awaited, awaited is not None
        self._all.moved(self)
        if self._timer is not None:
            self._timer.cancel()
        if awaited is None:
            return
        self._since = self.loop.time()
        self._came, self._to_take = 0, self.transport.get_write_buffer_size()
        self._timer = self.loop.call_later(self._seconds(awaited[0]), self._ring)

    def _seconds(self, wait: Wait) -> float:
        """How long ``wait`` may take, for as much as has come or was taken since it began."""
        match wait:
            case "head":
                return self._patience.head
            case "body":
                return self._patience.body + self._came / self._patience.pace
            case "answer":
                taken = max(self._to_take - self.transport.get_write_buffer_size(), 0)
                return self._patience.answer + taken / self._patience.pace

    def _ring(self) -> None:
        """Close the connection, unless something moved meanwhile."""
        if self._awaits is None or self._awaited() != self._awaits:
            self._look()
            return
        wait = self._awaits[0]
        left = self._since + self._seconds(wait) - self.loop.time()
        if left > 0:
            self._timer = self.loop.call_later(left, self._ring)
        elif wait == "body" or (wait == "head" and self.conn.trailing_data[0]):
            self._turn_away(HTTPStatus.REQUEST_TIMEOUT, "Request Timeout")
        else:
            self.transport.abort()

    def _turn_away(self, status: HTTPStatus, words: str) -> None:
        """Say why, and close; what was begun is told that the client is gone."""
        if (cycle := getattr(self, "cycle", None)) is not None:
            cycle.disconnected = True
            cycle.message_event.set()
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()
            return
        body = words.encode()
        headers = [
            ("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(body))), ("_Connection", "close"),
        ]  # fmt: skip
        reply = h11.Response(status_code=status, headers=headers, reason=status.phrase.encode())
        for event in (reply, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


def protocol(connections: Connections, patience: Timeouts) -> type[asyncio.Protocol]:
    """What uvicorn makes of each socket it accepts.

    Args:
        connections: It becomes one of them.
        patience: How long it waits.
    """
    # Made as a class is: called with what uvicorn tells each.
    return cast("type[asyncio.Protocol]", partial(_Connection, connections, patience))


def _block(host: str) -> str:
    """The address a limit counts: of IPv6 the network, as each customer has 2^64 addresses in one."""
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
    """How many connections the system has files for, once it was asked for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return _FILES
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(soft, wanted) - _SPARE
