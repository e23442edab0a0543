"""All commands together."""

import ast
from pathlib import Path

import pytest

import tui.app
from tui.app.commands.app import ShowAccounts
from tui.app.commands.catalogue import PRESETS, overrides, screens
from tui.app.commands.keymap import Keymap

EVERY = dict.fromkeys(command for commands in screens().values() for command in commands)


@pytest.mark.parametrize("commands", screens().values(), ids=screens())
@pytest.mark.parametrize("preset", PRESETS)
def test_no_two_commands_of_a_screen_want_a_key(commands, preset):
    assert Keymap.of(commands, overrides(preset, {})).conflicts == (), (
        "two commands of a page have this key (docs/keys.md lists the used ones): choose another, or, if a preset needs it,"
        " give the other command another key in that preset"
    )


def test_a_command_has_words_and_a_group():
    assert [command.name() for command in EVERY if not (command.label() and command.group)] == [], (
        "give the class a docstring, which is its help text, and a group, which is its heading in the help"
    )


def test_nothing_that_pasted_escapes_could_press_is_final():
    # An escape sequence cut in two arrives as "[" and "A": the one is no command, the other leads to a page.
    assert [command.name() for command in EVERY if "left_square_bracket" in command.keys] == []
    assert [command for command in EVERY if "A" in command.keys] == [ShowAccounts]


def test_no_letter_with_alt_is_a_key():
    # Most terminals send alt+v as the bytes of esc and v, so it cannot be told from these two keys typed quickly.
    assert [
        command.name() for command in EVERY if any(key.startswith("alt+") for key in command.keys)
    ] == [], "choose a key without alt, such as a sequence of two keys"


def test_presets_name_commands_there_are():
    names = {command.name() for commands in screens().values() for command in commands}
    assert {name for keys in PRESETS.values() for name in keys} <= names, (
        "PRESETS in tui/app/commands/catalogue.py names commands that are gone"
    )


def test_a_command_that_goes_to_another_page_shows_its_message_there():
    """A message that ``tell`` shows after ``go`` is on the page that was left; ``go(…, saying=…)`` shows it on the new one."""
    pages = 0
    for path in Path(tui.app.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            held = [getattr(node, name, ()) for name in ("body", "orelse", "finalbody")]
            for block in (one for one in held if isinstance(one, list)):
                called = [_calls(line) for line in block]
                pages += sum("go" in names for names in called)
                for at, names in enumerate(called):
                    after = {name for later in called[at + 1 :] for name in later}
                    assert not ("go" in names and "tell" in after), (
                        f"{path.name}:{block[at].lineno}: pass the message to go(…, saying=…) instead of tell"
                    )
    assert pages > 10


def _calls(line):
    if isinstance(line, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return set()  # another's block, looked at by itself
    return {
        node.func.attr
        for node in ast.walk(line)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
