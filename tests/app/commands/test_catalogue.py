"""All commands together."""

import pytest

from tui.app.commands.account.accounts import ShowAccounts
from tui.app.commands.catalogue import PRESETS, overrides, screens
from tui.app.commands.command import Keymap

EVERY = dict.fromkeys(deed for deeds in screens().values() for deed in deeds)


@pytest.mark.parametrize("deeds", screens().values(), ids=screens())
@pytest.mark.parametrize("preset", PRESETS)
def test_no_two_commands_of_a_screen_want_a_key(deeds, preset):
    assert Keymap.of(deeds, overrides(preset, {})).conflicts == ()


@pytest.mark.parametrize("deed", EVERY, ids=lambda deed: deed.name())
def test_a_command_has_words_and_a_group(deed):
    assert deed.words()
    assert deed.group


@pytest.mark.parametrize("deed", EVERY, ids=lambda deed: deed.name())
def test_nothing_that_pasted_escapes_could_press_is_final(deed):
    # An escape sequence cut in two arrives as "[" and "A": the one is no command, the other leads to a page.
    assert "left_square_bracket" not in deed.keys
    assert "A" not in deed.keys or deed is ShowAccounts


def test_presets_name_commands_there_are():
    names = {deed.name() for deeds in screens().values() for deed in deeds}
    assert {name for keys in PRESETS.values() for name in keys} <= names
