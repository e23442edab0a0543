"""Rows of the directory as the records that are sent."""

from typing import Any

import pytest

from tui.model.enrich.vocabulary import DEPARTMENTS, SENIORITIES, SENIORITY_LABELS
from tui.server.enrich.directory import RecordMatch
from tui.server.enrich.render import company, has_contact_values, person, search_hit, size_band
from tui.server.enrich.rows import CompanyRow, PersonRow

FIRM = CompanyRow(
    n=1, number=900000000003, name="Tūī Ridge", legal_name="Tūī Ridge Pty Ltd", domain="tuiridge.example", network_slug="tui-x1",
    country="AU", state="VIC", city="Ballarat", employees=140, size_low=51, size_high=200, industry="Tourism", anzsic="7220",
    verified_on="2026-10-01", abn="53004085616", acn="004085616", nzbn="", company_type="", founded=1999, revenue="", description="",
    tagline="", phone="+61355501234", email="", states_json='["VIC"]', keywords_json="", technologies_json='{"crm": ["Pipewren"]}',
    fictional=True, trading_names_json='["Ridge Runners"]', postcode="3350", abn_status="active", gst_status="",
)  # fmt: skip
ANA = PersonRow(
    n=1, number=900000000007, name="Ana Reid", first_name="Ana", last_name="Reid", title="Head of Operations", seniority=4, department=4,
    network_slug="ana-x7", country="AU", state="VIC", city="", verified_on="2026-10-02", email="ana@tuiridge.example",
    email_status="valid", personal_email="", mobile="+61491570156", do_not_call=True, landline="+61355501235", started="2023-01",
    skills_json='["SQL"]', fictional=False, company_number=900000000003, company_name="Tūī Ridge", company_domain="tuiridge.example",
    company_network_slug="", company_industry="", company_size_low=51, company_size_high=None, company_phone="",
)  # fmt: skip
EMPTY = ANA._replace(
    title="",
    email="",
    mobile="",
    landline="",
    started="",
    network_slug="",
    company_domain="",
    verified_on="",
    skills_json="",
)


def match(row, **more):
    return RecordMatch(row, 0.5, ("email",), ("id",), **more)


def test_a_company_is_told_with_null_for_what_is_not_known() -> None:
    told = company(match(FIRM))
    assert (told["id"], told["website"], told["fqdn"]) == (
        "f900000000003",
        "https://tuiridge.example",
        "tuiridge.example",
    )
    assert (told["locations"], told["company_size"], told["states"]) == (
        ["Ballarat, VIC, AU"],
        "51-200",
        ["VIC"],
    )
    assert (told["company_type"], told["gst_status"], told["industry_codes"]["nzbn"]) == (None, None, None)
    assert (told["phones"], told["emails"], told["keywords"]) == (["+61355501234"], [], [])
    assert told["linkedin_url"] == "https://www.linkedin.com/company/tui-x1"
    bare = company(match(FIRM._replace(domain="", network_slug="", size_high=-1, size_low=0)))
    assert (bare["website"], bare["linkedin_url"], bare["company_size"]) == (None, None, None)


def test_how_sure_a_match_is_is_told_and_others_only_where_there_are_some() -> None:
    told = company(match(FIRM))
    assert (told["likelihood"], told["matched_on"], told["conflicts"], told["last_verified"], told["fictional"]) == (
        0.5, ["email"], ["id"], "2026-10-01", True,
    )  # fmt: skip
    assert "candidates" not in told
    assert company(match(FIRM, others=(("f1", 0.25),)))["candidates"] == [{"id": "f1", "score": 0.25}]


def test_a_person_is_told_with_every_way_to_reach_them() -> None:
    told = person(match(ANA))
    assert (told["id"], told["headline"], told["seniority"], told["department"]) == (
        "fp900000000007", "Head of Operations at Tūī Ridge", SENIORITY_LABELS[SENIORITIES[4]], DEPARTMENTS[4],
    )  # fmt: skip
    assert told["emails"] == {
        "work": [{"value": "ana@tuiridge.example", "deliverability": "Valid", "verified_on": "2026-10-02"}], "personal": [],
    }  # fmt: skip
    assert [(one["value"], one["is_dnd"], one["type"]) for one in told["phones"]] == [
        ("+61491570156", True, "mobile"),
        ("+61355501235", False, "direct"),
    ]
    assert (told["time_in_current_role"], told["month_joined"], told["year_joined"]) == (
        "Jan '23 - Present",
        1,
        2023,
    )
    assert (told["current_company"]["size"], told["current_company"]["linkedin"]) == ("51+", None)
    assert told["location"] == ["VIC", "AU"]


def test_a_person_of_whom_little_is_known_is_told_all_the_same() -> None:
    told = person(match(EMPTY))
    assert (told["headline"], told["position"], told["linkedin_url"], told["skills"]) == (
        "Tūī Ridge",
        None,
        None,
        [],
    )
    assert (told["time_in_current_role"], told["month_joined"], told["social_media"]["linkedin"]) == (
        None,
        None,
        None,
    )
    assert (told["emails"], told["phones"], told["last_verified"]) == ({"work": [], "personal": []}, [], None)
    assert told["current_company"]["website"] is None


def test_a_hit_promises_contact_values_and_holds_none() -> None:
    hit = search_hit(ANA)
    assert (hit["has_email"], hit["has_personal_email"], hit["has_phone"], hit["has_mobile"], hit["has_dnd_phone"]) == (
        True, False, True, True, True,
    )  # fmt: skip
    assert not {ANA.email, ANA.mobile, ANA.landline} & set(map(str, hit.values()))
    assert search_hit(ANA._replace(mobile=""))["has_phone"] is True
    assert search_hit(ANA._replace(mobile=""))["has_dnd_phone"] is False
    assert not any(value for name, value in search_hit(EMPTY).items() if name.startswith("has_"))


@pytest.mark.parametrize("name", ["email", "personal_email", "mobile", "landline"])
def test_one_way_to_reach_somebody_is_enough(name: str) -> None:
    known: dict[str, Any] = {name: "x"}
    assert has_contact_values(EMPTY._replace(**known))
    assert not has_contact_values(EMPTY)


@pytest.mark.parametrize(
    ("low", "high", "band"), [(1, 10, "1-10"), (10001, None, "10001+"), (0, -1, None), (5, 5, "5-5")]
)
def test_a_head_count_is_told_as_a_band(low, high, band) -> None:
    assert size_band(low, high) == band
