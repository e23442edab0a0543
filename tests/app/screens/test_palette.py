"""The palette: commands by their labels and by other words, and boards, lists, cards and people."""

import pytest
from textual.widgets import Input, OptionList

from tests.app.screens.conftest import Play
from tests.app.screens.every_page import PAGES
from tests.thinned import thinned
from tui.app.commands.catalogue import BOARD, screens
from tui.app.commands.keymap import Keymap
from tui.app.palette.lines import command_line
from tui.app.palette.synonyms import SYNONYMS
from tui.app.screens.board import BoardScreen
from tui.app.screens.boxes.choose import ChooseScreen
from tui.app.screens.boxes.palette import PaletteScreen
from tui.app.screens.card import CardScreen
from tui.app.screens.help import HelpScreen
from tui.app.widgets.status_bar import StatusBar


def rows(p: Play) -> list[str]:
    """The lines of the palette, as they are listed."""
    options = p.app.screen.query_one(OptionList).options
    return [str(option.prompt).split("  ")[0] for option in options]


def board(p: Play) -> BoardScreen:
    return next(each for each in p.app.screen_stack if isinstance(each, BoardScreen))


def card_here(p: Play) -> str:
    card = board(p).card
    return "" if card is None else card.name


async def typed(p: Play, words: str) -> None:
    """Open the palette, type, and let the store be searched."""
    await p.press("ctrl+p", *words)
    await p.until(lambda: isinstance(p.app.screen, PaletteScreen))
    await p.until(lambda: p.app.screen._things[0] == words)  # type: ignore[attr-defined]  # the palette's own


def test_every_synonym_is_of_a_command():
    known = {command.name() for commands in screens().values() for command in commands}
    assert set(SYNONYMS) - known == set()


@pytest.mark.parametrize(
    ("word", "titles"),
    [
        ("tag", ["Edit labels"]),
        ("assign", ["Assign members", "Assign me"]),
        ("deadline", ["Set due date"]),
        ("duplicate", ["Copy card", "Copy list", "Copy board"]),
        ("login", ["Show accounts"]),
        ("dark theme", ["Change theme"]),
        ("iption", ["Edit description"]),
        ("opt out", ["Find texts on opted-out people", "Enrich card"]),
        ("unsubscribe", ["Enrich card"]),
        ("dark mode", ["Change theme"]),
        ("delete board", ["Reopen or delete closed board", "Close board"]),
        ("remove board", ["Close board"]),
        ("new label", ["Edit labels"]),
        ("tags", ["Edit labels"]),
        ("unassign", ["Assign members"]),
        ("remove member", ["Assign members"]),
        ("sort list", ["Sort cards"]),
        ("unarchive", ["Show archive"]),
        ("sign out", ["Show accounts"]),
        ("close app", ["Quit"]),
        ("vcard", ["Import board or CSV"]),
        ("keymap", ["Change a key binding"]),
        ("hotkeys", ["Show keys"]),
        ("reconnect", ["Sync now"]),
        ("right-click", ["Open context menu"]),
        ("webhook", ["Show rules"]),
        ("timeline", ["Show calendar"]),
        ("snooze", ["Set reminder"]),
        ("eadline", []),
        ("first card, or to the one", ["Go to the first card"]),
    ],
)
def test_a_command_is_found_by_another_word_and_by_those_of_its_help(word, titles):
    keymap = Keymap.of(BOARD)
    box = ChooseScreen("", [command_line(name, keymap, name) for name in keymap.commands])
    assert [choice.text for _, choice in box.matches(word)][: len(titles) or None] == titles


async def test_motions_are_last_and_what_was_used_is_first(play):
    async with play() as p:
        await p.press("ctrl+p")
        first, last = rows(p)[0], rows(p)[-1]
        assert last.startswith("Go to")
        assert not first.startswith("Go to")
        await p.press(*"dark", "enter")
        await p.press("ctrl+p")
        assert rows(p)[0].startswith("Change theme")
        await p.press("escape", "ctrl+p", *"bigger", "escape")


