"""Every box is answered once, whatever else comes in the same read."""

import importlib
import pkgutil
from collections.abc import Callable
from typing import Any

import pytest
from textual import events
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input

import tui.app.screens
from tui.app.commands.command import Choice
from tui.app.screens.board import BoardScreen
from tui.app.screens.boards import BoardsScreen
from tui.app.screens.boxes.box import Box, TextBox
from tui.app.screens.boxes.choose import ChooseScreen
from tui.app.screens.boxes.confirm import ConfirmScreen
from tui.app.screens.boxes.date import DateScreen
from tui.app.screens.boxes.palette import PaletteScreen
from tui.app.screens.boxes.prompt import PromptScreen
from tui.app.screens.boxes.read import ReadScreen
from tui.app.screens.card import CardScreen
from tui.app.screens.help import HelpScreen
from tui.app.screens.labels import LabelsScreen
from tui.app.screens.merge import MergeScreen


async def _taken(_text: str) -> None:
    """What is done with a text that nobody needs."""


MAKE: dict[type[Box[Any]], Callable[[Any], Box[Any]]] = {
    BoardsScreen: lambda p: BoardsScreen(p.workspace.boards.all()),
    ChooseScreen: lambda _: ChooseScreen("Which?", [Choice("a", "A"), Choice("b", "B")]),
    ConfirmScreen: lambda _: ConfirmScreen("Sure?", yes="Go"),
    DateScreen: lambda p: DateScreen("Due", now=p.clock.now(), value="fri 17:00"),
    HelpScreen: lambda p: HelpScreen(p.app.screen.keymap),
    LabelsScreen: lambda p: LabelsScreen(p.workspace, p.board.id, [p.face("Ana")]),
    MergeScreen: lambda _: MergeScreen("description", "Flour\nand water", _taken, lambda _text: None),
    PaletteScreen: lambda _: PaletteScreen([Choice("a", "A"), Choice("b", "B")], lambda _query: ()),
    PromptScreen: lambda _: PromptScreen("Name?", value="Tui"),
    ReadScreen: lambda _: ReadScreen("What it did", Content("line\n" * 99 + "last")),
}
ENDS: list[tuple[type[Box[Any]], str]] = [
    (ChooseScreen, "enter"),
    (BoardsScreen, "enter"),
    (ConfirmScreen, "enter"),
    (ConfirmScreen, "y"),
    (DateScreen, "enter"),
    (HelpScreen, "escape"),
    (LabelsScreen, "escape"),
    (MergeScreen, "ctrl+s"),
    (MergeScreen, "escape"),
    (PaletteScreen, "enter"),
    (PromptScreen, "enter"),
    (ReadScreen, "escape"),
]
"""Every box with a key that ends it."""


def boxes() -> set[type[ModalScreen[Any]]]:
    """Every box there is."""
    for found in pkgutil.walk_packages(tui.app.screens.__path__, "tui.app.screens."):
        importlib.import_module(found.name)
    waiting: list[type[ModalScreen[Any]]] = [ModalScreen]
    known = set()
    while waiting:
        for each in waiting.pop().__subclasses__():
            waiting.append(each)
            known |= {each} if each.__module__.startswith("tui.") else set()
    return known - {Box, TextBox}


def test_every_box_has_the_base_and_is_tried_here():
    assert boxes() == set(MAKE) == {kind for kind, _ in ENDS}
    assert all(issubclass(kind, Box) for kind in boxes())


async def test_two_answers_in_one_read_are_one(opened):
    """Also those that come from clicks, and from handlers that run behind the answer."""
    p, page = opened, opened.app.screen
    for kind, make in MAKE.items():
        heard = []
        box = make(p)
        await p.app.push_screen(box, heard.append)
        await p.pilot.pause()
        _ = box.dismiss(None)
        _ = box.dismiss(None)
        await box.run_action("dismiss")
        await p.pilot.pause()
        assert p.app.screen_stack[1:] == [page], kind
        assert heard == [None], kind


async def test_a_held_key_ends_a_box_and_harms_nothing(opened):
    p = opened
    for kind, key in ENDS:
        heard = []
        await p.app.push_screen(MAKE[kind](p), heard.append)
        await p.pilot.pause()
        for _ in range(3):
            p.app.post_message(events.Key(key, None))
        await p.until(lambda heard=heard: heard and p.app.ahead.is_idle)
        assert len(heard) == 1, (kind, key)
        assert isinstance(p.app.screen_stack[0], BoardScreen)
        # What comes behind is for the page, as it is when it is typed slowly: enter opens, escape leaves.
        for each in [each for each in p.app.screen_stack if isinstance(each, Box)]:
            _ = each.dismiss()
        assert not p.workspace.outbox.all()


async def test_a_box_that_is_answered_under_another_goes_when_that_one_goes(opened):
    p, page, heard = opened, opened.app.screen, []
    below, above = MAKE[PromptScreen](p), MAKE[ConfirmScreen](p)
    await p.app.push_screen(below, heard.append)
    await p.app.push_screen(above)
    _ = below.dismiss("Tui")
    await p.pilot.pause()
    assert p.app.screen is above
    _ = above.dismiss(False)
    await p.until(lambda: p.app.screen is page and heard)
    assert heard == ["Tui"]


@pytest.mark.parametrize("kind", [ChooseScreen, ConfirmScreen])
async def test_two_clicks_in_one_read_are_one_answer(opened, kind):
    p, page, heard = opened, opened.app.screen, []
    await p.app.push_screen(MAKE[kind](p), heard.append)
    await p.pilot.pause()
    x, y = next(iter(p.app.screen.query("OptionList, #yes"))).region.offset
    at = (x + 2, y + 1)
    for turn in (events.MouseDown, events.MouseUp) * 2:
        p.app.post_message(turn(None, *at, 0, 0, 1, False, False, False, *at))
    await p.until(lambda: p.app.screen is page)
    await p.pilot.pause()
    assert len(heard) == 1
    assert p.app.screen is page
    assert not p.workspace.outbox.all()


def test_the_page_of_a_card_is_no_box():
    assert not issubclass(CardScreen, Box)


async def test_a_fault_of_ours_in_a_box_is_told_there_and_ends_nothing(opened):
    p = opened

    async def fails(_: str) -> None:
        raise MemoryError

    await p.app.push_screen(PromptScreen("Name?", value="Tui", attempt=fails))
    await p.press("enter")
    await p.sees("inside Cardscout (MemoryError)")
    assert p.app.screen.query_one(Input).value == "Tui"
    await p.press("escape")
    await p.app.push_screen(ChooseScreen("Which?", [Choice("a", "A")], attempt=fails))
    await p.press("enter")
    await p.sees("inside Cardscout (MemoryError)")
    assert isinstance(p.app.screen, ChooseScreen)


async def test_a_long_text_scrolls(opened):
    opened.app.push_screen(MAKE[ReadScreen](opened))
    await opened.sees("What it did")
    assert "last" not in opened.text()
    await opened.press("end")
    await opened.sees("last")
    await opened.press("home")
    await opened.until(lambda: "last" not in opened.text())
