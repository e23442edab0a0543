"""What was drawn is asked for in one go, and what was scrolled past long ago is not."""

from collections.abc import Sequence

from textual.app import App

from tui.app.enrich import visible_cards
from tui.app.enrich.visible_cards import VisibleCards


async def test_cards_that_came_into_sight_together_are_asked_for_once(monkeypatch):
    monkeypatch.setattr(visible_cards, "_KEPT", 3)
    asked: list[Sequence[str]] = []
    app = App[None]()
    async with app.run_test() as pilot:
        seen = VisibleCards(app, asked.append)
        for card_id in ("a", "b", "a", "c", "d"):
            seen.add(card_id)
        while not asked:
            await pilot.pause(0.05)
        assert asked == [("a", "c", "d")]
        seen.add("e")
        while len(asked) == 1:
            await pilot.pause(0.05)
        assert asked[1] == ("c", "d", "e")
