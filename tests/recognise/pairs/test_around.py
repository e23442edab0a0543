"""What the words around a person say of whose they are."""

import pytest

from tests.recognise.pages import mention, page
from tui.recognise.looks.features import is_word
from tui.recognise.names import weigh
from tui.recognise.pairs import around
from tui.recognise.pairs.pair import Pair
from tui.recognise.pairs.pair import pair as pair_of


def pair(card: str, names: str) -> Pair:
    read = page(card)
    weigh(read)
    person, firm = (mention(read, name) for name in names.split(" | "))
    assert not is_word(person)
    return pair_of(person, firm)


@pytest.mark.parametrize(
    ("said", "alone"),
    [("Ana Reid, a freelancer", True), ("Ana Reid - Kea Contracting", False), ("Ana Reid pays", False)],
)
def test_who_works_for_nobody_is_told_by_words_that_are_no_firm_s(said: str, *, alone: bool) -> None:
    assert around.is_alone(pair(f"Tui Freight\n\n{said}", "Ana Reid | Tui Freight")) is alone


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("Ana Reid sells", True), ("CFO Ana Reid sells", True), ("It rains. Ana Reid sells", True), ("it rains; Ana Reid sells", True),
        ("See Ana Reid", False),
    ],
)  # fmt: skip
def test_a_sentence_begins_with_a_person_or_with_their_title(said: str, *, first: bool) -> None:
    assert around.begins_sentence(pair(f"Tui Freight\n\n{said}", "Ana Reid | Tui Freight")) is first


@pytest.mark.parametrize(
    ("said", "other"),
    [("Ana Reid saw Kea Plumbing Ltd", True), ("Ana Reid pays. So does Kea Plumbing Ltd", False)],
)
def test_another_firm_counts_in_the_sentence_of_the_person(said: str, *, other: bool) -> None:
    assert around.has_other_firm(pair(f"Tui Freight\n\n{said}", "Ana Reid | Tui Freight")) is other
