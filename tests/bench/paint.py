"""``make paint``: the start, the keys and the drag on boards of any size, against a bare Textual app in alternating runs.

``CARDS="100 1000" ROUNDS=3 make paint`` measures fewer, ``SIZE=80x24`` in another terminal. ``HOMES=folder`` keeps the imported boards for the next time:
to import a hundred thousand cards takes minutes. Processor time is given beside each wall time: on a busy machine it
is the one to compare. Never part of CI: a timed assertion on a shared machine says more about the machine.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pyte

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.boards import board  # noqa: E402 - the path comes first
from tests.terminal.terminal import KEYS, Terminal  # noqa: E402 - the path comes first

SIZE = os.environ.get("SIZE", "120x40")
"""Columns and lines of the terminal."""

STABLE = 1.0
"""Seconds without output after which a start is over."""

QUIET = 0.04
"""Seconds without output after which a key is drawn."""

KEYS_A_ROUND = 60
WALK = ("j", "j", "l", "j", "k", "h")
MOTIONS = 40
GAP = 0.01
"""Seconds between two motions of the mouse."""

IDLE = 0.03
"""Share of a processor below which a program does nothing any more."""

Figures = dict[str, float]


class Recorder(Terminal):
    """A terminal that only notes what comes and when; the screen is drawn from it afterwards."""

    def __init__(self, argv: Sequence[str], home: Path, program: Sequence[str]) -> None:
        self.log: list[tuple[float, float, bytes]] = []
        self.began = time.perf_counter()
        cols, rows = map(int, SIZE.split("x"))
        super().__init__(argv, home, program=program, env={"COLORTERM": "truecolor"}, cols=cols, rows=rows)
        self._stream = self  # type: ignore[assignment] # what is read is handed to ``feed``

    def feed(self, data: bytes) -> None:
        """Note when ``data`` came, and the processor time that was spent by then."""
        self.log.append((time.perf_counter(), self.cpu(), data))

    def cpu(self) -> float:
        """Seconds of processor time that all threads and children of the program have used."""
        return sum(_cpu(pid) for pid in _family(self.pid))

    def content(self, ready: str) -> tuple[float, float, bytes]:
        """The entry of the log with which ``ready`` was on the screen.

        Raises:
            AssertionError: It never was.
        """
        screen = pyte.Screen(self.screen.columns, self.screen.lines)
        stream = pyte.ByteStream(screen)
        for entry in self.log:
            stream.feed(entry[2])
            if any(ready in line for line in screen.display):
                return entry
        raise AssertionError(f"{ready!r} never came:\n" + "\n".join(screen.display))

    def idle(self, seconds: float) -> float:
        """The processor time by when the program does nothing any more, ``seconds`` at most."""
        end, busy = time.monotonic() + seconds, self.cpu()
        while time.monotonic() < end:
            while self.read(0):
                pass
            before, since = self.cpu(), time.monotonic()
            while (left := since + 2 - time.monotonic()) > 0:
                self.read(left)
            if self.cpu() - before < IDLE * 2:
                return busy
            busy = self.cpu()
        return busy


def _family(pid: int) -> list[int]:
    try:
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    except OSError:
        return [pid]
    return [pid, *(each for child in found for each in _family(int(child)))]


def _cpu(pid: int) -> float:
    total = 0
    for path in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        try:
            total += int(path.read_text("ascii").split()[0])
        except OSError:
            continue
    return total / 1e9


def start(terminal: Recorder, ready: str) -> Figures:
    """From the first instruction to a screen that stays as it is."""
    end = time.monotonic() + 60
    while ready.encode() not in terminal.raw and time.monotonic() < end:
        terminal.read(0.5)
    terminal.settle(STABLE)
    at, spent, _ = terminal.content(ready)
    return {
        "content ms": (at - terminal.began) * 1000,
        "content CPU ms": spent * 1000,
        "quiet after content ms": (terminal.log[-1][0] - at) * 1000,
        "bytes until quiet": float(len(terminal.raw)),
    }


def walk(terminal: Recorder, keys: Sequence[str]) -> Figures:
    """Keys one by one, each drawn before the next."""
    took, spent, sizes = [], [], []
    for number in range(KEYS_A_ROUND):
        key = keys[number % len(keys)]
        size, cpu, began = len(terminal.raw), terminal.cpu(), time.perf_counter()
        terminal.write(KEYS.get(key, key))
        terminal.read(1)
        terminal.settle(QUIET)
        took.append((terminal.log[-1][0] - began) * 1000)
        spent.append((terminal.cpu() - cpu) * 1000)
        sizes.append(len(terminal.raw) - size)
    return {
        "key p50 ms": statistics.median(took),
        "key p95 ms": statistics.quantiles(took, n=20)[-1],
        "key CPU p50 ms": statistics.median(spent),
        "key CPU p95 ms": statistics.quantiles(spent, n=20)[-1],
        "bytes a key p50": statistics.median(sizes),
    }


def drag(terminal: Recorder) -> Figures:
    """A card carried across the board as fast as a terminal reports it: how far the screen trails the pointer."""
    terminal.mouse("press", 10, 5)
    terminal.settle(0.1)
    began = time.perf_counter()
    for number in range(MOTIONS):
        terminal.mouse("drag", 10 + number * 2, 5 + number // 2)
        while (left := began + (number + 1) * GAP - time.perf_counter()) > 0:
            terminal.read(left)
    ended = time.perf_counter()
    terminal.settle(QUIET)
    lag = max(terminal.log[-1][0] - ended, 0) * 1000
    terminal.write("\x1b")
    terminal.settle(0.3)
    return {"drag lag ms": lag}


def bare(home: Path) -> Figures:
    """One run of the app that only counts keys."""
    with Recorder([], home, [str(ROOT / "tests/bench/bare.py")]) as terminal:
        return start(terminal, "ready 0") | walk(terminal, ["j", "k"]) | {"peak MiB": terminal.peak}


def ours(home: Path, name: str) -> Figures:
    """One run of the board, on a home that was started before."""
    with Recorder(["--board", name], home, ["-m", "tui"]) as terminal:
        figures = start(terminal, "C00")
        terminal.idle(30)
        figures |= walk(terminal, WALK) | drag(terminal)
        figures["peak MiB"] = terminal.peak
        terminal.write(KEYS["ctrl+q"])
        terminal.wait_exit()
        return figures


def first(home: Path, name: str) -> Figures:
    """The first start ever on a board that was just imported: what it costs after the content is there."""
    with Recorder(["--board", name], home, ["-m", "tui"]) as terminal:
        figures = start(terminal, "C00")
        content = terminal.content("C00")[1]
        spent = terminal.idle(300) - content
        terminal.write(KEYS["ctrl+q"])
        terminal.wait_exit()
        return {"first start: content ms": figures["content ms"], "first start: CPU s after content": spent}


def imported(folder: Path, cards: int) -> Path:
    """A home with a board of ``cards`` cards that was never opened."""
    home = folder / f"never-{cards}"
    if not home.exists():
        home.mkdir(parents=True)
        export = folder / f"{cards}.json"
        export.write_text(json.dumps(board(cards)), "utf-8")
        environment = os.environ | {"CARDSCOUT_HOME": str(home)}
        command = [sys.executable, "-m", "tui", "import", str(export)]
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
    return home


def measure(folder: Path, cards: int, rounds: int) -> None:
    """Print the figures of a board of ``cards`` cards."""
    name, home = f"{cards} cards", folder / f"used-{cards}"
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(imported(folder, cards), home)
    once = first(home, name)
    rows: dict[str, list[Figures]] = {"bare": [], "ours": []}
    for _ in range(rounds):
        rows["bare"].append(bare(home))
        rows["ours"].append(ours(home, name))
    load = os.getloadavg()[0]
    print(f"\n| {cards:,} cards, {SIZE}, load {load:.1f} | bare | cardscout | ratio |\n|---|--:|--:|--:|")
    for figure in rows["ours"][0]:
        mine = statistics.median(row[figure] for row in rows["ours"])
        floor = statistics.median(row.get(figure, 0) for row in rows["bare"])
        ratio = f"{mine / floor:.2f}" if floor else ""
        print(f"| {figure} | {floor:.1f} | {mine:.1f} | {ratio} |")
    for figure, value in once.items():
        print(f"| {figure} | | {value:.2f} | |", flush=True)


def measure_sizes(measure: Callable[[Path, int, int], None], usual: str) -> None:
    """Call ``measure`` with the folder of homes, the number of cards and of rounds, for every size that was asked for."""
    sizes = [int(size) for size in os.environ.get("CARDS", usual).split()]
    rounds = int(os.environ.get("ROUNDS", "5"))
    # Without bytecode each start compiles everything, which no user's does.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(os.environ.get("HOMES", scratch)).absolute()
        for cards in sizes:
            measure(folder, cards, rounds)


if __name__ == "__main__":
    measure_sizes(measure, "100 1000 10000 100000")
