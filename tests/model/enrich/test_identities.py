"""Whom remembered answers are about: one person under all identifiers that the answers tell."""

from datetime import UTC, datetime

from tui.model.company import Company
from tui.model.enrich.identities import Identities
from tui.model.finding import Finding
from tui.model.person import EmailPoint, Person

AT = datetime(2031, 2, 3, tzinfo=UTC)


def answer(key: str, *emails: str, slug: str = "", provider: str = "") -> Finding:
    person = Person(
        full_name="Ana Ray", emails=tuple(EmailPoint(value=each) for each in emails), network_slug=slug
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


def test_who_is_known_under_nothing_else_is_only_themselves() -> None:
    miss = Finding(key="email:cy@acme.example", type="person", fetched_at=AT)
    assert Identities([miss]).of([("email", "cy@acme.example")]) == ({("email", "cy@acme.example")}, [])
