"""What somebody else writes appears here: at once where the service's file can be watched, else within seconds."""

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.stories.passing import passing
from tests.stories.world import URL, PatientClock, Wire
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard, UpdateCard
from tui.secret import Secret
from tui.server.run import LocalServer
from tui.server.watch import FileWatch
from tui.sync.early_pulls import EVERY
from tui.sync.engine import ELSEWHERE
from tui.workspace import Link, Workspace


@pytest.fixture
def clock() -> PatientClock:
    return PatientClock()


@pytest.fixture
def wire(server: LocalServer) -> Wire:
    return Wire(server.transport())


@pytest.fixture
async def workspace(
    tmp_path: Path, server: LocalServer, wire: Wire, clock: PatientClock
) -> AsyncIterator[Workspace]:
    watch = FileWatch(tmp_path / "data" / "server.db")
    link = Link(URL, server.key, Secret(server.token), http=wire, changes=watch)
    opened = Workspace.open(
        store_path=tmp_path / "store.db", account="local", connect=lambda: link, clock=clock
    )
    await opened.start()
    yield opened
    await opened.close()
    watch.close()


@pytest.fixture
async def board_id(workspace: Workspace, http: httpx.AsyncClient) -> str:
    made = await http.post("/boards", data={"name": "Leads"})
    board: str = made.json()["id"]
    await workspace.boards.pull(board)
    workspace.sync.watch(board)
    return board


async def test_a_card_of_another_client_appears_within_a_second(
    workspace: Workspace, board_id: str, clock: PatientClock, http: httpx.AsyncClient
) -> None:
    first = workspace.boards.lists(board_id)[0]
    await passing(workspace, clock, lambda: workspace.sync.status().state == "synced")
    await http.post("/cards", data={"idList": first.id, "name": "Ana Lee"})
    seconds = await passing(
        workspace, clock, lambda: [face.name for face in workspace.cards.faces(first.id)] == ["Ana Lee"]
    )
    assert seconds <= 1.0


async def test_what_no_feed_carries_appears_too(
    workspace: Workspace, board_id: str, clock: PatientClock, http: httpx.AsyncClient
) -> None:
    first, label = workspace.boards.lists(board_id)[0], workspace.boards.labels(board_id)[0]
    card = (await http.post("/cards", data={"idList": first.id, "name": "Ana Lee"})).json()["id"]
    await passing(workspace, clock, lambda: bool(workspace.cards.faces(first.id)))
    await http.post(f"/cards/{card}/idLabels", data={"value": label.id})
    await passing(workspace, clock, lambda: workspace.cards.faces(first.id)[0].label_ids == (label.id,))


async def test_our_own_write_is_not_lost_to_theirs(
    workspace: Workspace, board_id: str, clock: PatientClock, http: httpx.AsyncClient, wire: Wire
) -> None:
    first = workspace.boards.lists(board_id)[0]
    card = (await http.post("/cards", data={"idList": first.id, "name": "Ana Lee"})).json()["id"]
    await passing(workspace, clock, lambda: bool(workspace.cards.faces(first.id)))
    wire.fail("refuse", "PUT", "/cards/", times=3)
    await workspace.writes.submit(UpdateCard(board_id=board_id, card_id=card, name="Ana Ray"))
    await http.put(f"/cards/{card}", data={"desc": "met", "name": "Somebody else's"})

    def described() -> bool:
        held = workspace.cards.get(card)
        return held is not None and held.desc == "met"

    await passing(workspace, clock, described)
    # Theirs stands once both are known to each other; until then ours is shown, and it is kept for good.
    held = workspace.cards.get(card)
    assert held is not None
    assert held.name == "Ana Ray" or [one.mine for one in workspace.conflicts.all()] == ["Ana Ray"]


async def test_nothing_is_asked_while_nothing_happens(
    workspace: Workspace, board_id: str, clock: PatientClock, wire: Wire
) -> None:
    first = workspace.boards.lists(board_id)[0]
    await workspace.writes.submit(
        CreateCard(board_id=board_id, card_id=new_local_id(), list_id=first.id, name="Ana", pos=1.0)
    )
    await passing(workspace, clock, lambda: workspace.sync.status().waiting == 0)
    # One look follows what was written here; then there is peace.
    asked, peaceful = -1, 0
    for _ in range(200):
        asked, peaceful = len(wire.seen), peaceful + 1 if len(wire.seen) == asked else 0
        if peaceful == 6:
            break
        clock.advance(ELSEWHERE)
        await asyncio.to_thread(threading.Event().wait, 0.05)
    for _ in range(20):
        clock.advance(ELSEWHERE)
        await asyncio.to_thread(threading.Event().wait, 0.01)
    assert len(wire.seen) == asked


@pytest.fixture
async def far(
    tmp_path: Path, wire: Wire, server: LocalServer, clock: PatientClock
) -> AsyncIterator[Workspace]:
    link = Link(URL, server.key, Secret(server.token), http=wire)
    opened = Workspace.open(store_path=tmp_path / "far.db", account="team", connect=lambda: link, clock=clock)
    await opened.start()
    yield opened
    await opened.close()


async def test_from_a_server_elsewhere_a_card_comes_within_seconds_and_costs_a_small_request_each_four(
    far: Workspace, clock: PatientClock, http: httpx.AsyncClient, wire: Wire
) -> None:
    board = (await http.post("/boards", data={"name": "Leads"})).json()["id"]
    await far.boards.pull(board)
    far.sync.watch(board)
    first = far.boards.lists(board)[0]
    await passing(far, clock, lambda: far.sync.status().state == "synced")
    # At another moment than what was read: the clock has stood still if that was there at once.
    clock.advance(0.1)
    await http.post("/cards", data={"idList": first.id, "name": "Ana Lee"})
    seconds = await passing(
        far, clock, lambda: [one.name for one in far.cards.faces(first.id)] == ["Ana Lee"]
    )
    assert seconds <= EVERY + 2
    pulls, glances = wire.count("GET", f"/1/boards/{board}/log"), wire.count("GET", f"/1/boards/{board}")
    begun = clock.monotonic()
    await passing(far, clock, lambda: clock.monotonic() - begun > 3 * EVERY)
    assert wire.count("GET", f"/1/boards/{board}") >= glances + 2
    assert wire.count("GET", f"/1/boards/{board}/log") == pulls, "nothing is read where nothing happened"
