"""A workspace whose sync runs, on a service with one board."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.conftest import signed_in
from tests.shares import made_once
from tests.stories.world import PatientClock, Wire, link_to, until_news
from tui.server.run import LocalServer
from tui.workspace import Workspace


@dataclass
class House:
    """The workspace, its board, and what it stands on."""

    workspace: Workspace
    board_id: str
    wire: Wire
    clock: PatientClock
    http: httpx.AsyncClient
    store_path: Path

    @property
    def lists(self) -> list[str]:
        """Ids of the board's lists."""
        return [one.id for one in self.workspace.boards.lists(self.board_id)]

    async def make(self, path: str, **data: str) -> str:
        """Something made by somebody else; its id."""
        made = await self.http.post(path, data=data)
        assert made.status_code == 200, made.text
        return str(made.json()["id"])

    async def cut_off(self) -> None:
        """Cut the service off, once nothing is under way to it; from now on nothing is tried.

        A card that is being sent, though in vain, is archived by an undo and not just forgotten.
        """
        await self.sent()
        await self.until(lambda: self.workspace.sync.status().state == "synced")

        async def rest() -> None:
            """Send nothing."""

        # What was sent already may have a push to come, which would take what is written next.
        session: Any = self.workspace._engine._session
        session.pusher.push = rest
        self.wire.plugged = False

    async def sent(self) -> None:
        """Wait until nothing waits."""
        await self.until(lambda: self.workspace.sync.status().waiting == 0)

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait for news after which ``true`` is."""
        await until_news(self.workspace.sync.subscribe, true)


@pytest.fixture
async def house(
    tmp_path: Path, server: LocalServer, http: httpx.AsyncClient, furnished: Path
) -> AsyncIterator[House]:
    shutil.copy(furnished / "store.db", tmp_path)
    async with _opened(tmp_path, server, http, PatientClock()) as house:
        house.board_id = (furnished / "board").read_text()
        yield house


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a service and a workspace with that board leave, to be copied: making it takes longer than most tests."""

    def make(home: Path) -> None:
        clock = PatientClock()
        # Its ids are from before those of the tests.
        clock.advance(-1)
        asyncio.run(_furnish(home, clock))

    return made_once(tmp_path_factory, "house", make)


@pytest.fixture
def beginning(beginning: Path, request: pytest.FixtureRequest) -> Path:
    """What the service begins with: that board, for tests of the house."""
    return request.getfixturevalue("furnished") / "data" if "furnished" in request.fixturenames else beginning


async def _furnish(home: Path, clock: PatientClock) -> None:
    server = LocalServer.open(home / "data", clock, sample=False)
    async with signed_in(server) as http, _opened(home, server, http, clock) as house:
        board = (await http.post("/boards", data={"name": "Leads"})).json()["id"]
        await house.workspace.boards.pull(board)
        (home / "board").write_text(board)
    server.close()


@asynccontextmanager
async def _opened(
    home: Path, server: LocalServer, http: httpx.AsyncClient, clock: PatientClock
) -> AsyncIterator[House]:
    wire = Wire(server.transport())
    link = link_to(server, wire)
    workspace = Workspace.open(
        store_path=home / "store.db", account="local", connect=lambda: link, clock=clock
    )
    await workspace.start()
    yield House(workspace, "", wire, clock, http, home / "store.db")
    await workspace.close()
