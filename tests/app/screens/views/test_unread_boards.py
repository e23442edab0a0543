"""Boards that nobody opened on this machine are read by the pages that show cards of all boards."""

import asyncio

import pytest

from tests.app.hall import Hall
from tests.app.screens.conftest import Play, at
from tui.app.screens import search
from tui.app.screens.search import SearchScreen
from tui.app.screens.views import unread_boards
from tui.app.screens.views.all_accounts import AgendaPage
from tui.model.account.call import ApiCall
from tui.secret import Secret


async def call(p: Play, path: str, **fields: object):
    return await p.workspace.sync.call(ApiCall(service="board", method="POST", path=path, body=fields))


async def board_elsewhere(p: Play, *names: str) -> None:
    """Have boards made elsewhere, each with a due card of one's own, of which only the names are known here."""
    me = p.workspace.access.me()
    assert me is not None
    for name in names:
        made = await call(p, "/1/boards", name=name, defaultLists=False)
        column = await call(p, "/1/lists", name="Doing", idBoard=made["id"])
        await call(
            p,
            "/1/cards",
            idList=column["id"],
            name=f"Card of {name}",
            due="2026-11-23T09:00:00Z",
            idMembers=[me.id],
        )
    p.workspace.sync.refresh()
    await p.until(lambda: all(p.workspace.boards.find(name) for name in names))
    assert len(p.workspace.boards.never_read()) == len(names)


@pytest.mark.parametrize(("key", "heading"), [("Q", "Agenda"), ("q", "My cards")])
async def test_boards_that_were_never_read_are_read_and_their_cards_shown(play, key, heading):
    async with play() as p:
        await board_elsewhere(p, "Harbour", "Garden")
        await p.press(key)
        await p.sees("Card of Harbour")
        await p.sees("Card of Garden")
        await p.until(lambda: "read" not in p.words().partition("Pipeline")[0])
        assert p.words().startswith(heading)
        assert p.workspace.boards.never_read() == []


async def test_the_page_says_which_boards_it_reads(play):
    async with play() as p:
        await board_elsewhere(p, "Harbour", "Garden")
        pull, go = p.workspace.boards.pull, asyncio.Event()

        async def slow(board_id: str) -> None:
            await go.wait()
            await pull(board_id)

        p.workspace.boards.pull = slow
        await p.press("Q")
        await p.sees("reading Garden and 1 more board …")
        go.set()
        await p.sees("Card of Harbour")


async def test_a_page_without_cards_says_that_a_board_is_being_read(play):
    async with play() as p:
        await board_elsewhere(p, "Harbour")
        p.workspace.agenda.due = list
        p.wire.plugged = False
        await p.press("Q")
        await p.sees("No card has a due date")
        await p.sees("Harbour not read: ", tick=5.0)


async def test_offline_the_page_says_why_and_reads_them_once_the_service_answers(play, monkeypatch):
    monkeypatch.setattr(unread_boards, "RETRY_AFTER", 0.1)
    async with play() as p:
        await board_elsewhere(p, "Harbour", "Garden")
        p.wire.plugged = False
        await p.press("Q")
        await p.sees("2 boards not read: offline · ", tick=5.0)
        await p.until(lambda: p.workspace.sync.status().state == "offline", tick=5.0)
        await p.sees("2 boards not read: offline · ")
        p.wire.plugged = True
        await p.sees("Card of Harbour", tick=20.0)
        await p.sees("Card of Garden")
        assert "not read" not in p.words()


async def test_boards_that_failed_once_are_read_a_moment_later(play, monkeypatch):
    monkeypatch.setattr(unread_boards, "RETRY_AFTER", 0.1)
    async with play() as p:
        await board_elsewhere(p, "Harbour")
        p.wire.fail("401", "GET", p.workspace.boards.find("Harbour").id)
        await p.press("Q")
        await p.sees("Card of Harbour", tick=5.0)


async def test_a_board_that_cannot_be_read_keeps_no_other_from_being_read(play):
    async with play() as p:
        await board_elsewhere(p, "Garden", "Harbour")
        garden = p.workspace.boards.find("Garden")
        p.wire.fail("404", "GET", garden.id, times=99)
        await p.press("Q")
        await p.sees("Card of Harbour")
        await p.sees("Garden not read: ")


async def test_after_a_board_that_cannot_be_read_the_status_is_that_of_the_service_again(play):
    async with play() as p:
        await board_elsewhere(p, "Garden")
        p.wire.fail("404", "GET", p.workspace.boards.find("Garden").id, times=99)
        await p.press("Q")
        await p.sees("Garden not read: ")
        await p.until(lambda: p.workspace.sync.status().state == "synced")


async def test_what_the_search_finds_is_here_once_the_boards_were_read(play, monkeypatch):
    monkeypatch.setattr(search, "PAUSE", 3600.0)
    async with play() as p:
        await board_elsewhere(p, "Harbour")
        await p.press("S", *"card of har")
        await p.sees("Doing · Harbour")
        assert "at the service" not in p.words()
        p.wire.plugged = False
        await p.press("enter")
        await p.until(lambda: not isinstance(p.app.screen, SearchScreen))
        assert p.app.screen.card.name == "Card of Harbour"


async def test_the_search_says_which_boards_it_does_not_know(play):
    async with play() as p:
        await board_elsewhere(p, "Harbour")
        p.wire.plugged = False
        await p.press("S")
        await at(p, SearchScreen)
        await p.sees("Harbour not read: cardscout.localhost:80 cannot be reached", tick=5.0)


async def test_boards_of_every_account_are_read(hall: Hall):
    workspace = await hall.keep()
    made = ApiCall(service="board", method="POST", path="/1/boards", body={"name": "Garden"})
    _ = await workspace.sync.call(made)
    workspace.sync.refresh()
    await hall.play.until(lambda: workspace.boards.find("Garden"))
    hall.go("account:local")
    await hall.shows("local")
    assert workspace.boards.never_read()
    await hall.play.press("Q")
    await hall.at(AgendaPage)
    await hall.play.until(lambda: not workspace.boards.never_read())


async def test_boards_of_an_account_that_was_not_opened_since_the_start_are_read(hall: Hall):
    workspace = await hall.keep()
    made = ApiCall(service="board", method="POST", path="/1/boards", body={"name": "Garden"})
    _ = await workspace.sync.call(made)
    workspace.sync.refresh()
    await hall.play.until(lambda: workspace.boards.find("Garden"))
    manager = await hall.leave()
    hall.shut()
    await hall.play.press("Q")
    await hall.at(AgendaPage)
    await hall.play.sees("Garden not read: team: The vault is closed. · A shows the accounts")
    await hall.play.press("escape")
    manager.open_vault(Secret("horseshoe"))
    await hall.play.press("Q")
    await hall.at(AgendaPage)
    await hall.play.until(lambda: not manager.open("team").boards.never_read())
