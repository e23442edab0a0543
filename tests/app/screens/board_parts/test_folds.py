"""Collapsed lists: narrow columns that take cards, and stay so."""

from textual.events import MouseMove

from tests.app.screens.conftest import screen
from tests.app.screens.test_board import drag, here, lists, place
from tui.app.widgets.column_row import FOLDED
from tui.app.widgets.status_bar import StatusBar
from tui.model.values.scalars import is_local
from tui.settings.config import Config


async def test_a_key_collapses_the_list_and_the_others_take_its_room(play):
    async with play() as p:
        row = screen(p).kanban.row
        assert len(row.columns) == 4
        await p.press("Z")
        column = row.column_of(screen(p).lists[0].id)
        assert column is not None
        assert column.size.width == FOLDED - 1
        assert row.column_of(screen(p).lists[4].id) is not None
        lines = [line[: FOLDED - 1].strip() for line in p.text().split("\n")]
        assert lines[1] == str(len(lists(p)["Leads"]))
        assert "".join(lines[3:8]) == "Leads"
        assert screen(p).card is None
        await p.until(lambda: p.app.screen.query_one(StatusBar).place == "Leads")
        await p.press("Z")
        assert here(p)[1] == lists(p)["Leads"][0]
        await p.until(lambda: p.app.screen.query_one(StatusBar).place == "")


async def test_the_name_of_a_list_that_is_shown_whole_again_is_not_cut_though_it_is_not_laid_out_yet(play):
    async with play() as p:
        row, first = screen(p).kanban.row, screen(p).lists[0].id
        row.fold([first])
        column = row.column_of(first)
        assert column is not None
        await p.until(lambda: column.size.width == FOLDED - 1)
        assert column.name_cut
        row.fold(())
        assert column.size.width == FOLDED - 1
        assert not column.name_cut


async def test_what_is_collapsed_is_remembered_for_the_board(play):
    async with play() as p:
        await p.press("Z")
        await p.press("b", *"team", "enter")
        await p.sees("Team ▾")
        assert not screen(p).kanban.row.folded
    async with play() as p:
        assert screen(p).folds.is_folded(screen(p).lists[0].id)


async def test_a_click_on_the_title_only_goes_there_and_one_on_the_sign_collapses_and_opens(play):
    async with play() as p:
        at = await place(p, "Contacted")
        await p.pilot.click(offset=at)
        await p.pilot.pause()
        assert here(p)[0] == "Contacted"
        assert not screen(p).kanban.row.folded
        await p.pilot.click(offset=await place(p, "«"))
        await p.pilot.pause()
        assert screen(p).folds.is_folded(screen(p).lists[1].id)
        column = screen(p).kanban.row.column_of(screen(p).lists[1].id)
        assert column is not None
        await p.pilot.click(offset=(column.region.x + 1, column.region.y + 4))
        await p.pilot.pause()
        assert not screen(p).folds.is_folded(screen(p).lists[1].id)


async def test_a_double_click_on_a_title_renames_the_list(play):
    async with play() as p:
        await p.pilot.click(offset=await place(p, "Contacted"), times=2)
        await p.sees("Rename list")
        await p.press("ctrl+u", *"Rung", "enter")
        await p.until(lambda: screen(p).lists[1].name == "Rung")
        assert not screen(p).kanban.row.folded


async def test_where_one_list_has_room_no_sign_offers_to_collapse_it(play):
    async with play((50, 20)) as p:
        await p.sees("Leads")
        assert "«" not in p.text()
        await p.pilot.click(offset=(48, 1))
        await p.pilot.pause()
        assert not screen(p).kanban.row.folded


async def test_without_a_mouse_no_sign_offers_a_click(play):
    async with play(config=Config(mouse=False)) as p:
        await p.sees("Leads")
        assert "«" not in p.text()
        await p.press("Z")
        await p.until(lambda: screen(p).kanban.row.folded)


