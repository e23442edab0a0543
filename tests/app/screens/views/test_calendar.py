"""A board as a calendar: a month or a week, the day with the cursor, its cards, and the filter."""

from datetime import timedelta

import pytest

from tests.app.screens.conftest import Play
from tests.app.screens.views.test_all_accounts import SIZES, at
from tui.app.screens.boxes.choose import ChooseScreen
from tui.app.screens.card import CardScreen
from tui.app.screens.views.calendar import CalendarPage
from tui.model.writes.boards import UpdateBoard
from tui.model.writes.cards import UpdateCard


def page(p: Play) -> CalendarPage:
    screen = p.app.screen
    assert isinstance(screen, CalendarPage)
    return screen


@SIZES
async def test_cards_are_on_their_days(play, size, picture):
    async with play(size) as p:
        await p.press("g", "C")
        await p.sees("Calendar Pipeline · November 2026 · nothing due on Sat 21 Nov, next Mon 23 Nov")
        assert picture(p, "today")
        await p.press("l", "l") if size == (120, 40) else await p.press("j", "j")
        await p.sees("due on Mon 23 Nov")
        assert picture(p, "walked")


async def test_arrows_walk_days_and_weeks(play):
    async with play() as p:
        await p.press("g", "C")
        await at(p, CalendarPage)
        today = page(p).grid.day
        for key, days in (
            ("right", 1),
            ("down", 8),
            ("h", 7),
            ("up", 0),
            ("pagedown", 28),
            ("pageup", 0),
            ("j", 7),
        ):
            await p.press(key)
            assert page(p).grid.day == today + timedelta(days=days), key
        await p.press("t")
        assert page(p).grid.day == today
        await p.pilot.resize_terminal(80, 24)
        await p.press("down", "left")
        assert page(p).grid.day == today + timedelta(days=1 - 7)


async def test_enter_opens_the_card_of_a_day_or_asks_which(play):
    async with play() as p:
        await p.press("g", "C", "enter")
        await p.sees("nothing is due on Sat 21 Nov")
        await p.press("right", "right", "enter")
        await at(p, ChooseScreen)
        await p.sees("Due on Mon 23 Nov")
        await p.press(*"ring ana", "enter")
        await at(p, CardScreen)
        await p.press("escape")
        await at(p, CalendarPage)
        await p.press("slash", *"ring ana", "enter", "enter")
        await at(p, CardScreen)


async def test_a_new_date_is_shown_and_a_click_takes_a_day(play):
    async with play() as p:
        await p.press("g", "C")
        await at(p, CalendarPage)
        card = p.face("Ring Ana Reid")
        await p.workspace.writes.submit(UpdateCard(board_id=p.board.id, card_id=card.id, due=p.clock.now()))
        await p.sees("1 due on Sat 21 Nov", tick=1)
        region = page(p).grid.region
        await p.pilot.click(offset=(region.x + 2, region.y + 2))
        day = page(p).grid.day
        assert (day.weekday(), day.month) == (0, 10)
        await p.press("t")
        x = region.x + sum(page(p).grid._columns[:5]) + 3
        await p.pilot.click(offset=(x, region.y + 1 + 3 * page(p).grid._rows + 1))
        await at(p, CardScreen)


async def test_the_cards_of_a_day_get_another_date_and_are_marked_there(play):
    async with play() as p:
        await p.press("g", "C", "D")
        await p.sees("nothing is due on Sat 21 Nov")
        await p.press("right", "right")
        await p.sees("due on Mon 23 Nov")
        day = [card.face.id for card in page(p).grid.cards if not card.item]
        assert len(day) > 1
        due = {each: p.workspace.cards.get(each).due for each in day}
        ring = p.face("Ring Ana Reid").id
        await p.press("D")
        await at(p, ChooseScreen)
        await p.press(*"ring ana", "enter")
        await p.sees("Due")
        await p.press("ctrl+u", *"24 Nov 9am", "enter")
        await p.until(lambda: p.workspace.cards.get(ring).due != due[ring])
        assert {each for each in day if p.workspace.cards.get(each).due != due[each]} == {ring}
        await at(p, CalendarPage)
        await p.until(lambda: len(page(p).grid.cards) == len(day) - 1, tick=1)
        assert page(p).grid.day.day == 23
        await p.press("right", "x")
        await p.until(
            lambda: p.workspace.cards.get(ring).due_complete or isinstance(p.app.screen, ChooseScreen)
        )
        if isinstance(p.app.screen, ChooseScreen):
            await p.press(*"ring ana", "enter")
        await p.until(lambda: p.workspace.cards.get(ring).due_complete)
        await at(p, CalendarPage)
        await p.press("u")
        await p.until(lambda: not p.workspace.cards.get(ring).due_complete)


async def test_all_of_a_day_is_put_off_at_once(play):
    async with play() as p:
        await p.press("g", "C")
        await at(p, CalendarPage)
        await p.press("right", "right")
        await p.sees("due on Mon 23 Nov")
        day = [card.face.id for card in page(p).grid.cards if not card.item]
        due, count = {each: p.workspace.cards.get(each).due for each in day}, len(page(p).grid.cards)
        await p.press("D")
        await at(p, ChooseScreen)
        await p.press(*"all", "enter")
        await p.sees(f"Due of {count} ")
        await p.press(*"30 Nov", "enter")
        await p.until(lambda: all(p.workspace.cards.get(each).due != due[each] for each in day))
        await p.sees("nothing due on Mon 23 Nov", tick=1)
        await p.press("u")
        await p.until(lambda: all(p.workspace.cards.get(each).due == due[each] for each in day))


@pytest.mark.parametrize(
    ("width", "words"),
    [
        (
            120,
            "Pipeline of the whole southern region · November 2026 · nothing due on Sat 21 Nov, next Mon 23 Nov",
        ),
        (100, "Pipeline of the whole s… · Nov 2026 · nothing due on Sat 21 Nov, next Mon 23 Nov"),
        (80, "Pipelin… · Nov 2026 · nothing due on Sat 21 Nov, next Mon 23 Nov"),
        (60, "Pipelin… · Nov 2026 · nothing due on Sat 21 Nov"),
        (40, "nothing due on Sat 21 Nov"),
    ],
)
async def test_a_narrow_heading_keeps_what_is_due(play, width, words):
    async with play((width, 24)) as p:
        name = "Pipeline of the whole southern region"
        await p.workspace.writes.submit(UpdateBoard(board_id=p.board.id, name=name))
        await p.press("g", "C")
        await p.sees(f"Calendar {words}")
        assert f" Calendar  {words}".rstrip() == p.text().split("\n")[0].rstrip()
