"""A program that looks companies up until it is done or killed; it forks, so that a run begins in milliseconds.

Usage: spender.py HOME URL ADAPTER COMPANIES, then a line ``OFFSET SEED`` on stdin for each run, which only hears the
balance with a seed of -1. Answers with the process id of the run, and with ``ended PID CODE`` when it ended; 1 is for no balance.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import threading
import time
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from tui.adapters.read import read_adapter
from tui.clock import SystemClock
from tui.errors import CardscoutError, RemoteError
from tui.model.subject import Identifier, Subject
from tui.secret import NOTHING, Secret
from tui.store.opening import open_store
from tui.sync.enrich.services import EnrichServices
from tui.sync.link import Link

FAST = 30
"""How much faster than a real clock the program's waits pass."""


class LaterClock(SystemClock):
    """A clock that is late by an offset, and whose waits pass quickly."""

    def __init__(self, offset: float) -> None:
        self._offset = timedelta(seconds=offset)

    def now(self) -> datetime:
        return super().now() + self._offset

    def monotonic(self) -> float:
        return time.monotonic() * FAST

    async def sleep(self, seconds: float) -> None:
        await super().sleep(seconds / FAST)


async def spend(home: Path, url: str, file: Path, companies: int, offset: float, seed: int) -> None:
    clock = LaterClock(offset)
    store = open_store(home / "store.db", clock)
    adapter = read_adapter(file)
    link = Link(
        url,
        "",
        NOTHING,
        enrich_url=url,
        enrich_key=Secret("sk"),
        adapter=adapter,
        provider="till",
        enrich_rate=0,
    )
    services = EnrichServices(store, link, clock, home)
    store.enrichment.findings.provider = "till"
    wanted = [
        Subject(type="company", identifiers=(Identifier(kind="domain", value=f"firm{n}.example"),))
        for n in range(companies)
    ]
    random.Random(seed).shuffle(wanted)
    waiting = iter(wanted)

    async def work() -> None:
        for subject in waiting:
            try:
                # The user says of each that it may be asked again.
                await services.enrich(subject, sure=True)
            except CardscoutError:
                continue

    try:
        await services.usual.lookup.credits()
    except RemoteError:
        if seed < 0:
            raise
    if seed >= 0:
        await asyncio.gather(*(work() for _ in range(4)))
    await services.close()
    store.close()


def main() -> None:
    home, url, file, companies = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), int(sys.argv[4])
    print("ready", flush=True)  # noqa: T201 - the test reads it
    for line in sys.stdin:
        offset, seed = map(int, line.split())
        pid = os.fork()
        if not pid:
            os.close(0)
            with suppress(RemoteError):
                asyncio.run(spend(home, url, file, companies, offset, seed))
                os._exit(0)
            os._exit(1)
        print(pid, flush=True)  # noqa: T201 - the test reads it
        threading.Thread(target=_reap, args=(pid,), daemon=True).start()


def _reap(pid: int) -> None:
    _, status = os.waitpid(pid, 0)
    print(f"ended {pid} {os.waitstatus_to_exitcode(status)}", flush=True)  # noqa: T201 - the test reads it


if __name__ == "__main__":
    main()
