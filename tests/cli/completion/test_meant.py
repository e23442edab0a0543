"""Words that are no command are answered with the one that is meant."""

import re

import pytest

from tui.cli.completion.meant import _ELSEWHERE, _paths
from tui.cli.main import cli as root


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("people search", "hint: cardscout search people\n"),
        ("board list", "hint: cardscout boards\n"),
        ("boards new", "hint: cardscout board new\n"),
        ("cards move", "hint: did you mean cardscout card move? there are 'Pipeline'"),
        ("comments add", "hint: did you mean cardscout comment add? "),
        ("card create", "hint: cardscout card new\n"),
        ("person enrich", "hint: cardscout enrich person\n"),
        ("rules add", "hint: cardscout rules new\n"),
        ("login", "hint: cardscout accounts login\n"),
        ("card tag", "hint: cardscout label add CARD LABEL\n"),
        ("people opt-out", "hint: cardscout suppress add"),
        ("calendar", "g C in the screens"),
        ("card frob", "hint: cardscout card --help\n"),
        ("card show A B", "hint: cardscout card show --help\n"),
        ("card move A B C", "hint: cardscout card move --help\n"),
    ],
)
def test_words_that_are_no_command_are_answered_with_the_one_that_is_meant(imported, typed, meant):
    result = imported(*typed.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert meant in result.stderr


def test_a_board_that_is_called_as_a_verb_is_found(program):
    program.read("board", "new", "New", "--list", "Ideas")
    assert program.read("lists", "New").split("\t")[1] == "0"


def test_what_is_meant_is_a_command():
    paths = {" ".join(path) for path in _paths(root, ())}
    for words in _ELSEWHERE.values():
        for named in re.findall(r"cardscout ((?:[a-z-]+ ?){1,2})", words):
            assert any(named.strip().startswith(path) for path in paths), named
