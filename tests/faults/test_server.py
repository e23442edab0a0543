"""A server under clients that never end, or never stop asking; and a client under messages that never stop."""

import base64
import hashlib
import hmac
import json
import shutil
import subprocess
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from tests.server.service.serving import Served, run, served, signed_in
from tests.stories.world import URL, PatientClock, Wire
from tui.model.values.scalars import format_instant
from tui.secret import Secret
from tui.server.run import LocalServer
from tui.sync.engine import BEAT
from tui.sync.webhook import Verifier
from tui.workspace import Link, Workspace

fault = pytest.mark.fault
slow = [pytest.mark.slow_fault, pytest.mark.timeout(900)]


def needs(program: str) -> str:
    if (found := shutil.which(program)) is None:
        pytest.skip(f"{program} is not installed")
    return found


def descriptors(server: Served) -> int:
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


def resident_kib(server: Served) -> int:
    lines = Path(f"/proc/{server.process.pid}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


@pytest.mark.parametrize(
    "attack",
    [
        pytest.param(["-H", "-c", "200", "-r", "200", "-i", "2"], marks=[fault("F48"), *slow], id="F48"),
        pytest.param(
            ["-B", "-c", "200", "-r", "200", "-i", "2", "-s", "4096"], marks=[fault("F49"), *slow], id="F49"
        ),
    ],
)
def test_clients_that_never_end_keep_nobody_waiting(tmp_path: Path, attack: list[str]) -> None:
    program, data = needs("slowhttptest"), tmp_path / "data"
    run("user", "ada", "--json", "--data", data)
    who = run("token", "ada", "--json", "--data", data)
    with served(data) as server, signed_in(server, who) as http:
        before = descriptors(server)
        attacker = subprocess.Popen(
            [program, *attack, "-l", "25", "-x", "10", "-p", "5", "-u", f"{server.told['url']}/1/members/me"],
            stdout=subprocess.DEVNULL,
        )
        waits = []
        while attacker.poll() is None:
            began = time.monotonic()
            assert http.get("/members/me").status_code == 200
            waits.append(time.monotonic() - began)
            assert descriptors(server) < before + 260
            threading.Event().wait(0.5)
        assert sorted(waits)[len(waits) * 9 // 10] < 1
        threading.Event().wait(2)
        assert http.get("/members/me").status_code == 200
        assert descriptors(server) < before + 20


@fault("F50")
@pytest.mark.slow_fault
@pytest.mark.timeout(3600)
def test_a_hundred_thousand_requests_cost_no_memory_and_no_fault(tmp_path: Path) -> None:
    program, data = needs("wrk"), tmp_path / "data"
    run("user", "ada", "--json", "--data", data)
    who = run("token", "ada", "--json", "--data", data)
    with served(data, "--no-limits") as server:
        trivial = f"{server.told['url']}/1/members/me?fields=id&key={who['key']}&token={who['token']}"

        def load(seconds: int) -> int:
            # A busy machine may keep a client waiting; what is not answered at all is a fault.
            done = subprocess.run(
                [program, "-t1", "-c20", f"-d{seconds}s", "--timeout", "30s", trivial],
                capture_output=True, text=True, check=True,
            )  # fmt: skip
            assert "Socket errors" not in done.stdout, done.stdout
            assert "Non-2xx" not in done.stdout, done.stdout
            return int(done.stdout.split(" requests in ")[0].split()[-1])

        asked = load(5)
        warm = resident_kib(server)
        while asked < 100_000:
            asked += load(30)
        assert resident_kib(server) - warm < 32 * 1024


# --- messages -----------------------------------------------------------------------

SECRET, HOOK = "secret", "https://hooks.example/cardscout"


@pytest.fixture
def clock() -> PatientClock:
    return PatientClock()


def message(number: int, clock: PatientClock, board: str) -> tuple[bytes, bytes]:
    """A message and its signature."""
    date = format_instant(clock.now() + timedelta(milliseconds=number))
    action = {"id": f"{number:024x}", "type": "updateCard", "date": date, "data": {}}
    body = json.dumps({"action": action, "model": {"id": board}}).encode()
    return body, base64.b64encode(hmac.digest(SECRET.encode(), body + HOOK.encode(), hashlib.sha1))


class Looks:
    """A workspace that is shown a board, and how often the board was looked at."""

    def __init__(self, tmp_path: Path, server: LocalServer, clock: PatientClock) -> None:
        self.wire, self.clock = Wire(server.transport()), clock
        link = Link(URL, server.key, Secret(server.token), http=self.wire)
        self.workspace = Workspace.open(
            store_path=tmp_path / "store.db", account="a", connect=lambda: link, clock=clock
        )

    async def shown(self, http: httpx.AsyncClient) -> str:
        board: str = (await http.post("/boards", data={"name": "Leads"})).json()["id"]
        await self.workspace.start()
        await self.workspace.boards.pull(board)
        self.workspace.sync.watch(board)
        self.until(lambda: self.workspace.sync.status().state == "synced")
        return board

    def until(self, true: Callable[[], bool], step: float = 0.0) -> float:
        """Wait until ``true``, time passing by ``step``; the seconds that passed."""
        began = self.clock.monotonic()
        for _ in range(600):
            if true():
                return self.clock.monotonic() - began
            self.clock.advance(step)
            threading.Event().wait(0.01)
        raise AssertionError("it never came")

    def count(self, board: str) -> int:
        return self.wire.count("GET", f"/1/boards/{board}/log")


@fault("F57")
async def test_a_thousand_messages_in_a_second_are_one_look(
    tmp_path: Path, server: LocalServer, clock: PatientClock, http: httpx.AsyncClient
) -> None:
    looks = Looks(tmp_path, server, clock)
    board = await looks.shown(http)
    engine = looks.workspace._engine
    verifier = Verifier(Secret(SECRET), HOOK, clock, lambda _message: engine._soon(engine._hints.take))
    before = len(looks.wire.seen)
    one = looks.count(board)
    for n in range(1000):
        body, sign = message(n, clock, board)
        assert verifier.judge("POST", sign, body) == 200
        if n % 20 == 0:
            clock.advance(0.02)
            threading.Event().wait(0.005)
    looks.until(lambda: looks.count(board) > one, step=0.1)
    assert looks.count(board) - one <= 2, looks.wire.seen[before:]
    await looks.workspace.close()


@fault("F58")
async def test_what_no_message_told_is_there_at_the_next_look(
    tmp_path: Path, server: LocalServer, clock: PatientClock, http: httpx.AsyncClient
) -> None:
    looks = Looks(tmp_path, server, clock)
    board = await looks.shown(http)
    first = looks.workspace.boards.lists(board)[0].id
    await http.post("/cards", data={"idList": first, "name": "Ana Lee"})
    seconds = looks.until(
        lambda: [f.name for f in looks.workspace.cards.faces(first)] == ["Ana Lee"], step=1.0
    )
    assert seconds <= 2 * BEAT <= 60
    await looks.workspace.close()
