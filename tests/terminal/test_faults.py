"""Terminals, machines and programs that fail under a person's hands: the screen is given back, the work is kept."""

import asyncio
import contextlib
import fcntl
import json
import os
import resource
import shutil
import signal
import sqlite3
import stat
import statistics
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.bench.boards import board
from tests.faults.disk import mounted, remount
from tests.faults.proxy import Proxy
from tests.machine import allowed
from tests.server.service.serving import run as serve
from tests.server.service.serving import served, signed_in
from tests.terminal.terminal import ROOT, Terminal
from tests.terminal.test_journeys import HOSTILE, hostile_board, lists, quit_cleanly

pytestmark = [pytest.mark.terminal, pytest.mark.slow_fault, pytest.mark.timeout(600)]
fault = pytest.mark.fault

Run = Callable[..., subprocess.CompletedProcess[str]]
Start = Callable[..., Terminal]
CANARY = "CANARY" + "hunter2"


def opened(start: Start, name: str, **given: Any) -> Terminal:
    terminal = start("--board", name, **given)
    terminal.until("C000000", 40)
    terminal.settle()
    return terminal


def restored(terminal: Terminal) -> bool:
    """Whether the program has given the screen and the mouse back."""
    raw = bytes(terminal.raw)
    entered = raw.rfind(b"\x1b[?1049h")
    return entered < 0 or (b"\x1b[?1049l" in raw[entered:] and b"\x1b[?1000l" in raw[entered:])


