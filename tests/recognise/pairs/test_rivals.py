"""Second look at the pairs of a card: what speaks for other pairs of the same person or firm."""

import pytest

from tests.recognise.pages import page
from tui.recognise.names import scored_pairs
from tui.recognise.pairs.rivals import looked_at_again


def seen(card: str, names: str) -> set[str]:
    """Return what is seen of a pair of a card among the others."""
    found = scored_pairs(page(card))
    every = zip(found, looked_at_again(found), strict=True)
    return next(
        {*again} - {*one.seen}
        for one, again in every
        if f"{one.pair.person.text} | {one.pair.firm.text}" == names
    )


LIST = "x\n\nAna Reid - Kea Freight\nHemi Parata - Tui Plumbing"


def test_the_only_pair_of_a_card_has_no_rivals() -> None:
    found = seen("Ana Reid at Kea Freight", "Ana Reid | Kea Freight")
    assert {"margin of firm none", "margin of person none"} <= found


def test_a_pair_that_is_surer_than_others_of_the_person_has_a_margin() -> None:
    own, other = (
        sum(one.startswith("margin of firm over") for one in seen(LIST, f"Ana Reid | {firm}"))
        for firm in ("Kea Freight", "Tui Plumbing")
    )
    assert own > other


def test_how_sure_another_pair_is_has_levels() -> None:
    own, other = (
        sum(one.startswith("other firm over") for one in seen(LIST, f"Ana Reid | {firm}"))
        for firm in ("Kea Freight", "Tui Plumbing")
    )
    assert own < other, "the other firm of the second is the surer one"


def test_somebody_surer_of_another_firm_is_no_rival() -> None:
    assert "rival of a surer firm" in seen(LIST, "Ana Reid | Kea Freight")
    assert "rival of a surer firm" not in seen("Ana Reid at Kea Freight", "Ana Reid | Kea Freight")


def test_pairs_of_a_list_are_linked_alike() -> None:
    assert "linked as a clear pair is" in seen(LIST, "Ana Reid | Kea Freight")
    alone = "x\n\nAna Reid - Kea Freight\nHemi Parata"
    assert "linked as a clear pair is" not in seen(alone, "Ana Reid | Kea Freight")


def test_the_other_people_of_the_firm_and_of_other_firms_are_counted() -> None:
    card = "x\n\nAna Reid - Kea Freight\nMei Chow - Kea Freight\nHemi Parata - Tui Plumbing"
    assert {
        "other people of the firm: 1", "people of other firms: 1", "thirds of the other people who are of the firm: 1",
    } <= seen(card, "Ana Reid | Kea Freight")  # fmt: skip
    alone = seen("Ana Reid at Kea Freight", "Ana Reid | Kea Freight")
    assert {"other people of the firm: 0", "people of other firms: 0"} <= alone
    assert not any(name.startswith("thirds") for name in alone)


def test_a_person_is_linked_as_another_of_the_firm_is() -> None:
    card = "x\n\nAna Reid - Kea Freight\nMei Chow - Kea Freight"
    assert "linked as a clear pair of the firm is" in seen(card, "Ana Reid | Kea Freight")
    assert "linked as a clear pair of the firm is" not in seen(LIST, "Ana Reid | Kea Freight")


def test_her_boss_is_of_the_firm_of_who_was_named_before() -> None:
    card = "Ana Reid at Kea Freight Ltd. Tui Plumbing Ltd pays. Her boss Mei Chow"
    assert "her person, of the firm" in seen(card, "Mei Chow | Kea Freight Ltd")
    assert "her person, of another firm" in seen(card, "Mei Chow | Tui Plumbing Ltd")
    assert "her person, of no firm" in seen(
        "Kea Freight Ltd pays. Her boss Mei Chow", "Mei Chow | Kea Freight Ltd"
    )


@pytest.mark.parametrize(
    ("card", "names", "found"),
    [
        ("Ana Reid at Kea Freight", "Ana Reid | Kea Freight", {"nobody next before", "nobody next behind"}),
        (LIST, "Ana Reid | Kea Freight", {"nobody next before", "person next behind of another firm"}),
        (LIST, "Hemi Parata | Kea Freight", {"person next before of the firm", "nobody next behind"}),
        ("x\n\nAna Reid - Kea Freight\nsheds\nHemi Parata", "Ana Reid | Kea Freight", {"nobody next behind"}),
        ("x\n\nAna Reid\nHemi Parata - Kea Freight", "Hemi Parata | Kea Freight", {"person next before of no firm"}),
        ("Mei Chow, Ana Reid at Kea Freight", "Ana Reid | Kea Freight", {"person next before on the line of the firm"}),
    ],
)  # fmt: skip
def test_whose_the_next_people_are_is_told(card: str, names: str, found: set[str]) -> None:
    assert {name for name in seen(card, names) if " next " in name} >= found
