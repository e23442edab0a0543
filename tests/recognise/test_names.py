"""Who belongs to which firm, by what stands between them."""

import pytest

from tests.recognise.pages import page
from tui.recognise.names import names


def people(card: str) -> set[tuple[str, str]]:
    return {(one.name, one.company) for one in names(page(card)) if one.name and one.stands}


ANA = ("Ana Reid", "Tūī Ridge Freight")


@pytest.mark.parametrize(
    "text",
    [
        "Ana Reid at Tūī Ridge Freight", "Ana Reid @ Tūī Ridge Freight", "Ana Reid, CEO, Tūī Ridge Freight",
        "Ana Reid - Tūī Ridge Freight", "Tūī Ridge Freight – Ana Reid (CEO)", "Tūī Ridge Freight: Ana Reid",
        "Ana Reid (Tūī Ridge Freight)", "Ana Reid (CEO, Tūī Ridge Freight)", "CEO at Tūī Ridge Freight is Ana Reid",
        "Tūī Ridge Freight's CEO Ana Reid", "Ana Reid, owner of Tūī Ridge Freight", "Ana Reid c/o Tūī Ridge Freight",
        "Ana Reid t/a Tūī Ridge Freight", "Ana Reid trading as Tūī Ridge Freight", "Reid, Ana (Tūī Ridge Freight)",
        "Tūī Ridge Freight attn Ana Reid",
        "x\n\nAna Reid\nOperations Manager\nTūī Ridge Freight", "x\n\nName: Ana Reid\nCompany: Tūī Ridge Freight",
        "Met Ana Reid. She's CFO at Tūī Ridge Freight", "Ana Reid (ex Kea Bank), now at Tūī Ridge Freight",
        "Ana Reid, Cellar Door Manager, Tūī Ridge Freight", "x\n\n| Name | Company |\n| Ana Reid | Tūī Ridge Freight |",
        "Ana Reid (she/her) | CEO | Tūī Ridge Freight", "Ana Reid works for Tūī Ridge Freight", "Ana Reid has joined Tūī Ridge Freight",
        "Contact: Ana Reid; Company: Tūī Ridge Freight", "Introducing Ana Reid from Tūī Ridge Freight",
        "ask Ana Reid in procurement at Tūī Ridge Freight", "Send Ana Reid the quote (Tūī Ridge Freight)",
    ],
)  # fmt: skip
def test_the_ways_people_write_it(text: str) -> None:
    assert ANA in people(text)


@pytest.mark.parametrize(
    "text", ["Ana Reid and Hemi Parata at Kea Freight", "Ana Reid & Hemi Parata (Kea Freight)"]
)
def test_two_people_share_a_firm(text: str) -> None:
    assert people(text) == {("Ana Reid", "Kea Freight"), ("Hemi Parata", "Kea Freight")}


@pytest.mark.parametrize(
    "text",
    ["Ring Ana Reid\n\nKea Freight Pty Ltd sent the invoice", "x\n\nKea Freight Pty Ltd quoted for the crates.\n\nRing Ana Reid about the party",
     "x\n\nRing Ana Reid about the party\n\nInsurer: Kea Freight Pty Ltd"],
)  # fmt: skip
def test_a_firm_elsewhere_on_the_card_is_nobodys(text: str) -> None:
    assert people(text) == {("Ana Reid", "")}


@pytest.mark.parametrize(
    "text",
    [
        "Chicken Tikka at Home",
        "Sales Manager at Tūī Ridge Freight",
        "Jasmine Rice from Coles",
        "Submit Button at Page Bottom",
    ],
)
def test_nobody_works_there(text: str) -> None:
    assert people(text) == set()


@pytest.mark.parametrize(
    "text",
    ["x\n\nApplicant\nAna Reid\nOrganisation\nKea Freight", "x\n\nApplicant . . . . . Ana Reid\nOrganisation . . . . . Kea Freight",
     "<p>Ana Reid<br>Manager<br>Kea Freight</p>", "x\n\n<guest>Ana Reid</guest><company>Kea Freight</company>"],
)  # fmt: skip
def test_forms_and_markup_are_read(text: str) -> None:
    assert people(text) == {("Ana Reid", "Kea Freight")}


def test_a_language_that_cannot_be_read_names_only_who_stands_beside_an_address() -> None:
    german = "Bitte das Angebot an Friederike Aumann schicken und dann anrufen"
    assert people(german) == set()
    assert people(f"{german}\n\nFriederike Aumann, friederike@kea.example") == {("Friederike Aumann", "")}


def test_a_first_name_alone_is_nobody() -> None:
    assert people("Ana from Kea Freight wants it") == set()
