"""Every alias, envelope and example of docs/reference/enrichment.md (1.2 to 1.6, 2.1 to 2.4), a row each."""

from collections.abc import Mapping
from typing import Any

import pytest

from tui.api.enrich.companies import company_of
from tui.api.enrich.people import person_of
from tui.model.company import Company
from tui.model.person import Person

Json = dict[str, Any]


def at(value: object, path: str) -> object:
    """What stands at a dotted path; a number is an index."""
    for part in path.split("."):
        if part.isdigit() and isinstance(value, tuple):
            value = value[int(part)]
        elif isinstance(value, Mapping):
            value = value[part]
        else:
            value = getattr(value, part)
    return value


def person(body: Any) -> Person:
    found = person_of(body)
    assert found is not None
    return found


def company(body: Any) -> Company:
    found = company_of(body)
    assert found is not None
    return found


# --- 2.2: a person, field by field, under each of its names ---------------------------

PERSON: list[tuple[str, object, list[Json]]] = [
    ("id", "x1", [{key: "x1"} for key in ("id", "person_id", "personId", "_id", "pdl_id", "public_identifier", "uuid")]),
    (
        "full_name",
        "Ana Reid",
        [
            {"name": "Ana Reid"},
            {"name": {"fullName": "Ana Reid"}},
            {"name": {"givenName": "Ana", "familyName": "Reid"}},
            {"full_name": "Ana Reid"},
            {"fullName": "Ana Reid"},
            {"FullName": "Ana Reid"},
            {"firstName": "Ana", "lastName": "Reid"},
        ],
    ),
    ("first_name", "Ana", [{key: "Ana"} for key in ("first_name", "firstName", "FirstName", "givenName", "given_name")]),
    ("middle_name", "Jo", [{"middleName": "Jo"}, {"middle_name": "Jo"}]),
    (
        "last_name",
        "Reid",
        [{key: "Reid"} for key in ("last_name", "lastName", "familyName", "surname", "last_name_obfuscated")],
    ),
    (
        "title",
        "Buyer",
        [
            *({key: "Buyer"} for key in ("position", "title", "job_title", "jobTitle", "current_title")),
            *({key: "Buyer"} for key in ("cleaned_position", "occupation", "headline")),
            {"jobTitle": {"title": "Buyer", "seniority": "c-suite"}},
            {"employment": {"title": "Buyer"}},
            {"headline": "Loves wood", "position": "Buyer"},
        ],
    ),
    ("bio", "Runs it.", [{key: "Runs it."} for key in ("description", "summary", "bio")]),
    (
        "seniority",
        "manager",
        [
            *({key: "manager"} for key in ("seniority", "seniority_level", "managementLevel", "management_level")),
            {"job_title_levels": ["manager", "senior"]},
            {"employment": {"seniority": "manager"}},
            {"jobTitle": {"title": "x", "seniority": "manager"}},
            {"currentSeniorityLabel": "Manager"},
            {"seniority": "MANAGER"},
            {"seniority": 5},
            {"seniority": "5"},
        ],
    ),
    (
        "department",
        "Sales",
        [
            {"department": "Sales"},
            {"departments": ["sales", "it"]},
            {"job_title_role": "sales"},
            *({key: "SALES"} for key in ("job_function", "role", "functions", "currentDepartments")),
            {"jobFunction": ["SALES"]},
            {"employment": {"role": "sales"}},
            {"jobTitle": {"title": "x", "departments": ["Sales"]}},
            {"department": 2},
        ],
    ),
    (
        "company.name",
        "Kauri",
        [
            *({key: {"name": "Kauri"}} for key in ("current_company", "company", "organization", "account", "employer")),
            *({key: "Kauri"} for key in ("company", "organization_name", "company_name", "job_company_name", "employer")),
            {"employment": {"name": "Kauri", "domain": "kauri.example"}},
            {"experience": [{"company": {"name": "Rimu"}}, {"is_primary": True, "company": {"name": "Kauri"}}]},
        ],
    ),
    (
        "company.domain",
        "kauri.example",
        [
            {"company": {"fqdn": "kauri.example"}},
            {"company": {"primary_domain": "www.kauri.example"}},
            {"company": {"website": "https://www.kauri.example/about"}},
            {"company_domain": "kauri.example"},
            {"job_company_website": "kauri.example"},
        ],
    ),
    ("company.id", "c1", [{"company_id": "c1"}, {"organization_id": "c1"}, {"company": {"id": "c1"}}]),
    (
        "company.network_slug",
        "kauri",
        [{"company": {"linkedin": "kauri"}}, {"company": {"linkedin_url": "https://linkedin.com/company/kauri"}}],
    ),
    (
        "emails.0.value",
        "a@k.example",
        [
            {"emails": {"work": [{"value": "a@k.example", "deliverability": "Deliverable"}]}},
            {"emails": {"personal": ["a@k.example"]}},
            {"emails": [{"email": "a@k.example"}]},
            {"emails": [{"value": "A@K.example"}]},
            {"emails": [{"address": "a@k.example"}]},
            {"emails": ["a@k.example"]},
            {"email": "a@k.example"},
            {"email": {"address": "a@k.example", "quality": "HIGH"}},
            {"work_email": "a@k.example"},
            {"personal_email": "a@k.example"},
            {"personal_emails": ["a@k.example"]},
            {"recommended_personal_email": "a@k.example"},
            {"email": "mailto:a@k.example"},
        ],
    ),
    ("emails.0.kind", "work", [{"work_email": "a@k.example"}, {"emails": [{"email": "a@k.example", "type": "professional"}]}]),
    ("emails.0.kind", "personal", [{"personal_emails": ["a@k.example"]}, {"emails": [{"email": "a@k.example", "type": "personal"}]}]),
    (
        "emails.0.status",
        "verified",
        [
            {"email": "a@k.example", "email_status": "Verified"},
            *({"emails": [{"email": "a@k.example", key: "verified"}]} for key in ("deliverability", "status", "quality")),
        ],
    ),
    (
        "phones.0.e164",
        "+61255501234",
        [
            {"phones": [{"value": "+61 2 5550 1234"}]},
            {"phones": [{"number": "+61255501234"}]},
            {"phone_numbers": [{"raw_number": "02 5550 1234", "sanitized_number": "+61255501234"}]},
            {"phoneNumbers": [{"number": "+61255501234"}]},
            {"mobile_phone": "+61255501234"},
            {"mobilePhone": "+61255501234"},
            {"directPhone": "+61255501234"},
            {"phone": "+61255501234"},
            {"personal_numbers": ["+61255501234"]},
            {"mobilePhoneNumbers": [{"number": "+61255501234", "label": "x", "score": 80}]},
            {"phone": "02 5550 1234", "country": "AU"},
        ],
    ),
    (
        "phones.0.do_not_call",
        True,
        [
            *({"phones": [{"value": "+61255501234", key: True}]} for key in ("is_dnd", "dnd", "dnc", "doNotCall")),
            {"phones": [{"value": "+61255501234", "dnc_status_cd": "on_dnc"}]},
            {"phones": [{"value": "+61255501234", "is_dnd": "Yes"}]},
            {"mobilePhone": "+61255501234", "mobilePhoneDoNotCall": True},
            {"directPhone": "+61255501234", "directPhoneDoNotCall": "true"},
        ],
    ),
    ("phones.0.do_not_call", False, [{"phones": [{"value": "+61255501234", "is_dnd": value}]} for value in (False, "No", None, 0)]),
    ("phones.0.kind", "mobile", [{"mobilePhone": "+61491570006"}, {"phones": [{"value": "+61491570006", "is_mobile": True}]}]),
    ("contactable.has_email", True, [{"name": "x", "has_email": True}, {"name": "x", "hasEmail": "Yes"}, {"name": "x", "existingDataPoints": ["email"]}, {"name": "x", "has": ["emails"]}, {"name": "x", "canReveal": [{"field": "emails", "credits": 1}]}]),
    ("contactable.has_phone", True, [{"name": "x", "has_direct_phone": "Yes"}, {"name": "x", "canReveal": [{"field": "phones", "credits": 5}]}]),
    ("contactable.has_mobile", True, [{"name": "x", "has_mobile": 1}, {"name": "x", "existingDataPoints": ["mobile_phone"]}]),
    ("contactable.has_do_not_call_phone", True, [{"name": "x", "has_dnd_phone": True}]),
    (
        "network_slug",
        "ana-reid",
        [
            {"linkedin": "ana-reid"},
            {"linkedin": "https://www.linkedin.com/in/ana-reid?trk=1"},
            {"linkedin": {"handle": "ana-reid"}},
            *({key: "https://linkedin.com/in/ana-reid/"} for key in ("linkedin_url", "linkedinUrl", "profile_url", "ln_url")),
            *({key: "ana-reid"} for key in ("ln_slug", "linkedin_username", "public_identifier")),
            {"socialLinks": {"linkedin": "https://au.linkedin.com/in/ana-reid"}},
            {"social_media": {"linkedin": {"handle": "ana-reid"}}},
        ],
    ),
    (
        "location.state",
        "NSW",
        [
            {"state": "NSW"},
            {"location": {"city": "Sydney", "state": "New South Wales"}},
            {"location": ["Sydney", "New South Wales", "Australia"]},
            {"geo": {"state": "AU-NSW"}},
            {"region": "new south wales"},
            {"person_locations": ["Sydney", "NSW"]},
        ],
    ),
    ("location.country", "AU", [{"country": "Australia"}, {"country": "au"}, {"location": {"country_code": "AU"}}, {"location": ["Sydney", "Australia"]}]),
    ("location.city", "Sydney", [{"city": "Sydney"}, {"locality": "Sydney"}, {"location": "Sydney"}, {"location": ["Sydney", "NSW"]}]),
    (
        "started",
        "2022-03",
        [
            {"month_joined": 3, "year_joined": "2022"},
            {"month_joined": 3.0, "year_joined": 2022},
            {"job_start_date": "2022-03"},
            {"jobStartDate": "2022-03"},
            {"employment_history": [{"current": True, "title": "Buyer", "start_date": "2022-03"}]},
        ],
    ),
    ("started", "September 2023", [{"positionStartDate": "September 2023"}]),
    ("started", "Jan '23 - Present", [{"time_in_current_role": "Jan '23 - Present"}]),
    (
        "history.0.company",
        "Rimu",
        [
            {"secondary_position": [{"company_name": "Rimu", "cleaned_position": "Buyer", "year_joined": "2019"}]},
            {"employment_history": [{"organization_name": "Rimu", "title": "Buyer"}]},
            {"experience": [{"company": {"name": "Rimu"}, "title": {"name": "Buyer"}}]},
            {"previousEmployment": [{"company": {"name": "Rimu"}, "jobTitle": "Buyer"}]},
        ],
    ),
    (
        "education.0.name",
        "UoA",
        [
            {"education": {"field": "Law", "degree": "LLB", "date_range": "2001 - 2005", "school_name": "UoA"}},
            {"education": [{"school_name": "UoA"}]},
            {"education": [{"school": {"name": "UoA"}, "degrees": ["LLB"], "majors": ["law"]}]},
        ],
    ),
    ("gender", "female", [{"name": "x", "gender": "Female"}, {"name": "x", "sex": "female"}]),
    ("keywords", ("wood",), [{"name": "x", "keywords": ["wood", None, "N/A"]}]),
    ("photo_url", "https://p.example/a.png", [{"name": "x", key: "https://p.example/a.png"} for key in ("photo_url", "avatar", "profile_pic_url")]),
    ("social.twitter", "ana", [{"name": "x", "social_media": {"twitter": {"handle": "ana", "followers": 3}}}, {"name": "x", "twitter": "ana"}]),
    (
        "likelihood",
        0.8,
        [
            {"likelihood": 8, "data": {"name": "x"}},
            *({"name": "x", key: value} for key, value in (("matchScore", 80), ("confidence_score", 0.8), ("contactAccuracyScore", 80), ("confidence", "80%"), ("score", 80))),
        ],
    ),
    (
        "last_verified.year",
        2023,
        [
            *({"name": "x", key: "2023-08-31"} for key in ("last_refreshed_at", "updateDate", "validDate", "indexedAt", "last_updated", "job_last_updated", "lastUpdatedDate")),
            {"name": "x", "lastConfirmed": 1693440000000},
            {"name": "x", "updateDate": "31.08.2023"},
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "expected", "body"),
    [(path, expected, body) for path, expected, bodies in PERSON for body in bodies],
    ids=lambda value: str(value)[:60],
)
def test_a_field_of_a_person_under_each_of_its_names(path: str, expected: object, body: Json) -> None:
    assert at(person(body), path) == expected


# --- 2.3: a company ---------------------------------------------------------------------

COMPANY: list[tuple[str, object, list[Json]]] = [
    ("id", "c1", [{"name": "x", key: "c1"} for key in ("id", "company_id", "organization_id")]),
    ("name", "Kauri", [{key: "Kauri"} for key in ("name", "company_name", "companyName", "legalName", "mainName")]),
    ("legal_name", "Kauri Pty Ltd", [{"legalName": "Kauri Pty Ltd"}, {"mainName": "Kauri Pty Ltd"}]),
    ("trading_names", ("Kauri Wood",), [{"name": "x", key: ["Kauri Wood"]} for key in ("alternative_names", "alternativeName", "otherTradingName", "trading_names")]),
    ("domain", "kauri.example", [*({"name": "x", key: "www.kauri.example"} for key in ("fqdn", "domain", "primary_domain", "website", "website_url", "emailDomain")), {"name": "x", "domainAliases": ["kauri.example"]}]),
    ("website", "https://kauri.example/", [{"name": "x", key: "https://kauri.example/"} for key in ("website", "website_url", "url", "site")]),
    ("abn", "51824753556", [{"name": "x", "abn": "51 824 753 556"}, {"name": "x", "industry_codes": {"abn": "51824753556"}}, {"name": "x", "ABN": {"identifierValue": "51824753556"}}, {"name": "x", "abn": 51824753556}]),
    ("acn", "004085616", [{"name": "x", "acn": "004 085 616"}, {"name": "x", "ASICNumber": "004085616"}, {"name": "x", "industry_codes": {"acn": "004085616"}}]),
    ("nzbn", "9429041535110", [{"name": "x", "nzbn": "9429041535110"}, {"name": "x", "industry_codes": {"nzbn": "9429041535110"}}]),
    ("abn_status", "active", [{"name": "x", key: "Active"} for key in ("abn_operation_status", "abn_status", "entityStatusCode")]),
    ("industries", ("Farming",), [{"name": "x", "industries": ["Farming"]}, {"name": "x", "industry": "Farming"}, {"name": "x", "category": {"industry": "Farming"}}]),
    ("industries", ("Farming", "Wool"), [{"name": "x", "industry": "Farming", "sub_industry": "Wool"}, {"name": "x", "industry": "Farming", "subIndustry": "Wool"}]),
    ("industry_codes.anzsic", "1411", [{"name": "x", "industry_codes": {"anzsic": "1411"}}, {"name": "x", "anzsic": "1411"}]),
    ("industry_codes.sic", "52, 53", [{"name": "x", "sicCodes": ["52", "53"]}]),
    ("employee_count", 120, [*({"name": "x", key: 120} for key in ("employee_count", "au_employee_count", "estimated_num_employees", "headcount", "employees", "company_size_on_linkedin")), {"name": "x", "metrics": {"employees": "120"}}]),
    ("size_band.text", "11-50", [*({"name": "x", key: "11 - 50"} for key in ("company_size", "size", "employeeRange", "global_company_size", "staffCountRange")), {"name": "x", "company_size": [11, 50]}, {"name": "x", "sizeFrom": 11, "sizeTo": 50}, {"name": "x", "employeeCount": {"min": 11, "max": 50}}]),
    ("size_band.text", "1000+", [{"name": "x", "company_size": value} for value in ("1000+", "1,000+", ">1000", "over 1000")]),
    ("revenue", ">$1B+", [{"name": "x", "revenue": ">$1B+"}]),
    ("revenue", "100M", [{"name": "x", "annual_revenue_printed": "100M"}]),
    ("revenue", "1000000", [{"name": "x", "annual_revenue": 1000000}]),
    ("revenue", "1-5", [{"name": "x", "revenueRange": {"min": 1, "max": 5}}]),
    ("founded_year", 1987, [*({"name": "x", key: 1987} for key in ("year_founded", "founding_year", "founded_year", "founded", "yearFounded")), {"name": "x", "foundedDate": "1987-05-01"}, {"name": "x", "founded": "1987"}]),
    ("company_type", "Privately Held", [{"name": "x", key: "Privately Held"} for key in ("company_type", "companyType", "type")]),
    ("hq.city", "Wallan", [{"name": "x", key: "Wallan"} for key in ("hq_location", "headquarters", "headquarters_city")]),
    ("hq.country", "AU", [{"name": "x", "hq_country": "Australia"}, {"name": "x", "country": "AU"}, {"name": "x", "location": {"country": "Australia"}}]),
    ("states", ("NSW", "VIC"), [{"name": "x", "states": ["NSW", "Victoria"]}]),
    ("technologies", ("Nginx",), [*({"name": "x", key: ["Nginx"]} for key in ("technologies", "tech", "technology_names", "current_technologies")), {"name": "x", "nextGen": {"technographics": {"web": ["Nginx"]}}}, {"name": "x", "technologies": [{"name": "Nginx", "category": "web"}]}]),
    ("phones", ("+61 2 5550 1234",), [{"name": "x", "phones": ["+61 2 5550 1234"]}, {"name": "x", "phone": "+61 2 5550 1234"}, {"name": "x", "primary_phone": {"number": "+61 2 5550 1234"}}]),
    ("network_slug", "kauri", [{"name": "x", "linkedin": "kauri"}, {"name": "x", "linkedin_url": "https://www.linkedin.com/company/kauri/"}, {"name": "x", "social_media": {"linkedin": "kauri"}}]),
    ("description", "Wood.", [{"name": "x", key: "Wood."} for key in ("description", "short_description", "seo_description")]),
    ("keywords", ("wood",), [{"name": "x", key: ["wood"]} for key in ("keywords", "tags", "specialities")]),
    ("registers.vc", "VCs & Investors", [{"name": "x", "org_registers": {"vc": "VCs & Investors"}}]),
    ("social.facebook", "kauri", [{"name": "x", "social_media": {"twitter": None, "facebook": "kauri"}}]),
    ("logo_url", "https://k.example/l.png", [{"name": "x", "logo_url": "https://k.example/l.png"}]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "expected", "body"),
    [(path, expected, body) for path, expected, bodies in COMPANY for body in bodies],
    ids=lambda value: str(value)[:60],
)
def test_a_field_of_a_company_under_each_of_its_names(path: str, expected: object, body: Json) -> None:
    assert at(company(body), path) == expected


# --- envelopes, in the order they are opened ---------------------------------------------

ANA: Json = {"name": "Ana Reid", "position": "Buyer"}


@pytest.mark.parametrize(
    "body",
    [
        ANA,
        [ANA],
        *(
            {key: ANA}
            for key in ("data", "person", "contact", "result", "record", "response", "payload", "profile")
        ),
        *({key: [ANA]} for key in ("people", "results", "records", "matches", "contacts")),
        {"data": {"person": ANA}},
        {"success": True, "total": 1, "records": [ANA]},
        {"status": 200, "likelihood": 9, "data": ANA},
        {"contact": {"data": ANA, "error": None, "isCreditCharged": True}},
        {"contacts": {"1": {"data": ANA, "isCreditCharged": True}}},
        {
            "data": {
                "result": [{"input": {"email": "a@b.example"}, "data": [ANA], "matchStatus": "FULL_MATCH"}]
            }
        },
        {"data": [{"id": "1", "type": "Contact", "attributes": ANA}]},
        {"DATA": {"Person": ANA}},
        {"data": None, "person": ANA},
        {"matches": [None, ANA]},
    ],
)
def test_envelopes_are_opened(body: Any) -> None:
    found = person(body)
    assert (found.full_name, found.title) == ("Ana Reid", "Buyer")


# --- what is nothing, and what must not be lost --------------------------------------------


@pytest.mark.parametrize(
    ("body", "path", "expected"),
    [
        ({"name": "x", "year_joined": "2022"}, "started", "2022"),
        ({"name": "x", "email": "email_not_unlocked@domain.com"}, "emails", ()),
        ({"name": "x", "title": "N/A"}, "title", ""),
        ({"name": "x", "title": "-"}, "title", ""),
        ({"name": "x", "title": "null"}, "title", ""),
        ({"name": "x", "phone": "0"}, "phones", ()),
        ({"first_name": "Ana", "last_name": "Reid", "last_name_obfuscated": "R**d"}, "last_name", "Reid"),
        ({"name": "x", "has_email": "Yes"}, "contactable.has_email", True),
        ({"name": "x", "has_email": "no"}, "contactable.has_email", False),
        ({"name": "x", "seniority": "emperor"}, "seniority", "unknown"),
        ({"name": "x", "seniority": "emperor"}, "seniority_text", "emperor"),
        ({"name": "x", "departments": ["catering", "sales"]}, "department_texts", ("catering", "sales")),
        ({"name": "x", "skills": {"name": "SQL"}}, "skills", ("SQL",)),
        ({"name": "x", "colour": "red"}, "extra.colour", "red"),
        ({"name": "x", "conflicts": ["abn"]}, "conflicts", ("abn",)),
        ({"name": "x", "matched_on": ["email", "network_slug"]}, "matched_on", ("email", "network_slug")),
    ],
)
def test_what_is_nothing_and_what_is_kept(body: Json, path: str, expected: object) -> None:
    assert at(person(body), path) == expected
