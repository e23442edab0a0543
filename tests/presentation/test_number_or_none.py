"""A number that can be taken off again is read alike everywhere."""

import pytest

from tui.errors import UsageError
from tui.presentation.number_or_none import read_number


@pytest.mark.parametrize(
    ("text", "number"), [("5", 5), (" 0 ", 0), ("None", None), ("off", None), ("-", None)]
)
def test_a_number_and_the_words_for_none(text, number):
    assert read_number(text, "cards") == number


@pytest.mark.parametrize("text", ["", "many", "-3", "1.5", "²", "٣", "1234567890"])
def test_anything_else_is_told_with_the_fix(text):
    with pytest.raises(UsageError) as refused:
        read_number(text, "credits", option="--run")
    assert str(refused.value) == f"--run: “{text}” is no number of credits"
    assert refused.value.hint == "write a whole number, or none"


def test_more_than_the_most_is_told_with_it():
    assert read_number("5000", "cards", most=5000) == 5000
    with pytest.raises(UsageError, match="no number of cards up to 5,000"):
        read_number("5001", "cards", most=5000)
