"""Drafts of people and companies, compared and joined."""

import pytest

from tui.model.subject import Identifier, Kind
from tui.recognise.drafts import (
    NAMED_BESIDE,
    Assembly,
    CompanyDraft,
    Notes,
    PersonDraft,
    find_company,
    label_of,
    nearest,
)


def ident(kind: Kind, value: str) -> Identifier:
    return Identifier(kind=kind, value=value)


def test_an_identifier_is_held_once() -> None:
    draft = PersonDraft((0, 0), "desc")
    for _ in range(2):
        draft.add(ident("email", "a@x.example"))
    draft.add(ident("phone", "a@x.example"))
    assert len(draft.identifiers) == 2
    assert (draft.has("email"), draft.has("abn")) == (True, False)
    assert (draft.holds("a@x.example"), draft.holds("b@x.example")) == (True, False)


def test_the_first_place_and_the_most_significant_field_count() -> None:
    draft = PersonDraft((2, 5), "comment")
    draft.add_place((1, 9), "desc")
    draft.add_place((3, 0), "attachment")
    assert (draft.place, draft.field, draft.places) == ((1, 9), "desc", [(1, 9), (3, 0)])


def test_the_draft_named_last_before_a_place_is_the_nearest() -> None:
    one, two = PersonDraft((0, 5), "desc", "One"), PersonDraft((0, 20), "desc", "Two")
    assert nearest([one, two], (0, 10)) is one
    assert nearest([one, two], (0, 30)) is two
    assert nearest([one, two], (0, 3)) is None
    assert nearest([one, two], (1, 30)) is None
    one.add_place((0, 25), "desc")
    assert nearest([one, two], (0, 30)) is one


@pytest.mark.parametrize(
    ("domain", "label"), [("tui-ridge.co.nz", "tuiridge"), ("kōwhai.māori.nz", "kowhai"), ("", "")]
)
def test_a_domain_is_squeezed_like_a_name(domain: str, label: str) -> None:
    assert label_of(domain) == label


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Tūī Ridge Pty Ltd", "tui ridge", True),
        ("Kea Freight", "Kea-Freight Limited", True),
        ("Kea Freight", "Kea Homes", False),
    ],
)
def test_a_firm_is_the_same_whatever_its_form(one: str, other: str, *, same: bool) -> None:
    known = CompanyDraft((0, 0), "desc", one)
    assert find_company([known], other) is (known if same else None)


@pytest.mark.parametrize(
    ("company", "name", "found"),
    [
        ({"name": "Tūī Ridge"}, "Tui Ridge Ltd", True),
        ({"domain": "tuiridge.example"}, "Tūī Ridge", True),
        ({"domain": "keafreightnz.example"}, "Kea Freight", True),
        ({"domain": "kea.example"}, "Kea Freight", False),
        ({"domain": "tuiridge.example"}, "Kea", False),
        ({}, "Kea", False),
    ],
)
def test_a_company_is_found_by_its_name_or_its_domain(
    company: dict[str, str], name: str, *, found: bool
) -> None:
    draft = CompanyDraft((0, 0), "desc", **company)  # type: ignore[arg-type]  # both are texts
    assert (find_company([draft], name) is draft) is found


def test_a_company_that_is_named_is_made_once() -> None:
    assembly = Assembly(Notes(fields=["title", "desc"]))
    made = assembly.company_called("Kea Freight Pty Ltd", (1, 4))
    assert (made.name, made.field, made.sure) == ("Kea Freight Pty Ltd", "desc", NAMED_BESIDE)
    assert assembly.company_called("kea freight", (0, 0)) is made
    assert assembly.companies == [made]


def test_a_company_of_no_domain_is_none() -> None:
    assembly = Assembly(
        Notes(), companies=[CompanyDraft((0, 0), "desc"), CompanyDraft((0, 1), "desc", domain="kea.example")]
    )
    assert assembly.company_of("kea.example") is assembly.companies[1]
    assert assembly.company_of("") is None


def test_a_person_known_by_name_only_is_alone_until_an_identifier_proves_theirs() -> None:
    lone = PersonDraft((0, 0), "title", "Ana Reid")
    assembly = Assembly(Notes(lone=[lone]))
    assert assembly.is_lone(lone)
    assert not assembly.is_lone(PersonDraft((0, 0), "title", "Ana Reid"))
    lone.add(ident("phone", "+61491570156"))
    assert not assembly.is_lone(lone)
