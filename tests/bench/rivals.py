"""``make rivals``: start, keys and memory of Cardscout beside a bare Textual app and other programs, in alternating runs.

Each program is a variable of the environment: ``RIVAL_NAME`` has its command line, and ``SEED_NAME`` a shell command that
makes its board of as many cards as ``CARDS`` says, with titles that begin with C00. Both run in a home of their own, which
the seed is told as ``HOME``::

    RIVAL_OTHER="other board" SEED_OTHER='other add --count $CARDS C00' ROUNDS=3 make rivals

``SIZE=80x24`` takes another terminal. Every program is walked with ``j`` and ``k``, 60 keys a round, each drawn before the next. Never part of CI: a timed
assertion on a shared machine says more about the machine, and only the ratios say something on a busy one.
"""

import os
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.paint import SIZE, Figures, Recorder, imported, start, walk  # noqa: E402 - the path comes first

KEYS = ("j", "j", "k", "k")
"""The cursor comes back: a key at the end of a list draws nothing."""

BECOME = ["-IS", "-c", "import os, sys; os.execvp(sys.argv[1], sys.argv[1:])"]
"""What the terminal starts in place of Cardscout: it becomes the other program, which costs some 10 ms."""

FIGURES = {
    "start to content ms": "content ms",
    "start to content CPU ms": "content CPU ms",
    "bytes of the first screen": "bytes until quiet",
    "key p50 ms": "key p50 ms",
    "key p95 ms": "key p95 ms",
    "key CPU p50 ms": "key CPU p50 ms",
    "bytes a key p50": "bytes a key p50",
    "peak MiB": "peak MiB",
}
"""The rows of the table, by what they are called in ``paint.py``."""


def rivals() -> dict[str, list[str]]:
    """Return the command lines of the other programs, by name."""
    found = {
        key.removeprefix("RIVAL_"): value for key, value in os.environ.items() if key.startswith("RIVAL_")
    }
    return {name.lower().replace("_", "-"): shlex.split(line) for name, line in sorted(found.items())}


def seed(name: str, home: Path, cards: int) -> None:
    """Make the board of another program."""
    line = os.environ.get(f"SEED_{name.upper().replace('-', '_')}")
    if line is None:
        raise SystemExit(
            f"RIVAL_{name.upper()} has no SEED_{name.upper()}: a shell command that makes its board"
        )
    home.mkdir()
    environment = os.environ | {"HOME": str(home), "CARDS": str(cards)}
    subprocess.run(["/bin/sh", "-c", line], cwd=home, env=environment, check=True, stdout=subprocess.DEVNULL)


def run(argv: Sequence[str], home: Path, program: Sequence[str], ready: str) -> Figures:
    """Start a program, walk in it, and return what that took."""
    with Recorder(argv, home, program) as terminal:
        figures = start(terminal, ready)
        terminal.idle(20)
        figures |= walk(terminal, KEYS)
        if not figures["bytes a key p50"]:
            raise SystemExit(f"{argv} drew nothing for {' '.join(KEYS)}:\n{terminal.raw[-2000:]!r}")
        return figures | {"peak MiB": terminal.peak}


def measure(folder: Path, cards: int, rounds: int) -> None:
    """Print a table of all programs on boards of ``cards`` cards."""
    ours = folder / "cardscout"
    shutil.copytree(imported(folder, cards), ours)
    runs = {
        "bare": (["tests/bench/bare.py"], ours, [], "ready 0"),
        "cardscout": (["--board", f"{cards} cards"], ours, ["-m", "tui"], "C00"),
    }
    for name, line in rivals().items():
        seed(name, folder / name, cards)
        runs[name] = (line, folder / name, BECOME, "C00")
    # The first start of all lays out files and compiles: it is no user's second.
    for each in runs.values():
        run(*each)
    rows: dict[str, list[Figures]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, each in runs.items():
            rows[name].append(run(*each))
    print(
        f"\n{cards:,} cards, {SIZE}, {rounds} rounds, load {os.getloadavg()[0]:.1f}; in brackets: cardscout is 1\n"
    )
    print(f"| | {' | '.join(rows)} |\n|---|{'--:|' * len(rows)}")
    for words, figure in FIGURES.items():
        medians = {name: statistics.median(each[figure] for each in some) for name, some in rows.items()}
        one = medians["cardscout"]
        print(f"| {words} | {' | '.join(f'{each:,.1f} ({each / one:.2f})' for each in medians.values())} |")


if __name__ == "__main__":
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as scratch:
        measure(Path(scratch), int(os.environ.get("CARDS", "100")), int(os.environ.get("ROUNDS", "5")))