async def test_a_card_is_found_and_opened(play):
    async with play() as p:
        await typed(p, "hemi parata")
        assert rows(p)[0].startswith("Hemi Parata")
        await p.press("enter")
        await p.until(lambda: isinstance(p.app.screen, CardScreen))
        await p.press("escape")
        await p.until(lambda: not isinstance(p.app.screen, CardScreen))
        assert p.app.screen.card.name.startswith("Hemi Parata"), (
            "what follows is done to the card that was found"
        )


async def test_keys_that_come_at_once_find_their_card_too(play):
    async with play() as p:
        await p.press("ctrl+p")
        await p.until(lambda: isinstance(p.app.screen, PaletteScreen))
        p.app.screen.query_one(Input).value = "hemi parata"
        await p.press("enter")
        await p.until(lambda: isinstance(p.app.screen, CardScreen))


async def test_a_board_and_a_list_are_gone_to(play):
    async with play() as p:
        await typed(p, "proposal")
        at = next(n for n, row in enumerate(rows(p)) if row == "Proposal")
        await p.press(*["down"] * at, "enter")
        await p.until(lambda: p.app.screen is board(p))
        here = board(p).board_list
        assert here is not None
        assert here.name == "Proposal"
        await typed(p, "team")
        at = next(n for n, row in enumerate(rows(p)) if row == "Team")
        await p.press(*["down"] * at, "enter")
        await p.until(lambda: board(p).board != p.board)


async def test_a_person_shows_their_cards(play):
    async with play() as p:
        await typed(p, "lomax")
        at = next(n for n, row in enumerate(rows(p)) if row == "Jack Lomax")
        await p.press(*["down"] * at, "enter")
        await p.until(lambda: p.app.screen is board(p))
        assert board(p).filter.text == "@jacklomax"
        assert "the cards of @jacklomax" in board(p).query_one(StatusBar).said
        await p.press("escape")
        assert board(p).filter.text == ""


async def test_a_command_of_the_part_with_the_focus_is_there_and_runs(play):
    async with play() as p:
        await p.open("Ring Ana", "checklists")
        await p.press("ctrl+p", *"tick")
        assert rows(p)[0].startswith("Tick")
        before = p.words()
        await p.press("enter")
        await p.until(lambda: isinstance(p.app.screen, CardScreen) and p.words() != before)


async def test_the_help_runs_what_it_lists(play):
    async with play() as p:
        await p.press("question_mark", *"archive the card")
        await p.until(lambda: isinstance(p.app.screen, HelpScreen))
        name = card_here(p)
        await p.press("enter")
        await p.until(lambda: p.app.screen is board(p))
        await p.until(lambda: card_here(p) != name)
        assert "archived" in board(p).query_one(StatusBar).said


async def test_the_help_stays_open_while_nothing_is_looked_for(play):
    async with play() as p:
        await p.press("question_mark", "enter")
        assert isinstance(p.app.screen, HelpScreen)
        await p.press("down", "down")
        assert p.app.screen.query_one(OptionList).highlighted is not None
        await p.press("escape")
        assert not isinstance(p.app.screen, HelpScreen)


@pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=["120x40", "80x24"])
async def test_what_is_found_in_a_picture(play, size, picture, monkeypatch):
    monkeypatch.setattr(Input, "cursor_blink", False)
    monkeypatch.setattr(StatusBar, "STANDS", 600.0)
    async with play(size) as p:
        await p.sees("local · synced")
        await typed(p, "te")
        await p.stands()
        assert picture(p)


@pytest.mark.parametrize(
    "page",
    thinned([
        "card", "table", "calendar", "dashboard", "activity", "my cards", "agenda", "archive", "notifications",
        "outbox", "history", "run",
    ], 3),
)  # fmt: skip
async def test_the_palette_opens_on_every_page(play, page):
    async with play() as p:
        await p.press(*PAGES[page])
        await p.until(lambda: not isinstance(p.app.screen, BoardScreen))
        await p.press("ctrl+p")
        await p.until(lambda: isinstance(p.app.screen, PaletteScreen))
