"""Somebody opts out: what two accounts put on three boards about them is gone everywhere, and the user is told where."""

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.conftest import signed_in
from tests.stories.passing import Passing
from tests.stories.world import PatientClock, Wire, link_to, until_news
from tests.thinned import thinned
from tui.cli.privacy.all_accounts import Everywhere, withdraw
from tui.model.enrich.withdrawal import Withdrawal
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard
from tui.model.writes.comments import DeleteComment
from tui.presentation.withdrawn import lines, staying_cards, staying_lines
from tui.server.demo_data.seed import seed_directory
from tui.server.run import LocalServer
from tui.server.storage import db
from tui.services.enrich import withdrawals
from tui.workspace import Workspace

ANA = "ana.reid@tuiridge.example"


@dataclass
class Desk:
    """An account with its embedded server, and one board for each name."""

    server: LocalServer
    workspace: Workspace
    wire: Wire
    http: httpx.AsyncClient
    store: Path
    boards: dict[str, str]

    async def attach(self, board: str) -> str:
        """Look Ana up from a new card on the board, and attach what is found; return the card's id."""
        lists = self.workspace.boards.lists(self.boards[board])
        card = new_local_id()
        await self.workspace.writes.submit(
            CreateCard(
                board_id=self.boards[board],
                card_id=card,
                list_id=lists[0].id,
                name=f"Ring Ana on {board}",
                pos=1.0,
                desc=ANA,
            )
        )
        await self.sent()
        (face,) = self.workspace.cards.faces(lists[0].id)
        found = await self.workspace.lookups.enrich(self.workspace.lookups.subjects(face.id)[0])
        assert found.person is not None
        assert await self.workspace.lookups.attach(face.id, found) == "attached"
        await self.sent()
        # It is brought up to date once, so that the activity has the text twice.
        newer = found.replace(provider="another directory")
        assert await self.workspace.lookups.attach(face.id, newer) == "updated"
        await self.sent()
        return face.id

    async def sent(self) -> None:
        """Wait until the service has everything."""
        await until_news(self.workspace.sync.subscribe, lambda: self.workspace.sync.status().waiting == 0)

    async def told(self) -> str:
        """All that the boards' activity says, as the service has it."""
        answers = [await self.http.get(f"/boards/{each}/actions") for each in self.boards.values()]
        inbox = await self.http.get("/members/me/notifications")
        return " ".join(answer.text for answer in (*answers, inbox))

    def receipts(self) -> str:
        """Whom the local store's receipts and requests are about."""
        with closing(sqlite3.connect(self.store)) as conn:
            return str([conn.execute(f"SELECT key FROM {each}").fetchall() for each in ("ledger", "asked")])

    def kept(self) -> str:
        """All texts of the local store, the opt-out list, which needs its keys, and the cards' own texts left out."""
        with closing(sqlite3.connect(self.store)) as conn:
            tables = ("findings", "docs", "events", "outbox", "ledger", "bulk_items", "asked", "attached")
            rows = [row for each in tables for row in conn.execute(f"SELECT * FROM {each}")]
        return "\n".join(str(row) for row in rows)


@asynccontextmanager
async def desk(home: Path, bare: Path, clock: PatientClock, *boards: str) -> AsyncIterator[Desk]:
    shutil.copytree(bare, home / "data")
    server = LocalServer.open(home / "data", clock, sample=False)
    with db.writing(server.engine) as connection:
        seed_directory(connection, clock)
    wire = Wire(server.transport())
    link = link_to(server, wire)
    workspace = Workspace.open(
        store_path=home / "store.db", account=home.name, connect=lambda: link, clock=clock
    )
    await workspace.start()
    async with signed_in(server) as client:
        made = {each: (await client.post("/boards", data={"name": each})).json()["id"] for each in boards}
        for ident in made.values():
            await workspace.boards.pull(ident)
        yield Desk(server, workspace, wire, client, home / "store.db", made)
    await workspace.close()
    server.close()


@dataclass
class Two:
    local: Desk
    work: Desk
    clock: PatientClock

    @property
    def everywhere(self) -> Everywhere:
        return Everywhere({"local": self.local.workspace, "work": self.work.workspace})

    async def opt_out(self) -> dict[str, Withdrawal]:
        return await withdraw(self.everywhere, [("email", ANA, "asked by phone")])


