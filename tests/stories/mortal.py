"""A program that sends what waits, and is killed at its n-th write: before it, or just after it was carried out."""

import asyncio
import os
import signal
from pathlib import Path

import httpx

from tui.clock import SystemClock
from tui.secret import Secret
from tui.server.run import LocalServer
from tui.store.opening import open_store
from tui.sync.link import Link
from tui.sync.session import SyncSession
from tui.sync.status import StatusTracker


class Mortal(httpx.AsyncBaseTransport):
    """Carries requests until its time has come."""

    def __init__(self, inner: httpx.AsyncBaseTransport, lives: int, when: str) -> None:
        self.inner, self.lives, self.when = inner, lives, when

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.method == "GET":
            return await self.inner.handle_async_request(request)
        self.lives -= 1
        last = self.lives == 0
        if last and self.when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        response = await self.inner.handle_async_request(request)
        if last:
            os.kill(os.getpid(), signal.SIGKILL)
        return response


async def main(home: Path, lives: int, when: str) -> None:
    clock = SystemClock()
    server = LocalServer.open(home / "data", clock, sample=False)
    store = open_store(home / "store.db", clock)
    link = Link("http://cardscout.localhost", server.key, Secret(server.token))
    link = Link(link.board_url, link.key, link.token, http=Mortal(server.transport(), lives, when))
    session = SyncSession.open(store, link, clock, StatusTracker(lambda: None), home)
    while (wait := await session.pusher.push()) is not None:
        await clock.sleep(wait)
    await session.close()
    store.close()
    server.close()


def run(home: str, lives: str, when: str) -> None:
    asyncio.run(main(Path(home), int(lives), when))
