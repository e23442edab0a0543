"""The activity of a board and of a card: read page by page, kept up to date, and the cards it leads to."""

import asyncio

import pytest

from tests.app.screens.views.test_all_accounts import SIZES, at
from tui.app.screens.board import BoardScreen
from tui.app.screens.card import CardScreen
from tui.app.screens.views.activity import ActivityScreen
from tui.model.writes.boards import UpdateBoard
from tui.model.writes.cards import UpdateCard


@SIZES
async def test_what_was_done_on_the_board(play, size, picture):
    async with play(size) as p:
        await p.press("g", "h")
        await at(p, ActivityScreen)
        await p.until(lambda: p.app.screen.rows.option_count > 20)
        await p.stands()
        assert picture(p, "board")


async def test_a_card_has_its_own_and_what_comes_is_added_above_the_cursor(play):
    async with play() as p:
        face = await p.open("Ring Ana Reid")
        await p.press("g", "h")
        await at(p, ActivityScreen)
        await p.sees("Activity Ring Ana Reid at Tūī Ridge")
        await p.sees("made it in “Leads”")
        page, before = p.app.screen, p.app.screen.chosen
        rename = UpdateCard(board_id=p.board.id, card_id=face.id, name="Ring Bo")
        await p.workspace.writes.submit(rename)
        await p.sees("Activity Ring Bo", tick=1)
        await p.until(lambda: len(page.entries()) > 1 and "renamed" in p.words(), tick=1)
        assert page.chosen == before
        await p.press("escape")
        await at(p, CardScreen)


@pytest.mark.parametrize("keys", ["gh", "ga"])
async def test_a_board_that_is_renamed_meanwhile_has_its_name_in_the_heading(play, keys):
    async with play() as p:
        await p.press(*keys)
        await p.sees("Pipeline")
        await p.workspace.writes.submit(UpdateBoard(board_id=p.board.id, name="Old deals"))
        await p.sees("Old deals")


async def test_the_next_page_is_read_when_the_end_is_near(play, monkeypatch):
    monkeypatch.setattr("tui.services.activity.PAGE", 20)
    async with play() as p:
        await p.press("g", "h")
        await at(p, ActivityScreen)
        await p.until(lambda: p.app.screen.rows.option_count == 20)
        top = p.app.screen.chosen
        await p.press("j")
        assert p.app.screen.chosen != top
        await p.press("G")
        await p.until(lambda: p.app.screen.rows.option_count == 40)
        ids = [one for one, _ in p.app.screen.entries()]
        assert ids == sorted(set(ids), reverse=True)


async def test_a_page_that_is_being_read_is_not_asked_for_again(play, monkeypatch):
    monkeypatch.setattr("tui.services.activity.PAGE", 20)
    async with play() as p:
        await p.press("g", "h")
        await at(p, ActivityScreen)
        await p.until(lambda: p.app.screen.rows.option_count == 20)
        asked, page = [], p.workspace.activity.page
        answered = asyncio.Event()

        async def slow(*args, **options):
            asked.append(options["before"])
            await answered.wait()
            return await page(*args, **options)

        monkeypatch.setattr(p.workspace.activity, "page", slow)
        await p.press("G", "k", "k", "j")
        answered.set()
        await p.until(lambda: p.app.screen.rows.option_count == 40)
        assert len(asked) == 1


async def test_the_card_of_an_action_is_opened(play):
    async with play() as p:
        await p.press("g", "h")
        await at(p, ActivityScreen)
        await p.until(lambda: p.app.screen.rows.option_count)
        while not p.app.screen.chosen_card:
            await p.press("j")
        await p.press("enter")
        await at(p, CardScreen)
        await p.press("escape", "escape")
        await at(p, BoardScreen)


async def test_without_the_service_it_says_so(play):
    async with play() as p:
        p.wire.plugged = False
        await p.press("g", "h")
        await at(p, ActivityScreen)
        await p.until(lambda: "reading" not in p.words(), tick=1)
        assert "cannot be reached" in p.words()