@pytest.fixture
async def two(tmp_path: Path, bare: Path) -> AsyncIterator[Two]:
    clock = PatientClock()
    async with (
        desk(tmp_path / "local", bare, clock, "Pipeline", "Team") as local,
        desk(tmp_path / "work", bare, clock, "Leads") as work,
    ):
        await asyncio.gather(local.attach("Pipeline"), work.attach("Leads"))
        await local.attach("Team")
        yield Two(local, work, clock)


async def test_what_was_attached_on_three_boards_of_two_accounts_is_gone_and_said_where(two: Two) -> None:
    (found,) = two.work.workspace.withdrawals.notes([("email", ANA)])
    text = two.work.workspace.cards.comments(found.card_id)[0].text
    mobile = next(line for line in text.splitlines() if line.startswith("- Phone: "))[9:25]
    told = await two.opt_out()
    assert lines(told, {}) == [
        "deleted: local · comment on Pipeline › Ring Ana on Pipeline",
        "deleted: local · comment on Team › Ring Ana on Team",
        "deleted: work · comment on Leads › Ring Ana on Leads",
        "erased: local · 1 remembered answer",
        "erased: work · 1 remembered answer",
    ]
    for each in (two.local, two.work):
        said, kept = await each.told(), each.kept()
        for secret in ("Source: ", "**Ana Reid**", mobile):
            assert secret not in said
            assert secret not in kept
        subject = each.workspace.lookups.subject(ANA)
        assert subject is not None
        assert each.workspace.suppression.covers(subject) is not None
        assert await each.workspace.writes.undo() is not None  # of the lookups' card, not of the deletion
        await each.sent()
        assert "Source: " not in await each.told()


async def test_what_cannot_be_deleted_is_said_with_its_reason(two: Two) -> None:
    other = two.local
    with db.writing(other.server.engine) as connection:
        # The board's only admin becomes an observer who may not comment.
        board = other.boards["Team"]
        connection.exec_driver_sql(
            "UPDATE membership SET member_type = 'observer' WHERE id_board = ?", (board,)
        )
    await other.workspace.boards.pull(board)
    two.work.wire.plugged = False
    with Passing(two.clock):
        told = await two.opt_out()
    shown = lines(told, {"old": "the vault is closed"})
    assert shown[0] == "deleted: local · comment on Pipeline › Ring Ana on Pipeline"
    assert shown[1] == (
        "still there: local · comment on Team › Ring Ana on Team (as an observer you may only read this board)"
    )
    assert shown[2].startswith("queued: work · comment on Leads › Ring Ana on Leads (")
    assert shown[-1] == "not reached: old (the vault is closed)"
    assert "Source: " in await two.work.told()
    two.work.wire.plugged = True
    two.work.workspace.sync.refresh()
    with Passing(two.clock):
        await two.work.sent()
    assert "Source: " not in await two.work.told()
    # What could not be deleted is found again by the next withdrawal.
    (left,) = two.local.workspace.withdrawals.notes()
    assert (left.board, left.state) == ("Team", "kept")


async def test_comments_on_archived_cards_and_closed_boards_are_deleted_too(two: Two) -> None:
    other = two.local
    (card,) = (await other.http.get(f"/boards/{other.boards['Pipeline']}/cards")).json()
    await other.http.put(f"/cards/{card['id']}", data={"closed": "true"})
    await other.http.put(f"/boards/{other.boards['Team']}", data={"closed": "true"})
    for board in other.boards.values():
        await other.workspace.boards.pull(board)
    assert other.workspace.cards.get(card["id"]) is None
    two.local.wire.plugged = False
    with Passing(two.clock):
        told = lines(await two.opt_out(), {})
    why = "it cannot be read now: withdraw again when its service answers"
    assert f"still there: local · comment on an archived card ({why})" in told
    two.local.wire.plugged = True
    other.workspace.sync.refresh()
    with Passing(two.clock):
        await other.sent()
    told = lines(await two.opt_out(), {})
    assert told == ["deleted: local · comment on Pipeline › Ring Ana on Pipeline"]
    assert "Source: " not in await other.told()


