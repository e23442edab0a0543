"""``make burst``: ten thousand events while somebody walks on the board: the keys, and what ``cardscout watch`` prints.

``EVENTS=1000 make burst`` makes fewer. Never part of CI, as ``make paint``.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import httpx

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.paint import WALK, Figures, Recorder, start, walk  # noqa: E402 - the path comes first
from tui.clock import SystemClock  # noqa: E402 - the path comes first
from tui.server.run import LocalServer  # noqa: E402 - the path comes first

PROGRAM = (sys.executable, "-m", "tui")
P95 = "key p95 ms"


async def make(home: Path, count: int) -> None:
    """Rename cards of the team's board ``count`` times, as another program would."""
    server = LocalServer.open(home / "data", SystemClock())
    headers = {"Authorization": f'OAuth oauth_consumer_key="{server.key}", oauth_token="{server.token}"'}
    async with httpx.AsyncClient(
        transport=server.transport(), base_url="http://cardscout.localhost/1", headers=headers
    ) as http:
        boards = (await http.get("/members/me/boards")).json()
        team = next(board["id"] for board in boards if board["name"] == "Team")
        cards = [card["id"] for card in (await http.get(f"/boards/{team}/cards")).json()]
        for number in range(count):
            answer = await http.put(f"/cards/{cards[number % len(cards)]}", data={"name": f"name {number}"})
            answer.raise_for_status()
    server.close()


def keys_while(terminal: Recorder, process: subprocess.Popen[bytes]) -> list[Figures]:
    """Walk on the board until a process ends."""
    found = []
    while process.poll() is None:
        found.append(walk(terminal, WALK))
    return found


def main() -> None:
    """Measure, and print what was found."""
    count = int(os.environ.get("EVENTS", "10000"))
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        env = os.environ | {"CARDSCOUT_HOME": str(home)}
        subprocess.run([*PROGRAM, "boards"], env=env, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        lines = Path(folder) / "lines"
        with lines.open("wb") as out:
            watch = subprocess.Popen(
                [*PROGRAM, "watch", "--trigger", "Card Updated", "--interval", "5"],
                env=env,
                cwd=ROOT,
                stdout=out,
            )
        with Recorder(["--board", "Pipeline"], home, ["-m", "tui"]) as terminal:
            start(terminal, "Leads")
            terminal.idle(30)
            alone = walk(terminal, WALK)
            began = time.perf_counter()
            burst = subprocess.Popen(
                [sys.executable, __file__, "make", str(home), str(count)], env=env, cwd=ROOT
            )
            beside = keys_while(terminal, burst)
            made = time.perf_counter() - began
        printed = 0
        while printed < count and time.perf_counter() - began < made + 120:
            threading.Event().wait(0.2)
            printed = lines.read_bytes().count(b"\n")
        heard = time.perf_counter() - began
        watch.terminate()
        watch.wait(30)
        ids = [json.loads(line)["id"] for line in lines.read_text("utf-8").splitlines()]
    print(
        f"{count} events made in {made:.1f} s; {len(ids)} printed, {len(set(ids))} of them different, after {heard:.1f} s"
    )
    worst = max(one[P95] for one in beside)
    print(
        f"key p95 alone {alone[P95]:.1f} ms; beside the burst {worst:.1f} ms in the worst of {len(beside)} walks"
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["make"]:
        asyncio.run(make(Path(sys.argv[2]), int(sys.argv[3])))
    else:
        main()
