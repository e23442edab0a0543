"""A real socket that misbehaves: the errors httpx truly raises, and not the ones we think it does."""

import asyncio
import gzip

import pytest

from tui.api.message import Request
from tui.api.transport import Transport
from tui.clock import ManualClock
from tui.errors import Ambiguous, Garbled, Unreachable

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
BOMB = gzip.compress(b"0" * 30_000_000, 1)
RAW = {
    "closes at once": b"",
    "cuts the head": b"HTTP/1.1 200 OK\r\nConte",
    "is no http": b"SSH-2.0-OpenSSH_9.2\r\n",
    "promises more": HEAD + b'Content-Length: 500\r\n\r\n{"a":1}',
    "cuts a chunk": HEAD + b'Transfer-Encoding: chunked\r\n\r\n7\r\n{"a"',
    "has an endless head": HEAD + b"X: " + b"x" * 200_000 + b"\r\n\r\n{}",
    "cuts json": HEAD + b'Connection: close\r\n\r\n{"a":',
    "sends a bomb": HEAD
    + b"Content-Encoding: gzip\r\nContent-Length: "
    + str(len(BOMB)).encode()
    + b"\r\n\r\n"
    + BOMB,
    "cuts a packed body": HEAD
    + b"Content-Encoding: gzip\r\nConnection: close\r\n\r\n"
    + gzip.compress(b"{}")[:9],
}
GARBLED = {"cuts json", "sends a bomb", "cuts a packed body"}


class Peer:
    """A server that answers every connection with the same bytes, and counts the requests."""

    def __init__(self, raw: bytes) -> None:
        self.raw, self.requests = raw, 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.readuntil(b"\r\n\r\n")
            self.requests += 1
            writer.write(self.raw)
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


@pytest.fixture
async def peer():
    servers, transports = [], []

    async def open_(raw):
        made = Peer(raw)
        server = await asyncio.start_server(made.answer, "127.0.0.1", 0)
        servers.append(server)
        port = server.sockets[0].getsockname()[1]
        transports.append(Transport(f"http://127.0.0.1:{port}", clock=ManualClock()))
        return transports[-1], made

    yield open_
    for transport in transports:
        await transport.close()
    for server in servers:
        server.close()
        await server.wait_closed()


@pytest.mark.fault("F8", "F9", "F10", "F39")
@pytest.mark.parametrize("how", RAW)
async def test_a_post_is_sent_once_and_left_in_doubt(peer, how):
    transport, made = await peer(RAW[how])
    with pytest.raises(Ambiguous):
        await transport.send(Request("POST", "/1/cards", form={"name": "a"}, idempotency_key="k"))
    assert made.requests == 1


@pytest.mark.fault("F8", "F9", "F10", "F35", "F39", "F40")
@pytest.mark.parametrize("how", RAW)
async def test_a_get_is_asked_again_unless_the_answer_came(peer, how):
    transport, made = await peer(RAW[how])
    with pytest.raises(Garbled if how in GARBLED else Unreachable):
        await transport.send(Request("GET", "/1/boards/x"))
    assert made.requests == (1 if how in GARBLED else 4)


async def test_an_answer_is_read(peer):
    transport, made = await peer(HEAD + b'Content-Length: 7\r\n\r\n{"a":1}')
    for _ in range(2):
        assert (await transport.send(Request("GET", "/1/boards/x"))).json == {"a": 1}
    assert made.requests == 2


@pytest.mark.fault("F34")
async def test_tls_to_a_plain_port_is_said_so():
    async def greet(reader, writer):
        await reader.read(1)
        writer.write(b"220 mail ready\r\n")
        writer.close()

    async with await asyncio.start_server(greet, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        secure = Transport(f"https://127.0.0.1:{port}", clock=ManualClock())
        with pytest.raises(Unreachable, match="does not speak TLS"):
            await secure.send(Request("GET", "/1/boards/x"))
        await secure.close()
