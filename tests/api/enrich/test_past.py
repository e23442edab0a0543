"""Earlier jobs and schools, under the names that services give them."""

import pytest

from tui.api.enrich.past import education, history
from tui.api.enrich.record import ServiceRecord
from tui.model.person import Role, School


def jobs(**record):
    return history(ServiceRecord(record))


def schools(**record):
    return education(ServiceRecord(record))


@pytest.mark.parametrize(
    ("record", "found"),
    [
        ({"history": [{"title": "Buyer", "company": "Kauri"}]}, Role(title="Buyer", company="Kauri")),
        (
            {
                "experience": [
                    {
                        "title": {"name": "Buyer"},
                        "company": {"name": "Kauri", "website": "https://www.kauri.example/x"},
                    }
                ]
            },
            Role(title="Buyer", company="Kauri", company_domain="kauri.example"),
        ),
        (
            {
                "employment_history": [
                    {
                        "position": "Buyer",
                        "organization_name": "Kauri",
                        "start_date": "2020-01",
                        "end_date": "2021-02",
                    }
                ]
            },
            Role(title="Buyer", company="Kauri", started="2020-01", ended="2021-02"),
        ),
        (
            {
                "secondaryPosition": {
                    "role": "Chair",
                    "employer": "Kauri",
                    "companyDomain": "kauri.example",
                    "current": True,
                }
            },
            Role(title="Chair", company="Kauri", company_domain="kauri.example", current=True),
        ),
        (
            {"positions": [{"job_title": "Buyer", "year_joined": 2020, "month_joined": "3"}]},
            Role(title="Buyer", started="2020-03"),
        ),
        (
            {"positions": [{"job_title": "Buyer", "year_joined": 2020, "month_joined": 13}]},
            Role(title="Buyer", started="2020"),
        ),
    ],
)
def test_a_job_in_the_forms_it_comes_in(record, found):
    assert jobs(**record) == (found,)


def test_jobs_keep_their_order_and_empty_ones_are_left_out():
    found = jobs(history=[{"title": "B"}, {}, {"started": "2020"}, None, {"company": "A"}])
    assert [(one.title, one.company) for one in found] == [("B", ""), ("", "A")]
    assert jobs(history="N/A") == jobs() == ()


@pytest.mark.parametrize(
    ("record", "found"),
    [
        (
            {"education": {"school": "Otago", "degree": "LLB", "field": "Law"}},
            School(name="Otago", degree="LLB", field="Law"),
        ),
        (
            {
                "education": [
                    {"school": {"name": "Otago"}, "degrees": ["LLB", "BA"], "majors": ["Law", "Arts"]}
                ]
            },
            School(name="Otago", degree="LLB, BA", field="Law, Arts"),
        ),
        (
            {"schools": [{"institution": "Otago", "start_date": "2001", "end_date": "2005"}]},
            School(name="Otago", dates="2001-2005"),
        ),
        (
            {"schools": [{"name": "Otago", "dateRange": "2001 to 2005", "start_date": "2001"}]},
            School(name="Otago", dates="2001 to 2005"),
        ),
        ({"schools": [{"name": "Otago", "end_date": "2005"}]}, School(name="Otago", dates="2005")),
    ],
)
def test_a_school_in_the_forms_it_comes_in(record, found):
    assert schools(**record) == (found,)


def test_a_school_of_which_nothing_is_known_is_none():
    assert schools(education=[{}, {"gpa": 4}, "x"]) == ()
