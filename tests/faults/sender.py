"""A program that makes cards and sends all that waits, for tests with several of it, stopped and killed.

Usage: sender.py URL KEY TOKEN HOME STATE BOARD LIST NAME COUNT RATE. It says ``ready``, waits for a line, and at the
end says how many 429s it met.
"""

import asyncio
import sys
from pathlib import Path

import httpx

from tui.clock import SystemClock
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard
from tui.secret import Secret
from tui.store.opening import open_store
from tui.sync.link import Link
from tui.sync.session import SyncSession
from tui.sync.status import StatusTracker


class Counting(httpx.AsyncHTTPTransport):
    """Counts the answers that ask us to wait."""

    limited = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await super().handle_async_request(request)
        self.limited += response.status_code == 429
        return response


async def main(url: str, key: str, token: str, *where: str) -> None:
    """Make ``count`` cards, then send until nothing waits."""
    home, state, board, place, name, count, rate = where
    clock, http = SystemClock(), Counting()
    store = open_store(Path(home) / "store.db", clock)
    link = Link(url, key, Secret(token), http=http, rate_limit=int(rate) or None)
    session = SyncSession.open(store, link, clock, StatusTracker(lambda: None), Path(state))
    if not store.lists.of_board(board):
        await session.puller.pull_board(board)
    tell("ready")
    await asyncio.to_thread(sys.stdin.readline)
    for n in range(int(count)):
        card = CreateCard(
            board_id=board, card_id=new_local_id(), list_id=place, name=f"{name} {n}", pos=n + 1.0
        )
        store.writes.submit(card).result()
    while store.outbox.counts()[0]:
        await clock.sleep(min(await session.pusher.push() or 0.1, 3.0))
    tell(f"limited {http.limited}")
    await session.close()
    store.close()


def tell(line: str) -> None:
    """Say it now: a kill may be next."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4], *sys.argv[4:]))
