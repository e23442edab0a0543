"""Who opted out is known by every way of writing them."""

import pytest

from tui.errors import UsageError
from tui.model.company import Company
from tui.model.enrich.suppression import (
    Suppressed,
    guess_kind,
    is_at_company,
    likely_locals,
    normalise,
    suppression_keys,
)
from tui.model.person import CompanyRef, EmailPoint, Person, PhonePoint
from tui.model.subject import Identifier, Subject


@pytest.mark.parametrize(
    ("value", "kind", "read"),
    [
        ("Ana@Kauri.Example", "email", "ana@kauri.example"),
        ("mailto:ana@kauri.example", "email", "ana@kauri.example"),
        ("https://www.linkedin.com/in/Ana-Reid/?trk=1", "network_slug", "ana-reid"),
        ("linkedin.com/company/kauri", "network_slug", "kauri"),
        ("ana-reid-1a2b3c", "network_slug", "ana-reid-1a2b3c"),
        ("ana-maria", "name", "ana maria|"),
        ("https://www.kauri.example/about", "domain", "kauri.example"),
        ("kauri.example", "domain", "kauri.example"),
        ("51 824 753 556", "abn", "51824753556"),
        ("+61 2 5550 1234", "phone", "255501234"),
        ("02 5550 1234", "phone", "255501234"),
        ("Ana Reid at Tūī Ridge", "name", "ana reid|tui ridge"),
        ("Ana Reid", "name", "ana reid|"),
        ("Ana Reid at info@kauri.example", "name", "ana reid|info kauri example"),
        ("Ana Reid at 02 5550 1234", "name", "ana reid|255501234"),
        ("=cmd|' /C calc'!A0", "name", "cmd c calc a0|"),
    ],
)
def test_a_value_is_told_by_its_look(value: str, kind: str, read: str) -> None:
    assert guess_kind(value) == (kind, read)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("email", "ana"),
        ("domain", "kauri"),
        ("abn", "12"),
        ("phone", "12"),
        ("network_slug", "a b"),
        ("name", "…"),
        ("colour", "red"),
        ("email", ""),
        ("email", "\ud800@x.example"),
    ],
)
def test_what_is_none_of_its_kind_is_refused_with_the_fix(kind: str, value: str) -> None:
    with pytest.raises(UsageError) as refused:
        normalise(kind, value)
    assert refused.value.hint


PERSON = Person(
    full_name="Ana Reid",
    emails=(EmailPoint(value="ana@kauri.example"), EmailPoint(value="ana@home.example")),
    phones=(PhonePoint(e164="+61255501234"),),
    network_slug="ana-reid",
    company=CompanyRef(name="Kauri", domain="kauri.example"),
)


@pytest.mark.parametrize(
    "value",
    [
        "ana@home.example",
        "home.example",
        "kauri.example",
        "02 5550 1234",
        "linkedin.com/in/ana-reid",
        "Ana Reid",
        "ana reid @ KAURI",
        "Ana Reid at Ana@home.example",
    ],
)
def test_a_person_is_covered_by(value: str) -> None:
    assert guess_kind(value) in suppression_keys(PERSON)


@pytest.mark.parametrize("value", ["bo@kauri.example", "rimu.example", "Ana Reid at Rimu", "Ana"])
def test_a_person_is_not_covered_by(value: str) -> None:
    assert guess_kind(value) not in suppression_keys(PERSON)


def test_a_company_and_a_subject() -> None:
    kauri = Company(
        name="Kauri Timber", legal_name="Kauri Timber Pty Ltd", domain="kauri.example", abn="51824753556"
    )
    assert {guess_kind("kauri.example"), guess_kind("51824753556"), guess_kind("kauri timber")} <= set(
        suppression_keys(kauri)
    )
    subject = Subject(
        type="person",
        name="Ana Reid",
        company="Kauri",
        identifiers=(
            Identifier(kind="email", value="ana@kauri.example"),
            Identifier(kind="network_url", value="https://www.linkedin.com/in/Ana-Reid"),
            Identifier(kind="nzbn", value="9429041535110"),
        ),
    )
    wanted = {
        guess_kind(text)
        for text in ("ana@kauri.example", "kauri.example", "linkedin.com/in/ana-reid", "Ana Reid at Kauri")
    }
    assert wanted <= set(suppression_keys(subject))
    assert ("name", "kauri|") in suppression_keys(Subject(type="company", name="Kauri"))


def test_a_name_at_a_telephone_number_is_a_name() -> None:
    key = normalise("name", "Ana Reid at 02 5550 1234")
    assert key == ("name", "ana reid|255501234")
    assert key in suppression_keys(PERSON)
    phone = Identifier(kind="phone", value="+61255501234")
    assert key in suppression_keys(Subject(type="person", name="Ana Reid", identifiers=(phone,)))
    assert normalise("name", Suppressed(kind="name", value=key[1]).written) == key


def test_for_a_reader() -> None:
    assert Suppressed(kind="name", value="ana reid|kauri").text == "name ana reid at kauri"
    assert Suppressed(kind="network_slug", value="ana").text == "network slug ana"


CALLUM = Person(
    full_name="Callum O'Brien", company=CompanyRef(name="Bluegum Freight", domain="bluegum.example")
)
TYPED = Subject(type="person", name="Callum O'Brien", company="Bluegum Freight Pty Ltd")


def test_the_forms_of_a_name_have_both_names():
    forms = likely_locals(CALLUM)
    assert {"callum.obrien", "callumobrien", "obrien.callum", "callum_brien", "callum-obrien"} <= {*forms}
    assert not {"callum", "obrien", "cobrien"} & {*forms}
    assert likely_locals(TYPED) == forms
    assert likely_locals(Person(first_name="Zoë", last_name="Reid"))[1] == "zoe.reid"


@pytest.mark.parametrize(
    "one", [Person(full_name="Callum"), Company(name="Two Words"), TYPED.replace(type="company")]
)
def test_one_name_or_a_company_has_none(one):
    assert likely_locals(one) == []


@pytest.mark.parametrize(
    ("address", "one", "there"),
    [
        ("c@bluegum.example", CALLUM, True),
        ("c@bluegumfreight.example", CALLUM, True),
        ("c@bluegum-freight.example", TYPED, True),
        ("c@freight.example", TYPED, False),
        ("c@blu.example", TYPED, False),
        ("c@gmail.example", CALLUM, False),
        ("c@kauri.example", TYPED.replace(company="www.kauri.example"), True),
        ("c@kauri.example", Person(company=CompanyRef(website="https://www.kauri.example/us")), True),
        (
            "c@other.example",
            TYPED.replace(identifiers=(Identifier(kind="domain", value="other.example"),)),
            True,
        ),
        ("c@bluegum.example", Company(name="Bluegum"), False),
        ("c@x.example", TYPED.replace(company=None), False),
    ],
)
def test_the_company_is_told_by_its_domain_or_its_name(address, one, there):
    assert is_at_company(address, one) is there


@pytest.mark.parametrize(
    ("listed", "known"), [("王 小明", "王小明"), ("王小明", "王 小明"), ("王小明 at Kauri", "王 小明")]
)
def test_a_blank_in_a_name_in_letters_without_blanks_keeps_nobody_from_being_barred(
    listed: str, known: str
) -> None:
    person = Person(full_name=known, company=CompanyRef(name="Kauri"))
    assert guess_kind(listed) in suppression_keys(person)
    assert guess_kind(listed) in suppression_keys(Subject(type="person", name=known, company="Kauri"))
    assert guess_kind("王 大明") not in suppression_keys(person)
