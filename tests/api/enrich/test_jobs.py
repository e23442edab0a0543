"""What a record says of a person's jobs, of where they are, and of what a hit promises."""

from typing import Any

import pytest

from tests.api.enrich.test_reference import person


@pytest.mark.parametrize("flag", ["isPrimary", "current", "isCurrent"])
@pytest.mark.parametrize("field", ["experience", "experiences", "employmentHistory"])
def test_the_employer_is_that_of_the_job_that_is_marked_as_current(field: str, flag: str) -> None:
    jobs = [
        {"company": {"name": "Old"}},
        {"company": {"name": "Acme"}, flag: True},
        {"name": "Next", flag: "no"},
    ]
    assert person({field: jobs}).company.name == "Acme"


def test_a_job_may_be_the_employer_itself() -> None:
    assert person({"experience": {"name": "Acme", "current": True}}).company.name == "Acme"
    job = {"company": {"name": "Acme"}, "organization": {"name": "Other"}, "current": True}
    assert person({"experience": job}).company.name == "Acme"
    assert person({"experience": {"company": "Acme"}, "name": "Ana"}).company.name == ""


def test_of_two_that_say_it_the_best_known_field_and_flag_count() -> None:
    old, new = {"name": "Old", "current": True}, {"name": "New", "current": True}
    assert person({"experiences": old, "experience": new}).company.name == "New"
    doubted = {"name": "Old", "isPrimary": False, "current": True}
    assert person({"experience": [doubted, new]}).company.name == "New"
    assert (
        person({"name": "Ana", "hasDndPhone": False, "hasDncPhone": True}).contactable.has_do_not_call_phone
        is False
    )


def test_jobs_are_in_the_order_of_their_fields() -> None:
    found = person(
        {
            "experience": [{"title": "b"}, {"note": "none"}],
            "history": {"title": "a"},
            "jobHistory": [{"companyName": "c"}],
        }
    )
    assert [one.title or one.company for one in found.history] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("month", "started"),
    [(0, "2023"), (1, "2023-01"), ("12", "2023-12"), (13, "2023"), (None, "2023")],
)
def test_a_job_begins_in_a_month_or_in_a_year(month: Any, started: str) -> None:
    joined = {"yearJoined": 2023, "monthJoined": month}
    found = person({"name": "Ana", **joined, "history": [{"title": "Buyer", **joined}]})
    assert found.started == found.history[0].started == started


def test_without_a_year_the_current_job_says_when_it_began() -> None:
    jobs = [{"title": "a", "start": "2019"}, {"title": "b", "start": "2021", "current": True}]
    assert person({"history": jobs}).started == "2021"
    assert person({"history": jobs, "monthJoined": 3}).started == "2021"
    assert person({"history": jobs[:1]}).started == ""
    assert [one.current for one in person({"history": jobs}).history] == [False, True]


def test_the_dates_at_a_school_are_one_or_two() -> None:
    found = person(
        {"schools": [{"start_date": "2001", "end_date": "2004"}, {"name": "x", "end_date": "2009"}, {}]}
    )
    assert [one.dates for one in found.education] == ["2001-2004", "2009"]


def test_what_is_said_of_a_job_comes_after_what_is_said_of_the_person() -> None:
    body = {
        "seniority": "manager",
        "department": "sales",
        "position": {"seniority": ["lead", "manager"], "department": "legal"},
    }
    found = person(body)
    assert found.seniority_text == "manager, lead"
    assert found.department_texts == ("sales", "legal")
    assert found.department == "Sales"


@pytest.mark.parametrize(
    ("promise", "field"),
    [
        ("hasEmail", "has_email"),
        ("hasWorkEmail", "has_email"),
        ("hasPersonalEmail", "has_personal_email"),
        ("hasPhone", "has_phone"),
        ("hasDirectPhone", "has_phone"),
        ("hasLandline", "has_phone"),
        ("hasMobile", "has_mobile"),
        ("hasMobilePhone", "has_mobile"),
        ("hasDndPhone", "has_do_not_call_phone"),
        ("hasDncPhone", "has_do_not_call_phone"),
        ("hasDoNotCallPhone", "has_do_not_call_phone"),
    ],
)
def test_a_hit_promises_a_value_by_a_flag(promise: str, field: str) -> None:
    promised = person({"name": "Ana", promise: True}).contactable
    assert [name for name in promised.fields if getattr(promised, name)] == [field]
    assert not any(
        getattr(person({"name": "Ana", promise: False}).contactable, name) for name in promised.fields
    )


@pytest.mark.parametrize("field", ["existingDataPoints", "has", "canReveal", "availableData"])
@pytest.mark.parametrize(
    ("name", "promised"),
    [
        ("email", ["has_email"]),
        ("emails", ["has_email"]),
        ("work_email", ["has_email"]),
        ("privateEmails", ["has_personal_email"]),
        ("personal_email", ["has_personal_email"]),
        ("landline", ["has_phone"]),
        ("direct dial", ["has_phone"]),
        ("phone", ["has_phone"]),
        ("mobile", ["has_mobile"]),
        ("shoe size", []),
    ],
)
def test_a_hit_promises_a_value_by_a_name(field: str, name: str, promised: list[str]) -> None:
    found = person({"name": "Ana", field: [name]}).contactable
    assert [one for one in found.fields if getattr(found, one)] == promised


def test_a_list_of_places_ends_with_the_country() -> None:
    place = person({"location": ["Lyon", "AU", "NSW", "FR"]}).location
    assert (place.city, place.state, place.country) == ("Lyon", "NSW", "FR")
    assert place.raw == "Lyon, AU, NSW, FR"
    assert person({"name": "Ana", "location": ["AU", "Lyon"]}).location.country == ""


def test_a_state_is_looked_for_in_every_place_of_a_list() -> None:
    assert person({"location": ["Victoria", "Melbourne"]}).location.state == "VIC"
    assert person({"location": ["Melbourne", "Victoria"]}).location.state == "VIC"


def test_the_probability_is_that_of_the_outermost_envelope() -> None:
    assert person({"likelihood": 9, "data": {"name": "Ana", "likelihood": 2}}).likelihood == 0.9
    assert person({"score": 70, "data": {"name": "Ana", "likelihood": 2}}).likelihood == 0.7
    assert person({"data": {"name": "Ana", "score": "80%"}}).likelihood == 0.8
    assert person({"name": "Ana"}).likelihood is None


def test_networks_are_read_in_any_form() -> None:
    body = {
        "name": "Ana",
        "pintrest": "ana-p",
        "social": {"twitter": {"handle": "@ana"}},
        "githubUrl": "https://g.example/a",
    }
    assert person(body).social == {"pinterest": "ana-p", "twitter": "@ana", "github": "https://g.example/a"}
