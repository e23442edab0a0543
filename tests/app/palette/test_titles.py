"""Titles of commands: short, each of a command there is, and no two alike on a page."""

import pytest

from tui.app.commands.catalogue import screens
from tui.app.palette.titles import _TITLES, LONGEST, title_of


def test_every_command_has_a_short_title_and_every_title_a_command():
    known = {command.name(): command() for commands in screens().values() for command in commands}
    titles = {name: title_of(command) for name, command in known.items()}
    assert {name: title for name, title in titles.items() if len(title) > LONGEST} == {}, (
        f"more than {LONGEST} characters: give it a title in tui/app/palette/titles.py, or a shorter docstring"
    )
    assert set(_TITLES) - set(known) == set(), "tui/app/palette/titles.py names commands that are gone"


@pytest.mark.parametrize(
    "commands", [each for name, each in screens().items() if name != "in the checklists"]
)
def test_no_two_commands_of_a_page_have_one_title(commands):
    titles = [title_of(command()) for command in commands]
    twice = {title for title in titles if titles.count(title) > 1}
    assert twice == set(), "two commands of a page look alike in the palette: tell them apart in titles.py"
