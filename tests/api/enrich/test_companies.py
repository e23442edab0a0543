"""Everything services were seen to send for a company becomes one canonical company."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.api.enrich.companies import band, company_of
from tui.model.company import SizeBand


def read(body):
    """The company, for a test that knows it is there."""
    return company_of(body)


HOSTED = {
    "id": "f000000000007",
    "name": "Kauri Timber",
    "website": "https://www.kauri.example/",
    "fqdn": "kauri.example",
    "description": "Timber.",
    "tagline": "Good wood",
    "linkedin": "kauri-timber",
    "employee_count": 120,
    "year_founded": 1987,
    "hq_location": "Wallan",
    "hq_country": "Australia",
    "company_size": "51 - 200",
    "company_type": "Private company",
    "abn_operation_status": "active",
    "locations": ["Wallan, VIC"],
    "industries": ["Building Materials"],
    "phones": ["+61 3 5550 1234"],
    "emails": ["info@kauri.example"],
    "keywords": ["timber"],
    "states": ["VIC", "New South Wales"],
    "revenue": ">$1B+",
    "social_media": {"twitter": None},
    "industry_codes": {"abn": "51 824 753 556", "acn": None, "anzsic": "1411"},
    "org_registers": {"vc": "VCs & Investors"},
    "nextGen": {"technographics": {"crm": ["Acme CRM"], "web": ["Nginx", "Acme CRM"]}, "id": "x"},
}


def test_the_hosted_service():
    company = read(HOSTED)
    assert (company.name, company.domain, company.abn) == ("Kauri Timber", "kauri.example", "51824753556")
    assert company.industry_codes == {"abn": "51 824 753 556", "anzsic": "1411"}
    assert company.size_band == SizeBand(low=51, high=200)
    assert (company.employee_count, company.founded_year) == (120, 1987)
    assert (company.hq.city, company.hq.country) == ("Wallan", "AU")
    assert company.states == ("VIC", "NSW")
    assert company.technologies == ("Acme CRM", "Nginx")
    assert company.network_url == "https://www.linkedin.com/company/kauri-timber"
    assert company.registers == {"vc": "VCs & Investors"}


@pytest.mark.parametrize(
    "body",
    [
        {"company": HOSTED},
        {"data": HOSTED},
        [HOSTED],
        {"records": [HOSTED], "total": 1},
        {"data": {"company": HOSTED}},
        {"organization": HOSTED},
    ],
)
def test_envelopes_are_opened(body):
    assert read(body) == read(HOSTED)


def test_older_and_wilder_names():
    company = read(
        {
            "company_name": "Kauri Timber",
            "au_employee_count": "1,200",
            "founding_year": "1987",
            "headquarters": "Wallan",
            "country": "AU",
            "linkedin_url": "https://www.linkedin.com/company/kauri-timber/",
            "primary_domain": "www.kauri.example",
            "global_company_size": "1000+",
            "industry": "Building",
            "annual_revenue_printed": "100M",
        }
    )
    assert (company.name, company.domain, company.employee_count) == ("Kauri Timber", "kauri.example", 1200)
    assert (company.founded_year, company.hq.city, company.revenue) == (1987, "Wallan", "100M")
    assert company.network_slug == "kauri-timber"
    assert company.size_band == SizeBand(low=1000, high=None)


def test_wrong_types_cost_only_themselves():
    company = read(
        {"domain": "x.example", "name": None, "employees": "about 50", "revenue": {"$": 1}, "founded": -1}
    )
    assert company.domain == "x.example"
    assert (company.employee_count, company.founded_year, company.revenue) == (None, None, "")
    assert company.extra == {"employees": "about 50", "revenue": {"$": 1}, "founded": -1}


def test_hostile_addresses_are_not_taken():
    assert read({"logo": "http://127.0.0.1:22/x.png", "site": "javascript:1"}) is None
    assert read({"name": "x", "website": "javascript:alert(1)"}).website == ""


@pytest.mark.parametrize(
    ("founded", "year"),
    [
        ("1000", 1000),
        (999, None),
        (2100, 2100),
        (2101, None),
        ("1987-05-01", 1987),
        ("19870", None),
        (True, None),
    ],
)
def test_a_year_is_read_within_reason(founded, year):
    assert read({"name": "x", "founded": founded}).founded_year == year


def test_the_entries_of_registers_and_codes_that_say_nothing_are_left_out():
    company = read(
        {"name": "x", "registers": {"a" * 70: ["b", "c"], "d": None}, "industry_codes": {"DUNS": 7}}
    )
    assert company.registers == {"a" * 60: "b, c"}
    assert company.industry_codes == {"duns": "7"}


@pytest.mark.parametrize(
    ("body", "number"),
    [
        ({"abn": "51 824 753 556"}, "51824753556"),
        ({"abn": "51 824 753 55"}, ""),
        ({"abn": "51 824 753 5567"}, ""),
        ({"abn": {"identifierValue": "51824753556"}}, "51824753556"),
    ],
)
def test_a_register_number_has_its_digits_or_is_none(body, number):
    assert read({"name": "x", **body}).abn == number


@pytest.mark.parametrize(
    ("ends", "revenue"),
    [({"min": 1, "max": 5}, "1-5"), ({"from": 1}, "1"), ({"high": 5}, "5"), ({}, "")],
)
def test_an_amount_has_one_end_or_two(ends, revenue):
    assert read({"name": "x", "revenue_range": ends}).revenue == revenue


def test_a_head_count_has_one_end_or_two():
    assert read({"name": "x", "size_from": 11, "size_to": 50}).size_band == SizeBand(low=11, high=50)
    assert read({"name": "x", "size_from": "many"}).size_band is None


def test_what_is_said_twice_is_kept_once():
    company = read(
        {"name": "x", "industries": ["Wood", "Tree"], "subindustry": "Wood", "phones": ["1 ", {"value": "1"}]}
    )
    assert company.industries == ("Wood", "Tree")
    assert company.phones == ("1",)


@pytest.mark.parametrize(
    ("value", "low", "high"),
    [
        ("11 - 50", 11, 50),
        ("11-50", 11, 50),
        ("11–50 people", 11, 50),
        ("1,001-5,000", 1001, 5000),
        ("1000+", 1000, None),
        (">1000", 1000, None),
        ("<50", 0, 50),
        ([11, 50], 11, 50),
        ({"min": 11, "max": 50}, 11, 50),
        ({"from": "11", "to": None}, 11, None),
        ("10,001+", 10001, None),
        ("7-7", 7, 7),
        (f"{'.' * 58}9+", 9, None),
    ],
)
def test_bands(value, low, high):
    assert band(value) == SizeBand(low=low, high=high)


@pytest.mark.parametrize(
    "value", ["about 50", "", [], {}, None, 50, "many", ["x"], "50-11", f"{'.' * 58}99+"]
)
def test_no_band(value):
    assert band(value) is None


KEYS = [
    "name",
    "data",
    "company",
    "fqdn",
    "website",
    "industry_codes",
    "employee_count",
    "company_size",
    "nextGen",
    "technographics",
    "hq_location",
    "states",
    "phones",
    "emails",
    "industries",
    "founded",
    "headquarters",
    "metrics",
    "category",
    "min",
    "max",
    "abn",
]
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=30)
    | st.sampled_from(["11 - 50", "1000+", "<9", "kauri.example", "https://kauri.example:x/", "1999-01"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), inner, max_size=7)
    ),
    max_leaves=25,
)


@given(JSON)
def test_nothing_a_service_sends_raises(body):
    company = read(body)
    if company is not None:
        json.dumps(company.wire(), allow_nan=False)
        assert type(company).parse_json(company.as_json()) == company
