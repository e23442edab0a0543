"""What a record said before is told field by field."""

from datetime import UTC, datetime

from tui.model.company import Company
from tui.model.finding import changes
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
