"""What keeps a person and a firm apart, each with a card that is alike and where nothing does."""

import pytest

from tests.recognise.pages import mention, page
from tui.recognise.pairs.apart import are_apart, is_of_party, is_under_label
from tui.recognise.pairs.pair import Pair, pair

TABLE = "x\n\n| Rose | Qty |\n|---|---|\n"


def read(card: str, names: str) -> Pair:
    lines = page(card)
    person, firm = (mention(lines, name) for name in names.split(" | "))
    return pair(person, firm)


@pytest.mark.parametrize(
    ("apart", "alike", "names"),
    [
        ("Lunch with Ana Reid at Bondi Beach", "Quote for Ana Reid at Bondi Beach", "Ana Reid | Bondi Beach"),
        ("Coffee with Ana Reid at Kea, ana@tui.example", "Coffee with Ana Reid at Kea, ana@kea.example", "Ana Reid | Kea"),
        ("Met Ana Reid at Kea, ana@tui.example", "Met Ana Reid at Kea, ana@kea.example", "Ana Reid | Kea"),
        ("x\n\nask Ana Reid soon\n\nsee Kea Freight", "x\n\nask Ana Reid soon\nsee Kea Freight", "Ana Reid | Kea Freight"),
        ("Ana Reid, 31 Quarry Lane", "Ana Reid, Quarry Lane", "Ana Reid | Quarry Lane"),
        ("Ana Reid, Lower Hutt", "Ana Reid, Lower Kea", "Ana Reid | Lower Hutt"),
        (f"{TABLE}| Ana Reid | 14 |\n| Kea Freight | 12 |", f"{TABLE}| Ana Reid | Kea Freight |", "Ana Reid | Kea Freight"),
        (f"{TABLE}| Kea Freight | Ana Reid (Tui Plumbing) |", f"{TABLE}| Kea Freight | Ana Reid (soon) |", "Ana Reid | Kea Freight"),
        ("Guarantor: Ana Reid\nLessee: Kea Freight", "Contact: Ana Reid\nLessee: Kea Freight", "Ana Reid | Kea Freight"),
        ("Applicant: Ana Reid\nRespondent: Kea Freight", "Applicant: Ana Reid\nCompany: Kea Freight", "Ana Reid | Kea Freight"),
        ("Witness: Ana Reid\nEmployer of injured person: Kea", "Witness: Ana Reid\nEmployer of witness: Kea", "Ana Reid | Kea"),
        ("Ask Ana Reid's lawyer, Kea Freight", "Ask Ana Reid, lawyer, Kea Freight", "Ana Reid | Kea Freight"),
        ("Ana Reid pays. Their agent: Kea Freight", "Ana Reid pays. Their company: Kea Freight", "Ana Reid | Kea Freight"),
        ("Kea Freight pays. Ask our lawyer Ana Reid", "Kea Freight pays. Ask the lawyer Ana Reid", "Ana Reid | Kea Freight"),
        ("Kea Freight pays. Ask Hemi's lawyer Ana Reid", "Kea Freight's lawyer Ana Reid", "Ana Reid | Kea Freight"),
        ("Hemi Parata (Kea Freight), Ana Reid", "See it (Kea Freight), Ana Reid", "Ana Reid | Kea Freight"),
        ("Ana Reid, subject to finance (Kea Freight)", "Ana Reid, Head of Finance at Kea Freight", "Ana Reid | Kea Freight"),
        ("x\n\nRing Ana Reid\n\nInsurer: Kea Freight", "x\n\nRing Ana Reid\nInsurer: Kea Freight", "Ana Reid | Kea Freight"),
        ("Ana Reid\nPrevious: Kea Freight", "Ana Reid\nCompany: Kea Freight", "Ana Reid | Kea Freight"),
        ("Met Ana Reid at Kea, ana@tui.example", "Met Ana Reid. She is at Kea, ana@tui.example", "Ana Reid | Kea"),
        ("Ana Reid and their lawyer, Kea Freight", "Ana Reid, their lawyer at Kea Freight", "Ana Reid | Kea Freight"),
        ("Hemi Parata (Kea Freight). Boss is Ana Reid", "Hemi Parata (Kea Freight). Ask her boss? Boss is Ana Reid", "Ana Reid | Kea Freight"),
    ],
    ids=["venue", "meal", "occasion", "paragraph", "street", "town", "rows", "cells", "parties", "a case", "another's employer", "their lawyer",
         "their agent", "our lawyer", "somebody's lawyer", "brackets", "lender", "party elsewhere", "former", "a later sentence", "their lawyer's firm", "her boss"],
)  # fmt: skip
def test_some_words_keep_a_person_and_a_firm_apart(apart: str, alike: str, names: str) -> None:
    assert are_apart(read(apart, names))
    assert not are_apart(read(alike, names.replace("Hutt", "Kea") if "Hutt" in apart else names))


@pytest.mark.parametrize(
    ("card", "names"),
    [
        ("Ana Reid did Quarry Rd", "Ana Reid | Quarry Rd"),
        ("Ana Reid has hay (Port Taupo)", "Ana Reid | Port Taupo"),
        ("Ana Reid rang. Hemi Parata did not. Hemi is away", "Ana Reid | Hemi"),
        ("Ana Reid, Freelance", "Ana Reid | Freelance"),
        ("Tailor - Ana Reid", "Ana Reid | Tailor"),
        ("see the Reid farm of Ana Reid", "Ana Reid | Reid"),
    ],
    ids=["street", "town", "first name of another person", "no employer", "profession", "own name"],
)
def test_what_is_no_firm_is_nobodys(card: str, names: str) -> None:
    assert are_apart(read(card, names))


@pytest.mark.parametrize(
    ("label", "own", "other"),
    [("Company", True, False), ("Insurer", False, True), ("Employer of injured person", False, False)],
)
def test_a_label_says_whose_firm_it_is(label: str, own: bool, other: bool) -> None:
    one = read(f"Contact: Ana Reid\n{label}: Kea Freight", "Ana Reid | Kea Freight")
    assert (is_under_label(one), is_of_party(one)) == (own, other)
