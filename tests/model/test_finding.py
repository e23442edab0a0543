"""What a record said before is told field by field."""

from datetime import UTC, datetime

import pytest

from tui.model.company import Company
from tui.model.finding import FREE, Quote, QuoteStep, changes, is_other
from tui.model.person import CompanyRef, EmailPoint, Location, Person, PhonePoint

MAY = datetime(2026, 5, 3, tzinfo=UTC)
ANA = Person(
    full_name="Ana Reid",
    title="Head of Sales",
    company=CompanyRef(name="Kauri"),
    emails=(EmailPoint(value="ana@kauri.example"), EmailPoint(value="ana@old.example")),
    phones=(PhonePoint(e164="+6495550100"), PhonePoint(e164="+64215550123", do_not_call=True)),
    location=Location(city="Napier"),
)


def told(before, after):
    return [(one.field, one.value) for one in changes(before, after, MAY)]


def test_fields_that_say_something_else_are_told_with_what_they_said():
    after = ANA.replace(
        title="Chief", company=CompanyRef(name="Rimu"), emails=ANA.emails[:1], phones=(), location=Location()
    )
    assert told(ANA, after) == [
        ("title", "Head of Sales"),
        ("company", "Kauri"),
        ("e-mail", "ana@old.example"),
        ("phone", "+6495550100"),
        ("place", "Napier"),
    ]
    assert changes(ANA, after, MAY)[0].until == MAY


def test_what_is_new_or_the_same_is_no_change():
    assert (
        told(
            ANA,
            ANA.replace(emails=(*ANA.emails, EmailPoint(value="new@kauri.example")), title="Head of Sales"),
        )
        == []
    )
    assert told(Person(), ANA) == []


def test_companies_are_compared_and_other_sorts_are_not():
    firm = Company(name="Kauri", domain="kauri.example", employee_count=12)
    assert told(firm, firm.replace(employee_count=40, name="Kauri Group")) == [
        ("name", "Kauri"),
        ("people", "12"),
    ]
    assert told(firm, ANA) == told(None, ANA) == told(ANA, None) == []


def test_who_agreed_to_a_price_agreed_to_no_higher_one_and_to_no_other_service():
    agreed = Quote(low=1, high=2, services=frozenset({"Hunter", "NZBN"}))
    assert agreed.covers(agreed)
    assert agreed.covers(agreed.replace(low=0, high=1, services=frozenset({"Hunter"})))
    assert not agreed.covers(agreed.replace(high=3))
    assert not agreed.covers(agreed.replace(services=frozenset({"Hunter", "Apollo"})))
    assert agreed.covers(FREE.replace(services=frozenset({"Apollo"}))), "what is free costs nobody anything"
    unknown = agreed.replace(services=frozenset())
    assert unknown.covers(agreed), "before the services are known"
    assert not unknown.covers(agreed.replace(high=3))
    assert QuoteStep(service="Hunter", low=1, high=1, name="hunter").quote == Quote(
        low=1, high=1, services=frozenset({"Hunter"})
    )


@pytest.mark.parametrize(
    ("before", "after", "other"),
    [
        (Person(id="p1"), Person(id="p2"), True),
        (Person(id="p1", network_slug="ana"), Person(id="p2", network_slug="Ana"), False),
        (Person(id="p1"), Person(network_slug="ana"), False),
        (Person(full_name="Ana Ray"), Person(full_name="Ana Reid"), False),
        (Company(abn="51824753556"), Company(abn="83914571673"), True),
        (Company(id="c1", domain="acme.example"), Company(id="c1", domain="acme.test"), False),
        (Person(id="p1"), None, False),
    ],
)
def test_answers_are_about_different_people_if_no_identifier_is_the_same(before, after, other):
    assert is_other(before, after) is other
