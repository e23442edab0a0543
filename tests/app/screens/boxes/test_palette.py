"""The palette alone: words first, then things of the store, then scattered letters; the board screen's tests run commands."""

import pytest
from textual.widgets import OptionList

from tui.app.commands.catalogue import BOARD
from tui.app.commands.command import Choice
from tui.app.commands.keymap import Keymap
from tui.app.palette.lines import command_line
from tui.app.screens.boxes.palette import PaletteScreen


def palette(*found: Choice) -> PaletteScreen:
    """The palette of the board, which finds these things whatever is typed."""
    keymap = Keymap.of(BOARD)
    return PaletteScreen([command_line(name, keymap, name) for name in keymap.commands], lambda _: found)


@pytest.mark.parametrize(
    ("letters", "title"), [("mvcl", "Move card to list or board"), ("asgn", "Assign members")]
)
async def test_the_letters_of_a_title_find_it_and_are_marked(shown, letters, title):
    async with shown(palette()) as (app, pilot):
        await pilot.press(*letters)
        await pilot.pause()
        line = app.box.query_one(OptionList).options[0].prompt
        assert line.plain.startswith(title)
        spans = sorted(span for span in line.spans if "underline" in str(span.style))
        assert "".join(line.plain[span.start : span.end] for span in spans).lower() == letters


async def test_scattered_letters_are_below_all_words_and_the_things_of_the_store(shown):
    commands = [Choice("rows", "Move all rows"), Choice("mark", "Mark it"), Choice("few", "Map a row")]
    things = [Choice("card:1", "Smart"), Choice("card:2", "Ring her")]  # the second one has it in its text
    async with shown(PaletteScreen(commands, lambda _: things)) as (app, pilot):
        await pilot.press(*"mar")
        app.box._search()
        await pilot.pause()
        titles = [choice.text for choice in app.box._shown]
        assert titles == ["Mark it", "Smart", "Ring her", "Map a row", "Move all rows"]


async def test_a_command_that_has_the_words_is_not_there_twice(shown):
    async with shown(palette()) as (app, pilot):
        await pilot.press(*"move card")
        await pilot.pause()
        values = [choice.value for choice in app.box._shown]
        assert len(values) == len(set(values))
        assert values[0].startswith("move-card")
