"""What the ledger says is what the service took: after kills, lost answers and refusals, in one process and in eight."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.faults.spender import LaterClock
from tests.faults.till import Style, Till
from tests.thinned import thinned
from tui.store.opening import open_store

ROOT = Path(__file__).parents[2]
KILLS, COMPANIES = 50, 120
FEW = 60
"""Companies for eight processes at once, which are at the same ones however few there are."""

PATHS = {
    "key": 'method = "POST"\npath = "/enrich/company"\nbody = { domain = "{domain}" }\nrepeat = "key"\n',
    "owned": 'path = "/company"\nquery = { fqdn = "{domain}" }\n',
    "never": 'path = "/company"\nquery = { domain = "{domain}" }\n',
}
"""How a company is asked for: as the platform, as its live service, and where each request is charged."""


class Spender:
    """The program that is killed, and what it has left."""

    def __init__(self, home: Path, till: Till, style: Style, companies: int) -> None:
        file = home / f"{style}.toml"
        owned = "owned = true\n" if style == "owned" else ""
        # The live service tells no balance.
        balance = (
            ""
            if style == "owned"
            else '[[call]]\nkind = "credits"\npath = "/credits"\nleft = "credits"\nrepeat = "always"\n'
        )
        file.write_text(
            f'title = "Till"\n[prices]\n{owned}[[call]]\nkind = "company"\nby = ["domain"]\nrecord = "data"\n'
            f"{PATHS[style]}{balance}",
            "utf-8",
        )
        self.home, self.till, self.offset = home, till, 0
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("spender.py")), str(home), till.url, str(file), str(companies)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        self._ended: dict[int, int] = {}
        self._news = threading.Condition()
        self._begun: list[int] = []
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "ready\n"
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def begin(self, seed: int, *, later: bool = True) -> int:
        """Begin a run, two minutes after the last one, and return its process id."""
        self.offset += 120 if later else 0
        before = len(self._begun)
        assert self._process.stdin is not None
        self._process.stdin.write(f"{self.offset} {seed}\n")
        self._process.stdin.flush()
        with self._news:
            assert self._news.wait_for(lambda: len(self._begun) > before, 30)
        return self._begun[-1]

    def ends(self, pid: int, within: float = 60.0) -> int | None:
        """Wait until a run ended, and return its exit code; None after ``within`` seconds."""
        with self._news:
            self._news.wait_for(lambda: pid in self._ended, within)
        return self._ended.get(pid)

    def kill(self, pid: int, after: float) -> None:
        """Kill a run after some seconds, unless it ended by itself."""
        if self.ends(pid, after) is None:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            assert self.ends(pid) is not None

    def close(self) -> None:
        """End the program."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)
        self._listener.join(30)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def hear_balance(self) -> None:
        """Hear the balance, which may take several tries: the program's seconds are short, and the machine is busy."""
        assert any(self.ends(self.begin(-1)) == 0 for _ in range(40))

    def settle(self) -> tuple[int, int]:
        """Finish without faults, hear the balance, and return what the ledger has, and what may have been charged."""
        self.till.lost = self.till.limited = 0
        for seed in range(10):
            assert self.ends(self.begin(seed)) == 0
            # On a busy machine the service may take longer than the program waits: whoever has no answer asks again.
            if seed > 1 and not self._ledger()[1]:
                break
        self.hear_balance()
        return self._ledger()

    def _ledger(self) -> tuple[int, int]:
        store = open_store(self.home / "store.db", LaterClock(self.offset))
        try:
            return store.enrichment.ledger.spent(), sum(
                one.high for one in store.enrichment.ledger.reserves()
            )
        finally:
            store.close()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            words = line.split()
            with self._news:
                if words[0] == "ended":
                    self._ended[int(words[1])] = int(words[2])
                else:
                    self._begun.append(int(words[0]))
                self._news.notify_all()


@contextmanager
def spending(
    home: Path, style: Style, seed: int, companies: int = COMPANIES
) -> Iterator[tuple[Till, Spender]]:
    """A service and a program that buys there."""
    till = Till(style, seed)
    spender = Spender(home, till, style, companies)
    try:
        yield till, spender
    finally:
        spender.close()
        till.close()


@pytest.mark.slow_fault
@pytest.mark.parametrize("seed", [7, 8, 9, 10])
@pytest.mark.parametrize("style", ["key", "owned", "never"])
def test_the_ledger_is_what_was_taken_after_fifty_kills(tmp_path: Path, style: Style, seed: int) -> None:
    dice = random.Random(seed)
    with spending(tmp_path, style, seed) as (till, spender):
        till.lost, till.limited = 6, 4
        for run in range(KILLS):
            spender.kill(spender.begin(run), dice.uniform(0.02, 0.3))
        spent, open_ = spender.settle()
        assert (spent, open_) == (till.taken, 0)
        assert till.taken >= COMPANIES
        if style != "never":
            assert sorted(till.charges) == sorted(set(till.charges)), "somebody was paid for twice"


@pytest.mark.slow
@pytest.mark.parametrize("style", thinned(["key", "owned", "never"], 3, first=2))
def test_eight_processes_pay_for_each_company_once(tmp_path: Path, style: Style) -> None:
    with spending(tmp_path, style, 11, FEW) as (till, spender):
        spender.hear_balance()
        till.lost, till.limited = 8, 3
        runs = [spender.begin(seed, later=not seed) for seed in range(8)]
        for pid in runs[:3]:
            spender.kill(pid, 0.1)
        assert all(spender.ends(pid) == 0 for pid in runs[3:])
        spent, open_ = spender.settle()
        assert (spent, open_) == (till.taken, 0)
        if style != "never":
            assert till.taken == FEW
