import asyncio
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import cast

import pytest

from tests.store.answers import remember
from tests.stories.passing import Passing
from tests.stories.world import PatientClock, Wire, link_to, somebody, until_news
from tui.errors import CredentialError, RemoteError, StoreError
from tui.model.change import Change
from tui.model.company import Company
from tui.model.finding import Finding
from tui.model.subject import Identifier, Subject
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard, MoveCard
from tui.server.run import LocalServer
from tui.services.enrich.lookups import READ_CARDS
from tui.workspace import Link, Workspace, in_each


@pytest.fixture
def clock() -> PatientClock:
    return PatientClock()


@pytest.fixture
def wire(server: LocalServer) -> Wire:
    return Wire(server.transport())


@pytest.fixture
def link(server: LocalServer, wire: Wire) -> Link:
    return link_to(server, wire)


@pytest.fixture
async def workspace(tmp_path: Path, link: Link, clock: PatientClock) -> AsyncIterator[Workspace]:
    """A workspace on a service with one board, the sync running and the board fetched."""
    opened = Workspace.open(
        store_path=tmp_path / "store.db", account="local", connect=lambda: link, clock=clock
    )
    await opened.start()
    yield opened
    await opened.close()


@pytest.fixture
async def board_id(workspace: Workspace, server: LocalServer, http) -> str:
    made = await http.post("/boards", data={"name": "Leads"})
    board: str = made.json()["id"]
    await workspace.boards.pull(board)
    return board


async def until(workspace: Workspace, true: Callable[[], bool]) -> None:
    """Wait for news after which ``true`` is."""
    await until_news(workspace.sync.subscribe, true)


def create(board_id: str, list_id: str, name: str = "Ana Lee", desc: str = "") -> CreateCard:
    return CreateCard(
        board_id=board_id, card_id=new_local_id(), list_id=list_id, name=name, pos=1.0, desc=desc
    )


async def test_a_board_is_whole_after_a_pull(workspace: Workspace, board_id: str) -> None:
    assert [board.name for board in workspace.boards.all()] == ["Leads"]
    assert [board_list.name for board_list in workspace.boards.lists(board_id)] == ["To Do", "Doing", "Done"]
    assert workspace.boards.find("leads") == workspace.boards.get(board_id)
    me = workspace.access.me()
    assert me is not None
    assert me.id in {member.id for member in workspace.boards.members(board_id)}


async def test_an_empty_board_is_known_to_be_empty_once_it_was_read(workspace: Workspace, http) -> None:
    made = await http.post("/boards", data={"name": "Later", "defaultLists": "false"})
    board: str = made.json()["id"]
    assert not workspace.boards.was_read(board)
    await workspace.boards.pull(board)
    assert workspace.boards.was_read(board)
    assert workspace.boards.was_read(new_local_id())
    assert workspace.boards.lists(board) == []


async def test_a_write_is_here_at_once_and_there_soon(workspace: Workspace, board_id: str, http) -> None:
    first, second, _ = workspace.boards.lists(board_id)
    bound: dict[str, str] = {}
    workspace.sync.subscribe(lambda change: bound.update(change.bound))
    op = create(board_id, first.id)
    await workspace.writes.submit(op)
    assert [face.name for face in workspace.cards.faces(first.id)] == ["Ana Lee"]
    assert workspace.cards.counts(board_id).get(first.id) == 1
    await until(workspace, lambda: workspace.sync.status().waiting == 0)
    await workspace.writes.submit(MoveCard(board_id=board_id, card_id=op.card_id, list_id=second.id, pos=1.0))
    await until(workspace, lambda: workspace.sync.status().waiting == 0)
    there = (await http.get(f"/lists/{second.id}/cards")).json()
    assert [card["name"] for card in there] == ["Ana Lee"]
    assert bound == {op.card_id: there[0]["id"]}


