"""Cells that no spreadsheet reads as a formula, and the way back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.model.values.formula import as_text, from_text


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+61 2 5550 1234", "'+61 2 5550 1234"),
        ("Bring:\n- keys\n- plan", "Bring:\n'- keys\n'- plan"),
        ("- keys", "'- keys"),
        ("a; =b", "a; '=b"),
        ("  =1", "'  =1"),
        ("Ana", "Ana"),
        ("rock 'n' roll", "rock 'n' roll"),
        ("said '-5", "said '-5"),
    ],
)
def test_a_formula_is_marked_and_the_mark_is_taken_off(text, cell):
    assert as_text(text) == cell
    assert from_text(cell) == text


@given(st.text(alphabet="=+-@＝;\t\r\n ab", max_size=12))
def test_every_text_without_apostrophes_comes_back(text):
    assert from_text(as_text(text)) == text
