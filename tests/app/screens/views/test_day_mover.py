"""A card of the calendar is dragged to another day: its due date, and not its time of day, is another then."""

import time
from datetime import UTC, datetime

import pytest
from textual.events import MouseMove

from tests.app.screens.conftest import Play, at
from tests.app.screens.views.test_all_accounts import SIZES
from tui.app.screens.views import day_mover
from tui.app.screens.views.calendar import CalendarPage
from tui.model.writes.cards import UpdateCard
from tui.model.writes.checklists import UpdateCheckItem


def where(p: Play, words: str) -> tuple[int, int]:
    """The first cell of the words on the screen."""
    return next((line.index(words), y) for y, line in enumerate(p.text().splitlines()) if words in line)


async def calendar(p: Play) -> str:
    """Show a calendar with one card in sight, due on Monday at 9:15; return its id."""
    card = p.face("Ring Ana Reid")
    every = [
        face for each in p.workspace.boards.lists(p.board.id) for face in p.workspace.cards.faces(each.id)
    ]
    due = datetime(2026, 11, 23, 9, 15, tzinfo=UTC)
    items = [
        UpdateCheckItem(board_id=p.board.id, card_id=face.id, checklist_id=one.id, item_id=item.id, due=None)
        for face in every
        for one in p.workspace.cards.checklists(face.id)
        for item in one.check_items
    ]
    dues = [
        UpdateCard(board_id=p.board.id, card_id=face.id, due=due if face.id == card.id else None)
        for face in every
    ]
    await p.workspace.writes.submit_all([*dues, *items])
    await p.press("g", "C")
    await at(p, CalendarPage)
    await p.sees("next Mon 23 Nov")
    await p.sees("Ring")
    return card.id


async def drag(p: Play, source: tuple[int, int], *ways: tuple[int, int]) -> None:
    await p.pilot.mouse_down(offset=source)
    for way in ways:
        await p.pilot._post_mouse_events([MouseMove], None, way, 1)
    await p.pilot.pause()


def due(p: Play, ident: str) -> datetime:
    card = p.workspace.cards.get(ident)
    assert card is not None
    assert card.due is not None
    return card.due


@SIZES
async def test_a_card_is_dragged_to_another_day_and_back_by_one_key(play, size):
    async with play(size) as p:
        ident = await calendar(p)
        source = where(p, "Ring")
        wednesday = (source[0] + 2 * 17, source[1]) if size == (120, 40) else (20, where(p, "Wed 25 Nov")[1])
        await drag(p, source, (source[0] + 3, source[1]), wednesday)
        grid = p.app.screen.grid
        assert grid.drag.day == datetime(2026, 11, 25, tzinfo=UTC).date()
        assert p.text().count("Ring") == 2, "where it was, and at the pointer"
        await p.pilot.mouse_up(offset=wednesday)
        await p.sees("due Wed 25 Nov 09:15")
        assert due(p, ident) == datetime(2026, 11, 25, 9, 15, tzinfo=UTC)
        await p.sees("1 due on Wed 25 Nov", tick=1)
        assert p.text().count("Ring") == 1
        await p.press("u")
        await p.until(lambda: due(p, ident) == datetime(2026, 11, 23, 9, 15, tzinfo=UTC))


async def test_esc_a_drop_on_its_own_day_and_a_plain_click_change_nothing(play):
    async with play() as p:
        ident = await calendar(p)
        source = where(p, "Ring")
        before = due(p, ident)
        await drag(p, source, (source[0] + 3, source[1]), (source[0] + 40, source[1]))
        await p.press("escape")
        assert not p.app.screen.grid.drag.moving
        await p.pilot.mouse_up(offset=(source[0] + 40, source[1]))
        await at(p, CalendarPage)
        await drag(p, source, (source[0] + 3, source[1]), (source[0] + 4, source[1]))
        await p.pilot.mouse_up(offset=(source[0] + 4, source[1]))
        await p.pilot.click(offset=source)
        await p.sees("1 due on Mon 23 Nov")
        assert due(p, ident) == before
        await p.press("escape")
        await p.until(lambda: not isinstance(p.app.screen, CalendarPage))


async def test_a_box_that_opens_ends_the_drag(play):
    async with play() as p:
        ident = await calendar(p)
        source, before = where(p, "Ring"), due(p, ident)
        over = (source[0] + 34, source[1])
        await drag(p, source, (source[0] + 3, source[1]), over)
        grid = p.app.screen.grid
        assert grid.drag.moving
        await p.press("ctrl+p")
        await p.pilot.mouse_up(offset=over)
        assert not grid.drag.moving
        await p.press("escape")
        await at(p, CalendarPage)
        await p.pilot._post_mouse_events([MouseMove], None, source, 0)
        await p.pilot.pause()
        assert due(p, ident) == before
        assert p.text().count("Ring") == 1


async def test_an_item_is_dragged_too_and_nothing_on_a_board_that_only_shows(play, monkeypatch):
    async with play() as p:
        ident = await calendar(p)
        [checklist] = p.workspace.cards.checklists(ident)
        item = next(one for one in checklist.check_items if one.name.startswith("Price"))
        await p.workspace.writes.submit(
            UpdateCheckItem(
                board_id=p.board.id,
                card_id=ident,
                checklist_id=checklist.id,
                item_id=item.id,
                due=datetime(2026, 11, 24, 17, tzinfo=UTC),
            )
        )
        await p.sees("☐ Pri", tick=1)
        source = where(p, "☐ Pri")
        await drag(p, source, (source[0] + 3, source[1]), (source[0] + 34, source[1]))
        await p.pilot.mouse_up(offset=(source[0] + 34, source[1]))
        await p.sees("due Thu 26 Nov 17:00")
        [checklist] = p.workspace.cards.checklists(ident)
        moved = next(one for one in checklist.check_items if one.id == item.id)
        assert moved.due == datetime(2026, 11, 26, 17, tzinfo=UTC)
        monkeypatch.setattr(day_mover, "read_only_reason", lambda _: "it may only be read")
        source, before = where(p, "Ring"), due(p, ident)
        await drag(p, source, (source[0] + 3, source[1]), (source[0] + 34, source[1]))
        await p.pilot.mouse_up(offset=(source[0] + 34, source[1]))
        await p.sees("it may only be read")
        assert due(p, ident) == before


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/New_York"])
async def test_the_time_of_day_is_that_of_the_place(play, zone, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        async with play() as p:
            ident = await calendar(p)
            [here] = p.app.screen.grid._days
            source = where(p, "Ring")
            before = due(p, ident).astimezone()
            # Two weeks on, where the clocks have not been changed.
            await drag(p, source, (source[0] + 3, source[1]), (source[0], source[1] - 5))
            day = p.app.screen.grid.drag.day
            await p.pilot.mouse_up(offset=(source[0], source[1] - 5))
            await p.until(lambda: due(p, ident).astimezone().date() == day)
            assert day != here
            assert due(p, ident).astimezone().time() == before.time()
    time.tzset()
