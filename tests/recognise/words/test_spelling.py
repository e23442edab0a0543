"""Whether a word is spelt like a name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.recognise.words.spelling import name_spelling


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
