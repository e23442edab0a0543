"""Folded texts, and how well a title has the words of a query."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.model.search import fold_text, name_order, name_words, number_sought, title_rank


def test_folding() -> None:
    assert fold_text("Tūī Ridge — STRAẞE") == "tui ridge — strasse"


def test_names_are_compared_without_case_accents_and_punctuation() -> None:
    assert name_words("  O’Brien-Smith, Āna & Co. ") == "o brien smith ana co"
    assert name_words("–") == ""


def test_operators_are_no_words_of_a_title() -> None:
    assert title_rank("Ring Tūī", "tui @me #hot due:week -is:open ring") == 0
    assert title_rank("Ring Tūī", "tui wharf") == 3


@pytest.mark.parametrize(
    ("title", "rank"),
    [
        ("Snag 12: handle", 0),
        ("12 snags", 1),
        ("Snag 120", 1),
        ("Snag 112", 2),
        ("Snagging 112", 2),
        ("Snag 7", 3),
    ],
)
def test_whole_words_rank_before_beginnings_and_parts(title: str, rank: int) -> None:
    assert title_rank(title, "snag 12") == rank


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("0412 345 678", "412345678"),
        ("+61 (0)412-345-678", "412345678"),
        ("0011 61 2 9876 5432", "298765432"),
        ("+353 1 234 5678", "12345678"),
        ("+1 415.555.0100", "4155550100"),
        ("1300 123 456", "1300123456"),
        ("0211/123 45", "21112345"),
        ("09\u2013555\u20111234", "95551234"),
        ("03/04/2026", ""),
        ("12345", ""),
        ("- - - - - -", ""),
        ("ring 0412 345 678", ""),
        ("1" * 15, ""),
        ("", ""),
    ],
)
def test_the_figures_of_a_number_are_those_that_every_way_of_writing_it_has(text: str, figures: str) -> None:
    assert number_sought(text) == figures


@pytest.mark.parametrize(
    "names",
    [
        ("Sprint 2", "sprint 10", "Sprint 10 b"),
        ("2", "10", "a"),
        ("Āwhina", "azure", "Zoo"),
        ("", "1", "a1b2", "a1b10"),
        ("v1.2", "v1.10"),
        (f"n {'9' * 40}", "o"),
    ],
)
def test_names_are_ordered_as_people_count(names: tuple[str, ...]) -> None:
    for each in (names, names[::-1]):
        assert sorted(each, key=name_order) == list(names)


@given(st.lists(st.text(), max_size=4))
def test_any_two_names_have_an_order(names: list[str]) -> None:
    assert len(sorted(names, key=name_order)) == len(names)
