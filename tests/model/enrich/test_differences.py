"""Fields in which services disagree about the same person or company."""

from datetime import UTC, datetime, timedelta

from tui.model.company import Company
from tui.model.enrich.differences import Stated, differences
from tui.model.finding import Finding
from tui.model.person import CompanyRef, Location, Person

MAY = datetime(2026, 5, 3, tzinfo=UTC)
ANA = Person(full_name="Ana Reid", title="Head of Sales", company=CompanyRef(name="Kauri"))
KAURI = Company(name="Kauri Timber", founded_year=1998, employee_count=40)


def about(person: Person, provider: str, days: int = 0) -> Finding:
    return Finding(
        key="k", type="person", person=person, provider=provider, fetched_at=MAY + timedelta(days=days)
    )


def of(company: Company, provider: str) -> Finding:
    return Finding(key="k", type="company", company=company, provider=provider, fetched_at=MAY)


def said(*findings: Finding) -> dict[str, list[str]]:
    return {one.name: [stated.value for stated in one.stated] for one in differences(findings)}


def test_a_field_that_differs_is_told_with_who_said_it_and_when() -> None:
    (title,) = differences([about(ANA.replace(title="Chief"), "Hunter", 2), about(ANA, "Apollo")])
    assert title.name == "title"
    assert title.stated == (
        Stated(value="Chief", provider="Hunter", fetched_at=MAY + timedelta(days=2)),
        Stated(value="Head of Sales", provider="Apollo", fetched_at=MAY),
    )


def test_case_and_blanks_are_no_difference() -> None:
    assert said(about(ANA, "a"), about(ANA.replace(full_name="ANA  reid"), "b")) == {}


def test_a_field_that_only_one_service_knows_is_no_difference() -> None:
    assert said(about(ANA, "a"), about(ANA.replace(title="", company=CompanyRef()), "b")) == {}
    assert said(about(ANA, "a")) == said() == {}


def test_a_namesake_does_not_disagree() -> None:
    mine, other = ANA.replace(network_slug="ana-1"), ANA.replace(network_slug="ana-2", title="Chief")
    assert said(about(mine, "a"), about(other, "b")) == {}
    assert said(about(mine, "a"), about(other.replace(network_slug="Ana-1"), "b")) == {
        "title": ["Head of Sales", "Chief"]
    }


def test_who_agrees_is_named_with_those_who_do_not() -> None:
    other = ANA.replace(company=CompanyRef(name="Rimu", domain="rimu.example"))
    assert said(about(other, "a"), about(ANA, "b"), about(ANA, "c")) == {
        "company": ["Rimu", "Kauri", "Kauri"]
    }


def test_a_place_is_the_nearest_that_is_known() -> None:
    napier, region = (ANA.replace(location=where) for where in (
        Location(city="Napier", state="HKB", country="NZ"), Location(state="HKB", country="NZ")
    ))  # fmt: skip
    assert said(about(napier, "a"), about(region, "b")) == {"place": ["Napier", "HKB"]}


def test_figures_of_companies_are_compared_as_text() -> None:
    other = KAURI.replace(founded_year=2010, employee_count=None, abn="51824753556")
    assert said(of(KAURI, "a"), of(other, "b")) == {"founded": ["1998", "2010"]}
    assert said(of(KAURI, "a"), of(KAURI.replace(employee_count=41), "b")) == {"people": ["40", "41"]}


def test_a_miss_says_nothing() -> None:
    assert said(of(KAURI, "a"), Finding(key="k", type="company", provider="b", fetched_at=MAY)) == {}
