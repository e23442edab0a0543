"""Everything services were seen to send for a person becomes one canonical person."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tui.api.enrich.people import person_of
from tui.model.person import CompanyRef, Contactable, EmailPoint


def read(body):
    """The person, for a test that knows it is there."""
    return person_of(body)


HOSTED = {
    "id": "fp000000000042",
    "name": "Ana Wiremu",
    "first_name": "Ana",
    "last_name": "Wiremu",
    "middle_name": None,
    "headline": "Head of Operations at Kauri Timber",
    "description": "Runs the yards.",
    "position": "Head of Operations",
    "current_company": {
        "id": "f000000000007",
        "name": "Kauri Timber",
        "size": "51-200",
        "website": "https://www.kauri.example/about",
        "industry": ["Building Materials"],
        "linkedin": "kauri-timber",
        "main_phones": ["+64 9 555 0000"],
    },
    "time_in_current_role": "Jan '23 - Present",
    "month_joined": 1,
    "year_joined": "2023",
    "emails": {
        "work": [{"value": "Ana.Wiremu@kauri.example", "deliverability": "Deliverable"}],
        "personal": [{"value": "ana@mail.example", "deliverability": "Risky"}],
    },
    "phones": [{"value": "+64 21 555 012", "is_dnd": True, "is_mobile": True}, {"value": "09 555 0000"}],
    "linkedin": "ana-wiremu-4",
    "social_media": {"github": None, "pintrest": None},
    "location": ["Auckland", "Auckland", "New Zealand"],
    "department": "Operations",
    "seniority": "VP/Director / Head of",
    "gender": "female",
    "skills": ["Logistics", None, "N/A"],
    "education": {"field": "Law", "degree": "LLB"},
}


def test_the_hosted_service():
    person = read(HOSTED)
    assert person.full_name == "Ana Wiremu"
    assert (person.title, person.department, person.seniority) == (
        "Head of Operations",
        "Operations",
        "vp_director_head",
    )
    assert person.company == CompanyRef(
        id=person.company.id,
        name="Kauri Timber",
        domain="kauri.example",
        website="https://www.kauri.example/about",
        industry="Building Materials",
        size="51-200",
        network_slug="kauri-timber",
    )
    assert person.emails == (
        EmailPoint(value="ana.wiremu@kauri.example", kind="work", status="deliverable"),
        EmailPoint(value="ana@mail.example", kind="personal", status="risky"),
    )
    mobile, land = person.phones
    assert (mobile.e164, mobile.kind, mobile.do_not_call) == ("+6421555012", "mobile", True)
    assert (land.e164, land.raw, land.do_not_call) == ("+6495550000", "09 555 0000", False)
    assert (person.network_slug, person.network_url) == (
        "ana-wiremu-4",
        "https://www.linkedin.com/in/ana-wiremu-4",
    )
    assert (person.location.city, person.location.state, person.location.country) == ("Auckland", "AUK", "NZ")
    assert person.started == "2023-01"
    assert person.skills == ("Logistics",)
    assert person.gender == "female"
    assert [(one.field, one.degree) for one in person.education] == [("Law", "LLB")]
    assert "name" not in person.extra


def test_the_internal_copy():
    person = read(
        {
            "success": True,
            "total": 1,
            "records": [
                {
                    "name": "Ana Wiremu",
                    "emails": [
                        {"type": "work", "email": "ana@kauri.example", "deliverability": "Deliverable"}
                    ],
                    "phones": [{"number": "+61 2 5550 1234", "dnd": "yes"}],
                    "current_company": {"name": "Kauri", "industry": "Building"},
                    "linkedin": "https://au.linkedin.com/in/ana-w/?trk=x",
                    "education": [{"field": "Law"}],
                }
            ],
        }
    )
    assert person.emails[0].kind == "work"
    assert person.phones[0].do_not_call
    assert person.phones[0].e164 == "+61255501234"
    assert person.company.industry == "Building"
    assert person.network_slug == "ana-w"


def test_a_search_hit_promises_and_holds_no_values():
    person = read(
        {
            "person_id": "fp000000000042",
            "name": "Ana Wiremu",
            "position": "Buyer",
            "company_name": "Kauri",
            "linkedin": "ana-w",
            "has_email": True,
            "has_personal_email": "No",
            "has_phone": "Yes",
            "has_mobile": 1,
            "has_dnd_phone": False,
        }
    )
    assert person.id == "fp000000000042"
    assert person.company.name == "Kauri"
    assert person.contactable == Contactable(
        has_email=True,
        has_personal_email=False,
        has_phone=True,
        has_mobile=True,
        has_do_not_call_phone=False,
    )
    assert person.emails == person.phones == ()


SAMPLES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "pdl": (
        {
            "status": 200,
            "likelihood": 8,
            "data": {
                "id": "q1",
                "full_name": "ana wiremu",
                "job_title": "buyer",
                "job_title_role": "operations",
                "job_title_levels": ["manager", "senior"],
                "job_company_name": "kauri timber",
                "job_company_website": "kauri.example",
                "job_start_date": "2022-03",
                "linkedin_url": "linkedin.com/in/ana-w",
                "work_email": "ana@kauri.example",
                "personal_emails": ["ana@mail.example"],
                "mobile_phone": "+61491570006",
                "location_name": "sydney, new south wales, australia",
                "region": "new south wales",
                "job_last_updated": "2026-05-01",
            },
        },
        {
            "seniority": "manager",
            "department": "Operations",
            "likelihood": 0.8,
            "started": "2022-03",
            "last_verified": datetime(2026, 5, 1, tzinfo=UTC),
        },
    ),
    "apollo": (
        {
            "person": {
                "id": "a1",
                "first_name": "Ana",
                "last_name": "Wiremu",
                "title": "Buyer",
                "seniority": "founder",
                "departments": ["master_finance"],
                "email": "ana@kauri.example",
                "email_status": "verified",
                "organization": {"id": "o1", "name": "Kauri", "primary_domain": "kauri.example"},
                "phone_numbers": [
                    {
                        "raw_number": "0491 570 006",
                        "sanitized_number": "+61491570006",
                        "type_cd": "mobile",
                        "dnc_status_cd": "on_dnc",
                    }
                ],
                "country": "Australia",
                "linkedin_url": "http://www.linkedin.com/in/ana-w",
            }
        },
        {"seniority": "owner_founder", "department": "Finance", "full_name": "Ana Wiremu"},
    ),
    "lusha": (
        {
            "data": {
                "name": {"fullName": "Ana Wiremu"},
                "jobTitle": {"title": "Buyer", "seniority": "c-suite", "departments": ["Finance"]},
                "emailAddresses": [],
                "emails": [{"email": "ana@kauri.example", "emailType": "work", "confidence": "90"}],
                "phoneNumbers": [
                    {
                        "number": "+61491570006",
                        "doNotCall": True,
                        "type": "mobile",
                        "updateDate": "31.08.2023",
                    }
                ],
                "company": {"name": "Kauri", "domain": "kauri.example"},
                "socialLinks": {"linkedin": "https://linkedin.com/in/ana-w"},
                "location": {"city": "Sydney", "state": "New South Wales", "country": "Australia"},
            }
        },
        {"seniority": "c_suite_partner", "department": "Finance", "title": "Buyer"},
    ),
    "cognism": (
        {
            "results": [
                {
                    "fullName": "Ana Wiremu",
                    "firstName": "Ana",
                    "jobTitle": "Buyer",
                    "managementLevel": "Executive-Level",
                    "jobFunction": ["SALES"],
                    "email": {"address": "ana@kauri.example", "quality": "HIGH_PLUS"},
                    "mobilePhoneNumbers": [{"number": "+61491570006", "dnc": False, "score": 88}],
                    "account": {"name": "Kauri", "website": "kauri.example"},
                    "linkedinUrl": "https://www.linkedin.com/in/ana-w",
                    "matchScore": 95,
                    "lastConfirmed": 1755648000000,
                }
            ]
        },
        {"seniority": "c_suite_partner", "department": "Sales", "likelihood": 0.95},
    ),
    "hunter": (
        {
            "data": {
                "name": {"fullName": "Ana Wiremu", "givenName": "Ana", "familyName": "Wiremu"},
                "email": "ana@kauri.example",
                "employment": {
                    "name": "Kauri",
                    "domain": "kauri.example",
                    "title": "Buyer",
                    "seniority": "senior",
                    "role": "support",
                },
                "linkedin": {"handle": "ana-w"},
                "phone": "+61491570006",
                "geo": {"city": "Sydney", "state": "NSW", "country": "Australia"},
            }
        },
        {"seniority": "other", "department": "Customer Service", "last_name": "Wiremu"},
    ),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_other_services_say_the_same(name):
    body, expected = SAMPLES[name]
    person = read(body)
    assert person.full_name.lower() == "ana wiremu"
    assert person.title.lower() == "buyer"
    assert person.company.name.lower().startswith("kauri")
    assert person.company.domain == "kauri.example"
    assert person.emails[0].value == "ana@kauri.example"
    assert person.network_slug == "ana-w"
    assert person.phones[0].e164 == "+61491570006"
    for field, value in expected.items():
        assert getattr(person, field) == value, field


def test_the_second_service_marks_do_not_call():
    assert read(SAMPLES["apollo"][0]).phones[0].do_not_call
    assert read(SAMPLES["apollo"][0]).emails[0].status == "verified"
    assert read(SAMPLES["cognism"][0]).emails[0].status == "high_plus"


@pytest.mark.parametrize("junk", ["", "N/A", "-", "null", "0", None, "email_not_unlocked@domain.com", [], {}])
def test_placeholders_are_nothing(junk):
    person = read({"name": "Ana", "title": junk, "email": junk, "phone": junk, "city": junk, "skills": junk})
    assert person.title == ""
    assert person.emails == person.phones == person.skills == ()
    assert person.extra == {}


def test_a_masked_name_does_not_overwrite_a_real_one():
    person = read({"first_name": "Ana", "last_name": "Wiremu", "last_name_obfuscated": "Wi***u"})
    assert person.last_name == "Wiremu"


@pytest.mark.parametrize("when", ["0001-01-01", "9999-12-31T23:59:59-14:00", "soon", -1, 1e300, True, {}])
def test_a_date_out_of_the_calendar_is_none(when):
    assert read({"name": "Ana", "last_verified": when}).last_verified is None


def test_keys_are_read_in_any_spelling():
    for key in ("firstName", "first_name", "FirstName", "FIRST NAME"):
        assert read({key: "Ana"}).first_name == "Ana"


def test_hostile_addresses_are_not_taken():
    person = read({"name": "A", "linkedin": "javascript:alert(1)", "company": {"website": "file:///etc"}})
    assert person.network_slug == person.network_url == person.company.website == ""


@pytest.mark.parametrize("body", [None, {}, [], "x", 1, {"foo": 1}, [1, 2], {"data": "x"}])
def test_nobody(body):
    assert read(body) is None


KEYS = [
    "name",
    "data",
    "person",
    "emails",
    "phones",
    "company",
    "title",
    "linkedin",
    "location",
    "seniority",
    "likelihood",
    "last_verified",
    "experience",
    "social_media",
    "skills",
    "year_joined",
    "month_joined",
    "value",
    "work",
    "type",
    "is_dnd",
    "records",
    "current_company",
]
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=30)
    | st.sampled_from(
        [
            "31.08.2023",
            "2023-13",
            "+61 2 5550 1234",
            "a@b.example",
            "9999-99-99",
            "0001-01-01",
            "9999-12-31T23:59:59-14:00",
            "N/A",
        ]
    ),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), inner, max_size=7)
    ),
    max_leaves=25,
)


@given(JSON)
@example({"last_verified": 1.0625})
@example({"last_verified": "2031-02-03T04:05:06.789012+13:00"})
def test_nothing_a_service_sends_raises(body):
    person = read(body)
    if person is not None:
        json.dumps(person.wire(), allow_nan=False)
        assert type(person).parse_json(person.as_json()) == person
