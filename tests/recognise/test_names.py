"""Who works where, by the word between them or their place in a list."""

import pytest

from tui.recognise.names import Named
from tui.recognise.names import names as named


def names(text: str) -> list[Named]:
    return named([text])


ANA = ("Ana Reid", "Tūī Ridge Freight")


@pytest.mark.parametrize(
    "text",
    [
        "Ana Reid at Tūī Ridge Freight", "Ana Reid @ Tūī Ridge Freight", "Ana Reid, CEO, Tūī Ridge Freight",
        "Ana Reid - Tūī Ridge Freight", "Tūī Ridge Freight – Ana Reid (CEO)", "Tūī Ridge Freight: Ana Reid",
        "Ana Reid (Tūī Ridge Freight)", "Ana Reid (CEO, Tūī Ridge Freight)", "CEO at Tūī Ridge Freight is Ana Reid",
        "Tūī Ridge Freight's CEO Ana Reid", "Ana Reid, owner of Tūī Ridge Freight", "Ana Reid c/o Tūī Ridge Freight",
        "Ana Reid t/a Tūī Ridge Freight", "Ana Reid trading as Tūī Ridge Freight", "Reid, Ana (Tūī Ridge Freight)",
        "Tūī Ridge Freight\n\nSpoke to Ana Reid, she is keen", "Tūī Ridge Freight attn Ana Reid",
        "Ana Reid\nOperations Manager\nTūī Ridge Freight", "Tūī Ridge Freight\nAna Reid", "Name: Ana Reid\nCompany: Tūī Ridge Freight",
        "Met Ana Reid. She's CFO at Tūī Ridge Freight", "Ana Reid (ex Kea Bank), now at Tūī Ridge Freight",
        "Ana Reid, Cellar Door Manager, Tūī Ridge Freight", "| Name | Company |\n| Ana Reid | Tūī Ridge Freight |",
        "Ana Reid (she/her) | CEO | Tūī Ridge Freight", "Ana Reid works for Tūī Ridge Freight", "Ana Reid has joined Tūī Ridge Freight",
        "Contact: Ana Reid; Company: Tūī Ridge Freight", "Client - Tūī Ridge Freight\nName - Ana Reid", "Introducing Ana Reid from Tūī Ridge Freight",
        "ask Ana Reid in procurement at Tūī Ridge Freight", "Send Ana Reid the quote (Tūī Ridge Freight)",
    ],
)  # fmt: skip
def test_the_ways_people_write_it(text: str) -> None:
    assert ANA in [(one.name, one.company) for one in names(text) if one.sure > 0.4]


@pytest.mark.parametrize(
    "text", ["Ana Reid and Hemi Parata at Kea Freight", "Ana Reid & Hemi Parata (Kea Freight)"]
)
def test_two_people_share_a_firm(text: str) -> None:
    assert {(one.name, one.company) for one in names(text)} == {
        ("Ana Reid", "Kea Freight"),
        ("Hemi Parata", "Kea Freight"),
    }


@pytest.mark.parametrize(
    "text",
    ["Chicken Tikka at Home", "Sales Manager at Tūī Ridge Freight", "Lunch with Ana Reid at Bondi Beach", "Jasmine Rice from Coles",
     "Submit Button at Page Bottom", "Miles Davis - Kind of Blue", "Lunch with Ana Reid at Nobu"],
)  # fmt: skip
def test_nobody_works_there(text: str) -> None:
    assert [one for one in names(text) if one.name and one.company and one.sure > 0.4] == []