async def test_again_nothing_is_left_but_what_people_typed_and_that_is_said_where(two: Two) -> None:
    lists = two.work.workspace.boards.lists(two.work.boards["Leads"])
    data = {"idList": lists[0].id, "name": "Lunch with Ana Reid"}
    await two.work.http.post("/cards", data=data)
    await two.work.workspace.boards.pull(two.work.boards["Leads"])
    typed = [
        "what people typed is theirs and stays; edit it there:",
        "still named: local · Pipeline › Ring Ana on Pipeline (description)",
        "still named: local · Team › Ring Ana on Team (description)",
        "still named: work · Leads › Ring Ana on Leads (description)",
        "perhaps named: work · Leads › Lunch with Ana Reid (title; only a name or number)",
    ]
    first = await two.opt_out()
    assert staying_lines(staying_cards(first)) == typed
    again = await two.opt_out()
    assert lines(again, {}) == []
    # Whose the address is was erased with the answers, so that a name alone is not found any more.
    assert staying_lines(staying_cards(again)) == typed[:-1]


async def test_copies_receipts_and_what_undo_could_bring_back_are_erased(two: Two) -> None:
    here = two.local
    board = here.boards["Pipeline"]
    (card,) = (await here.http.get(f"/boards/{board}/cards")).json()
    copy = {
        "idList": card["idList"],
        "idCardSource": card["id"],
        "keepFromSource": "comments",
        "name": "A copy",
    }
    await here.http.post("/cards", data=copy)
    # On another board its comment was deleted by hand, so that undo would write it again.
    (other,) = (await here.http.get(f"/boards/{here.boards['Team']}/cards")).json()
    (comment,) = here.workspace.cards.comments(other["id"])
    at = {"board_id": here.boards["Team"], "card_id": other["id"], "comment_id": comment.id}
    await here.workspace.writes.submit(DeleteComment(**at))
    await here.sent()
    await here.workspace.boards.pull(board)
    assert "Source: " in here.kept()
    assert ANA in here.receipts()
    told = await two.opt_out()
    assert sorted(line for line in lines(told, {}) if "deleted" in line) == [
        "deleted: local · comment on Pipeline › A copy",
        "deleted: local · comment on Pipeline › Ring Ana on Pipeline",
        "deleted: work · comment on Leads › Ring Ana on Leads",
    ]
    for each in (two.local, two.work):
        assert "Source: " not in await each.told()
        assert "Source: " not in each.kept()
        assert ANA not in each.receipts()


async def test_offline_the_withdrawals_wait_and_that_is_said(two: Two) -> None:
    both = (two.local, two.work)
    for each in both:
        each.wire.plugged = False
    with Passing(two.clock):
        told = await two.opt_out()
    shown = lines(told, {})
    assert [line.split(" (")[0] for line in shown[:3]] == [
        "queued: local · comment on Pipeline › Ring Ana on Pipeline",
        "queued: local · comment on Team › Ring Ana on Team",
        "queued: work · comment on Leads › Ring Ana on Leads",
    ]
    assert all("(" in line for line in shown[:3]), "each says why it waits"
    assert [each.workspace.sync.status().waiting for each in both] == [2, 1]
    for each in both:
        assert each.workspace.withdrawals.notes() == [], "here none is shown any more"
        each.wire.plugged = True
        each.workspace.sync.refresh()
        with Passing(two.clock):
            await each.sent()
        assert "Source: " not in await each.told()


class Killed(BaseException):
    """The end of the program in the middle of a step."""


@pytest.mark.parametrize("step", thinned(["adopt", "DeleteComment", "until_written", "forget_comments"], 3))
async def test_killed_halfway_and_run_again_everything_is_withdrawn(
    two: Two, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program ends in one account before the other one is begun; then whoever is on any list is withdrawn."""

    def end(*_: object, **__: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(withdrawals, step, end)
        with pytest.raises(Killed):
            await two.work.workspace.withdrawals.opt_out([("email", ANA, "asked by phone")])
    told = await withdraw(two.everywhere, ())
    assert [line for line in lines(told, {}) if "local ·" in line][:2] == [
        "deleted: local · comment on Pipeline › Ring Ana on Pipeline",
        "deleted: local · comment on Team › Ring Ana on Team",
    ]
    await two.work.sent()
    for each in (two.local, two.work):
        assert "Source: " not in await each.told()
        assert "Source: " not in each.kept()
        assert ANA not in each.receipts()
        assert [(one.value, one.why) for one in each.workspace.suppression.all()] == [(ANA, "asked by phone")]
