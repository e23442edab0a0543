"""What is wrong in config.toml is told, and does not end the program."""

import re
from pathlib import Path

import pytest

from tui.app.commands.keymap import parse_keys
from tui.app.settings_check import complaints, every_problem, valid_bindings
from tui.settings.config import Config

THEMES = ("dark", "light", "nord")


def told(tmp_path, text: str) -> list[str]:
    path = tmp_path / "config.toml"
    path.write_text(text)
    return complaints(Config.read(path), THEMES)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('theme = "nordd"', r"line 1, theme: there is no theme “nordd”; did you mean nord\?"),
        ('theme = "x"', r"line 1, theme: .*there are dark, light, nord"),
        ('[bindings]\nnonsense = "q"', r"line 2, nonsense: there is no such command"),
        ('[bindings]\nnew-crd = "q"', r"line 2, new-crd: .*did you mean new-card\?"),
        ('[bindings]\nnew-card = "ctrl+alt+shift"', r"line 2, new-card: there is no key “alt\+ctrl\+shift”"),
        ('[bindings]\nnew-card = "ctrl+q"', r"line 2, new-card: “ctrl\+q” always quits; choose another key"),
        ('[bindings]\nnew-card = "hypre+x"', r"line 2, new-card: there is no key"),
        (
            '[bindings]\nnew-card = "ctrl+shift+banana"',
            r"line 2, new-card: there is no key “ctrl\+shift\+banana”",
        ),
        ('[bindings]\nnew-card = "entre"', r"line 2, new-card: there is no key “entre”"),
        ('[bindings]\nnew-card = "shift+b"', r"line 2, new-card: “shift\+b” arrives as “B”"),
        ('[bindings]\nnew-card = "g g g"', r"line 2, new-card: 'g g g' is more than two keys; use one"),
        (
            '[bindings]\narchive-card = "d d"',
            r"line 2, archive-card: “d” begins.*edit-description has lost it; .*edit-description = ",
        ),
        (
            '[bindings]\ncard-down = "g"',
            r"line 2, card-down: “g” begins.*card-down has lost it; choose another key",
        ),
        (
            '\n[bindings]\nlist-right = "n"',
            r"line 3, list-right: “n” is taken from new-card on the board; .*new-card = ",
        ),
    ],
)
def test_it_is_told_with_line_and_fix(tmp_path, text, said):
    (complaint,) = told(tmp_path, text)
    assert re.search(said, complaint), complaint


@pytest.mark.parametrize(
    "text",
    [
        "",
        'theme = "nord"\nkeys = "vim"',
        'keys = "trello"\n[bindings]\nundo = ""',
        '[bindings]\nlist-right = "n, right"\nnew-card = "o"',
        '[bindings]\narchive-card = "g k"\nopen-card = "F6, Ctrl+alt+X, !, ctrl++"',
        '[bindings]\nread-all = "R"',
    ],
)
def test_what_is_right_is_not_told(tmp_path, text):
    assert told(tmp_path, text) == []


def test_no_more_is_told_than_can_be_read(tmp_path):
    text = "[bindings]\n" + "\n".join(f'zz{i} = "q"' for i in range(9))
    assert told(tmp_path, text)[-1] == "and 4 more, told when these are mended"


def test_the_example_of_the_page_of_keys_is_right(tmp_path):
    page = Path(__file__).parents[2] / "docs" / "keys.md"
    (example,) = re.findall(r"```toml\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    assert told(tmp_path, example) == []


def test_all_that_is_wrong_is_told_from_the_first_line_to_the_last(tmp_path):
    path = tmp_path / "config.toml"
    path.write_text(
        'theme = "nordd"\nbell = 3\naccount = "gone"\n[bindings]\nnonsense = "q"\n[accounts.a]\nurl = 3\n'
        '[spending]\nrun = "x"\n[providers.p]\nurl = 3\n[labels]\nLeads = 3\n'
    )
    numbers = [int(re.findall(r", line (\d+)", each)[0]) for each in every_problem(path)]
    assert numbers == sorted(numbers)
    assert {1, 2, 3, 5, 7, 9, 11, 13} <= set(numbers)


def test_what_cannot_be_leaves_the_command_its_own_key():
    assert valid_bindings({"undo": "x", "redo": "g g g", "new-card": "ctrl+alt"}) == {"undo": "x"}


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("!", "exclamation_mark"),
        ("Ctrl+Alt+X", "alt+ctrl+x"),
        ("F5", "f5"),
        ("+", "plus"),
        ("alt++", "alt+plus"),
        ("_", "underscore"),
    ],
)
def test_keys_are_named_as_the_toolkit_does(written, key):
    assert parse_keys(written) == (key,)


@pytest.mark.parametrize("name", ["cardscout-dark", "cardscout-16", "nord", "light"])
def test_the_whole_name_of_our_own_theme_is_taken_too(tmp_path, name):
    assert told(tmp_path, f'theme = "{name}"') == []
