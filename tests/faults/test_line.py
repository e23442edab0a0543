"""A real line breaks in every way a line breaks: a create is made once, and what is known stays known."""

import asyncio
import errno
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.faults.conftest import Line
from tests.faults.proxy import Proxy
from tests.machine import allowed
from tests.stories.world import Wire
from tui.api import transport
from tui.api.message import Request
from tui.api.transport import Transport
from tui.clock import SystemClock
from tui.errors import Ambiguous, RemoteError, Unreachable
from tui.server.run import LocalServer

fault = pytest.mark.fault


def row(name: str, kind: str, **given: Any) -> Any:
    return pytest.param(kind, given, marks=pytest.mark.fault(name), id=f"{name} {kind}")


ANSWERS = [
    row("F7", "reset", at=30),
    row("F7", "reset", at=500),
    row("F8", "pass", frame="long"),
    row("F9", "cut", frame="chunked"),
    row("F10", "cut", frame="close"),
    row("F15", "corrupt"),
]


@pytest.mark.parametrize(
    ("kind", "given"),
    [row("F4", "refuse"), row("F5", "cut request"), row("F6", "drop"), row("F12", "slices"), *ANSWERS],
)
async def test_a_create_is_made_once(line: Line, kind: str, given: dict[str, Any]) -> None:
    world = line.world
    line.proxy.plan(kind, method="POST", part="/cards", **given)
    world.card("Ana Lee")
    await world.sync()
    assert line.proxy.plans[0].times == 0
    assert world.waiting() == 0
    assert await world.there() == [(world.first, "Ana Lee")]
    assert world.here() == [(world.first, "Ana Lee")]
    assert world.wire.count("POST", "/cards") == 1


@pytest.mark.parametrize(("kind", "given"), ANSWERS)
async def test_an_answer_that_is_not_whole_changes_nothing(
    line: Line, kind: str, given: dict[str, Any]
) -> None:
    world = line.world
    for name in ("Ana Lee", "Ben Ray"):
        world.card(name)
    await world.sync()
    before = world.here(), world.store.boards.get(world.board_id)
    await world.service.cards.delete(world.named("Ben Ray"))
    line.proxy.plan(kind, method="GET", times=99, **given)
    with pytest.raises(RemoteError):
        await world.session.puller.pull_board(world.board_id)
    assert (world.here(), world.store.boards.get(world.board_id)) == before
    line.proxy.plans.clear()
    await world.session.puller.pull_board(world.board_id)
    assert world.here() == [(world.first, "Ana Lee")]


@fault("F12")
async def test_one_byte_a_packet_is_an_answer_all_the_same(line: Line) -> None:
    line.proxy.plan("slices", times=99)
    line.world.card("Ana Lee")
    await line.world.sync()
    await line.world.session.puller.pull_board(line.world.board_id)
    assert line.world.here() == [(line.world.first, "Ana Lee")]


@fault("F16")
async def test_a_connection_that_died_idle_is_not_used_for_what_must_not_be_done_twice(line: Line) -> None:
    world = line.world
    line.proxy.keep = True
    await world.session.client.members.me()
    for n in range(3):
        line.proxy.plan("stale", times=1)
        world.card(f"card {n}", float(n + 1))
        await world.sync()
        await world.session.client.members.me()
    assert world.waiting() == 0
    assert [name for _, name in await world.there()] == ["card 0", "card 1", "card 2"]
    assert world.wire.count("POST", "/cards") == 3
    assert all(plan.times == 0 for plan in line.proxy.plans), "no connection was used a second time"


# --- nobody there -----------------------------------------------------------------


@pytest.fixture
def full() -> Iterator[int]:
    """A port whose backlog is full: connecting to it is never answered."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        port = listening.getsockname()[1]
        waiting = [socket.socket() for _ in range(3)]
        for one in waiting:
            one.setblocking(False)
            assert one.connect_ex(("127.0.0.1", port)) in {0, errno.EINPROGRESS}
        yield port
        for one in waiting:
            one.close()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def unknown(host: Any, *_: Any, **__: Any) -> Any:
    raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        pytest.param("name", "name not found", marks=fault("F1")),
        pytest.param("refused", "connection refused", marks=fault("F2")),
        pytest.param("silent", "does not answer", marks=fault("F3")),
    ],
)
async def test_nobody_there(
    line: Line, full: int, monkeypatch: pytest.MonkeyPatch, kind: str, words: str
) -> None:
    world = line.world
    world.card("Ana Lee")
    await world.sync()
    assert transport.CONNECT == 5
    monkeypatch.setattr(transport, "CONNECT", 0.2)
    urls = {
        "name": "https://nosuch.invalid",
        "refused": f"http://127.0.0.1:{free_port()}",
        "silent": f"http://127.0.0.1:{full}",
    }
    if kind == "name":
        monkeypatch.setattr(socket, "getaddrinfo", unknown)
    await line.point(urls[kind])
    world.wire.seen.clear()
    world.card("Ben Ray", 2.0)
    assert await world.session.pusher.push() is not None
    status = world.status.read()
    assert status.state == "offline"
    assert words in status.detail
    assert world.waiting() == 1
    assert world.wire.seen == []
    assert [name for _, name in world.here()] == ["Ana Lee", "Ben Ray"]
    [waiting] = world.store.outbox.in_state("waiting")
    assert waiting.attempts == 1, "it is known not to have been sent, so it is not in doubt"


# --- too slow ---------------------------------------------------------------------

GET, POST = Request("GET", "/1/members/me"), Request("POST", "/1/boards", form={"name": "x"})


@pytest.mark.parametrize(
    ("kind", "given"),
    [row("F11", "drip", seconds=0.02), row("F14", "hang"), row("F14", "hang", at=17)],
)
@pytest.mark.parametrize(("request_", "error"), [(GET, Unreachable), (POST, Ambiguous)])
async def test_a_deadline_ends_it(
    server: LocalServer, kind: str, given: dict[str, Any], request_: Request, error: type[Exception]
) -> None:
    assert transport.DEADLINE == 30
    proxy = Proxy(Wire(server.transport()))
    await proxy.start()
    proxy.plan(kind, times=99, **given)
    made = Transport(proxy.url, clock=SystemClock(), deadline=0.5)
    began = time.monotonic()
    with pytest.raises(error):
        await made.send(request_)
    assert time.monotonic() - began < allowed(3)
    if kind == "drip":
        async with asyncio.timeout(5):
            await proxy.quiet.wait()
    await made.close()
    await proxy.close()