def status_kib(terminal: Terminal, name: str) -> int:
    lines = Path(f"/proc/{terminal.pid}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name))


def cpu_seconds(terminal: Terminal) -> float:
    """What the program has used, which unlike the time it took does not tell of the machine's other work."""
    parts = Path(f"/proc/{terminal.pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


@fault("F78")
def test_a_terminal_that_is_closed_ends_it_and_the_move_is_there(
    start: Start, cardscout: Run, small: str
) -> None:
    terminal = opened(start, small)
    terminal.press("L")
    terminal.settle()
    os.close(terminal._fd)
    terminal._fd = os.open(os.devnull, os.O_RDWR)
    began = time.monotonic()
    assert terminal.wait_exit(30) in {0, 1, -signal.SIGHUP, 128 + signal.SIGHUP}
    assert time.monotonic() - began < allowed(2)
    assert "C000000" in lists(cardscout, small)["List 02"]


@fault("F78")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_at_once_gives_the_terminal_back_and_the_move_is_there(
    start: Start, cardscout: Run, small: str, number: int
) -> None:
    terminal = opened(start, small)
    terminal.write("L")
    terminal.until("moved to")
    began = time.monotonic()
    terminal.signal(number)
    terminal.wait_exit(30)
    assert time.monotonic() - began < allowed(2)
    assert restored(terminal)
    assert "C000000" in lists(cardscout, small)["List 02"]


@fault("F80")
def test_a_storm_of_sizes_ends_nothing(start: Start, home: Path, small: str) -> None:
    terminal = opened(start, small)
    sizes = [(1, 1), (500, 200), (120, 40), (2, 50), (300, 3), (80, 24), (1, 200), (500, 1)] * 125
    began = time.monotonic()
    for number, (cols, rows) in enumerate(sizes, 1):
        # The window's own size changes; the screen of the test is not drawn on meanwhile.
        fcntl.ioctl(terminal._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))
        while (left := began + number / 100 - time.monotonic()) > 0:
            terminal.read(left)
    assert len(sizes) / (time.monotonic() - began) > 90, "not a hundred a second"
    assert terminal.exit_code is None
    terminal.resize(120, 40)
    terminal.until("C000001", 40)
    terminal.settle()
    terminal.write("L")
    terminal.until("moved to", 40)
    assert b"Traceback" not in terminal.raw
    assert not list((home / "state").glob("crash*"))
    quit_cleanly(terminal)


@fault("F81")
def test_a_terminal_that_reads_nothing_for_a_minute_stops_nothing_and_costs_no_memory(
    start: Start, home: Path, small: str
) -> None:
    terminal = opened(start, small)
    before = status_kib(terminal, "VmRSS")
    terminal.write("L")
    stalled = time.monotonic()
    while time.monotonic() - stalled < 60:
        # Keys go on coming; their pictures have nowhere to go.
        terminal.write("jk")
        threading.Event().wait(0.1)
    assert status_kib(terminal, "VmRSS") - before < 64 * 1024
    # The program itself has sent the move: nobody else has looked at this home.
    with closing(sqlite3.connect(f"file:{home}/data/server.db?mode=ro", uri=True)) as conn:
        where = "SELECT l.name FROM card c JOIN list l ON l.id = c.id_list WHERE c.name LIKE 'C000000%'"
        assert conn.execute(where).fetchall() == [("List 02",)]
    assert terminal.exit_code is None
    terminal.settle()
    terminal.press("j")
    quit_cleanly(terminal)


@fault("F78", "F81")
@pytest.mark.parametrize("end", ["closed", "told"])
def test_a_terminal_that_reads_nothing_keeps_no_program(
    start: Start, cardscout: Run, small: str, end: str
) -> None:
    terminal = opened(start, small)
    terminal.write("L")
    stalled = time.monotonic()
    while time.monotonic() - stalled < 30:
        # Until nothing more goes into the terminal, nor into the pipe that wakes the loop.
        terminal.write("jk")
        threading.Event().wait(0.05)
    began = time.monotonic()
    if end == "closed":
        terminal.drop()
    else:
        terminal.signal(signal.SIGTERM)
    assert terminal.wait_exit(30) == 0
    assert time.monotonic() - began < allowed(2)
    assert "C000000" in lists(cardscout, small)["List 02"]


@fault("F83")
@pytest.mark.parametrize("env", [{"LANG": "C", "LC_ALL": "C"}, {"NO_COLOR": "1"}])
def test_a_plain_terminal_is_readable(start: Start, small: str, env: dict[str, str]) -> None:
    terminal = opened(start, small, env=env)
    terminal.press("j", "l")
    assert "List 02" in terminal.text
    if "NO_COLOR" in env:
        assert b"\x1b[38;2;" not in colours(bytes(terminal.raw))
    quit_cleanly(terminal)


def colours(raw: bytes) -> bytes:
    """What sets a colour that is none of black, white and the greys between them."""
    found = []
    for part in raw.split(b"\x1b[")[1:]:
        body = part.split(b"m", 1)[0].split(b";")
        for at, word in enumerate(body):
            if (
                word in {b"38", b"48"}
                and body[at + 1 : at + 2] == [b"2"]
                and len(set(body[at + 2 : at + 5])) > 1
            ):
                found.append(b"\x1b[38;2;" + part[:30])
    return b"".join(found)


FAILING = f"""
import sys
from tui.app.screens.board import BoardScreen
from tui.app.widgets.column import Column
class Fault(RuntimeError): pass
def broken(*_, **__):
    secret = {CANARY!r}
    raise Fault("what is wrong")
async def broken_soon(*_, **__):
    secret = {CANARY!r}
    raise Fault("what is wrong")
PLACE
sys.argv = ["cardscout", *sys.argv[1:]]
from tui.cli.start import main
main()
"""


@fault("F84")
@pytest.mark.parametrize(
    "place",
    [
        "BoardScreen.on_mount = broken",
        "BoardScreen.compose = broken",
        "Column.render_lines = broken",
        "BoardScreen.reload = broken",
        "import tui.workspace as w; w.Workspace.start = broken_soon",
    ],
)
def test_a_fault_of_ours_gives_the_terminal_back_and_tells_no_secret(
    start: Start, home: Path, small: str, place: str
) -> None:
    terminal = start("--board", small, program=("-c", FAILING.replace("PLACE", place)))
    end = time.monotonic() + 15
    while terminal.exit_code is None and time.monotonic() < end:
        terminal.read(0.2)
        if os.waitid(os.P_PID, terminal.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            terminal.wait_exit()
    if terminal.exit_code is None:
        # It was told on the screen, and the program goes on.
        assert "Fault" in terminal.text or "fault" in terminal.text
        terminal.write("\x11")
        terminal.wait_exit(20)
    assert restored(terminal)
    assert CANARY.encode() not in bytes(terminal.raw)
    for file in (home / "state").iterdir():
        assert CANARY not in file.read_text("utf-8", "replace")
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


@fault("F86")
def test_clicking_every_cell_of_a_hostile_board_opens_and_ends_nothing(
    start: Start, imported: Callable[..., str], tmp_path: Path
) -> None:
    document = hostile_board(HOSTILE)
    imported(document)
    opener = tmp_path / "opener"
    opener.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/opened\n')
    opener.chmod(0o755)
    terminal = start("--board", document["id"], cols=100, rows=30, env={"BROWSER": str(opener)})
    terminal.until("Kōrero", 40)
    for row in range(2, 30):
        for column in range(2, 100, 6):
            terminal.mouse("press", column, row)
            terminal.mouse("release", column, row)
        terminal.settle(0.1)
        terminal.press("esc")
    assert terminal.exit_code is None
    assert not (tmp_path / "opened").exists()
    for _ in range(3):
        terminal.press("esc")
    quit_cleanly(terminal)


def rests(terminal: Terminal, seconds: float = 120) -> None:
    """Wait until the program does next to nothing for two seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        before, since = cpu_seconds(terminal), time.monotonic()
        while (left := since + 2 - time.monotonic()) > 0:
            terminal.read(left)
        if cpu_seconds(terminal) - before < 0.1:
            return


@fault("F74")
def test_ten_thousand_cards_in_five_hundred_lists(start: Start, home: Path, tmp_path: Path) -> None:
    document = board(10_000, lists=500)
    path = tmp_path / "board.json"
    path.write_text(json.dumps(document), "utf-8")
    env = os.environ | {"CARDSCOUT_HOME": str(home), "HOME": str(home)}
    subprocess.run(
        [sys.executable, "-m", "tui", "import", path], cwd=ROOT, env=env, check=True, capture_output=True
    )
    name = document["name"]
    terminal = start("--board", name)
    terminal.until("C000000", 60)
    first = cpu_seconds(terminal)
    terminal.until("synced", 120)
    # It says so of this machine's own account at once: its server is opened and read meanwhile.
    rests(terminal)
    keys = ["j", "j", "k", "l", "l", "h"] * 10
    took = []
    for key in keys:
        before = cpu_seconds(terminal)
        terminal.press(key)
        took.append(cpu_seconds(terminal) - before)
    # Of processor time, as the machine has others to serve: what is read beside it counts too.
    assert first < 3
    assert statistics.median(took) < 0.05
    assert statistics.quantiles(took, n=20)[-1] < 0.2
    assert status_kib(terminal, "VmHWM") < 400 * 1024
    quit_cleanly(terminal)


LIMITED = """
import os, resource, sys
room, sys.argv = int(sys.argv[1]), ["cardscout", *sys.argv[2:]]
from tui.cli.start import main
taken = [os.dup(2) for _ in range(64 - room)] if ROOM_IS_LEFT else []
limit = 64 if ROOM_IS_LEFT else room
resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
main()
"""


@fault("F73")
@pytest.mark.parametrize("argv", [("--board", "24 cards"), ("boards",)], ids=["screens", "command"])
@pytest.mark.parametrize("room", [32, 12])
def test_with_few_descriptors_it_is_said_in_a_line(
    start: Start, small: str, room: int, argv: tuple[str, ...]
) -> None:
    assert small == "24 cards"
    terminal = start(str(room), *argv, program=("-c", LIMITED.replace("ROOM_IS_LEFT", "False")))
    assert terminal.wait_exit() == 2
    said = bytes(terminal.raw).decode().splitlines()
    assert said[0] == f"error: only {room} files may be open at once here, and Cardscout needs 64"
    assert len(said) == 2
    assert said[1].startswith("hint: ")


@fault("F73")
@pytest.mark.parametrize("argv", [("--board", "24 cards"), ("boards",)], ids=["screens", "command"])
@pytest.mark.parametrize("room", [10, 14])
def test_where_others_hold_the_descriptors_it_ends_with_a_line_or_works(
    start: Start, small: str, room: int, argv: tuple[str, ...]
) -> None:
    assert small == "24 cards"
    terminal = start(str(room), *argv, program=("-c", LIMITED.replace("ROOM_IS_LEFT", "True")))
    terminal.until(lambda text: "error: " in text or "C000000" in text or "LAST ACTIVITY" in text, 40)
    if "C000000" in terminal.text:
        terminal.write("\x11")
    terminal.wait_exit(20)
    assert restored(terminal)
    for never in (b"Traceback", b"Warning", b"Exception", b"fault of ours"):
        assert never not in bytes(terminal.raw)


@fault("F73")
@pytest.mark.parametrize("spare", [-3, 0, 2])
def test_when_descriptors_run_out_it_goes_on_and_the_move_is_kept(
    start: Start, cardscout: Run, small: str, spare: int
) -> None:
    terminal = opened(start, small)
    terminal.until("synced", 40)
    for key, there in (("L", "List 02"), ("H", "List 01")):
        # Descriptors run out after a while: what a move needs is imported by then.
        terminal.write(key)
        terminal.until(f"moved to {there}", 40)
    held = len(list(Path(f"/proc/{terminal.pid}/fd").iterdir())) + spare
    resource.prlimit(terminal.pid, resource.RLIMIT_NOFILE, (held, held))
    terminal.write("L")
    terminal.until("moved to List 02", 40)
    terminal.press("enter", "esc")
    terminal.settle()
    assert terminal.exit_code is None
    assert "C000000" in terminal.text
    terminal.write("\x11")
    assert terminal.wait_exit(20) in {0, 1}
    assert restored(terminal)
    assert b"Traceback" not in bytes(terminal.raw)
    assert "C000000" in lists(cardscout, small)["List 02"]


@fault("F75")
def test_a_home_that_is_removed_meanwhile_is_told_and_not_made_anew(
    start: Start, home: Path, small: str
) -> None:
    terminal = opened(start, small)
    shutil.rmtree(home)
    terminal.press("L")
    terminal.settle(1)
    terminal.press("j", "L")
    terminal.settle(1)
    assert terminal.exit_code is None, "it ended"
    terminal.write("\x11")
    terminal.wait_exit(20)
    assert restored(terminal)
    assert b"Traceback" not in bytes(terminal.raw)
    assert not (home / "data" / "store-local.db").exists()


@fault("F61")
def test_a_full_disk_leaves_what_was_typed_on_the_screen(
    start: Start, tmp_path: Path, cardscout: Run, home: Path
) -> None:
    with mounted(home, "40m"):
        cardscout("boards")
        ballast = home / "ballast"
        terminal = start()
        terminal.until("synced", 60)
        terminal.settle(1)
        with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(4096))
        terminal.write("n")
        terminal.read(1)
        terminal.write("kept on the screen\r")
        terminal.until(lambda text: "full" in text and "kept on the screen" in text, 30)
        assert terminal.exit_code is None
        ballast.unlink()
        terminal.press("\r")
        terminal.until(lambda text: "kept on the screen" in text and "full" not in text, 30)


@fault("F64")
def test_where_nothing_may_be_written_the_boards_are_shown_under_a_banner_and_no_change_is_taken_on(
    start: Start, cardscout: Run, home: Path
) -> None:
    with mounted(home, "40m"):
        assert "Warren Dalgleish" in cardscout("cards", "Pipeline").stdout
        remount(home, "ro")
        terminal = start()
        terminal.until("read only: nothing can be saved", 60)
        terminal.settle(0.5)
        assert "Warren Dalgleish" in terminal.text
        terminal.write("n")
        terminal.until("│", 20)
        terminal.write("not to be lost\r")
        terminal.until(lambda text: "The store may only be read" in text and "│ not to be lost" in text, 30)
        assert terminal.exit_code is None
        terminal.press("enter", "esc")
        terminal.write("\x11")
        terminal.wait_exit(30)
        remount(home, "rw")
        assert "not to be lost" not in cardscout("cards", "Pipeline").stdout


# --- a service that is three seconds away -----------------------------------------


class Away:
    """A proxy in a thread of its own, in front of a service at ``url``."""

    def __init__(self, url: str) -> None:
        self._url, self._loop = url, asyncio.new_event_loop()
        self._there = _There(url)
        self.proxy = Proxy(self._there)
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self.proxy.start(), self._loop).result()

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        await self.proxy.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await self._there.aclose()


class _There(httpx.AsyncBaseTransport):
    """Sends to ``url`` whatever address it is given."""

    def __init__(self, url: str) -> None:
        self._url, self._inner = httpx.URL(url), httpx.AsyncHTTPTransport()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        request.url = request.url.copy_with(scheme=self._url.scheme, host=self._url.host, port=self._url.port)
        request.headers["Host"] = f"{self._url.host}:{self._url.port}"
        return await self._inner.handle_async_request(request)

    async def aclose(self) -> None:
        await self._inner.aclose()


@pytest.fixture
def away(tmp_path: Path) -> Iterator[tuple[Away, dict[str, str], str]]:
    """A service on the far side of a proxy, what says so in the environment, and a board there."""
    data = tmp_path / "service"
    serve("user", "ada", "--json", "--data", data)
    who = serve("token", "ada", "--json", "--data", data)
    with served(data) as server:
        with signed_in(server, who) as client:
            made = client.post("/boards", json={"name": "Bakery", "defaultLists": "true"}).json()
            place = client.get(f"/boards/{made['id']}/lists").json()[0]["id"]
            for n in range(12):
                client.post("/cards", json={"idList": place, "name": f"C00000{n}"})
        found = Away(server.told["url"])
        env = {
            "CARDSCOUT_BOARD_URL": found.proxy.url,
            "CARDSCOUT_BOARD_KEY": who["key"],
            "CARDSCOUT_BOARD_TOKEN": who["token"],
        }
        yield found, env, "Bakery"
        found.close()


@fault("F13")
def test_a_service_that_is_slow_slows_no_key(start: Start, away: tuple[Away, dict[str, str], str]) -> None:
    found, env, name = away
    found.proxy.plan("late", seconds=3.0, times=10_000)
    terminal = start("--board", name, env=env)
    terminal.until("C000000", 90)
    terminal.settle()
    waits = []
    for n in range(100):
        began = time.monotonic()
        terminal.write("j" if n % 10 < 5 else "k")
        assert terminal.read(2.5), "nothing was drawn before the service could have answered"
        waits.append(time.monotonic() - began)
        terminal.settle(0.1)
    assert statistics.quantiles(waits, n=20)[-1] < allowed(0.05)
    assert found.proxy.twins == []
    quit_cleanly(terminal)
