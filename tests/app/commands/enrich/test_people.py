"""People found, by keys: marked, made cards, and back."""

import pytest

from tests.app.screens.conftest import at
from tests.thinned import thinned
from tui.app.screens.board import BoardScreen


@pytest.mark.parametrize("size", thinned([(120, 40), (40, 12)], 2, first=1, whole=True))
async def test_from_a_company_to_cards_and_back(play, size):
    async with play(size) as p:
        leads = p.workspace.boards.lists(p.board.id)[0]
        before = len(p.workspace.cards.faces(leads.id))
        await p.press("P", *"tuiridge.example", "enter")
        await p.sees("1–12 of 12")
        await p.press("space", "x")
        await p.sees("2 marked")
        await p.press("c")
        await p.sees("Make 2 cards in")
        await p.press("enter")
        await p.until(lambda: len(p.workspace.cards.faces(leads.id)) == before + 2)
        await p.press("u")
        await p.until(lambda: len(p.workspace.cards.faces(leads.id)) == before)
        await p.press("escape")
        await at(p, BoardScreen)
