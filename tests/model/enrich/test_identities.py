"""Whom remembered answers are about: one person under all identifiers that the answers tell."""

import re
from datetime import UTC, datetime

import pytest

from tui.model.company import Company
from tui.model.enrich.identities import Identities
from tui.model.finding import Finding
from tui.model.person import EmailPoint, Person, PhonePoint

AT = datetime(2031, 2, 3, tzinfo=UTC)


def answer(
    key: str, *emails: str, slug: str = "", provider: str = "", name: str = "Ana Ray", phone: str = ""
) -> Finding:
    person = Person(
        full_name=name,
        emails=tuple(EmailPoint(value=each) for each in emails),
        phones=(PhonePoint(e164=phone),) if phone else (),
        network_slug=slug,
    )
    return Finding(key=key, type="person", person=person, fetched_at=AT, provider=provider)


WORK = answer("email:ana@acme.example", "ana@acme.example", slug="ana-ray")
HOME = answer("network_slug:ana-ray", "ana@home.example", slug="ana-ray", provider="another")


def test_an_identifier_of_one_answer_leads_to_the_next() -> None:
    for findings in ([WORK, HOME], [HOME, WORK]):
        keys, found = Identities(findings).of([("email", "ana@acme.example")])
        assert keys == {
            ("email", "ana@acme.example"),
            ("email", "ana@home.example"),
            ("network_slug", "ana-ray"),
        }
        assert sorted(one.key for one in found) == ["email:ana@acme.example", "network_slug:ana-ray"]


def test_what_was_asked_by_belongs_to_whom_was_found() -> None:
    asked = answer("email:ana@old.example", "ana@acme.example")
    keys, _ = Identities([asked]).of([("email", "ana@acme.example")])
    assert ("email", "ana@old.example") in keys
    other = asked.replace(person=asked.person.replace(conflicts=("email",)) if asked.person else None)
    keys, _ = Identities([other]).of([("email", "ana@acme.example")])
    assert keys == {("email", "ana@acme.example")}


def test_colleagues_and_a_company_with_the_same_profile_name_are_others() -> None:
    bo = answer("email:bo@acme.example", "bo@acme.example", slug="bo-lee")
    firm = Finding(
        key="domain:ray.example",
        type="company",
        company=Company(name="Ray", domain="ray.example", network_slug="ana-ray"),
        fetched_at=AT,
    )
    keys, found = Identities([WORK, bo, firm]).of([("email", "ana@acme.example")])
    assert keys == {("email", "ana@acme.example"), ("network_slug", "ana-ray")}
    assert found == [WORK]


@pytest.mark.parametrize("place", ["info@acme.example", "ray.and.lee@home.example", "+61255501234"])
def test_what_colleagues_share_leads_from_one_of_them_to_none_of_the_others(place: str) -> None:
    email, phone = (place, "") if "@" in place else ("", place)
    shared = [email] if email else []
    ana = answer("email:ana@acme.example", "ana@acme.example", *shared, phone=phone)
    bo = answer("email:bo@acme.example", "bo@acme.example", *shared, name="Bo Lee", phone=phone)
    by_it = answer(f"{'email' if email else 'phone'}:{place}", *shared, phone=phone, provider="another")
    known = Identities([ana, bo, by_it])
    keys, found = known.of([("email", "ana@acme.example")])
    assert found == [ana, by_it], "with the name it is hers"
    listed = [] if phone else [("name", f"ana ray|{' '.join(re.findall('[a-z]+', place))}")]
    assert keys == {("email", "ana@acme.example"), *listed}
    assert known.of([("email", "bo@acme.example")])[1] == [bo]


def test_a_shared_address_that_is_given_leads_no_further() -> None:
    ana = answer("email:ana@acme.example", "ana@acme.example", "info@acme.example")
    keys, found = Identities([ana]).of([("email", "info@acme.example")])
    assert (keys, found) == ({("email", "info@acme.example")}, [ana])


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("Ana Reid", "Bo Lee", True),
        ("Ana Reid", "Bo Reid", True),
        ("Ana Reid", "ANA REÍD", False),
        ("Ana Reid", "A. Reid", False),
        ("Ana-Maria Reid", "Reid, Ana", False),
        ("Ana Reid", "Ana Moe", False),
        ("Ana Reid", "A. Moe", True),
        ("Ana Reid", "", False),
    ],
)
def test_an_address_is_shared_by_people_of_different_names(one: str, other: str, *, shared: bool) -> None:
    findings = [answer(f"email:{name}@x.nz", "we@acme.example", name=name) for name in (one, other)]
    known = Identities(findings)
    assert known.is_shared(("email", "we@acme.example")) is shared
    assert known.sharers(("email", "we@acme.example")) == ([one, other] if shared else [one])


def test_who_is_known_under_nothing_else_is_only_themselves() -> None:
    miss = Finding(key="email:cy@acme.example", type="person", fetched_at=AT)
    assert Identities([miss]).of([("email", "cy@acme.example")]) == ({("email", "cy@acme.example")}, [])
