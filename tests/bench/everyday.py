"""``make everyday``: what a person waits for who opens cards, filters, types and moves cards, in ms, CPU and bytes.

``CARDS="100 10000" ROUNDS=5 make everyday`` chooses the boards and how often each thing is done; ``HOMES=folder``
keeps the imported boards. Each key is drawn before the next. Never part of CI: a timed assertion on a shared machine
says more about the machine. ``SIZE=80x24`` takes another terminal.
"""

import os
import re
import shutil
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.paint import SIZE, Figures, Recorder, imported, measure_sizes, start  # noqa: E402 - the path comes first
from tests.terminal.terminal import KEYS  # noqa: E402 - the path comes first

QUIET = 0.15
"""Seconds without output after which what a key did is drawn."""

_CONTROL = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)")
"""What a terminal does not show, such as a cursor that is hidden before a page is drawn."""

Script = Sequence[tuple[str, str]]
"""Keys, each with the name of the figure it counts for; "" for none."""

SCRIPT: Script = (
    ("enter", "open a card"),
    ("C", "begin a comment"),
    *((letter, "type a letter of a comment") for letter in "ring again"),
    ("ctrl+s", ""),
    ("esc", "close a card"),
    ("?", "open the help"),
    ("esc", ""),
    ("ctrl+p", "open the palette"),
    *((letter, "type a letter into the palette") for letter in "due"),
    ("esc", ""),
    ("/", ""),
    *((letter, "type a letter of a filter of words") for letter in "pilot"),
    ("esc", ""),
    ("/", ""),
    *((letter, "type a letter of a filter of facts") for letter in "label:gre or due:week"),
    ("esc", ""),
    ("L", "move a card to the next list"),
    ("H", "move a card to the list before"),
    ("J", "move a card down"),
    ("K", "move a card up"),
    ("n", "begin a new card"),
    *((letter, "type a letter of a new title") for letter in "send offer"),
    ("esc", ""),
)


def measured(terminal: Recorder, script: Script) -> Iterator[tuple[str, Figures]]:
    """Press the keys of ``script``, and yield what each that counts for a figure took."""
    for key, name in script:
        before, size, cpu = len(terminal.log), len(terminal.raw), terminal.cpu()
        began = time.perf_counter()
        terminal.write(KEYS.get(key, key))
        assert any(terminal.read(1) for _ in range(5)), f"{key} drew nothing"
        terminal.settle(QUIET)
        if name:
            log = terminal.log[before:]
            yield (
                name,
                {
                    "first ms": (next(at for at, _, data in log if _CONTROL.sub(b"", data)) - began) * 1000,
                    "ms": (terminal.log[-1][0] - began) * 1000,
                    "CPU ms": (terminal.cpu() - cpu) * 1000,
                    "bytes": float(len(terminal.raw) - size),
                },
            )


def measure(folder: Path, cards: int, rounds: int) -> None:
    """Print the figures of a board of ``cards`` cards."""
    home = folder / f"everyday-{cards}"
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(imported(folder, cards), home)
    found = defaultdict[str, list[Figures]](list)
    with Recorder(["--board", f"{cards} cards"], home, ["-m", "tui"]) as terminal:
        start(terminal, "C00")
        terminal.idle(300)
        for _ in range(rounds):
            for name, figures in measured(terminal, SCRIPT):
                found[name].append(figures)
        peak = terminal.peak
        terminal.write(KEYS["ctrl+q"])
        terminal.wait_exit()
    print(f"\n{cards:,} cards, {SIZE}, load {os.getloadavg()[0]:.1f}, peak {peak:.0f} MiB\n")
    print(
        "| | first ms p50 | first ms p95 | quiet ms p50 | CPU ms p50 | bytes p50 |\n|---|--:|--:|--:|--:|--:|"
    )
    for name, rows in found.items():
        first, *others = (sorted(row[each] for row in rows) for each in ("first ms", "ms", "CPU ms", "bytes"))
        late = first[min(len(first) - 1, round(len(first) * 0.95))]
        quiet, spent, sent = (statistics.median(each) for each in others)
        shown = statistics.median(first)
        print(f"| {name} | {shown:.1f} | {late:.1f} | {quiet:.1f} | {spent:.1f} | {sent:.0f} |", flush=True)


if __name__ == "__main__":
    measure_sizes(measure, "100 10000 100000")
