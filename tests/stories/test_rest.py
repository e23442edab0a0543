"""A start on what is known opens no server, whoever wrote meanwhile; and what is shown is what there is."""

from __future__ import annotations

import asyncio
import random
from contextlib import asynccontextmanager, closing
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tests.stories.passing import passing
from tests.stories.world import URL, PatientClock
from tests.thinned import thinned
from tui.model.values.scalars import format_instant, new_local_id
from tui.model.writes.cards import CreateCard
from tui.secret import Secret
from tui.server.run import LocalServer
from tui.server.watch import FileWatch
from tui.workspace import Link, Workspace

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
def clock() -> PatientClock:
    return PatientClock()


class Window:
    """The program on one store, started again and again; it counts how often it connects."""

    def __init__(self, folder: Path, server: LocalServer, clock: PatientClock) -> None:
        self._folder, self._server, self._clock = folder, server, clock
        self.connected = 0

    @asynccontextmanager
    async def opened(self, board: str, store: str = "store.db") -> AsyncIterator[Workspace]:
        """Start on a board, until all is well."""
        with closing(FileWatch(self._folder / "data" / "server.db")) as watch:

            def connect() -> Link:
                self.connected += 1
                transport = self._server.transport()
                return Link(URL, self._server.key, Secret(self._server.token), http=transport, changes=watch)

            workspace = Workspace.open(
                store_path=self._folder / store,
                account="local",
                connect=connect,
                clock=self._clock,
                revision=lambda: watch.revision(format_instant(self._clock.now())),
            )
            workspace.sync.watch(board)
            await workspace.start()
            try:
                await passing(workspace, self._clock, lambda: workspace.sync.status().state == "synced")
                yield workspace
            finally:
                await workspace.close()


@pytest.fixture
def window(tmp_path: Path, server: LocalServer, clock: PatientClock) -> Window:
    return Window(tmp_path, server, clock)


@pytest.fixture
async def board(http: httpx.AsyncClient) -> str:
    made = await http.post("/boards", data={"name": "Leads"})
    ident: str = made.json()["id"]
    return ident


def shown(workspace: Workspace, board: str) -> list[Any]:
    """All that the screens show of a board and of the account."""
    store = workspace._store
    lists = workspace.boards.lists(board)
    return [
        [(one.id, one.name, one.closed) for one in store.boards.every()],
        [(one.id, one.name, one.pos) for one in lists],
        [
            (card.id, card.name, card.desc, card.pos, card.due, card.id_labels, card.id_list)
            for one in lists
            for face in workspace.cards.faces(one.id)
            if (card := store.cards.get(face.id)) is not None
        ],
        sorted((one.id, one.name, one.color) for one in workspace.boards.labels(board)),
        sorted(one.id for one in store.notifications.all()),
        [(me.id, me.full_name)] if (me := store.members.me()) is not None else [],
    ]


class Colleague:
    """Somebody else, who does one thing after another to a board."""

    def __init__(self, http: httpx.AsyncClient, board: str, pick: random.Random) -> None:
        self._http, self._board, self._pick = http, board, pick

    async def act(self) -> None:
        """Do one thing."""
        lists = (await self._http.get(f"/boards/{self._board}/lists")).json()
        cards = (await self._http.get(f"/boards/{self._board}/cards")).json()
        made = {"idList": self._pick.choice(lists)["id"], "name": f"Card {self._pick.random()}"}
        if not cards:
            return await self._do("POST", "/cards", made)
        card = self._pick.choice(cards)["id"]
        await self._do(
            *self._pick.choice(
                [
                    ("POST", "/cards", made),
                    ("PUT", f"/cards/{card}", {"name": made["name"]}),
                    ("PUT", f"/cards/{card}", {"idList": made["idList"], "pos": "top"}),
                    ("PUT", f"/cards/{card}", {"due": "2027-01-01T00:00:00.000Z"}),
                    ("PUT", f"/cards/{card}", {"closed": "true"}),
                    ("DELETE", f"/cards/{card}", {}),
                    ("POST", f"/cards/{card}/labels", {"name": made["name"], "color": "red"}),
                    ("POST", f"/cards/{card}/actions/comments", {"text": made["name"]}),
                    ("POST", f"/cards/{card}/checklists", {"name": made["name"]}),
                    ("PUT", f"/lists/{made['idList']}", {"name": made["name"]}),
                    ("PUT", f"/boards/{self._board}", {"name": made["name"]}),
                    ("PUT", "/members/me", {"fullName": made["name"]}),
                    ("POST", "/boards", {"name": made["name"]}),
                ]
            )
        )
        return None

    async def _do(self, method: str, path: str, sent: dict[str, Any]) -> None:
        answer = await self._http.request(method, path, params=sent)
        assert answer.status_code == 200, (method, path, answer.text)


async def test_a_second_start_needs_no_server_until_something_is_written(
    window: Window, board: str, http: httpx.AsyncClient, clock: PatientClock
) -> None:
    async with window.opened(board):
        assert window.connected == 1
    async with window.opened(board) as workspace:
        clock.advance(120)
        await asyncio.sleep(0)
        assert window.connected == 1
        first = workspace.boards.lists(board)[0]
        write = CreateCard(board_id=board, card_id=new_local_id(), list_id=first.id, name="Ana Lee", pos=1.0)
        await workspace.writes.submit(write)
        await passing(workspace, clock, lambda: workspace.sync.status().waiting == 0)
        assert window.connected == 2
    there = (await http.get(f"/lists/{first.id}/cards")).json()
    assert [card["name"] for card in there] == ["Ana Lee"]


async def test_what_another_program_writes_meanwhile_appears(
    window: Window, board: str, http: httpx.AsyncClient, clock: PatientClock
) -> None:
    async with window.opened(board):
        pass
    async with window.opened(board) as workspace:
        assert window.connected == 1
        first = workspace.boards.lists(board)[0].id
        await http.post("/cards", data={"idList": first, "name": "Ana Lee"})
        seconds = await passing(
            workspace,
            clock,
            lambda: [face.name for face in workspace.cards.faces(first)] == ["Ana Lee"],
            patience=0.5,
        )
        assert seconds <= 1.0
        assert window.connected == 2


async def test_another_board_is_fetched(window: Window, board: str, http: httpx.AsyncClient) -> None:
    other = (await http.post("/boards", data={"name": "Other"})).json()["id"]
    for ident, connected in ((board, 1), (other, 2), (board, 2), (other, 2)):
        async with window.opened(ident) as workspace:
            assert len(workspace.boards.lists(ident)) == 3
        assert window.connected == connected


@pytest.mark.parametrize("seed", thinned(range(3), 3))
async def test_after_any_doings_of_others_a_start_shows_what_there_is(
    window: Window, board: str, http: httpx.AsyncClient, clock: PatientClock, seed: int
) -> None:
    pick = random.Random(seed)
    other = Colleague(http, board, pick)
    rested = 0
    for start in range(12):
        doings = pick.choice((0, 0, 1, 2))
        for _ in range(doings):
            await other.act()
            clock.advance(1)
        before = window.connected
        async with window.opened(board) as workspace:
            mine = shown(workspace, board)
        rested += window.connected == before
        assert (window.connected == before) is (doings == 0 and start > 0)
        async with window.opened(board, f"anew-{start}.db") as anew:
            assert mine == shown(anew, board)
    assert rested
