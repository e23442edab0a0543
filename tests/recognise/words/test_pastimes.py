"""Words of pastimes among the words of a card."""

import pytest

from tui.recognise.words.pastimes import are_of_pastime


@pytest.mark.parametrize("word", ["whisky", "whiskys", "whisky.", "whískys"])
def test_a_word_of_pastimes_is_found_in_any_form(word: str) -> None:
    assert are_of_pastime({"ring", word, "-"})


@pytest.mark.parametrize("word", ["", "sheds", "-", "whiskyss", "李娜"])
def test_other_words_are_none(word: str) -> None:
    assert not are_of_pastime({"ring", word})
