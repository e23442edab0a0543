"""Words at both ends of a run that are none of the name."""

import pytest

from tui.recognise.chunk import Kind
from tui.recognise.edges import leads, trails


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Ring Ana Reid", Kind.VERB), ("Ms Ana Reid", Kind.HONORIFIC), ("She", Kind.OTHER), ("Because Ana Reid", Kind.OTHER), ("IT", None), ("Mark Hill", None), ("Ana Reid", None), ("Kea Freight Ltd", None), ("Mr Chips Seafood", None), ("Dr Ana Reid", Kind.HONORIFIC), ("Tuan Ha", None),
        ("Open Door Housing", None), ("Insurer Vero", Kind.VERB), ("Insurer Services", None), ("A1 Rope Access", None), ("Sister Ana Reid", Kind.HONORIFIC), ("Sister Act", None), ("Applicants Ana Reid", Kind.VERB),
        ("RN Ana Reid", Kind.HONORIFIC), ("Closed Kea Ridge", Kind.VERB), ("Closed Kea", None), ("Lend & Mend", None), ("June Fairlie", None), ("June Quotes", Kind.VERB), ("Sun Hing Foods", None),
        ("Receiver Kea Ridge", Kind.VERB), ("Tuan Kiet Lam", None), ("Auditors Kea Ridge", Kind.VERB), ("Publisher Kea Freight", Kind.VERB), ("Auntie Vi's Bakery", None), ("Studio Ember Architects", None),
    ],
)  # fmt: skip
def test_a_first_word_that_is_none_of_the_name(words: str, kind: str | None) -> None:
    assert leads(words.split()) == kind


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("Ana Reid Tuesday", True),
        ("Ana Reid MBA", True),
        ("Ana Reid KC", True),
        ("Ana Reid I", True),
        ("Kea Coffee", False),
        ("Ana Coffee", False),
        ("Ana Reid", False),
        ("Kea Freight Ltd", False),
    ],
)
def test_a_last_word_that_is_none_of_the_name(words: str, *, found: bool) -> None:
    assert trails(words.split()) is found


@pytest.mark.parametrize(("words", "found"), [("Friday Ana Reid", Kind.VERB), ("Ring Freight", None)])
def test_a_day_behind_a_word_of_place_is_none_of_the_name(words: str, found: str | None) -> None:
    assert leads(words.split(), placed=True) == found
