"""Answers that are too much, not to be believed, or from the wrong one."""

import asyncio
import shutil
import socket
import subprocess
import sys
import tracemalloc
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.faults.conftest import Line
from tests.faults.proxy import Plan
from tests.faults.tls import HOST, Authorities, serving
from tests.stories.world import World
from tui.api import body
from tui.api.message import Request
from tui.api.transport import Transport
from tui.clock import ManualClock
from tui.errors import Garbled, Unreachable
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import UpdateCard
from tui.model.writes.comments import AddComment

ROOT = Path(__file__).parents[2]
GET = Request("GET", "/1/members/me")
MIB = 1024 * 1024
fault = pytest.mark.fault

Peer = Callable[[Callable[[asyncio.StreamWriter], Awaitable[None]]], Awaitable[Transport]]


@pytest.fixture
async def peer() -> AsyncIterator[Peer]:
    """A server whose answer to everything is written by the test, and a transport to it."""
    servers, transports = [], []

    async def opened(write: Callable[[asyncio.StreamWriter], Awaitable[None]]) -> Transport:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                await reader.readuntil(b"\r\n\r\n")
                await write(writer)
            except ConnectionError:
                pass
            finally:
                writer.close()

        servers.append(await asyncio.start_server(answer, "127.0.0.1", 0))
        port = servers[-1].sockets[0].getsockname()[1]
        transports.append(Transport(f"http://127.0.0.1:{port}", clock=ManualClock()))
        return transports[-1]

    yield opened
    for transport in transports:
        await transport.close()
    for server in servers:
        server.close()


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


@fault("F35")
async def test_of_a_gibibyte_of_nothing_no_more_is_unpacked_than_the_cap(peer: Peer) -> None:
    async def bomb(writer: asyncio.StreamWriter) -> None:
        # A full flush forgets what came before, so one packed piece can be sent again and again.
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        head = packer.compress(b"") + packer.flush(zlib.Z_FULL_FLUSH)
        piece = packer.compress(b"0" * MIB) + packer.flush(zlib.Z_FULL_FLUSH)
        writer.write(HEAD + b"Content-Encoding: gzip\r\nConnection: close\r\n\r\n" + head)
        for _ in range(1024):
            writer.write(piece)
            await writer.drain()

    transport = await peer(bomb)
    tracemalloc.start()
    with pytest.raises(Garbled, match="larger"):
        await transport.send(GET)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 64 * MIB


