"""What the lines and the labels of a card say of whose somebody is."""

import pytest

from tests.recognise.pages import mention, page
from tui.recognise.pairs import layout
from tui.recognise.pairs.pair import Pair
from tui.recognise.pairs.pair import pair as pair_of


def pair(card: str, names: str = "Ana Reid | Kea Freight") -> Pair:
    read = page(card)
    person, firm = (mention(read, name) for name in names.split(" | "))
    return pair_of(person, firm)


@pytest.mark.parametrize(
    ("text", "heads"),
    [
        ("Kea Freight\n- Ana Reid", True),
        ("Kea Freight\n- Hemi Parata\n- Ana Reid", True),
        ("Kea Freight\nsoon\n- Ana Reid", False),
        ("see Kea Freight\n- Ana Reid", False),
        ("- Kea Freight\n- Ana Reid", False),
        ("- Ana Reid\nKea Freight", False),
    ],
)
def test_a_firm_heads_the_list_below(text: str, heads: bool) -> None:
    assert layout.heads_list(pair(f"x\n\n{text}")) is heads


@pytest.mark.parametrize(
    ("text", "is_next"),
    [
        ("Speaker: Ana Reid\nCompany: Kea Freight", True),
        ("Speaker: Ana Reid\nTime: noon\nCompany: Kea Freight", True),
        ("Speaker: Ana Reid\nSpeaker: Hemi Parata\nCompany: Kea Freight", False),
        ("Speaker: Ana Reid\nCompany: Tui Plumbing\nCompany: Kea Freight", False),
        ("Ana Reid\nCompany: Kea Freight", False),
    ],
)
def test_the_field_of_a_firm_comes_next(text: str, is_next: bool) -> None:
    assert layout.is_next_field(pair(f"x\n\n{text}")) is is_next


@pytest.mark.parametrize(
    ("text", "gone", "begun"),
    [
        ("Ana Reid is off to Kea Freight", True, False),
        ("Ana Reid has left for Kea Freight", True, False),
        ("Ana Reid is new to Kea Freight", False, False),
        ("Ana Reid starts at Kea Freight", False, True),
        ("Ana Reid joins Kea Freight", False, True),
        ("Ana Reid rang Kea Freight", False, False),
    ],
)
def test_somebody_goes_to_a_firm_or_starts_there(text: str, gone: bool, begun: bool) -> None:
    one = pair(text)
    assert (layout.is_gone_to(one), layout.is_begun_at(one)) == (gone, begun)


@pytest.mark.parametrize(
    ("text", "is_writers"),
    [
        ("Today is my last day at Kea Freight\nAna Reid", True),
        ("Today is his last day at Kea Freight\nAna Reid", False),
        ("I ordered from Kea Freight\nAna Reid", False),
        ("I am done at Kea Freight\nAna Reid\nHemi Parata", False),
    ],
)
def test_who_signs_is_of_the_firm_that_they_write_of(text: str, is_writers: bool) -> None:
    assert layout.is_of_writer(pair(f"x\n\n{text}")) is is_writers


@pytest.mark.parametrize(
    ("card", "kinds"),
    [
        ("x\n\nSupplier: Kea Freight\nAttention: Ana Reid", ["labels: supplier, contact"]),
        ("x\n\nClient: Kea Freight\nOur contact: Ana Reid", ["labels: customer, ours"]),
        ("x\n\nCompany: Kea Freight\nSolicitor: Ana Reid", ["labels: employer, staff"]),
        ("Kea Freight\n\nTenant: Ana Reid", ["labels: title, party"]),
        ("Kea Freight\n\nPresent: Ana Reid, Mei Chow", ["labels: title, staff"]),
        ("x\n\nStore: Kea Freight\nServed by: Ana Reid", ["labels: customer, staff"]),
        ("x\n\nColour: Kea Freight\nTenant: Ana Reid", []),
        ("x\n\nKea Freight\nTenant: Ana Reid", []),
        ("Kea Freight\n\nAna Reid", []),
    ],
)
def test_two_labels_say_together_whose_somebody_is(card: str, kinds: list[str]) -> None:
    assert layout.labels(pair(card)) == kinds
