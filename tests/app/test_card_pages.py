"""The page of a card is built before it is asked for, and is like one that is built then."""

import pytest

from tests.app.screens.conftest import Play, first
from tui.app import card_pages
from tui.app.screens.card import CardScreen
from tui.app.theme import LIGHT
from tui.app.widgets.comments import Comments
from tui.app.widgets.draft_area import DraftArea
from tui.model.writes.cards import UpdateCard


@pytest.fixture(autouse=True)
def without_a_pause(monkeypatch):
    monkeypatch.setattr(card_pages, "_PAUSE", 0.0)


async def built(p: Play) -> CardScreen:
    """The page that is built ahead of the next card."""
    pages = p.app._pages.cards
    if pages.spare is None:
        pages.build_ahead()
    await p.until(lambda: pages.spare is not None and pages.spare.is_mounted)
    await p.pilot.pause()
    assert pages.spare is not None
    return pages.spare


async def test_a_page_that_was_built_ahead_shows_a_card_as_a_new_one_does(play):
    async with play() as p:
        new, ahead = [], []
        for words in ("Ana Reid", "Inbound: Southerly", "Hemi Parata"):
            await p.open(words)
            new.append(p.text())
            await p.press("escape")
        for words in ("Ana Reid", "Inbound: Southerly", "Hemi Parata"):
            page = await built(p)
            await p.open(words)
            assert p.app.screen is page
            ahead.append(p.text())
            await p.press("escape")
        assert ahead == new


async def test_each_page_is_used_once(play):
    async with play() as p:
        page = await built(p)
        await p.press("enter", "C", *"half a thought", "escape", "escape")
        assert not page.is_attached
        assert await built(p) is not page
        await p.open("Hemi Parata", "comment")
        assert p.app.focused is not None
        assert p.app.focused.id == "comment-area"
        assert p.app.screen.query_one(DraftArea).text == ""


async def test_a_card_that_is_open_already_takes_no_second_page(play):
    async with play() as p:
        face, spare = p.face("Ana Reid"), await built(p)
        await p.open("Ana Reid")
        assert p.app.screen is spare
        second = await built(p)
        p.app.screen.go(f"card:{face.id}")
        await p.until(lambda: not second.is_attached)
        assert p.app.screen is spare
        assert [each for each in p.app.screen_stack if isinstance(each, CardScreen)] == [spare]


async def test_keys_that_come_with_enter_are_for_the_card(play):
    async with play() as p:
        await built(p)
        await p.burst("enter", "C", *"ring her", "ctrl+s")
        await p.sees("ring her", Comments)
        assert [each.text for each in p.workspace.cards.comments(p.app.screen.shown_id)][:1] == ["ring her"]


async def test_a_page_that_waits_for_its_card_takes_part_in_nothing(play):
    async with play() as p:
        page, face = await built(p), p.face("Ana Reid")
        watched = []
        p.workspace.sync.watch = lambda *ids: watched.append(ids)
        await p.workspace.writes.submit(
            UpdateCard(board_id=p.board.id, card_id=face.id, name="Ring Ana at noon")
        )
        await p.sees("Ring Ana at noon")
        page.reload()
        assert (page.shown_id, page.card, page.has_class("-gone")) == ("", None, False)
        assert page not in p.app.screen_stack
        assert not watched
        await p.open("Ring Ana at noon")
        assert p.app.screen is page
        await p.until(
            lambda: watched == [(face.id_board if hasattr(face, "id_board") else p.board.id, face.id)]
        )


@pytest.mark.parametrize("change", ["colours", "size", "keys"])
async def test_a_page_that_was_built_for_something_else_is_not_used(play, change):
    async with play() as p:
        page = await built(p)
        match change:
            case "colours":
                p.app.use_theme(LIGHT)
            case "size":
                await p.pilot.resize_terminal(80, 24)
            case _:
                p.app._keys["open-card"] = "enter, ctrl+o"
        await p.pilot.pause()
        ident = first(p)
        await p.press("enter")
        assert isinstance(p.app.screen, CardScreen)
        assert p.app.screen is not page
        assert p.app.screen.shown_id == ident
        await p.until(lambda: not page.is_attached)


async def test_none_is_built_before_its_module_is_in_memory(play, monkeypatch):
    async with play() as p:
        monkeypatch.setattr(card_pages, "_MODULE", "tui.app.screens.not_there")
        pages, looks = p.app._pages.cards, []
        monkeypatch.setattr(p.app, "set_timer", lambda after, build: looks.append((after, build)))
        monkeypatch.setattr(card_pages, "_PAUSE", 1.0)
        pages._build()
        for after, build in looks:
            assert after <= 2**8
            build()
        assert [after for after, _ in looks] == [2.0**look for look in range(1, 9)], (
            "an end, if it never comes"
        )
        assert pages.spare is None


async def test_a_page_is_removed_with_its_account(play):
    async with play() as p:
        page = await built(p)
        p.app._pages.cards.drop()
        await p.until(lambda: not page.is_attached)
        assert await built(p) is not page
        await p.app.show_no_account()
        p.app._pages.cards._build()
        assert p.app._pages.cards.spare is None, "no account, no page"


async def test_none_is_built_while_somebody_types(play, monkeypatch):
    async with play() as p:
        monkeypatch.setattr(card_pages, "_PAUSE", 60.0)
        await p.press("j")
        p.app._pages.cards._build()
        assert p.app._pages.cards.spare is None
