"""The box for a date: in words, or on the calendar beside them."""

import pytest
from textual.widgets import Input

from tests.app.screens.conftest import Play
from tests.thinned import thinned
from tui.app.screens.board import BoardScreen
from tui.app.screens.boxes.date import DateScreen
from tui.app.widgets.assist.calendar import Calendar


def due(p: Play) -> str:
    card = p.workspace.cards.get(p.face("Ring Ana").id)
    return "" if card is None or card.due is None else f"{card.due:%Y-%m-%d %H:%M}"


async def opened(p: Play) -> DateScreen:
    await p.press("D")
    await p.until(lambda: isinstance(p.app.screen, DateScreen))
    assert isinstance(p.app.screen, DateScreen)
    return p.app.screen


async def test_the_calendar_follows_what_is_typed(play):
    async with play() as p:
        box = await opened(p)
        assert box.query_one(Calendar).day.isoformat() == due(p)[:10]
        await p.press(*"24 dec")
        assert box.query_one(Calendar).day.isoformat() == "2026-12-24"
        await p.sees("December 2026")


async def test_arrows_walk_days_and_keep_the_time_of_day(play):
    async with play() as p:
        box = await opened(p)
        await p.press(*"27 nov 9:30", "tab", "right", "down")
        assert box.query_one(Input).value == "Sat 5 Dec 2026 09:30"
        await p.sees("due Sat 5 Dec 09:30")
        await p.press("enter")
        await p.until(lambda: isinstance(p.app.screen, BoardScreen))
        assert due(p) == "2026-12-05 09:30"
        await p.press("u")
        assert due(p) != "2026-12-05 09:30"


async def test_without_a_time_the_day_ends_at_five_and_tab_leads_back(play):
    async with play() as p:
        box = await opened(p)
        await p.press("ctrl+u", "delete", "down", "right")
        assert box.query_one(Input).value.endswith("17:00")
        await p.press("tab")
        assert box.query_one(Input).has_focus
        await p.press("escape")
        assert isinstance(p.app.screen, BoardScreen)


async def test_in_a_small_window_there_is_only_the_line(play):
    async with play((40, 12)) as p:
        box = await opened(p)
        assert not box.query_one(Calendar).display
        await p.press("tab", *"24 dec 9am", "enter")
        await p.until(lambda: isinstance(p.app.screen, BoardScreen))
        assert due(p) == "2026-12-24 09:00"


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)], ids=["120x40", "80x24", "40x12"])
async def test_the_box_in_a_picture(play, size, picture, monkeypatch):
    monkeypatch.setattr(Input, "cursor_blink", False)
    async with play(size) as p:
        await p.sees("local · synced")
        await opened(p)
        await p.press(*"27 nov 9:30")
        await p.stands()
        assert picture(p)


async def test_the_year_of_a_date_that_is_past_or_of_another_year_is_told(play):
    async with play() as p:
        await opened(p)
        await p.press(*"1/2/26")
        await p.sees("due Sun 1 Feb 2026 17:00, past")
        await p.press("ctrl+u", *"1/2/28")
        await p.sees("due Tue 1 Feb 2028 17:00")
        await p.press("enter", "Q")
        await p.sees("◷ 1 Feb 2028")


@pytest.mark.parametrize("size", thinned([(120, 40), (80, 24)], 2, first=1, whole=True))
async def test_the_year_is_told_in_the_agenda_and_the_calendar(play, size):
    async with play(size) as p:
        await opened(p)
        await p.press(*"16 jan 2027", "enter", "Q", "/", *"ring ana", "enter")
        await p.sees("◷ 16 Jan 2027")
        await p.press("escape", "escape", "g", "C", "pagedown", "pagedown")
        await p.sees("due on Sat 16 Jan 2027")