async def test_undo_and_redo_say_what_they_did(workspace: Workspace, board_id: str) -> None:
    first, second, _ = workspace.boards.lists(board_id)
    op = create(board_id, first.id)
    await workspace.writes.submit(op)
    await until(workspace, lambda: workspace.sync.status().waiting == 0)
    [face] = workspace.cards.faces(first.id)
    await workspace.writes.submit(MoveCard(board_id=board_id, card_id=face.id, list_id=second.id, pos=1.0))
    undone = await workspace.writes.undo()
    assert undone is not None
    assert "Ana Lee" in undone.words
    assert undone.card_ids == (face.id,)
    assert [face.name for face in workspace.cards.faces(first.id)] == ["Ana Lee"]
    assert await workspace.writes.redo() is not None
    assert workspace.cards.faces(first.id) == []


async def test_nothing_to_undo_is_no_error(workspace: Workspace) -> None:
    assert await workspace.writes.undo() is None
    assert await workspace.writes.redo() is None


async def test_the_status_tells_offline_and_back(
    workspace: Workspace, board_id: str, wire: Wire, clock: PatientClock
) -> None:
    first = workspace.boards.lists(board_id)[0]
    await until(workspace, lambda: workspace.sync.status().state == "synced")
    wire.plugged = False
    with Passing(clock):
        await workspace.writes.submit(create(board_id, first.id))
        await until(workspace, lambda: workspace.sync.status().state == "offline")
        assert workspace.sync.status().waiting == 1
        assert workspace.sync.status().detail
        wire.plugged = True
        workspace.sync.refresh()
        await until(workspace, lambda: workspace.sync.status().waiting == 0)
        await until(workspace, lambda: workspace.sync.status().state == "synced")


async def test_without_credentials_the_store_is_still_readable(
    tmp_path: Path, workspace: Workspace, board_id: str, clock: PatientClock
) -> None:
    await workspace.close()

    def refuse() -> Link:
        raise CredentialError("The keyring is locked.", hint="Unlock it.")

    again = Workspace.open(store_path=tmp_path / "store.db", account="local", connect=refuse, clock=clock)
    await again.start()
    await until(again, lambda: again.sync.status().state == "unauthorized")
    assert [board.name for board in again.boards.all()] == ["Leads"]
    assert "keyring" in again.sync.status().detail
    with pytest.raises(CredentialError):
        await again.boards.pull(board_id)
    await again.close()


async def test_what_needs_the_service_fails_clearly_when_the_sync_is_not_running(
    tmp_path: Path, link: Link, clock: PatientClock
) -> None:
    closed = Workspace.open(
        store_path=tmp_path / "other.db", account="local", connect=lambda: link, clock=clock
    )
    assert closed.boards.all() == []
    assert closed.sync.status().state == "starting"
    with pytest.raises(RemoteError):
        await closed.boards.pull("any")
    await closed.close()


async def test_a_card_is_enriched_and_the_result_attached_once(
    workspace: Workspace, board_id: str, server: LocalServer, clock: PatientClock, http
) -> None:
    email = somebody(server, clock)
    first = workspace.boards.lists(board_id)[0]
    await workspace.writes.submit(create(board_id, first.id, desc=f"Reach her at {email}"))
    await until(workspace, lambda: workspace.sync.status().waiting == 0)
    [face] = workspace.cards.faces(first.id)
    subject = next(s for s in workspace.lookups.subjects(face.id) if s.value("email") == email)
    assert workspace.lookups.quote(subject).low == 1
    found = await workspace.lookups.enrich(subject)
    assert found.matched
    assert workspace.lookups.finding(subject) == found
    assert workspace.lookups.quote(subject).high == 0
    assert workspace.spending.credits() == found.credits_left

    assert not workspace.lookups.is_attached(face.id, found.key)
    assert await workspace.lookups.attach(face.id, found) == "attached"
    assert await workspace.lookups.attach(face.id, found) == "unchanged"
    assert workspace.lookups.is_attached(face.id, found.key)
    await until(workspace, lambda: workspace.sync.status().waiting == 0)
    waiting = workspace.sync.status().waiting
    again = found.replace(cost=0, fetched_at=clock.now() + timedelta(days=2))
    assert await workspace.lookups.attach(face.id, again) == "unchanged"
    assert workspace.sync.status().waiting == waiting
    newer = found.replace(cost=0, provider="another directory")
    assert await workspace.lookups.attach(face.id, newer) == "updated"
    await until(workspace, lambda: workspace.sync.status().waiting == 0)
    comments = (await http.get(f"/cards/{face.id}/actions", params={"filter": "commentCard"})).json()
    assert len(comments) == 1
    assert "another directory" in comments[0]["data"]["text"]
    # Our own comment names nobody new.
    assert [s.key for s in workspace.lookups.subjects(face.id)].count(subject.key) == 1


