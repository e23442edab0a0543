"""First names that stand for people who are named in full elsewhere on the card."""

import pytest

from tests.recognise.pages import mention, page
from tui.recognise.pairs.pair import pairs
from tui.recognise.pairs.stand_ins import stand_ins


def test_a_first_name_beside_a_firm_stands_for_the_person_named_in_full() -> None:
    read = page("Ring Sarah Reid\n\nSarah is at Kea Freight Pty Ltd")
    (one,) = stand_ins(read)
    assert one.text == "Sarah Reid"
    assert one.stands_for is mention(read, "Sarah Reid")
    assert [(pair.firm.text, pair.link) for pair in pairs(one)] == [("Kea Freight Pty Ltd", "person at firm")]


@pytest.mark.parametrize(
    "text",
    [
        "Ring Sarah Reid\n\nSarah rang",
        "Ring Sarah Reid and Sarah Parata\n\nSarah is at Kea Freight Pty Ltd",
        "Ring Sarah Reid\n\nMei is at Kea Freight Pty Ltd",
    ],
    ids=["no firm", "two people", "somebody else"],
)
def test_a_first_name_that_says_nothing_of_one_person_stands_for_nobody(text: str) -> None:
    assert stand_ins(page(text)) == []
