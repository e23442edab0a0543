"""Pairs of a person and a firm: which are looked at, what links them, and which never count."""

import pytest

from tests.recognise.pages import mention, page
from tui.recognise import pairs
from tui.recognise.features import Example
from tui.recognise.names import weigh
from tui.recognise.page import Pair
from tui.recognise.pairs import NEVER, REACH, PairFeature

EVERY = pytest.mark.parametrize("feature", pairs.FEATURES, ids=lambda feature: feature.name)


def pair(example: Example) -> Pair:
    read = page(example[0])
    weigh(read)
    person, firm = (mention(read, name) for name in example[1].split(" | "))
    return pairs.pair(person, firm)


@EVERY
def test_a_feature_is_seen_of_its_example_only(feature: PairFeature) -> None:
    assert feature.seen(pair(feature.example))
    assert not feature.seen(pair(feature.counter))


def test_what_is_seen_is_named_with_the_levels_of_the_firm() -> None:
    found = pairs.seen(pair(("Ana Reid at Kea", "Ana Reid | Kea")))
    assert found[0] == "person at firm"
    assert "one line" in found
    assert [name.split()[0] for name in found[-2:]] == ["firm", "rival"]


def test_names_listed_beside_a_person_do_not_part_them_from_the_firm() -> None:
    one = pair(("Ana Reid, Hemi Parata and Mei Chow at Kea", "Ana Reid | Kea"))
    assert (one.shared, one.link) == (True, "person at firm")


def test_a_firm_somebody_has_left_stands_in_nobodys_way() -> None:
    assert pairs.link("(~F)@", forward=True) == pairs.link("@", forward=True) == "person at firm"


def test_another_name_between_is_no_link() -> None:
    assert pairs.link(",P,x", forward=True) == ""
    assert pairs.link("xFx", forward=False) == ""


def test_a_person_belongs_to_the_firm_at_rather_than_the_one_in_another_sentence() -> None:
    card = "Ana Reid at Kea Freight. Invoice from Tui Plumbing Ltd"
    own, other = (pair((card, f"Ana Reid | {firm}")) for firm in ("Kea Freight", "Tui Plumbing Ltd"))
    assert pairs.pair_points(own) > pairs.pair_points(other)


@pytest.mark.parametrize(
    ("card", "names", "never"),
    [
        ("Lunch with Ana Reid at Bondi Beach", "Ana Reid | Bondi Beach", True),
        ("Quote for Ana Reid at Bondi Beach", "Ana Reid | Bondi Beach", False),
        ("x\n\nask Ana Reid soon\n\nsee Kea Freight today", "Ana Reid | Kea Freight", True),
        ("x\n\nask Ana Reid soon\nsee Kea Freight today", "Ana Reid | Kea Freight", False),
    ],
    ids=["a venue", "a place of work", "another paragraph", "the same paragraph"],
)
def test_a_venue_and_a_firm_of_another_paragraph_never_count(card: str, names: str, never: bool) -> None:
    assert (pairs.pair_points(pair((card, names))) == NEVER) is never


def firms(card: str, person: str = "Ana Reid") -> list[str]:
    """Return the names a person of a card is paired with."""
    read = page(card)
    return [one.firm.text for one in pairs.pairs(read, mention(read, person).place)]


def test_a_person_is_paired_with_the_names_near_by() -> None:
    assert firms("Ana Reid at Kea Freight") == ["Kea Freight"]
    assert "Ana Reid" not in firms("Ana Reid, Ana Reid at Kea Freight")
    many = ", ".join(f"Kea{chr(97 + n)} Freight" for n in range(2 * REACH))
    assert len(firms(f"x\n\nAna Reid, {many}")) <= REACH


def test_a_person_is_not_paired_with_a_firm_many_lines_away_unless_it_is_labelled() -> None:
    apart = "\nx" * 8
    assert firms(f"x\n\nAna Reid{apart}\nKea Freight Pty Ltd") == []
    assert firms(f"x\n\nAna Reid{apart}\nCompany: Kea Freight Pty Ltd") == ["Kea Freight Pty Ltd"]
