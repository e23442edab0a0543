"""``make slow-clients``: how much longer a good client waits beside a thousand slow ones, on loopback, in one run.

Never part of CI. The slow ones know no key. They send half a head, half a body, or half a second head where the first was
answered, then a byte now and then; whoever is turned away comes back after a while. Rounds alone and beside them take
turns, as the machine may have other work.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).parents[2]
SLOW = int(os.environ.get("SLOW", "1000"))
SECONDS = float(os.environ.get("SECONDS", "6"))
ROUNDS = 3
CARDS = 100
BACK_AFTER = (5.0, 15.0)
DRIBBLE = 1.0

HEADS = (
    b"GET /1/members/me HTTP/1.1\r\nHost: %b\r\nX-Slow: ",
    b"POST /1/cards HTTP/1.1\r\nHost: %b\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{",
    b"GET /1/nothing HTTP/1.1\r\nHost: %b\r\n\r\nGET /1/noth",
)


async def slow_client(host: str, port: int, head: bytes) -> None:
    """Connect, and keep the server waiting; for ever."""
    while True:
        with contextlib.suppress(OSError):
            _reader, writer = await asyncio.open_connection(host, port)
            # What is answered is never read.
            writer.transport.pause_reading()  # type: ignore[attr-defined]  # a socket's transport reads too
            writer.write(head.replace(b"%b", f"{host}:{port}".encode()))
            while not writer.is_closing():
                await asyncio.sleep(DRIBBLE)
                writer.write(b"x")
                await writer.drain()
        await asyncio.sleep(random.uniform(*BACK_AFTER))


async def be_slow(host: str, port: int) -> None:
    """Be all the slow clients; the line on stdout says that they have begun."""
    tasks = []
    for head in itertools.islice(itertools.cycle(HEADS), SLOW):
        tasks.append(asyncio.create_task(slow_client(host, port, head)))
        await asyncio.sleep(0.001)
    print("slow", flush=True)
    await asyncio.gather(*tasks)


@contextlib.contextmanager
def running(*args: object) -> Iterator[subprocess.Popen[str]]:
    """A Python process, until the block ends."""
    home = {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, *map(str, args)], stdout=subprocess.PIPE, text=True, cwd=ROOT, env=os.environ | home
    ) as process:
        try:
            yield process
        finally:
            process.terminate()


def told(process: subprocess.Popen[str]) -> str:
    """The next line it writes."""
    assert process.stdout is not None
    return process.stdout.readline()


def serve(data: Path, *args: str) -> dict[str, str]:
    """What a command of ``cardscout serve`` says."""
    argv = [sys.executable, "-m", "tui", "serve", *args, "--data", str(data), "--json"]
    done = subprocess.run(argv, cwd=ROOT, check=True, capture_output=True, text=True)
    found: dict[str, str] = json.loads(done.stdout)
    return found


def good_client(base: str, who: dict[str, str]) -> httpx.Client:
    """A client that is signed in."""
    sent = {"key": who["key"], "token": who["token"]}
    return httpx.Client(base_url=f"{base}/1", params=sent, trust_env=False, verify=False, timeout=30)


def fill(http: httpx.Client) -> tuple[str, str]:
    """Make a board with cards; its id and a list's."""
    board: dict[str, Any] = http.post("/boards", json={"name": "Bakery"}).raise_for_status().json()
    ident = http.get(f"/boards/{board['id']}/lists").raise_for_status().json()[0]["id"]
    for number in range(CARDS):
        http.post("/cards", json={"idList": ident, "name": f"card {number}"}).raise_for_status()
    return board["id"], ident


def measure(http: httpx.Client, board: str, ident: str) -> list[float]:
    """Milliseconds of each request for SECONDS: three reads of the board's cards, then a new card."""
    took: list[float] = []
    end = time.perf_counter() + SECONDS
    for turn in itertools.count():
        began = time.perf_counter()
        if began > end:
            return took
        if turn % 4:
            reply = http.get(f"/boards/{board}/cards", params={"limit": CARDS})
        else:
            reply = http.post("/cards", json={"idList": ident, "name": "next"})
        assert reply.status_code == 200, reply.text
        took.append((time.perf_counter() - began) * 1000)
    return took


def main() -> None:
    """Measure alone and beside the slow ones, in turns."""
    alone: list[float] = []
    beside: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        serve(data, "user", "ana")
        who = serve(data, "token", "ana")
        with running("-m", "tui", "serve", "--data", data, "--port", 0, "--no-limits") as server:
            base = json.loads(told(server))["url"]
            host, port = base.removeprefix("http://").split(":")
            with good_client(base, who) as http:
                board, ident = fill(http)
                for _ in range(ROUNDS):
                    alone += measure(http, board, ident)
                    with running(__file__, host, port) as slow:
                        told(slow)
                        beside += measure(http, board, ident)
    print("| | requests | p50 ms | p95 ms | worst ms |\n|---|--:|--:|--:|--:|")
    for name, took in (("alone", sorted(alone)), (f"beside {SLOW} slow ones", sorted(beside))):
        print(f"| {name} | {len(took)} | {_at(took, 0.5):.1f} | {_at(took, 0.95):.1f} | {took[-1]:.1f} |")
    print(f"p95 beside / p95 alone: {_at(sorted(beside), 0.95) / _at(sorted(alone), 0.95):.2f}")


def _at(took: list[float], part: float) -> float:
    return took[min(int(len(took) * part), len(took) - 1)]


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(be_slow(sys.argv[1], int(sys.argv[2])))
    else:
        main()
