"""How much words look like a person or a firm."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.recognise.words.likeness import (
    LIKELY,
    NOT,
    SURE,
    WEAK,
    firm_likeness,
    matches,
    person_likeness,
    squeeze,
)


@pytest.mark.parametrize(
    "name",
    ["Ana Reid", "Wiremu Te Rangi", "Nguyễn Văn Đức", "Ingrid van der Berg", "Mei-Ling Chow", "Sione Tauʻataina",
     "Siobhán Ní Dhomhnaill", "Grace Kim", "T. J. Hohepa", "ANA REID", "Jess W."],
)  # fmt: skip
def test_names_of_many_peoples_are_people(name: str) -> None:
    assert person_likeness(name.split()) >= LIKELY


@pytest.mark.parametrize(
    "words",
    ["Chicken Tikka", "Submit Button", "Board Meeting", "Tūī Ridge Ltd", "Bondi Beach", "Data Migration", "Room 4", "Sales",
     "Victoria Falls", "A B C D E F"],
)  # fmt: skip
def test_dishes_screens_and_places_are_nobody(words: str) -> None:
    assert person_likeness(words.split()) == NOT


@pytest.mark.parametrize("words", ["Jasmine Rice", "Mark Complete"])
def test_a_given_name_before_an_ordinary_word_is_weak(words: str) -> None:
    assert person_likeness(words.split()) <= WEAK


@pytest.mark.parametrize(
    ("words", "like"),
    [("Tūī Ridge Pty Ltd", SURE), ("Bluegum Freight", LIKELY), ("Reid & Sons", LIKELY), ("Tūī Ridge", WEAK), ("Town Hall", NOT),
     ("Melbourne", NOT), ("Product Page", NOT), ("Vulcan Steelworks", LIKELY), ("Ltd", NOT), ("L & P", WEAK)],
)  # fmt: skip
def test_a_firm_is_known_by_its_form_or_trade(words: str, like: int) -> None:
    assert firm_likeness(words.split()) == like


@pytest.mark.parametrize(
    ("name", "label", "made"),
    [("Tūī Ridge", "tuiridge", True), ("Cedar & Fig Restaurants", "cedarandfig", True), ("Rimu Trail Adventures", "rimutrail", True),
     ("Australian Quokka Foundation", "quokka", True), ("Tūī Ridge Pty Ltd", "tuiridge", True), ("Tūī", "tuiridge", False),
     ("Kea Crossing", "tuiridge", False)],
)  # fmt: skip
def test_a_domain_is_made_of_a_name(name: str, label: str, *, made: bool) -> None:
    assert matches(name, [label]) is made


def test_a_name_is_squeezed_as_domains_are() -> None:
    assert squeeze("The Mānuka & Honey Co Pty Ltd") == "manukaandhoneyco"


@given(st.lists(st.text(st.characters(exclude_categories=["Zs", "Cc"]), min_size=1), min_size=1, max_size=6))
def test_any_words_are_looked_at(words: list[str]) -> None:
    assert NOT <= person_likeness(words) <= SURE
    assert NOT <= firm_likeness(words, ["tuiridge"]) <= SURE
