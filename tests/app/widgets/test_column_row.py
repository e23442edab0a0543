"""How many columns fit, and which lists they show."""

import pytest

from tests.app.widgets.test_column import card_list, look
from tui.app.widgets.card_face import draw, height
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


async def test_a_card_is_as_high_as_it_is_drawn_with_the_date_of_an_item(stage):
    board = Kanban(look())
    async with stage(board).run_test(size=(80, 20)) as pilot:
        cards = card_list(["a", "b"], look())
        cards.upsert(cards.siblings()[0].replace(item_dues=("2026-11-30T09:00:00Z",), version=1))
        board.show([BoardList(id="l", name="Leads")], {"l": cards})
        await pilot.pause()
        without = cards.end(0)
        for item_due in (lambda face: face.item_dues[0], None):
            board.row.mark((), item_due)
            face, worn = cards.siblings()[0], board.row.columns[0].card_style
            assert cards.end(0) == len(draw(face, worn))
            assert cards.start(1) == height(face, worn)
            assert cards.end(0) == without + (item_due is not None)


async def test_a_list_with_a_new_id_stays_scrolled_as_it_was(stage):
    board = Kanban(look())
    board.styles.height = 15
    async with stage(board).run_test(size=(80, 20)) as pilot:
        names = [f"card {n}" for n in range(30)]

        async def show(*ids: str) -> None:
            board.show(
                [BoardList(id=each, name="List") for each in ids],
                {each: card_list(names, look()) for each in ids},
            )
            await pilot.pause()

        await show("new-1", "2")
        board.row.columns[0].scroll_by(7)
        board.row.focused_index = 1
        board.replace_ids({"new-1": "1"})
        await show("1", "2")
        assert [column.top for column in board.row.columns] == [7, 0]


async def test_the_list_in_focus_keeps_it_under_a_new_id_wherever_it_stands(stage):
    board = Kanban(look())
    async with stage(board).run_test(size=(80, 20)) as pilot:

        async def show(*ids: str) -> None:
            board.show([BoardList(id=each, name="List") for each in ids], {})
            await pilot.pause()

        # What is read of the service stands beside what waits for its answer.
        await show("1", "new-1", "new-2")
        board.row.focused_index = 1
        board.replace_ids({"new-1": "1", "new-2": "2"})
        await show("1", "2")
        assert board.list_id == "1"
        await show("2", "1")
        assert board.list_id == "1"
