"""Numbers of which there may be at most so many, and the words for no limit."""

import pytest

from tui.errors import UsageError
from tui.presentation.typed_number import read_most


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("5", 5),
        (" 40 ", 40),
        ("0", 0),
        ("none", None),
        ("None ", None),
        ("-", None),
        ("", None),
        ("off", None),
    ],
)
def test_a_number_or_a_word_for_none_is_read(text: str, number: int | None) -> None:
    assert read_most(text, "cards", 40, example=5) == number


@pytest.mark.parametrize("text", ["lots", "-1", "41", "٣", "1" * 10, "5.5"])
def test_what_is_no_number_is_refused_with_the_fix(text: str) -> None:
    with pytest.raises(UsageError, match="is no number of cards") as told:
        read_most(text, "cards", 40, example=5)
    assert told.value.hint == "write 5, or none"
