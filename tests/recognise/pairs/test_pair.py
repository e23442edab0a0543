"""Pairs of a person and a firm: which are looked at, and what links them."""

import pytest

from tests.recognise.pages import mention, page
from tui.recognise.names import weigh
from tui.recognise.pairs.pair import FIRM_FIRST, PERSON_FIRST, REACH, LinkPattern, Pair, link, pair, pairs


def read(card: str, names: str) -> Pair:
    lines = page(card)
    person, firm = (mention(lines, name) for name in names.split(" | "))
    return pair(person, firm)


@pytest.mark.parametrize("one", [*PERSON_FIRST, *FIRM_FIRST], ids=lambda one: one.name)
def test_a_link_is_what_its_example_has(one: LinkPattern) -> None:
    assert read(*one.example).link == one.name


def test_names_listed_beside_a_person_do_not_part_them_from_the_firm() -> None:
    one = read("Ana Reid, Hemi Parata and Mei Chow at Kea", "Ana Reid | Kea")
    assert (one.shared, one.link) == (True, "person at firm")


def test_people_with_roles_in_brackets_are_listed_too() -> None:
    one = read("Ana Reid (CFO), Hemi Parata (buyer) at Kea", "Ana Reid | Kea")
    assert (one.shared, one.link) == (True, "person at firm")


def test_who_is_surely_a_person_is_nobodys_firm() -> None:
    read = page("Ring Ms Ana Reid (CFO) and Mr Hemi Parata (plumber) of Kea Freight")
    weigh(read)
    paired = [one.firm.text for one in pairs(mention(read, "Ana Reid"))]
    assert ("Kea Freight" in paired, "Hemi Parata" in paired) == (True, False)


def test_a_firm_somebody_has_left_stands_in_nobodys_way() -> None:
    assert link("(~F)@", forward=True) == link("@", forward=True) == "person at firm"


def test_another_name_between_is_no_link() -> None:
    assert link(",P,x", forward=True) == ""
    assert link("xFx", forward=False) == ""


def firms(card: str, person: str = "Ana Reid") -> list[str]:
    """Return the names a person of a card is paired with."""
    read = page(card)
    return [one.firm.text for one in pairs(mention(read, person))]


def test_a_person_is_paired_with_the_names_near_by() -> None:
    assert firms("Ana Reid at Kea Freight") == ["Kea Freight"]
    assert "Ana Reid" not in firms("Ana Reid, Ana Reid at Kea Freight")
    many = ", ".join(f"Kea{chr(97 + n)} Freight" for n in range(2 * REACH))
    assert len(firms(f"x\n\nAna Reid, {many}")) <= REACH


def test_a_person_is_not_paired_with_a_firm_many_lines_away_unless_it_is_labelled() -> None:
    apart = "\nx" * 8
    assert firms(f"x\n\nAna Reid{apart}\nKea Freight Pty Ltd") == []
    assert firms(f"x\n\nAna Reid{apart}\nCompany: Kea Freight Pty Ltd") == ["Kea Freight Pty Ltd"]
