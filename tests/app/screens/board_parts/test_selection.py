"""The cards that are picked on a board."""

from tests.app.screens.conftest import screen


async def test_the_selection_is_in_the_boards_order_and_is_given_up_before_nothing(play):
    async with play() as p:
        board = screen(p)
        first, second = board.cards_of(board.lists[0].id)[:2]
        board.selection.pick([second.id, first.id])
        assert [face.id for face in board.selection.cards] == [first.id, second.id]
        assert board.selection.put_back()
        assert not board.selection.put_back()
