"""What the work of a person says of whose they are."""

import pytest

from tests.recognise.pages import mention, page
from tui.recognise.pairs import work
from tui.recognise.pairs.pair import Pair
from tui.recognise.pairs.pair import pair as pair_of


def pair(card: str, names: str) -> Pair:
    read = page(card)
    person, firm = (mention(read, name) for name in names.split(" | "))
    return pair_of(person, firm)


@pytest.mark.parametrize(
    ("said", "in_house", "for_many"),
    [
        ("Buyer Ana Reid", True, False),
        ("Ana Reid, their buyer", True, False),
        ("Buyer: Ana Reid", True, False),
        ("Mediator Ana Reid", False, True),
        ("Mediator: Ana Reid", False, True),
        ("Ana Reid pays", False, False),
    ],
)
def test_work_is_done_within_a_firm_or_for_many(said: str, in_house: bool, for_many: bool) -> None:
    one = pair(f"Kea Freight\n\n{said}", "Ana Reid | Kea Freight")
    assert (work.is_in_house(one), work.is_professional(one)) == (in_house, for_many)


@pytest.mark.parametrize(
    ("name", "is_one"), [("Leave Policy", True), ("Estate of Hemi", True), ("Policy Kea", False), ("Policy Pty Ltd", False)]
)  # fmt: skip
def test_a_thing_is_told_by_the_end_of_its_name(name: str, is_one: bool) -> None:
    assert work.is_thing(pair(f"Ana Reid - {name}", f"Ana Reid | {name}")) is is_one