@fault("F36")
async def test_an_answer_without_end_is_left_at_the_cap(peer: Peer) -> None:
    sent = 0

    async def endless(writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        writer.write(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        while True:
            writer.write(b"10000\r\n%b\r\n" % (b" " * 65536))
            await writer.drain()
            sent += 65536

    transport = await peer(endless)
    with pytest.raises(Garbled, match="larger"):
        await transport.send(GET)
    # What was under way in the buffers of both ends may have left as well.
    assert body.MAX_BYTES <= 8 * MIB
    assert sent < body.MAX_BYTES + 16 * MIB


# --- who it is --------------------------------------------------------------------


@pytest.fixture
def authorities(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Authorities:
    """HOST is this machine, and its certificates are looked at as the system's are."""
    made, look_up = Authorities(tmp_path), socket.getaddrinfo

    def found(host: Any, *rest: Any, **more: Any) -> Any:
        return look_up("127.0.0.1" if host in {HOST, HOST.encode()} else host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", found)
    monkeypatch.setenv("SSL_CERT_FILE", str(made.file))
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    return made


@fault("F32")
async def test_a_right_certificate_is_taken(authorities: Authorities) -> None:
    async with serving(authorities.context("right")) as (port, asked):
        transport = Transport(f"https://{HOST}:{port}", clock=ManualClock())
        assert (await transport.send(GET)).json == {"a": 1}
        assert len(asked) == 1
        await transport.close()


@fault("F32")
@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("expired", "its certificate has expired"),
        ("another host", "is for another host"),
        ("untrusted", "signed by nobody this machine trusts"),
        pytest.param("not yet", "check this machine's clock", marks=fault("F33")),
    ],
)
async def test_a_wrong_certificate_ends_it_and_nothing_is_sent(
    authorities: Authorities, kind: str, words: str
) -> None:
    clock = ManualClock()
    async with serving(authorities.context(kind)) as (port, asked):
        transport = Transport(f"https://{HOST}:{port}", clock=clock)
        for request in (GET, Request("POST", "/1/cards", form={"name": "a"})):
            with pytest.raises(Unreachable, match=words) as caught:
                await transport.send(request)
            assert "ignore" not in f"{caught.value} {caught.value.hint}".lower()
        assert asked == []
        assert clock.slept == [], "asking again does not help"
        await transport.close()


ASK = f"""
import asyncio, socket, sys
from tui.api.message import Request
from tui.api.transport import Transport
from tui.clock import SystemClock
look_up = socket.getaddrinfo
socket.getaddrinfo = lambda host, *a, **k: look_up("127.0.0.1" if "{HOST}" in str(host) else host, *a, **k)
async def ask():
    await Transport(sys.argv[1], clock=SystemClock()).send(Request("GET", "/1/members/me"))
try:
    asyncio.run(ask())
except Exception as error:
    print(error)
"""


@fault("F33")
async def test_a_clock_two_days_slow_is_named(authorities: Authorities) -> None:
    if shutil.which("faketime") is None:
        pytest.skip("faketime is not installed: no clock of a process can be set")
    async with serving(authorities.context("right")) as (port, asked):
        process = await asyncio.create_subprocess_exec(
            "faketime", "-f", "-2d", sys.executable, "-c", ASK, f"https://{HOST}:{port}",
            cwd=ROOT, stdout=subprocess.PIPE,
        )  # fmt: skip
        told, _ = await process.communicate()
        assert b"is not valid yet: check this machine's clock" in told
        assert asked == []


# --- between ----------------------------------------------------------------------


@fault("F42")
async def test_a_dead_proxy_is_named_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setenv("HTTPS_PROXY", f"http://me:hunter2@127.0.0.1:{port}")
    for name in ("NO_PROXY", "no_proxy", "https_proxy"):
        monkeypatch.delenv(name, raising=False)
    transport = Transport("https://board.example", clock=ManualClock())
    with pytest.raises(
        Unreachable, match=f"through the proxy 127.0.0.1:{port}: connection refused"
    ) as caught:
        await transport.send(GET)
    assert "hunter2" not in f"{caught.value} {caught.value.hint}"
    await transport.close()


@fault("F43")
async def test_localhost_is_reached_though_its_first_address_has_nobody(
    peer: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answer(writer: asyncio.StreamWriter) -> None:
        writer.write(HEAD + b"Content-Length: 2\r\n\r\n{}")
        await writer.drain()

    port = (await peer(answer)).base.rpartition(":")[2]
    look_up = socket.getaddrinfo

    def both(host: Any, *rest: Any, **more: Any) -> Any:
        if host not in {"localhost", b"localhost"}:
            return look_up(host, *rest, **more)
        six = (socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("::1", int(port), 0, 0))
        return [six, (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", int(port)))]

    monkeypatch.setattr(socket, "getaddrinfo", both)
    transport = Transport(f"http://localhost:{port}", clock=ManualClock())
    assert (await transport.send(GET)).json == {}
    await transport.close()


# --- no -----------------------------------------------------------------------------


@pytest.mark.parametrize("status", ["409", "412", "422"])
@fault("F29")
async def test_a_write_that_clashes_is_kept_and_the_others_go_on(line: Line, status: str) -> None:
    world = line.world
    world.card("Ana Lee", 1.0)
    world.card("Ben Ray", 2.0)
    await world.sync()
    ana, ben = world.named("Ana Lee"), world.named("Ben Ray")
    world.wire.fail(status, "PUT", ana)
    for card in (ana, ben):
        world.do(UpdateCard(board_id=world.board_id, card_id=card, name=f"new {card}"))
    await world.sync()
    [refused] = world.store.outbox.in_state("refused")
    assert isinstance(refused.write, UpdateCard)
    assert refused.write.name == f"new {ana}"
    assert sorted(name for _, name in world.here()) == sorted(["Ana Lee", f"new {ben}"])
    world.store.outbox.retry(refused.seq).result()
    await world.sync()
    assert sorted(await world.there()) == sorted(world.here())
    assert f"new {ana}" in {name for _, name in world.here()}


@fault("F26")
async def test_a_board_that_is_closed_to_us_is_told_and_the_others_go_on(line: Line) -> None:
    world = line.world
    world.card("Ana Lee")
    await world.sync()
    other = (await world.service.boards.create(name="Open", idempotency_key="other")).id
    ana = world.named("Ana Lee")
    world.wire.fail("403", "GET", world.board_id, times=99)
    world.wire.fail("403", "POST", ana, times=99)
    world.do(AddComment(board_id=world.board_id, card_id=ana, comment_id=new_local_id(), text="long text"))
    await world.session.puller.keep(world.board_id, None)
    assert world.store.boards.lost(world.board_id)
    await world.session.puller.keep(other, None)
    await world.sync()
    assert [one.name for one in world.store.lists.of_board(other)]
    [refused] = world.store.outbox.in_state("refused")
    assert refused.reason == "made up"
    assert isinstance(refused.write, AddComment)
    assert refused.write.text == "long text"
    assert [name for _, name in world.here()] == ["Ana Lee"], "what is known can still be read"


async def pushed_for(world: World, seconds: float, plan: Plan) -> list[float]:
    """Let the push work for a while, as the engine does; when it asked, as the clock stood."""
    asked, ends = list[float](), world.clock.monotonic() + seconds
    while world.clock.monotonic() < ends:
        before, began = plan.times, world.clock.monotonic()
        wait = await world.session.pusher.push()
        if plan.times < before:
            asked.append(began)
        world.clock.advance(wait or 1.0)
    return asked


@fault("F45")
async def test_ten_minutes_of_resets_cost_a_probe_a_minute_and_the_first_answer_ends_it(line: Line) -> None:
    world = line.world
    line.proxy.plan("refuse", times=100_000)
    world.card("Ana Lee")
    plan = line.proxy.plans[0]
    await pushed_for(world, 120, plan)
    asked = await pushed_for(world, 600, plan)
    assert 5 <= len(asked) <= 10
    assert all(later - earlier >= 60 for earlier, later in pairwise(asked))
    assert world.status.read().state == "offline"
    line.proxy.plans.clear()
    began = world.clock.monotonic()
    while world.waiting():
        world.clock.advance(await world.session.pusher.push() or 1.0)
        assert world.clock.monotonic() - began < 200, "the answer that came ended nothing"
    # The breaker is closed: what is written now leaves at once.
    world.card("Ben Ray", 2.0)
    now = world.clock.monotonic()
    await world.session.pusher.push()
    assert world.waiting() == 0
    assert world.clock.monotonic() == now
    assert [name for _, name in await world.there()] == ["Ana Lee", "Ben Ray"]
