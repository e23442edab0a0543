"""Whose a profile, a register number or a telephone number is."""

import pytest

from tui.model.subject import Identifier, Kind
from tui.recognise.drafts import Assembly, CompanyDraft, Notes, PersonDraft, Place
from tui.recognise.ownership import assign_numbers, assign_phones, assign_profiles

TEXT = "Kea Freight Pty Ltd\n" + "x\n" * 20
MOBILE, LINE, SHARED = "+61491570156", "+61255501234", "+611300975707"


def notes(
    *found: tuple[Place, Kind, str], firms: tuple[tuple[Place, str], ...] = (), runs: tuple[str, ...] = ()
) -> Notes:
    identifiers = [(place, Identifier(kind=kind, value=value, field="desc")) for place, kind, value in found]
    return Notes(
        identifiers=identifiers,
        fields=["title", "desc"],
        plain=["Ana Reid", TEXT],
        firms=list(firms),
        runs=list(runs),
    )


def person(name: str = "", place: Place = (1, 0), *, email: str = "", sure: float = 1.0) -> PersonDraft:
    made = PersonDraft(place, "desc", name, sure)
    if email:
        made.add(Identifier(kind="email", value=email))
    return made


def profile(slug: str, place: Place = (1, 5)) -> tuple[tuple[Place, Kind, str], ...]:
    return (place, "network_url", f"https://www.linkedin.com/in/{slug}"), (place, "network_slug", slug)


@pytest.mark.parametrize(
    ("slug", "people", "owner"),
    [
        ("ana-reid-4f2a1", [person("Ana Reid"), person("Hemi Parata")], 0),
        ("anareid", [person("Hemi Parata"), person("Ana Reid")], 1),
        ("ana-x", [person(email="ana@kea.example")], 0),
        ("ana-reid", [person(email="ana.reid@kea.example"), person("Hemi Parata")], 0),
        ("ahmad-zulkifli-1", [person("Ahmad Zulkifli bin Hassan")], 0),
    ],
)
def test_a_profile_belongs_to_whose_name_it_spells(slug: str, people: list[PersonDraft], owner: int) -> None:
    assembly = Assembly(notes(*profile(slug)), people=people)
    assign_profiles(assembly)
    assert len(assembly.people) == len(people)
    assert [one.has("network_slug") for one in people] == [place == owner for place in range(len(people))]


def test_a_profile_of_nobody_known_is_a_new_person_with_a_name_if_the_text_has_one() -> None:
    assembly = Assembly(notes(*profile("hemi-parata-1"), runs=("Hemi Parata",)), people=[person("Ana Reid")])
    assign_profiles(assembly)
    assert [(one.name, one.has("network_url")) for one in assembly.people] == [
        ("Ana Reid", False),
        ("Hemi Parata", True),
    ]
    unknown = Assembly(notes(*profile("hemi-parata-1")), people=[person("Ana Reid"), person("Bo Lee")])
    assign_profiles(unknown)
    assert [one.name for one in unknown.people] == ["Ana Reid", "Bo Lee", ""]


def test_nobody_gets_a_second_profile() -> None:
    ana = person("Ana Reid")
    assembly = Assembly(notes(*profile("ana-reid-1"), *profile("ana-reid-2", (1, 9))), people=[ana])
    assign_profiles(assembly)
    assert [one.value for one in ana.identifiers if one.kind == "network_slug"] == ["ana-reid-1"]
    assert len(assembly.people) == 2


def test_a_companys_profile_goes_to_the_company() -> None:
    kea = CompanyDraft((1, 0), "desc", domain="keafreight.example")
    found = ((1, 5), "network_url", "https://www.linkedin.com/company/kea-freight")
    assembly = Assembly(notes(found), companies=[CompanyDraft((1, 0), "desc", domain="rimu.example"), kea])  # type: ignore[arg-type]  # a kind
    assign_profiles(assembly)
    assert kea.has("network_url")


def test_a_number_goes_to_the_firm_that_is_named_above_it() -> None:
    firms = (((1, 0), "Kea Freight Pty Ltd"),)
    assembly = Assembly(notes(((1, 22), "abn", "53004085616"), firms=firms))
    assign_numbers(assembly)
    [kea] = assembly.companies
    assert (kea.name, kea.holds("53004085616")) == ("Kea Freight Pty Ltd", True)
    far = Assembly(notes(((1, len(TEXT) - 1), "abn", "53004085616"), firms=firms))
    assign_numbers(far)
    assert [one.name for one in far.companies] == [""]


def test_an_abn_and_the_acn_it_ends_with_are_one_companys() -> None:
    one, other = CompanyDraft((1, 0), "desc", "One"), CompanyDraft((1, 1), "desc", "Other")
    other.add(Identifier(kind="acn", value="004085616"))
    assembly = Assembly(notes(((1, 30), "abn", "53004085616")), companies=[one, other])
    assign_numbers(assembly)
    assert (one.identifiers, other.holds("53004085616")) == ([], True)
    third = Assembly(notes(((1, 30), "abn", "51824753556")), companies=[other])
    assign_numbers(third)
    assert len(third.companies) == 2


def test_a_new_company_is_the_only_employer() -> None:
    ana = person("Ana Reid")
    ana.company = "Tūī Ridge"
    assembly = Assembly(notes(((1, 30), "nzbn", "9429900000018")), people=[ana])
    assign_numbers(assembly)
    assert [one.name for one in assembly.companies] == ["Tūī Ridge"]


@pytest.mark.parametrize(("number", "owner"), [(MOBILE, "person"), (LINE, "person"), (SHARED, "company")])
def test_a_shared_line_is_the_companys_and_others_are_a_persons(number: str, owner: str) -> None:
    ana, kea = person("Ana Reid"), CompanyDraft((1, 0), "desc", "Kea")
    assign_phones(Assembly(notes(((1, 5), "phone", number)), people=[ana], companies=[kea]))
    assert (ana.holds(number), kea.holds(number)) == (owner == "person", owner == "company")


def test_of_several_people_the_one_named_last_before_it_has_a_number() -> None:
    one, two = person("Ana Reid", (1, 0)), person("Bo Lee", (1, 20))
    assign_phones(Assembly(notes(((1, 10), "phone", MOBILE), ((1, 25), "phone", LINE)), people=[one, two]))
    assert (one.holds(MOBILE), two.holds(LINE)) == (True, True)
    repeated = Assembly(notes(((1, 25), "phone", MOBILE)), people=[one, two])
    assign_phones(repeated)
    assert not two.holds(MOBILE)


@pytest.mark.parametrize(
    ("number", "kind"), [(MOBILE, "people"), ("+64215550123", "people"), (LINE, "companies")]
)
def test_a_number_of_nobody_is_a_persons_if_it_is_a_mobile(number: str, kind: str) -> None:
    assembly = Assembly(notes(((1, 5), "phone", number)))
    assign_phones(assembly)
    assert (len(assembly.people), len(assembly.companies)) == ((1, 0) if kind == "people" else (0, 1))


def test_a_name_alone_has_a_number_beside_it_only() -> None:
    near, far = person("Ana Reid", (1, 20), sure=0.3), person("Bo Lee", (1, 0), sure=0.3)
    held = notes(((1, 21), "phone", MOBILE))
    held.lone = [near, far]
    assembly = Assembly(held, people=[near, far])
    assign_phones(assembly)
    assert (near.holds(MOBILE), far.holds(MOBILE)) == (True, False)
