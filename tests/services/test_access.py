"""What a token may do: asked once, kept for when there is no line, told again after a login."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from tests.stories.world import URL, PatientClock, Wire
from tests.test_workspace import until
from tui.errors import ReadOnly
from tui.model.account.grant import Grant
from tui.model.writes.boards import UpdateBoard
from tui.secret import Secret
from tui.server.access.apps import create_key, create_token
from tui.server.run import LocalServer
from tui.server.storage import db
from tui.workspace import Link, Workspace

Made = Callable[..., Link]


@pytest.fixture
def clock() -> PatientClock:
    return PatientClock()


@pytest.fixture
def made(server: LocalServer, clock: PatientClock) -> Made:
    """A way to the service with a token of these scopes."""
    with db.writing(server.engine) as connection:
        app = create_key(connection, "Cardscout", clock.now())

    def make(*scopes: str, expiration: str = "never") -> Link:
        with db.writing(server.engine) as connection:
            token = create_token(
                connection,
                id_member=server.id_member,
                key=app.key,
                scopes=scopes,
                expiration=expiration,
                now=clock.now(),
            )
        return Link(URL, app.key, Secret(token), http=Wire(server.transport()), rate_limit=100)

    return make


async def test_a_token_that_only_reads_changes_nothing_and_another_one_does(
    tmp_path: Path, made: Made, clock: PatientClock, http
) -> None:
    board = (await http.post("/boards", data={"name": "Leads"})).json()["id"]
    links = [made("read", expiration="30days"), made("read", "write")]

    def opened() -> Workspace:
        return Workspace.open(
            store_path=tmp_path / "s.db", account="team", connect=lambda: links[0], clock=clock
        )

    workspace = opened()
    await workspace.start()
    await until(workspace, lambda: workspace.access.grant() is not None)
    grant = workspace.access.grant()
    assert grant == Grant(("read",), clock.now() + timedelta(days=30))
    await workspace.boards.pull(board)
    rename = UpdateBoard(board_id=board, name="Sold")
    for refused in (workspace.writes.submit(rename), workspace.writes.undo(), workspace.writes.redo()):
        with pytest.raises(ReadOnly, match="only read") as told:
            await refused
        assert told.value.hint == "A, then l, asks for one that writes"
    assert workspace.outbox.all() == []
    await workspace.close()

    # Without a line it is known too.
    workspace = opened()
    assert "only read" in workspace.access.read_only_reason(board)
    await workspace.start()
    links.pop(0)
    await workspace.access.replace_token(Grant(("read", "write")))
    await workspace.writes.submit(rename)
    await until(workspace, lambda: workspace.sync.status().waiting == 0)
    await workspace.close()
    assert (await http.get(f"/boards/{board}")).json()["name"] == "Sold"


async def test_a_service_that_does_not_tell_of_tokens_is_taken_to_let_us_write(
    tmp_path: Path, made: Made, clock: PatientClock
) -> None:
    link = made("read", "write")
    wire = link.http
    assert isinstance(wire, Wire)
    wire.fail("404", "GET", "/tokens/")
    workspace = Workspace.open(
        store_path=tmp_path / "s.db", account="team", connect=lambda: link, clock=clock
    )
    await workspace.start()
    await until(workspace, lambda: workspace.sync.status().state == "synced")
    assert workspace.access.grant() is None
    assert workspace.access.read_only_reason("b") == ""
    await workspace.close()


def test_what_is_said_of_a_token(clock: PatientClock) -> None:
    now = clock.now()
    soon, late = (
        Grant(("read",), now + timedelta(hours=1)),
        Grant(("read", "write"), now - timedelta(days=60)),
    )
    assert soon.words(now).startswith("read only · ends ")
    assert ":" in soon.words(now)
    assert late.words(now).startswith("read, write · ended ")
    assert ":" not in late.words(now)
    assert Grant(("read", "write")).words(now) == "read, write · does not end by itself"
    assert Grant.from_stored(late.text()) == late
    for damaged in (None, "", "[]", "{}", '{"scopes": 3, "expires": null}', '{"scopes": [], "expires": "x"}'):
        assert Grant.from_stored(damaged) is None
    assert late.replace(expires=None).expires is None


def opens(home: Path, links: list[Link], clock: PatientClock) -> Workspace:
    """A workspace that uses the last of ``links``."""
    return Workspace.open(store_path=home / "s.db", account="team", connect=lambda: links[-1], clock=clock)


def wire_of(link: Link) -> Wire:
    assert isinstance(link.http, Wire)
    return link.http


async def test_what_waits_is_kept_with_a_token_that_only_reads_and_sent_with_one_that_writes(
    tmp_path: Path, made: Made, clock: PatientClock, http
) -> None:
    board = (await http.post("/boards", data={"name": "Leads"})).json()["id"]
    links = [made("read", "write")]
    workspace = opens(tmp_path, links, clock)
    await workspace.start()
    await until(workspace, lambda: workspace.sync.status().state == "synced")
    await workspace.boards.pull(board)
    await workspace.close()

    # Nobody has said yet what the new token may do.
    reads = made("read")
    links.append(reads)
    workspace = opens(tmp_path, links, clock)
    await workspace.writes.submit(UpdateBoard(board_id=board, name="Sold"))
    await workspace.start()
    await until(workspace, lambda: workspace.sync.status().state == "held")
    status = workspace.sync.status()
    assert (status.waiting, status.refused) == (1, 0)
    assert "may not write" in status.detail
    assert {method for method, _ in wire_of(reads).seen} == {"GET"}
    shown = workspace.boards.get(board)
    assert shown is not None
    assert shown.name == "Sold"
    await workspace.close()

    # And after a restart.
    workspace = opens(tmp_path, links, clock)
    await workspace.start()
    await until(workspace, lambda: workspace.sync.status().state == "held")
    links.append(made("read", "write"))
    await workspace.access.replace_token(Grant(("read", "write")))
    await until(workspace, lambda: workspace.sync.status().waiting == 0)
    assert workspace.outbox.all() == []
    await workspace.close()
    assert (await http.get(f"/boards/{board}")).json()["name"] == "Sold"
    assert {method for method, _ in wire_of(reads).seen} == {"GET"}


async def test_where_the_service_does_not_tell_a_write_it_lets_nobody_make_is_kept(
    tmp_path: Path, made: Made, clock: PatientClock, http
) -> None:
    board = (await http.post("/boards", data={"name": "Leads"})).json()["id"]
    link = made("read", "write")
    wire_of(link).fail("404", "GET", "/tokens/")
    wire_of(link).fail("not ours", "PUT", "/boards/")
    workspace = opens(tmp_path, [link], clock)
    await workspace.start()
    await until(workspace, lambda: workspace.sync.status().state == "synced")
    await workspace.boards.pull(board)
    await workspace.writes.submit(UpdateBoard(board_id=board, name="Sold"))
    await until(workspace, lambda: workspace.sync.status().state == "held")
    status = workspace.sync.status()
    assert (status.waiting, status.refused) == (1, 0)
    assert "permission requested" in status.detail
    clock.advance(60)
    workspace.sync.refresh()
    await until(workspace, lambda: workspace.sync.status().waiting == 0)
    await workspace.close()


async def test_a_new_token_ends_the_state_of_the_one_before_at_once(
    tmp_path: Path, made: Made, clock: PatientClock
) -> None:
    link = made("read", "write")
    bad = link.replace(token=Secret("0" * 64))
    links = [bad]
    workspace = opens(tmp_path, links, clock)
    await workspace.start()
    await until(workspace, lambda: workspace.sync.status().state == "unauthorized")
    links.append(link)
    seen: list[str] = []
    end = workspace.sync.subscribe(lambda _: seen.append(workspace.sync.status().state))
    await workspace.access.replace_token(Grant(("read", "write")))
    assert workspace.sync.status().state != "unauthorized"
    await until(workspace, lambda: workspace.sync.status().state == "synced")
    end()
    assert seen[-1] == "synced"
    await workspace.close()
