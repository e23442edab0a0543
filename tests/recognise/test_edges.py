"""Words at both ends of a run that are none of the name."""

import pytest

from tests.recognise.test_runs import shape
from tui.recognise.chunk import Kind
from tui.recognise.edges import leads, trails


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Ring Ana Reid", Kind.VERB), ("Ms Ana Reid", Kind.HONORIFIC), ("She", Kind.OTHER), ("Because Ana Reid", Kind.OTHER), ("IT", None), ("Mark Hill", None), ("Ana Reid", None), ("Kea Freight Ltd", None), ("Mr Chips Seafood", None), ("Dr Ana Reid", Kind.HONORIFIC), ("Tuan Ha", None),
        ("Open Door Housing", None), ("Insurer Vero", Kind.VERB), ("Insurer Services", None), ("A1 Rope Access", None), ("Sister Ana Reid", Kind.HONORIFIC), ("Sister Act", None), ("Applicants Ana Reid", Kind.VERB),
        ("RN Ana Reid", Kind.HONORIFIC), ("Closed Kea Ridge", Kind.VERB), ("Closed Kea", None), ("Lend & Mend", None), ("June Fairlie", None), ("June Quotes", Kind.VERB), ("Sun Hing Foods", None),
        ("Receiver Kea Ridge", Kind.VERB), ("Tuan Kiet Lam", None), ("Auditors Kea Ridge", Kind.VERB), ("Publisher Kea Freight", Kind.VERB), ("Auntie Vi's Bakery", None), ("Studio Ember Architects", None),
        ("Leaving Kea Freight", Kind.OTHER), ("Leaving", None), ("Former Kea Ridge", Kind.OTHER), ("Claimant Zyxa Reid", Kind.VERB), ("Claimant Zyxa Freight", None),
        ("Chase Wirra Steel", Kind.VERB), ("Chase Papadakis Steel", None),
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


@pytest.mark.parametrize("before", ["at", "by", "from"])
def test_a_verb_behind_a_word_of_place_begins_a_name(before: str) -> None:
    assert shape(f"sheds {before} Screen Freight Ltd")[-1] == ("name", "Screen Freight Ltd")


@pytest.mark.parametrize(("words", "found"), [("Friday Ana Reid", Kind.VERB), ("Ring Freight", None)])
def test_a_day_behind_a_word_of_place_is_none_of_the_name(words: str, found: str | None) -> None:
    assert leads(words.split(), placed=True) == found
