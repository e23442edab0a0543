"""What every page does: keys in one breath are each for where they lead, and what fails is told."""

import asyncio

import pytest
from textual.events import Paste

from tests.app.screens.conftest import screen
from tests.app.screens.test_board import here, lists
from tui.app import type_ahead
from tui.app.commands.parts import long_work
from tui.app.screens import screen as base
from tui.app.screens.board import BoardScreen
from tui.app.screens.boxes.confirm import ConfirmScreen
from tui.app.screens.card import CardScreen
from tui.app.widgets.enrich.panel import EnrichPanel
from tui.app.widgets.status_bar import StatusBar
from tui.errors import StoreError


async def test_pasted_text_presses_no_key(play, monkeypatch):
    monkeypatch.setattr(base, "_DEAF", 60)
    async with play() as p:
        before = lists(p)
        screen(p).post_message(Paste("\x1b[31maX"))
        await p.pilot.press("a", "L")
        await p.pilot.pause()
        assert lists(p) == before


async def test_a_key_twice_in_one_breath_opens_one_thing(play):
    async with play() as p:
        await p.burst("number_sign", "number_sign")
        await p.until(lambda: len(p.app.screen_stack) > 1 and p.app.ahead.is_idle)
        assert [type(each).__name__ for each in p.app.screen_stack][1:] == ["LabelsScreen"]
        await p.press("escape")
        p.app.simulate_key("e")
        p.app.simulate_key("e")
        await p.sees("ana.reid@tuiridge.example", EnrichPanel)
        assert len(p.app.screen.query(EnrichPanel)) == 1, p.text()


@pytest.mark.parametrize("key", ["L", "j", "a"])
async def test_a_key_right_behind_enter_is_meant_for_the_card(play, key):
    async with play() as p:
        before, card = here(p), p.app.screen.card
        p.app.simulate_key("enter")
        p.app.simulate_key(key)
        if key == "a":
            # There it archives too, and goes back.
            await p.sees("archived “Ring Ana Reid")
        else:
            await p.until(lambda: isinstance(p.app.screen, CardScreen))
            await p.pilot.pause()
            assert here(p) == before
        assert p.workspace.cards.face(card.id).list_id == card.list_id


async def test_keys_behind_a_place_that_is_not_there_are_for_where_one_is(play):
    async with play() as p:
        before = here(p)
        p.app.screen.go("nowhere")
        p.app.simulate_key("j")
        await p.until(lambda: here(p) != before)
        assert isinstance(p.app.screen, BoardScreen)


async def test_what_cannot_be_read_is_a_box_and_not_the_end(play, monkeypatch):
    async with play() as p:

        def unreadable(*_):
            raise StoreError("That card cannot be read.", hint="It is kept as it is.")

        monkeypatch.setattr(p.workspace.cards, "get", unreadable)
        await p.press("enter")
        await p.until(lambda: isinstance(p.app.screen, ConfirmScreen))
        await p.sees("That card cannot be read.")
        monkeypatch.undo()
        await p.press("escape", "escape")
        await p.until(lambda: p.app.screen is screen(p))
        monkeypatch.setattr(p.workspace.cards, "face", unreadable)
        await p.press("t", *"x", "enter")
        await p.until(lambda: isinstance(p.app.screen, ConfirmScreen))
        monkeypatch.undo()
        await p.press("escape", "j")
        assert "Leads" in p.text()


async def test_an_undo_that_takes_long_says_how_far_it_is_and_the_next_key_waits_for_it(play, monkeypatch):
    monkeypatch.setattr(type_ahead, "DRAWS_AGAIN", 0.01)
    monkeypatch.setattr(long_work, "PAUSE", 0.01)
    async with play((80, 24)) as p:
        first, going_on = here(p), asyncio.Event()

        async def undo(_board_id, told, **_batch):
            told(1_200, 10_000)
            await going_on.wait()

        monkeypatch.setattr(p.workspace.writes, "undo", undo)
        p.app.simulate_key("u")
        p.app.simulate_key("j")
        await p.sees("undoing … 1,200 of 10,000", StatusBar)
        assert here(p) == first
        going_on.set()
        await p.sees("nothing to undo", StatusBar)
        await p.until(lambda: here(p) != first)


async def test_what_cannot_be_shown_after_a_change_that_took_long_is_told(play, monkeypatch):
    monkeypatch.setattr(type_ahead, "DRAWS_AGAIN", 0.01)
    async with play((80, 24)) as p:
        page, going_on = screen(p), asyncio.Event()

        async def undo(_board_id, _told, **_batch):
            await going_on.wait()

        def unreadable():
            raise StoreError("The board cannot be read.", hint="It is kept as it is.")

        monkeypatch.setattr(p.workspace.writes, "undo", undo)
        p.app.simulate_key("u")
        await p.until(lambda: page.ahead.is_holding)
        monkeypatch.setattr(page, "show_cards", lambda _: None)  # which catches up as well
        monkeypatch.setattr(page, "catch_up", unreadable)
        going_on.set()
        await p.sees("The board cannot be read.")
        monkeypatch.undo()
        await p.press("escape")
        await p.until(lambda: p.app.screen is page)
