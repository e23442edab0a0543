"""Sentences name the user's own keys."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tui.app
from tui.app.commands.catalogue import BOARD, OPEN, KeyNames, overrides

APP = Path(tui.app.__path__[0])
NAMED = re.compile(r"\{([a-z]+(?:-[a-z]+)*)\}")


def test_a_key_is_the_users_else_the_default() -> None:
    assert KeyNames()["new-card"] == "n"
    assert KeyNames({"new-card": "plus, o"})["new-card"] == "+"
    assert KeyNames(overrides("trello", {}), OPEN)["due"] == "d"


def test_a_command_of_another_screen_is_found_there() -> None:
    names = KeyNames({"log-in": "f9"}, BOARD)
    assert (names["show-accounts"], names["log-in"]) == ("A", "f9")
    assert "begin-run" in set(names)
    assert len(names) > 100


def test_a_command_without_a_key_is_called_by_its_name() -> None:
    assert KeyNames({"new-card": ""}, BOARD)["new-card"] == "new-card"


def test_there_is_no_such_command() -> None:
    with pytest.raises(KeyError):
        _ = KeyNames()["fly"]


def named(path: Path) -> Iterator[tuple[int, str]]:
    """Every command that a sentence of a module names, and in which line."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from ((node.lineno, name) for name in NAMED.findall(node.value))
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            held = node.value
            of = held.attr if isinstance(held, ast.Attribute) else getattr(held, "id", "")
            if of == "key_names":
                yield node.lineno, str(node.slice.value)


def test_what_a_sentence_names_is_a_command() -> None:
    known = set(KeyNames())
    found = [(path.name, line, name) for path in sorted(APP.rglob("*.py")) for line, name in named(path)]
    assert found
    # Fields of the toolkit's own templates have no hyphen; a command of one word is looked up where it is used.
    assert [each for each in found if "-" in each[2] and each[2] not in known] == []
