"""``make bench``: what a person waits for, as ratios to a bare Textual app measured in the same run.

Never part of CI: a timed assertion on a shared machine says more about the machine.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.boards import board  # noqa: E402 - the path comes first
from tests.terminal.terminal import KEYS, Terminal  # noqa: E402 - the path comes first

QUIET = 0.04
ROUNDS = 5
KEYS_A_ROUND = 40
BURST = 90
"""Keys in one read: somebody held one down, or the line was slow."""


def start_ms(terminal: Terminal, ready: str, began: float) -> float:
    """Milliseconds from ``began`` until ``ready`` is on the screen."""
    terminal.until(ready)
    return (time.perf_counter() - began) * 1000


def key_ms(terminal: Terminal, key: str) -> tuple[float, int]:
    """Milliseconds from the key to the last byte it caused, and those bytes."""
    before, began, last = len(terminal.raw), time.perf_counter(), 0.0
    terminal.write(KEYS.get(key, key))
    while terminal.read(QUIET):
        last = time.perf_counter()
    return (last - began) * 1000 if last else 0.0, len(terminal.raw) - before


def cpu_ms(terminal: Terminal) -> float:
    """Milliseconds of processor time the program has used."""
    fields = Path(f"/proc/{terminal.pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def burst(terminal: Terminal, keys: list[str]) -> tuple[float, float]:
    """Milliseconds of processor time and bytes a key, of ``BURST`` keys written at once."""
    spent, before = cpu_ms(terminal), len(terminal.raw)
    terminal.write("".join(keys[n % len(keys)] for n in range(BURST)))
    terminal.settle(0.5)
    return (cpu_ms(terminal) - spent) / BURST, (len(terminal.raw) - before) / BURST


def measure(
    name: str, home: Path, argv: list[str], program: Iterable[str], ready: str, keys: list[str]
) -> dict[str, float]:
    """One start, ``KEYS_A_ROUND`` keys one by one, and a burst."""
    began = time.perf_counter()
    with Terminal(argv, home, program=tuple(program)) as terminal:
        start = start_ms(terminal, ready, began)
        terminal.settle(0.5)
        took = [key_ms(terminal, keys[n % len(keys)]) for n in range(KEYS_A_ROUND)]
        spent, size = burst(terminal, keys)
        status = Path(f"/proc/{terminal.pid}/status").read_text("ascii")
        peak = next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM"))
    times = sorted(ms for ms, _ in took)
    print(f"  {name}: start {start:.0f} ms", file=sys.stderr)
    return {
        "start ms": start,
        "key p50 ms": statistics.median(times),
        "key p95 ms": times[int(len(times) * 0.95) - 1],
        "bytes a key": statistics.median(size for _, size in took),
        "CPU ms a key of a burst": spent,
        "bytes a key of a burst": size,
        "peak MiB": peak,
    }


def main() -> None:
    """Import a board of ``CARDS`` (default 10,000), then measure both programs in turn."""
    cards = int(os.environ.get("CARDS", "10000"))
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        export = home / "board.json"
        export.write_text(json.dumps(board(cards)), "utf-8")
        environment = os.environ | {"CARDSCOUT_HOME": str(home)}
        subprocess.run(
            [sys.executable, "-m", "tui", "import", str(export)], cwd=ROOT, env=environment, check=True
        )
        rows: dict[str, list[dict[str, float]]] = {"bare": [], "cardscout": []}
        for _ in range(ROUNDS):
            bare = [str(ROOT / "tests/bench/bare.py")]
            rows["bare"].append(measure("bare", home, [], bare, "ready 0", ["j", "k"]))
            argv = ["--board", f"{cards} cards"]
            keys = ["j", "j", "l", "k", "h"]
            rows["cardscout"].append(measure("cardscout", home, argv, ("-m", "tui"), "C000000", keys))
    print(f"| {cards} cards, 120x40 | bare | cardscout | ratio |\n|---|--:|--:|--:|")
    for figure in rows["bare"][0]:
        floor, ours = (statistics.median(row[figure] for row in rows[who]) for who in ("bare", "cardscout"))
        print(f"| {figure} | {floor:.1f} | {ours:.1f} | {ours / floor:.2f} |")


if __name__ == "__main__":
    main()
