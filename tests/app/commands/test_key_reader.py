"""Keys read one after another: counts, sequences, and which of two key maps has a key."""

from collections.abc import Sequence

import pytest

from tui.app.commands.command import Command, ImmediateCommand
from tui.app.commands.key_reader import KeyReader, Layer
from tui.app.commands.keymap import Keymap


class Down(ImmediateCommand[object]):
    """Go down."""

    keys = ("j",)


class Top(ImmediateCommand[object]):
    """Go to the top."""

    keys = ("g g",)


class First(ImmediateCommand[object]):
    """Go to the first list."""

    keys = ("0",)


class Attach(ImmediateCommand[object]):
    """Attach."""

    keys = ("a",)


class Archive(ImmediateCommand[object]):
    """Archive."""

    keys = ("g a", "a")


class Save(ImmediateCommand[object]):
    """Save."""

    keys = ("ctrl+s",)
    over_text = True


PAGE = Layer("page", Keymap.of((Down, Top, First, Archive)))
PART = Layer("part", Keymap.of((Attach, Save)))


def read(
    keys: Sequence[str], *layers: Layer
) -> tuple[list[tuple[type[Command[object]] | None, object]], KeyReader]:
    """What each key asked for and of whom; nothing for a key that means nothing."""
    reader = KeyReader()
    asked = [each for key in keys if (each := reader.read(key, layers)) is not None]
    found = [(None if each.command is None else type(each.command), each.context) for each in asked]
    return found, reader


@pytest.mark.parametrize(
    ("keys", "count"), [("j", None), ("3j", 3), ("12j", 12), ("30j", 30), ("99999j", 9999), ("3xj", None)]
)
def test_a_number_before_a_key_is_its_count(keys, count):
    found, reader = read(keys, PAGE)
    assert found[-1] == (Down, "page")
    assert reader.count == count


def test_a_zero_is_a_key_of_its_own_until_it_follows_a_digit():
    assert read(["0"], PAGE)[0] == [(First, "page")]
    assert read(["1", "0", "j"], PAGE)[1].count == 10


def test_what_was_typed_of_a_count_and_a_sequence_can_be_shown():
    _, reader = read(["3", "g"], PAGE)
    assert reader.typed == "3g …"
    assert reader.sequence("g") == "g g"
    assert reader.peek("j", (PAGE,)) is None
    reader.read("escape", (PAGE,))
    assert reader.typed == ""


def test_two_keys_in_a_row_are_one_command():
    assert read(["g", "g"], PAGE)[0] == [(None, None), (Top, "page")]


def test_a_sequence_that_is_none_is_taken_and_does_nothing():
    assert read(["g", "j"], PAGE)[0] == [(None, None), (None, None)]
    assert read(["q"], PAGE)[0] == []


def test_a_part_has_its_keys_before_the_page_also_in_a_sequence_of_the_pages():
    assert read(["a"], PART, PAGE)[0] == [(Attach, "part")]
    assert read(["j"], PART, PAGE)[0] == [(Down, "page")]
    found, reader = read(["g", "a"], PART, PAGE)
    assert found == [(None, None), (Attach, "part")]
    assert reader.typed == "g …"


def test_over_a_field_only_what_is_made_for_fields_is_a_command():
    field = Layer("part", PART.keymap, over_text=True)
    assert [field.knows("a"), field.knows("ctrl+s")] == [False, True]
    assert read(["a"], field)[0] == []
