"""How many columns fit, and which lists they show."""

import pytest

from tests.app.widgets.test_column import card_list, look
from tui.app.widgets.column_row import NARROWEST, WIDEST
from tui.app.widgets.kanban import Kanban
from tui.model.board import BoardList


@pytest.mark.parametrize(
    ("width", "lists", "columns"),
    [
        (120, 8, 4),
        (120, 2, 2),
        (100, 8, 3),
        (80, 8, 3),
        (60, 8, 2),
        (59, 8, 1),
        (40, 8, 1),
        (200, 8, 7),
        (80, 0, 1),
    ],
)
async def test_as_many_whole_columns_as_fit(stage, width, lists, columns):
    board = Kanban(look())
    board.styles.height = 15
    async with stage(board).run_test(size=(width, 20)) as pilot:
        board.show(
            [BoardList(id=str(n), name=f"List {n}") for n in range(lists)],
            {str(n): card_list(["a"], look()) for n in range(lists)},
        )
        await pilot.pause()
        assert len(board.row.columns) == columns
        assert all(column.region.right <= board.region.right for column in board.row.columns)
        if lists > columns > 1:
            assert all(NARROWEST - 1 <= column.size.width <= WIDEST for column in board.row.columns)


async def test_the_list_in_focus_is_always_among_them(stage):
    board = Kanban(look())
    board.styles.height = 15
    async with stage(board).run_test(size=(80, 20)) as pilot:
        lists = [BoardList(id=str(n), name=f"List {n}") for n in range(9)]
        board.show(lists, {each.id: card_list(["a"], look()) for each in lists})
        await pilot.pause()
        for at in (8, 0, 4, 5, 6, 1):
            board.row.focused_index = at
            board.row.assign()
            assert board.row.column_of(str(at)) is not None, at
