"""The keys of a screen and of the part that has the focus: which command takes a key."""

from functools import cached_property
from unittest.mock import MagicMock

import pytest
from textual.app import App, ComposeResult
from textual.screen import Screen
from textual.widgets import Input, Static

from tui.app.commands.catalogue import BOARD
from tui.app.commands.command import ImmediateCommand
from tui.app.screens import screen_keys
from tui.app.screens.screen_keys import ScreenKeys
from tui.app.widgets.part import ScreenPart


class GoDown(ImmediateCommand[object]):
    """Go down."""

    keys = ("j",)


class GoTop(ImmediateCommand[object]):
    """Go to the top."""

    keys = ("g g",)


class GoEnd(ImmediateCommand[object]):
    """Go to the end."""

    keys = ("g e",)


class TickHere(ImmediateCommand[object]):
    """Tick the item."""

    keys = ("j",)


class Overridden(Static, ScreenPart, can_focus=True):
    """A part with a command of its own."""

    part = "beside"
    BINDINGS = [("k", "up", "")]


class KeyedScreen(Screen[None]):
    """A screen with a field and a part."""

    def compose(self) -> ComposeResult:
        yield Input()
        yield Overridden()

    def tell(self, text: str) -> None:
        """Say nothing."""

    @cached_property
    def ahead(self) -> MagicMock:
        return MagicMock()


@pytest.fixture
async def keyed(monkeypatch):
    """The keys of a screen, on which nothing has the focus."""
    monkeypatch.setattr(screen_keys, "part_commands", lambda part: {"beside": (TickHere,)}[part])
    app: App[None] = App()
    async with app.run_test() as pilot:
        shown = KeyedScreen()
        await app.push_screen(shown)
        shown.set_focus(None)
        await pilot.pause()
        yield ScreenKeys(shown, (GoDown, GoTop, GoEnd), {"go-end": "G"}), shown


def read(keys, key):
    return keys.read(key, keys.layers(key))


def names(keys, *pressed):
    found = [read(keys, key) for key in pressed]
    return [None if one is None or one.command is None else type(one.command).__name__ for one in found]


async def test_a_key_is_a_command_of_the_screen_and_a_count_goes_before_it(keyed):
    keys, _ = keyed
    assert names(keys, "3") == [None]
    assert keys.typed == "3"
    assert names(keys, "j") == ["GoDown"]
    assert (keys.count, keys.typed) == (3, "")
    assert read(keys, "z") is None


async def test_the_users_keys_take_the_place_of_the_usual_ones(keyed):
    keys, shown = keyed
    assert names(keys, "G") == ["GoEnd"]
    assert names(keys, "g", "e") == [None, None]
    said = "g e does nothing here; on the board: Set reminder"
    shown.ahead.refuse_key.assert_called_once_with(shown.tell, said, opens=True)
    assert names(keys, "g", "escape") == [None, None]
    assert shown.ahead.refuse_key.call_count == 1


async def test_a_key_of_the_board_alone_says_that_it_does_nothing_here(keyed):
    keys, shown = keyed
    assert names(keys, "M", "Y", "k", "escape") == [None, None, None, None]
    said = "M does nothing here; on the board: Move card to list or board"
    shown.ahead.refuse_key.assert_called_once_with(shown.tell, said, opens=True)


async def test_a_key_that_the_user_took_from_a_command_says_where_that_is_now() -> None:
    app = App[None]()
    async with app.run_test() as pilot:
        shown = KeyedScreen()
        await app.push_screen(shown)
        shown.set_focus(None)
        await pilot.pause()
        keys = ScreenKeys(
            shown, BOARD, {"move-card-right": "ctrl+n", "archive-card": "", "list-limit": "g k"}
        )
        assert names(keys, "L", "a", "g", "w") == [None] * 4
        told = [call.args[1] for call in shown.ahead.refuse_key.call_args_list]
        assert told == [
            "L is not bound · Move card to next list is ctrl+n",
            "a is not bound · Archive card has no key",
            "g w is not bound · Set WIP limit is g k",
        ]


async def test_enter_is_not_said_to_open_a_card_on_a_page_that_may_be_one(keyed):
    keys, shown = keyed
    assert names(keys, "enter") == [None]
    shown.ahead.refuse_key.assert_called_once_with(shown.tell, "enter does nothing here", opens=True)


async def test_what_may_follow_the_first_of_two_keys_is_known(keyed):
    keys, _ = keyed
    assert names(keys, "g") == [None]
    prefix, followers = keys.followers()
    assert (prefix, [(key, type(one).__name__) for key, one in followers]) == ("g", [("g", "GoTop")])
    assert names(keys, "g") == ["GoTop"]
    assert keys.followers() == ("", [])


async def test_the_part_with_the_focus_goes_before_the_screen(keyed):
    keys, shown = keyed
    assert keys.part is None
    beside = shown.query_one(Overridden)
    shown.set_focus(beside)
    assert keys.part is beside
    (found,) = [read(keys, "j")]
    assert found is not None
    assert (type(found.command), found.context) == (TickHere, beside)
    assert names(keys, "g", "g") == [None, "GoTop"], "what the part does not know is the screen's"
    assert keys.keymap_of(beside) is keys.keymap_of(beside)
    assert keys.layers("k") == []
    assert names(keys, "g", "k") == [None, None]
    assert keys.typed == "", "a key of the widget ends the sequence, too"


async def test_a_letter_in_a_text_field_is_no_command(keyed):
    keys, shown = keyed
    assert not keys.in_text_field
    shown.set_focus(shown.query_one(Input))
    assert keys.in_text_field
    assert keys.command_for("left", keys.layers("left")) is None
    assert "left" in shown.active_bindings
    assert keys.layers("left") == []
