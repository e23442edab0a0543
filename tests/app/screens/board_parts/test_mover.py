"""Moving cards to a place on a board."""

import pytest

from tests.app.screens.conftest import screen
from tui.app.commands.view import BOTTOM
from tui.app.widgets.card_list import CardList


async def test_the_mover_puts_cards_at_a_place_and_the_cursor_with_them(play):
    async with play() as p:
        board = screen(p)
        card, target = board.cards_of(board.lists[0].id)[0], board.lists[1].id
        await board._mover.place([card], target, 1)
        assert [face.id for face in p.workspace.cards.faces(target)][1] == card.id
        assert board.card is not None
        assert board.card.id == card.id


async def test_of_a_long_list_only_the_last_card_is_read_for_its_bottom(play, monkeypatch):
    async with play() as p:
        board = screen(p)
        first, target = (each.id for each in board.lists[:2])
        there = [face.id for face in p.workspace.cards.faces(target)]
        monkeypatch.setattr(CardList, "fully_read", False)
        with monkeypatch.context() as long:
            long.setattr(CardList, "siblings", lambda *_: pytest.fail("the whole list was read"))
            cards = board.cards_of(first)[:2]
            await board._mover.place(cards, target, BOTTOM)
        there += [card.id for card in cards]
        assert [face.id for face in p.workspace.cards.faces(target)] == there
        # The last one is moved itself: what it goes below has to be found.
        last = p.workspace.cards.face(there[-1])
        await board._mover.place([last], target, BOTTOM)
        assert [face.id for face in p.workspace.cards.faces(target)] == there
