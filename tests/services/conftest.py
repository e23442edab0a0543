"""A workspace whose sync runs, on a service with one board."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

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

    async def sent(self) -> None:
        """Wait until nothing waits."""
        await self.until(lambda: self.workspace.sync.status().waiting == 0)

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait for news after which ``true`` is."""
        await until_news(self.workspace.sync.subscribe, true)


@pytest.fixture
async def house(tmp_path: Path, server: LocalServer, http: httpx.AsyncClient) -> AsyncIterator[House]:
    clock, wire = PatientClock(), Wire(server.transport())
    link = link_to(server, wire)
    workspace = Workspace.open(
        store_path=tmp_path / "store.db", account="local", connect=lambda: link, clock=clock
    )
    await workspace.start()
    board = (await http.post("/boards", data={"name": "Leads"})).json()["id"]
    await workspace.boards.pull(board)
    yield House(workspace, board, wire, clock, http, tmp_path / "store.db")
    await workspace.close()