async def test_a_card_is_dropped_on_a_collapsed_list_by_mouse_and_by_key(play):
    async with play() as p:
        await p.press("l", "Z", "h")
        first, second = lists(p)["Leads"][:2]
        column = screen(p).kanban.row.column_of(screen(p).lists[1].id)
        assert column is not None
        source, target = await place(p, first[:12]), (column.region.x + 1, column.region.y + 6)
        await drag(p, source, (source[0] + 3, source[1] + 2), target)
        assert "▸━━" in p.text()
        await p.pilot.mouse_up(offset=target)
        await p.until(lambda: lists(p)["Contacted"][-1] == first)
        await p.press("g", "1", "g", "g", "space", "l", "enter")
        await p.until(lambda: lists(p)["Contacted"][-1] == second)
        assert screen(p).kanban.held is None


async def test_no_verb_acts_on_a_card_that_is_not_seen(play):
    async with play() as p:
        before = lists(p)
        await p.press("Z", "a", "L", "X", "t", "v")
        assert lists(p) == before
        await p.press("enter")
        assert here(p)[1] == before["Leads"][0]
        await p.press("Z", "n", *"First", "enter", "escape")
        await p.until(lambda: lists(p)["Leads"][1] == "First")


async def test_every_list_may_be_collapsed_and_a_narrow_window_shows_them_whole(play):
    async with play((80, 24)) as p:
        for _ in range(5):
            await p.press("Z", "l")
        assert len(screen(p).kanban.row.folded) == 5
        assert all(screen(p).kanban.row.column_of(each.id) for each in screen(p).lists)
        await p.pilot.resize_terminal(50, 20)
        await p.pilot.pause()
        assert screen(p).card is not None
        await p.press("Z")
        await p.sees("whole where several lists have room")


async def test_a_list_is_dragged_by_its_title_and_back_by_undo(play):
    async with play() as p:
        before = list(lists(p))
        source, target = await place(p, "Leads"), await place(p, "Qualified")
        await p.pilot.mouse_down(offset=source)
        await p.pilot._post_mouse_events([MouseMove], None, (source[0] + 6, source[1]), 1)
        await p.pilot._post_mouse_events([MouseMove], None, (target[0] + 22, target[1]), 1)
        await p.pilot.pause()
        assert "━━▶" in p.text()
        await p.pilot.mouse_up(offset=(target[0] + 22, target[1]))
        await p.until(lambda: list(lists(p)) == [*before[1:3], before[0], *before[3:]])
        assert "━━▶" not in p.text()
        assert not screen(p).kanban.row.folded
        await p.press("u")
        await p.until(lambda: list(lists(p)) == before)


async def test_a_list_dropped_where_it_was_or_given_up_is_not_moved(play):
    async with play() as p:
        before = list(lists(p))
        source = await place(p, "Leads")
        await p.pilot.mouse_down(offset=source)
        await p.pilot._post_mouse_events([MouseMove], None, (source[0] + 9, source[1]), 1)
        await p.pilot.mouse_up(offset=(source[0] + 9, source[1]))
        await p.pilot.pause()
        await p.pilot.mouse_down(offset=source)
        await p.pilot._post_mouse_events([MouseMove], None, (70, 1), 1)
        await p.press("escape")
        await p.pilot.mouse_up(offset=(70, 1))
        await p.pilot.pause()
        assert list(lists(p)) == before
        assert p.workspace.sync.status().waiting == 0


async def test_a_new_list_stays_collapsed_when_the_service_gives_it_its_id(play):
    async with play((200, 40)) as p:
        row = screen(p).kanban.row
        p.wire.plugged = False
        await p.press("+", *"Later", "enter", "escape", "Z")
        assert row.is_folded(row.list_id)
        p.wire.plugged = True
        await p.until(lambda: row.list_id is not None and not is_local(row.list_id), tick=0.5)
        assert row.is_folded(row.list_id)
        column = row.column_of(row.list_id)
        assert column is not None
        assert column.folded
