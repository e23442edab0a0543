"""Keys and the commands they ask for."""

import pytest

from tui.app.commands.command import Context, ImmediateCommand
from tui.app.commands.keymap import KeyConflict, Keymap, offer_keys, parse_keys, show_key
from tui.errors import UsageError


class WalkOn(ImmediateCommand[Context]):
    """Walk on. And more."""

    keys = ("j", "down")


class GoFar(ImmediateCommand[Context]):
    """Go far."""

    keys = ("g g", "G")


class Jump(ImmediateCommand[Context]):
    """Jump"""

    keys = ("j",)


def test_keys_are_mapped_and_sequences_have_prefixes():
    keymap = Keymap.of([WalkOn, GoFar])
    assert keymap.keys == {"j": "walk-on", "down": "walk-on", "g g": "go-far", "G": "go-far"}
    assert keymap.prefixes == {"g"}
    assert keymap.conflicts == ()


def test_a_user_has_the_last_word():
    keymap = Keymap.of([WalkOn, GoFar, Jump], {"jump": "j", "walk-on": "s, pgdn"})
    assert keymap.keys_of("walk-on") == ("s", "pagedown")
    assert keymap.keys["j"] == "jump"
    assert keymap.conflicts == ()


def test_a_key_can_be_taken_away():
    assert Keymap.of([WalkOn], {"walk-on": ""}).keys == {}


def test_two_commands_that_want_a_key_are_reported():
    assert Keymap.of([WalkOn, Jump]).conflicts == (KeyConflict("j", "walk-on", "jump"),)


def test_a_key_that_begins_a_sequence_is_reported():
    assert Keymap.of([WalkOn, GoFar], {"walk-on": "g"}).conflicts == (KeyConflict("g", "walk-on", "g …"),)


@pytest.mark.parametrize(
    ("written", "keys"),
    [
        ("j", ("j",)),
        ("j, down", ("j", "down")),
        ("g g", ("g g",)),
        (",", ("comma",)),
        (". , comma", ("full_stop", "comma")),
        ("esc", ("escape",)),
        ("?", ("question_mark",)),
        ("", ()),
    ],
)
def test_keys_as_they_are_written(written, keys):
    assert parse_keys(written) == keys


def test_three_keys_in_a_row_are_refused():
    with pytest.raises(UsageError, match="more than two"):
        parse_keys("g g g")


def test_keys_are_shown_as_they_are_typed():
    assert show_key("full_stop") == "."
    assert show_key("g exclamation_mark") == "g !"
    assert show_key("ctrl+right_square_bracket") == "ctrl+]"
    assert [show_key(key) for key in ("tab", "f5", "delete", "backspace", "space")] == [
        "tab",
        "f5",
        "delete",
        "backspace",
        "space",
    ]
    assert show_key("g 3") == "g 3"


@pytest.mark.parametrize(
    "keys", [("number_sign",), ("comma",), ("comma", "g comma"), ("down", "j"), ("g slash", "ctrl+plus")]
)
def test_offered_keys_are_read_as_themselves(keys):
    assert parse_keys(offer_keys(keys)) == keys
    assert "_" not in offer_keys(keys)
