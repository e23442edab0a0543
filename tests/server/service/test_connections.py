"""Connections on loopback, with deadlines of milliseconds: who is waited for, and who makes room."""

import asyncio
import contextlib
from itertools import pairwise
from typing import Any

import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import Response

from tui.server.access.framing import FramingGuard
from tui.server.pipeline.body import read_whole
from tui.server.service.connections import Connections, Timeouts, _block, protocol

SOON = 0.05
"""Seconds a client is waited for."""

HEAD_SOON = 0.25
"""The same for a head, which begins before the client is heard of: a machine under load may be slower than SOON."""

LATE = 30.0
"""Seconds in which whatever is waited for happens, or the test fails."""

PATIENT = Timeouts(LATE, LATE, LATE)
GOOD = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
HALF = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 400000\r\n\r\n{"


class App:
    """Answers with how many bytes it was sent, or with as many as it is asked for."""

    def __init__(self):
        self.began = asyncio.Event()
        self.may_end = asyncio.Event()
        self.may_end.set()

    async def __call__(self, scope, receive, send):
        request = Request(scope, receive)
        self.began.set()
        await self.may_end.wait()
        if size := request.query_params.get("size"):
            body = b"x" * int(size)
        else:
            body = str(len(await read_whole(request, 1000))).encode()
        await Response(body)(scope, receive, send)


class Client:
    """A socket."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    async def send(self, *parts):
        for part in parts:
            self.writer.write(part)
            await self.writer.drain()

    async def rest(self):
        """Everything until the server closes."""
        with contextlib.suppress(ConnectionResetError):
            async with asyncio.timeout(LATE):
                return await self.reader.read()
        return b""

    async def answer(self):
        """Status line and body of one answer."""
        async with asyncio.timeout(LATE):
            head = await self.reader.readuntil(b"\r\n\r\n")
            size = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
            return head.partition(b"\r\n")[0], await self.reader.readexactly(size)

    def leave(self):
        self.writer.transport.abort()


class Watched(Connections):
    """Says when one is let in or gone."""

    def __init__(self, per_address, in_all):
        super().__init__(per_address, in_all)
        self.changed = asyncio.Event()
        self.count = 0

    def admit(self, new):
        try:
            return super().admit(new)
        finally:
            self.count = self._count
            self.changed.set()

    def drop(self, gone):
        super().drop(gone)
        self.count = self._count
        self.changed.set()

    async def are(self, count):
        async with asyncio.timeout(LATE):
            while self.count != count:
                self.changed.clear()
                await self.changed.wait()


class Doors:
    """A server on loopback, and its clients."""

    def __init__(self, app):
        self.app = app
        self.state = uvicorn.server.ServerState()
        self.clients = []

    async def open(self, per_address=100, patience=PATIENT, in_all=None):
        self.all = Watched(per_address, in_all)
        http: Any = protocol(self.all, patience)
        config = uvicorn.Config(FramingGuard(self.app), http=http, log_config=None, lifespan="off", ws="none")
        config.load()
        self.server = await asyncio.get_running_loop().create_server(
            lambda: http(config=config, server_state=self.state, app_state={}), "127.0.0.1", 0
        )
        self.port = self.server.sockets[0].getsockname()[1]

    async def client(self, *parts, address="127.0.0.1"):
        made = Client(*await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0)))
        self.clients.append(made)
        await made.send(*parts)
        return made


@pytest.fixture
async def doors():
    made = Doors(App())
    yield made
    for client in made.clients:
        client.leave()
    made.server.close()


@pytest.mark.fault("F49")
@pytest.mark.parametrize(
    ("sent", "status"),
    [
        pytest.param(b"", b"", id="nothing"),
        pytest.param(b"GET / HT", b"HTTP/1.1 408 Request Timeout", id="half a head"),
        pytest.param(HALF, b"HTTP/1.1 408 Request Timeout", id="half a body"),
    ],
)
@pytest.mark.parametrize("kept", [False, True], ids=["first", "kept alive"])
async def test_what_does_not_come_is_not_waited_for(doors, sent, status, kept):
    await doors.open(patience=Timeouts(HEAD_SOON, SOON, LATE))
    client = await doors.client((GOOD if kept else b"") + sent)
    if kept:
        assert await client.answer() == (b"HTTP/1.1 200 OK", b"0")
    said = await client.rest()
    assert said.partition(b"\r\n")[0] == status
    assert not said or b"\r\nConnection: close\r\n" in said
    assert not doors.state.tasks


@pytest.mark.fault("F49")
async def test_at_the_end_the_rest_of_a_body_is_not_waited_for_until_its_request_is_cancelled(doors):
    """Each cancelled request leaves a traceback, and anybody can send half of one."""
    await doors.open(patience=Timeouts(LATE, LATE, LATE, leaving=SOON))
    half = await doors.client(HALF)
    await doors.all.are(1)
    await doors.app.began.wait()
    for connection in list(doors.state.connections):
        connection.shutdown()
    assert (await half.rest()).partition(b"\r\n")[0] == b"HTTP/1.1 408 Request Timeout"
    await doors.all.are(0)
    assert not doors.state.tasks


async def test_an_answer_that_is_not_taken_is_not_kept(doors):
    await doors.open(patience=Timeouts(LATE, LATE, SOON))
    client = await doors.client()
    # Nothing is read until the server has given up: what is left in the sockets then is less than was asked for.
    client.writer.transport.pause_reading()
    await client.send(b"GET /?size=50000000 HTTP/1.1\r\nHost: x\r\n\r\n")
    await doors.all.are(1)
    await doors.all.are(0)
    client.writer.transport.resume_reading()
    assert len(await client.rest()) < 50_000_000


async def test_while_bytes_move_the_end_moves_on(doors):
    # Each byte wins a second.
    await doors.open(patience=Timeouts(LATE, SOON, SOON, pace=1))
    head = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 60\r\n\r\n"
    moving, silent = await doors.client(head), await doors.client(head)
    await moving.send(b" " * int(LATE))
    assert (await silent.rest()).startswith(b"HTTP/1.1 408")
    await moving.send(b" " * (60 - int(LATE)))
    assert await moving.answer() == (b"HTTP/1.1 200 OK", b"60")


async def test_a_client_that_waits_for_us_is_never_cut_off(doors):
    await doors.open(per_address=2, patience=Timeouts(HEAD_SOON, SOON, SOON))
    doors.app.may_end.clear()
    waiting = await doors.client(GOOD)
    await doors.all.are(1)
    await doors.app.began.wait()
    # A silent one comes and goes, by its deadline; then another, for whom it makes room.
    assert await (await doors.client()).rest() == b""
    doors.app.may_end.set()
    assert (await waiting.answer())[1] == b"0"


async def test_whoever_was_waited_for_longest_makes_room(doors):
    await doors.open(per_address=3)
    slow = [await doors.client(sent) for sent in (HALF, b"GET / HT", b"")]
    await doors.all.are(3)
    for gone in slow:
        assert (await (await doors.client(GOOD)).answer())[1] == b"0"
        assert await gone.rest() == b""
    assert doors.all.count == 3


async def test_where_all_are_at_work_the_next_is_told_so(doors):
    await doors.open(per_address=2)
    doors.app.may_end.clear()
    busy = [await doors.client(GOOD) for _ in range(2)]
    await doors.all.are(2)
    await doors.app.began.wait()
    assert (await (await doors.client(GOOD)).answer())[0] == b"HTTP/1.1 503 Service Unavailable"
    # Another address has room of its own.
    other = await doors.client(GOOD, address="127.0.0.2")
    await doors.all.are(3)
    doors.app.may_end.set()
    for client in (*busy, other):
        assert (await client.answer())[1] == b"0"


async def test_when_there_are_too_many_the_address_that_holds_most_makes_room(doors):
    await doors.open(in_all=4)
    held = [await doors.client(HALF) for _ in range(3)]
    one = await doors.client(HALF, address="127.0.0.2")
    await doors.all.are(4)
    assert (await (await doors.client(GOOD, address="127.0.0.3")).answer())[1] == b"0"
    assert await held[0].rest() == b""
    one.leave()
    assert doors.all.count <= 4


async def test_a_good_client_beside_a_thousand_slow_ones_is_answered(doors):
    await doors.open(per_address=50)
    for first, last in pairwise(range(0, 1001, 100)):
        await asyncio.gather(*(doors.client(HALF if at % 2 else b"GET / HT") for at in range(first, last)))
        good = await doors.client(GOOD)
        assert (await good.answer())[1] == b"0"
        assert doors.all.count <= 51


@pytest.mark.parametrize(
    "head",
    [
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"POST / HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n",
    ],
    ids=["both", "HTTP/1.0"],
)
async def test_a_body_of_two_lengths_is_refused_and_what_follows_is_not_read(doors, head):
    await doors.open()
    client = await doors.client(head + b"0\r\n\r\n" + GOOD)
    said = await client.rest()
    assert said.partition(b"\r\n")[0] == b"HTTP/1.1 400 Bad Request"
    assert said.endswith(b"Content-Length and Transfer-Encoding do not go together")
    chunked = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
    assert (await (await doors.client(chunked)).answer())[1] == b"2"


@pytest.mark.parametrize(
    ("host", "block"),
    [("192.0.2.7", "192.0.2.7"), ("2001:db8::7", "2001:db8::/64"), ("fe80::1%eth0", "fe80::/64"), ("x", "x")],
)
def test_the_addresses_of_one_customer_are_one(host, block):
    assert _block(host) == block
