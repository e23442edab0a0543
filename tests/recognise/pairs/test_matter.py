"""What a firm is in the matter of a card: events are told by their names, threads by their marks."""

import pytest

from tests.recognise.pages import mention, page
from tui.recognise.pairs import matter
from tui.recognise.pairs.pair import Pair
from tui.recognise.pairs.pair import pair as pair_of


def pair(card: str, names: str) -> Pair:
    read = page(card)
    person, firm = (mention(read, name) for name in names.split(" | "))
    return pair_of(person, firm)


@pytest.mark.parametrize(
    ("name", "is_one"),
    [("DataCon", True), ("Fieldays", True), ("Retail Summit", True), ("Beacon", False), ("Expo Kitchens", False)],
)  # fmt: skip
def test_an_event_is_told_by_the_end_of_its_name(name: str, is_one: bool) -> None:
    assert matter.is_event(pair(f"Saw Ana Reid at {name}", f"Ana Reid | {name}")) is is_one


def test_a_firm_with_a_legal_form_is_no_event() -> None:
    assert not matter.is_event(pair("Ana Reid of Kea Events Pty Ltd", "Ana Reid | Kea Events Pty Ltd"))


@pytest.mark.parametrize(
    "mark", ["On 2 June Hemi Parata wrote:", "-----Original Message-----", "From: Hemi Parata"]
)
def test_a_mail_that_is_quoted_begins_at_its_mark(mark: str) -> None:
    card = f"x\n\nthanks\nAna Reid\n{mark}\nmore sheds\nKea Freight"
    assert matter.is_across_thread(pair(card, "Ana Reid | Kea Freight"))
    assert not matter.is_across_thread(pair(card.replace(mark, "soon"), "Ana Reid | Kea Freight"))
