"""A run over many cards: planned otherwise and forgotten, held up by a cap, and free the second time."""

from tests.app.screens.conftest import at
from tui.app import type_ahead
from tui.app.screens.board import BoardScreen
from tui.model.enrich.spending import Caps


async def test_the_selection_is_planned_otherwise_and_forgotten_when_left(play):
    async with play() as p:
        await p.press("v", "j", "v", "B")
        await p.sees("the selection · 2 cards")
        await p.sees("2–4 credits")
        await p.workspace.sharing.answer(p.board.id, allowed=False)
        await p.press("a")
        await p.sees("put on the cards as comments")
        await p.sees("the first a card names")
        await p.sees("Whom: ")
        await p.press("s")
        await p.sees("everybody a card names")
        await p.press("s")
        await p.sees("everybody a card or its comments name")
        await p.press("s")
        await p.sees("the first a card names")
        await p.press("f")
        await p.sees("Nothing of that kind")
        await p.press("escape")
        await at(p, BoardScreen)
        await p.until(lambda: not p.workspace.bulk.recent())


async def test_a_cap_refuses_before_the_first_request_and_a_second_run_is_free(play):
    async with play() as p:
        await p.workspace.spending.set_caps(Caps(run=3))
        await p.press("B")
        await p.sees("cap of a run 3")
        asked = len(p.wire.seen)
        await p.sees("It cannot start: the cap does not allow it.")
        await p.press("enter")
        await p.sees("Cap reached")
        assert not any("enrich" in path or "search" in path for _, path in p.wire.seen[asked:])
        await p.workspace.spending.set_caps(Caps())
        await p.press("enter")
        await p.sees("12 of 12")
        left = p.workspace.spending.credits()
        await p.press("escape", "B")
        await p.sees("12 known already")
        await p.sees("nothing to pay")
        await p.press("h")
        await p.sees("12 of 12 · done")
        await p.press("enter")
        await p.sees("12 found")
        assert p.workspace.spending.credits() == left


async def test_a_cap_is_raised_where_it_refused(play):
    async with play() as p:
        await p.workspace.spending.set_caps(Caps(run=3, month=400))
        await p.press("B")
        await p.sees("Cap reached")
        await p.press("enter")
        await p.press("ctrl+p", *"credit cap", "enter")
        await p.sees("one run over many cards")
        await p.press("enter")
        await p.sees("At most so many credits a run")
        await p.press(*"100", "enter")
        await p.sees("cap of a run 100")
        await p.sees("Enter starts it")
        assert "Cap reached" not in p.text()
        assert p.workspace.spending.caps() == Caps(run=100, month=400)


async def test_words_typed_over_the_board_start_no_run_that_costs(play, monkeypatch):
    async with play() as p:
        await p.press("B")
        await p.sees("12–20 credits")
        monkeypatch.setattr(type_ahead, "READING", 3600.0)
        await p.press("z", "z", "enter")
        await p.sees("nothing was asked · press that again to pay up to 20 credits")
        assert p.app.screen.run.state == "planned"
        monkeypatch.setattr(type_ahead, "READING", 0.0)
        await p.press("enter")
        await p.sees("12 of 12")
        assert "nothing was asked" not in p.text()