async def test_a_comment_attached_from_another_machine_is_known_again(
    tmp_path: Path, workspace: Workspace, board_id: str, server: LocalServer, link: Link, clock: PatientClock
) -> None:
    email = somebody(server, clock)
    first = workspace.boards.lists(board_id)[0]
    await workspace.writes.submit(create(board_id, first.id, desc=email))
    await until(workspace, lambda: workspace.sync.status().waiting == 0)
    [face] = workspace.cards.faces(first.id)
    subjects = workspace.lookups.subjects(face.id)
    found = await workspace.lookups.enrich(next(each for each in subjects if each.value("email")))
    await workspace.lookups.attach(face.id, found)
    await until(workspace, lambda: workspace.sync.status().waiting == 0)

    other = Workspace.open(
        store_path=tmp_path / "other.db", account="local", connect=lambda: link, clock=clock
    )
    await other.start()
    await other.boards.pull(board_id)
    assert other.lookups.is_attached(face.id, found.key)
    assert await other.lookups.attach(face.id, found) == "unchanged"
    await other.close()


async def test_drafts_and_the_last_place_are_kept(
    tmp_path: Path, workspace: Workspace, link: Link, clock: PatientClock
) -> None:
    workspace.drafts.keep("comment:1", "half a sen")
    workspace.memory.set("board", "b")
    # As two windows do, of which each would store what it has read.
    both = (workspace.memory.change_filters(partial(_with, name)) for name in "ab")
    await asyncio.gather(*both)
    await workspace.close()
    again = Workspace.open(
        store_path=tmp_path / "store.db", account="local", connect=lambda: link, clock=clock
    )
    assert again.drafts.get("comment:1") == ""
    assert again.drafts.unfinished("comment:1") == "half a sen"
    assert again.memory.get("board") == "b"
    assert again.drafts.unfinished("comment:2") == ""
    assert again.memory.get("cursor") is None
    assert again.memory.saved_filters() == {"a": "#a", "b": "#b"}
    await again.close()


def _with(name: str, filters: dict[str, str]) -> dict[str, str]:
    return filters | {name: f"#{name}"}


async def test_two_processes_on_one_store_see_each_other(
    tmp_path: Path, workspace: Workspace, board_id: str, clock: PatientClock
) -> None:
    heard: list[Change] = []
    workspace.sync.subscribe(heard.append)
    first = workspace.boards.lists(board_id)[0]
    script = tmp_path / "other.py"
    script.write_text(
        "import sys\n"
        "from pathlib import Path\n"
        "from tui.clock import SystemClock\n"
        "from tui.model.writes.cards import CreateCard\n"
        "from tui.model.values.scalars import new_local_id\n"
        "from tui.store.opening import open_store\n"
        "store = open_store(Path(sys.argv[1]), SystemClock())\n"
        "store.writes.submit(CreateCard(board_id=sys.argv[2], card_id=new_local_id(), list_id=sys.argv[3],"
        " name='from the shell', pos=1.0)).result()\n"
        "store.close()\n"
    )
    root = Path(__file__).parents[1]
    await asyncio.to_thread(
        subprocess.run,
        [sys.executable, str(script), str(tmp_path / "store.db"), board_id, first.id],
        cwd=root,
        env={"PYTHONPATH": str(root)},
        check=True,
    )
    with Passing(clock):
        await until(workspace, lambda: any("cards" in change.nouns for change in heard))
        assert [face.name for face in workspace.cards.faces(first.id)] == ["from the shell"]
        await until(workspace, lambda: workspace.sync.status().waiting == 0)


