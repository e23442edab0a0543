"""Whether a word is spelt like a name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.recognise.words.spelling import LETTERS, name_spelling, triples


@pytest.mark.parametrize(
    ("name", "other"),
    [("Hrynkevich", "Reinforcement"), ("Zakharchenko", "Warehousing"), ("Tuiasosopo", "Upgrade")],
)
def test_names_are_spelt_otherwise_than_words(name: str, other: str) -> None:
    assert name_spelling(name) > 0 > name_spelling(other)


@given(st.text())
def test_any_word_has_a_spelling(word: str) -> None:
    assert -4 <= name_spelling(word) <= 4


def test_marks_and_other_scripts_do_not_count() -> None:
    assert name_spelling("Zakharchénko") == name_spelling("zakharchenko")
    assert name_spelling("Анна") == name_spelling("")


def test_every_three_letters_in_a_row_have_an_index() -> None:
    def letters(index: int) -> str:
        return LETTERS[index // 27**2] + LETTERS[index // 27 % 27] + LETTERS[index % 27]

    assert [letters(index) for index in triples("Rē id!")] == [" id", "id "]
    assert [letters(index) for index in triples("tui")] == [" tu", "tui", "ui "]
    assert triples("") == []
