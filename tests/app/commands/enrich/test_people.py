"""People found, by keys: marked, made cards, and back."""

import pytest

from tests.app.screens.conftest import at
from tests.thinned import thinned
from tui.app import type_ahead
from tui.app.screens.board import BoardScreen
from tui.app.screens.card import CardScreen


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
        # Ana Reid is on a card there already.
        await p.until(lambda: len(p.workspace.cards.faces(leads.id)) == before + 1)
        await p.press("u")
        await p.until(lambda: len(p.workspace.cards.faces(leads.id)) == before)
        await p.press("escape")
        await at(p, BoardScreen)


async def test_enter_twice_after_cards_are_made_pays_for_nobody(play, monkeypatch):
    async with play() as p:
        await p.press("P", *"tuiridge.example", "enter")
        await p.sees("1–12 of 12")
        await p.press("space", "x", "c")
        await p.sees("Make 2 cards in")
        monkeypatch.setattr(type_ahead, "READING", 3600.0)
        await p.press("enter", "enter")
        await p.sees("nothing was asked · press that again to ask: 1–2 credits")
        assert p.workspace.spending.credits() == 500
        monkeypatch.setattr(type_ahead, "READING", 0.0)
        await p.press("enter")
        await p.until(lambda: p.workspace.spending.credits() < 500)


async def test_who_has_a_card_in_the_list_is_told_and_a_second_one_asked_about(play):
    async with play() as p:
        leads = p.workspace.boards.lists(p.board.id)[0]

        def count() -> int:
            return len(p.workspace.cards.faces(leads.id))

        before = count()
        await p.press("P", *"ironbarkengineering.example", "enter")
        await p.sees("1–")
        await p.press("c")
        await p.sees("Make 1 card in")
        await p.press("enter")
        await p.until(lambda: count() == before + 1)
        made = p.workspace.cards.faces(leads.id)[-1]
        await p.press("c", "enter")
        await p.sees("has a card in Leads already")
        await p.press("escape")
        await p.pilot.pause()
        assert count() == before + 1
        await p.press("c", "enter")
        await p.sees("Make a second one")
        await p.press("down", "enter")
        await p.until(lambda: count() == before + 2)
        # Among several it is left out, and counted.
        await p.press("ctrl+a", "c", "enter")
        await p.sees("1 left out: on it already")
        await p.press("c", "enter")
        await p.sees("Open it")
        await p.press("enter")
        await at(p, CardScreen)
        assert p.app.screen.card.id == made.id