def test_opening_the_door_imports_no_network_library() -> None:
    script = (
        "import sys, tui.workspace\n"
        "heavy = {'httpx', 'tenacity', 'starlette', 'sqlalchemy', 'keyring', 'textual', 'tui.api.transport',"
        " 'merge3'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    root = Path(__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=root, env={"PYTHONPATH": str(root)}, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert done.stdout.strip() == "[]"


async def test_a_write_outlives_the_screen_it_was_made_on(workspace: Workspace, board_id: str, http) -> None:
    """Leaving a screen cancels its workers; another process's lock must not turn that into a lost card."""
    first = workspace.boards.lists(board_id)[0]
    free = threading.Event()
    workspace._store._db.write(lambda _tx: free.wait(10))
    worker = asyncio.create_task(workspace.writes.submit(create(board_id, first.id)))
    await asyncio.sleep(0)
    worker.cancel()
    with pytest.raises(asyncio.CancelledError):
        await worker
    free.set()
    await until(workspace, lambda: len(workspace.cards.faces(first.id)) == 1)
    await until(workspace, lambda: workspace.sync.status().waiting == 0)
    there = (await http.get(f"/lists/{first.id}/cards")).json()
    assert [card["name"] for card in there] == ["Ana Lee"]


async def test_a_person_is_not_quoted_by_the_finding_of_a_firm_of_the_same_name(
    workspace: Workspace, clock: PatientClock
) -> None:
    """Both may be called by one word of a profile's address; looking the person up would be charged."""
    slug = (Identifier(kind="network_slug", value="jane"),)
    firm = Company(name="Jane Pty", network_slug="jane", domain="jane.example")
    found = Finding(key="domain:jane.example", type="company", company=firm, fetched_at=clock.now())
    remember(workspace._store, found).result()
    person = Subject(type="person", identifiers=slug)
    assert workspace.lookups.finding(person) is None
    assert workspace.lookups.quote(person).low == 1
    assert workspace.lookups.finding(Subject(type="company", identifiers=slug)) == found


async def test_of_the_cards_read_for_names_the_last_ones_are_remembered(
    workspace: Workspace, board_id: str
) -> None:
    first = workspace.boards.lists(board_id)[0]
    ops = [create(board_id, first.id, desc=f"mail{n}@firm.example") for n in range(READ_CARDS + 2)]
    await workspace.writes.submit_all(ops)
    for op in (*ops, ops[0]):
        assert any(each.value("email") for each in workspace.lookups.subjects(op.card_id))
    assert list(workspace.lookups._subjects) == [op.card_id for op in (*ops[3:], ops[0])]


@pytest.mark.parametrize(("country", "number"), [("AU", "+61212345678"), ("NZ", "+64212345678")])
async def test_whose_number_it_is_where_the_card_does_not_say(
    tmp_path: Path, clock: PatientClock, link: Link, country: str, number: str
) -> None:
    path = tmp_path / "own.db"
    own = Workspace.open(store_path=path, account="x", connect=lambda: link, clock=clock, country=country)
    found = own.lookups.subject("Call 0212345678")
    assert found is not None
    assert found.value("phone") == number
    await own.close()


async def test_an_account_that_fails_does_not_take_the_others_along(workspace: Workspace) -> None:
    async def work(one: Workspace) -> str:
        if one is not workspace:
            raise StoreError("The disk is full.")
        return "done"

    broken = cast("Workspace", object())
    assert await in_each({"a": broken, "b": workspace}, work) == ({"b": "done"}, {"a": "The disk is full."})
