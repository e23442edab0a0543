"""What the buttons of the mouse ask for on a board."""

from contextlib import asynccontextmanager

import pytest
from textual.events import MouseMove
from textual.screen import ModalScreen

from tests.app.widgets.test_column import card_list, look
from tui.app.widgets.kanban import Kanban
from tui.model.board import BoardList


@pytest.fixture
def board(stage):
    """Runs a board of three lists with three cards each."""

    @asynccontextmanager
    async def run():
        kanban = Kanban(look())
        kanban.styles.height = 18
        app = stage(kanban)
        async with app.run_test(size=(90, 20), message_hook=app.heard.append) as pilot:
            lists = [BoardList(id=name, name=name) for name in "abc"]
            kanban.show(lists, {each.id: card_list(["one", "two", "three"], look()) for each in lists})
            await pilot.pause()
            yield app, pilot, kanban

    return run


async def test_the_title_is_clicked_and_no_card(board):
    async with board() as (app, pilot, kanban):
        await pilot.click(offset=(40, 0))
        assert kanban.row.focused_index == 1
        assert not app.said(Kanban.FoldAsked)
        assert not app.said(Kanban.RenameAsked)
        assert not app.said(Kanban.Placed)


async def test_the_sign_beside_the_name_collapses_only_where_it_is_drawn(board):
    async with board() as (app, pilot, kanban):
        column = kanban.row.columns[1]
        sign = (column.region.right - 1, 0)
        await pilot.click(offset=sign)
        assert kanban.row.focused_index == 1
        assert not app.said(Kanban.FoldAsked), "the list had no cursor, so there was no sign"
        await pilot.click(offset=sign)
        assert [said.list_id for said in app.said(Kanban.FoldAsked)] == ["b"]
        assert not app.said(Kanban.RenameAsked)


async def test_a_double_click_on_the_name_asks_for_another_one_unless_it_collapsed_or_opened(board):
    async with board() as (app, pilot, kanban):
        await pilot.click(offset=(40, 0), times=2)
        assert len(app.said(Kanban.RenameAsked)) == 1
        assert kanban.row.focused_index == 1
        kanban.row.fold(["a"])
        await pilot.pause()
        await pilot.click(offset=(1, 0), times=2)
        assert [said.list_id for said in app.said(Kanban.FoldAsked)][:1] == ["a"]
        assert len(app.said(Kanban.RenameAsked)) == 1


async def test_the_right_button_puts_the_cursor_there_and_asks_for_the_menu(board):
    async with board() as (app, pilot, kanban):
        await pilot.click(offset=(40, kanban.row.columns[1].row_of(1)), button=3)
        assert len(app.said(Kanban.MenuAsked)) == 1
        assert (kanban.row.focused_index, kanban.index) == (1, 1)
        assert kanban.drag.held is None


@pytest.mark.parametrize(("to", "index"), [(32, None), (58, None), (62, 1), (88, 2)])
async def test_a_list_is_dropped_at_the_nearer_side_of_another(board, to, index):
    async with board() as (app, pilot, kanban):
        await pilot.mouse_down(offset=(5, 0))
        await pilot._post_mouse_events([MouseMove], None, (to, 0), 1)
        await pilot.mouse_up(offset=(to, 0))
        await pilot.pause()
        placed = [(said.list_id, said.index) for said in app.said(Kanban.ListPlaced)]
        # The left side of the next list is where it stands already.
        assert placed == ([("a", index)] if index is not None else [("a", 1)] if to == 58 else [])
        assert kanban.mouse.list_id is None


async def test_a_drag_of_a_list_ends_when_it_is_let_go_unseen_and_by_cancelling(board):
    async with board() as (app, pilot, kanban):
        await pilot.mouse_down(offset=(5, 0))
        await pilot._post_mouse_events([MouseMove], None, (88, 0), 1)
        assert kanban.mouse.cancel()
        assert not kanban.mouse.cancel()
        await pilot.mouse_up(offset=(88, 0))
        await pilot.mouse_down(offset=(5, 0))
        await pilot._post_mouse_events([MouseMove], None, (88, 0), 1)
        await pilot._post_mouse_events([MouseMove], None, (87, 0), 0)
        await pilot.pause()
        assert [said.index for said in app.said(Kanban.ListPlaced)] == [2]


@pytest.mark.parametrize("held", ["list", "card"])
async def test_a_box_that_opens_ends_a_drag(board, held):
    async with board() as (app, pilot, kanban):
        row = kanban.row.columns[0].row_of(1) if held == "card" else 0
        await pilot.mouse_down(offset=(5, row))
        await pilot._post_mouse_events([MouseMove], None, (88, row), 1)
        assert kanban.mouse.list_id or kanban.drag.held
        await app.push_screen(ModalScreen())
        await pilot.mouse_up(offset=(88, row))
        await app.pop_screen()
        await pilot._post_mouse_events([MouseMove], None, (87, row), 0)
        await pilot.pause()
        assert not app.said(Kanban.ListPlaced)
        assert not app.said(Kanban.Placed)
        assert kanban.mouse.list_id is kanban.drag.held is None
