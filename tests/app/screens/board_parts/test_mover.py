"""Moving cards to a place on a board."""

from tests.app.screens.conftest import screen


async def test_the_mover_puts_cards_at_a_place_and_the_cursor_with_them(play):
    async with play() as p:
        board = screen(p)
        card, target = board.cards_of(board.lists[0].id)[0], board.lists[1].id
        await board._mover.place([card], target, 1)
        assert [face.id for face in p.workspace.cards.faces(target)][1] == card.id
        assert board.card is not None
        assert board.card.id == card.id
