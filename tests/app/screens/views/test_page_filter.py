"""The filter of a page of cards: what it finds as time passes, and when it is asked again."""

import pytest

from tests.app.screens.views.test_all_accounts import page
from tui.app.screens.board import BoardScreen
from tui.app.screens.views.page_filter import PageFilter
from tui.model.writes.cards import UpdateCard
from tui.services.cards import Cards

PAGES = pytest.mark.parametrize("keys", [("Q",), ("g", "t")], ids=["all accounts", "table"])


async def minute_passes(p, seconds: float = 60) -> None:
    """Let the app look what time has changed."""
    p.clock.advance(seconds)
    await p.app._after_start._marks.look()
    await p.pilot.pause()


@PAGES
async def test_a_filter_of_dates_is_asked_again_each_minute(play, monkeypatch, keys):
    # As if no due date passed: all would be drawn again.
    monkeypatch.setattr(Cards, "any_due_between", lambda *_: False)
    async with play() as p:
        await p.until(lambda: p.app._after_start is not None)
        card = p.face("Voicemail for Jarrah")
        await p.workspace.writes.submit(UpdateCard(board_id=p.board.id, card_id=card.id, desc="Rang again"))
        await p.press(*keys, "slash", *"edited:<1h", "enter")
        await p.sees("Voicemail for Jarrah")
        await minute_passes(p)
        assert "Voicemail for Jarrah" in p.text()
        await minute_passes(p, 3600)
        assert "Voicemail for Jarrah" not in p.text()


async def test_ages_grow_in_an_open_table(play, monkeypatch):
    # As if no due date passed: all would be drawn again.
    monkeypatch.setattr(Cards, "any_due_between", lambda *_: False)
    async with play() as p:
        await p.until(lambda: p.app._after_start is not None)
        await p.press(
            "n", *"Order scanners", "enter", "escape", "g", "t", "slash", *"order scanners", "enter"
        )
        await p.sees("0m")
        await p.until(lambda: not p.workspace.outbox.numbers(), tick=0.1)
        p.wire.plugged = False  # no news make it draw anything again
        await minute_passes(p, 3 * 3600)
        await p.sees("3h")


@PAGES
@pytest.mark.parametrize("words", ["", "jarrah"])
async def test_another_is_not(play, monkeypatch, keys, words):
    async with play() as p:
        await p.until(lambda: p.app._after_start is not None)
        await p.press(*keys, "slash", *words, "enter")
        narrowed: list[PageFilter] = []
        monkeypatch.setattr(page(p).filter, "_changed", lambda: narrowed.append(page(p).filter))
        await minute_passes(p)
        assert narrowed == []
        page(p).filter.narrow("edited:<1h")
        await minute_passes(p)
        assert len(narrowed) == 2


@PAGES
async def test_the_cursor_comes_back_to_its_row_while_a_filter_is_typed(play, keys):
    async with play() as p:
        await p.press(*keys, "j", "j", "j")
        here = page(p).chosen
        assert here
        await p.press("slash", *"zzz")
        assert page(p).chosen != here
        await p.press(*" or a")
        assert page(p).chosen == here
        await p.press(*"qqq")
        assert page(p).chosen != here
        await p.press("escape")
        assert page(p).chosen == here


@PAGES
@pytest.mark.parametrize("how", ["click", "shift+tab"])
async def test_the_line_keeps_the_keys_until_it_is_closed(play, keys, how):
    async with play() as p:
        await p.press(*keys, "slash", "e")
        if how == "click":
            await p.pilot.click(page(p).table, offset=(20, 3))
            await p.pilot.pause()
        else:
            await p.press(how)
        await p.press("n")
        assert page(p).filter.text == "en"
        await p.press("escape", "escape")
        assert isinstance(p.app.screen, BoardScreen)
