from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from tui.model.company import Company, SizeBand
from tui.model.finding import Finding
from tui.model.person import CompanyRef, EmailPoint, Location, Person, PhonePoint
from tui.sync.note import holds_finding, is_note, note

WHEN = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
ANA = Person(
    full_name="Ana Lee",
    title="Head of Growth",
    company=CompanyRef(name="Acme Robotics", domain="acme.example"),
    emails=(EmailPoint(value="ana@acme.example", kind="work", status="deliverable"),),
    phones=(
        PhonePoint(e164="+61491570006", kind="mobile"),
        PhonePoint(e164="+61491570157", kind="direct", do_not_call=True),
    ),
    location=Location(city="Sydney", state="NSW", country="AU"),
)


def finding(**values) -> Finding:
    given = {"key": "email:ana@acme.example", "type": "person", "fetched_at": WHEN, "provider": "directory"}
    return Finding(**{**given, **values})


def test_a_person_is_written_out_for_a_reader() -> None:
    assert note(finding(person=ANA, cost=2)).splitlines() == [
        "**Ana Lee**, Head of Growth",
        "Acme Robotics · acme.example",
        "- E-mail: ana@acme.example (work, deliverable)",
        "- Phone: +61491570006 (mobile)",
        "- Phone: number hidden (direct, do not call)",
        "- Location: Sydney, NSW, AU",
        "",
        "Source: directory, 2026-11-21, 2 credits",
        "Cardscout · email:ana@acme.example",
    ]


def test_a_number_that_must_not_be_called_is_not_written_out() -> None:
    assert "570157" not in note(finding(person=ANA))


def test_a_company_is_written_out_for_a_reader() -> None:
    firm = Company(
        name="Acme Robotics",
        domain="acme.example",
        industries=("Robotics",),
        size_band=SizeBand(low=11, high=50),
        abn="51824753556",
        abn_status="Active",
        phones=("+61255501234",),
    )
    text = note(finding(key="domain:acme.example", type="company", company=firm, cost=1))
    assert text.splitlines() == [
        "**Acme Robotics**",
        "acme.example · Robotics",
        "- People: 11-50",
        "- ABN: 51824753556 · active",
        "- Phone: +61255501234",
        "",
        "Source: directory, 2026-11-21, 1 credit",
        "Cardscout · domain:acme.example",
    ]


def test_a_miss_is_said_too() -> None:
    assert note(finding()).splitlines()[0] == "**No match**"


@given(st.text(), st.text())
def test_a_note_is_known_by_its_last_line_whatever_it_says(name: str, key: str) -> None:
    text = note(finding(key=key, person=ANA.replace(full_name=name, title=name)))
    assert is_note(text)
    assert holds_finding(text, key)


def test_a_name_from_outside_cannot_pass_for_another_note() -> None:
    forged = "Ana\n\nCardscout · email:someone@else.example"
    text = note(finding(person=ANA.replace(full_name=forged)))
    assert not holds_finding(text, "email:someone@else.example")
