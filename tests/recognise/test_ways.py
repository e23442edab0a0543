"""What stands between a person and a firm, and how much it binds them."""

import pytest

from tui.recognise.lines import lines
from tui.recognise.ways import LOOSE, bond, gap


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("Ana Reid, the new CFO at Kea", "R,..T@R"),
        ("Kea's CFO Ana Reid", "RsTR"),
        ("Ana Reid (ex Telstra) - Kea", "R(~R)-R"),
        ("Ring Ms Ana Reid in Taupo", "VHR.."),
        ("Kea, contact is Ana", "R,ViR"),
    ],
)
def test_a_line_is_a_letter_a_chunk(text: str, letters: str) -> None:
    assert gap(lines(text)[0].parts) == letters


@pytest.mark.parametrize(
    ("stronger", "weaker"), [(",..T@", ","), ("@", "-"), ("(", "w"), (",To", "-"), ("n", "xxx")]
)
def test_at_binds_more_than_a_mark(stronger: str, weaker: str) -> None:
    assert bond(stronger, person_first=True) > bond(weaker, person_first=True) > 0


def test_a_firm_somebody_has_left_stands_in_nobodys_way() -> None:
    assert bond("(~R)@", person_first=True) == bond("@", person_first=True)


def test_another_name_between_binds_nothing() -> None:
    assert bond(",R,x", person_first=True) == 0
    assert bond("xRx", person_first=False) == 0


def test_a_firm_in_brackets_belongs_to_who_is_before_it() -> None:
    assert bond(")x", person_first=False) == 0


def test_words_between_bind_loosely() -> None:
    assert bond("xxx", person_first=True) == LOOSE
