"""Rows of a file as drafts of records."""

import pytest

from tui.server.importing.drafts import company_draft, person_draft
from tui.server.importing.values import BadCell


def person(**given):
    return person_draft({"name": "Ana Reid", "company": "Tūī Ridge"} | given)


def test_a_company_has_the_keys_and_columns_that_were_given() -> None:
    draft = company_draft({
        "id": "f900000000003", "name": "Tūī Ridge", "domain": "www.tui.example", "abn": "53 004 085 616", "network": "@tui-x1",
        "state": "VIC", "employees": "1,200", "trading_names": "Tui Tours; Ridge Runners", "founded": "1999",
    })  # fmt: skip
    assert draft.keys == {
        "number": 900000000003,
        "domain": "tui.example",
        "network_slug": "tui-x1",
        "abn": "53004085616",
    }
    assert (draft.found["acn"], draft.found["abn_status"], draft.found["country"]) == (
        "004085616",
        "active",
        "AU",
    )
    assert (draft.found["employees"], draft.found["size_low"], draft.found["size_high"]) == (1200, 1001, 5000)
    assert (draft.found["states"], draft.found["trading_names"], draft.found["founded"]) == (
        '["VIC"]',
        '["Tui Tours","Ridge Runners"]',
        1999,
    )
    assert not draft.found.keys() & {"phone", "email", "description", "nzbn"}
    assert (draft.folded_name, draft.skipped) == ("tui ridge", [])


def test_a_company_needs_a_name_or_a_domain_and_is_called_by_it() -> None:
    assert company_draft({"domain": "kowhai.nz"}).found["name"] == "kowhai.nz"
    assert company_draft({"legal_name": "Tūī Pty Ltd"}).found["name"] == "Tūī Pty Ltd"
    with pytest.raises(BadCell, match="name: give a name or a domain"):
        company_draft({"abn": "53004085616"})


@pytest.mark.parametrize(
    ("given", "country"),
    [
        ({"domain": "kowhai.nz"}, "NZ"),
        ({"domain": "tui.example"}, "AU"),
        ({"domain": "tui.example", "country": "NZ"}, "NZ"),
    ],
)
def test_a_company_is_where_it_says_or_where_its_domain_is(given, country) -> None:
    assert company_draft(given).found["country"] == country


@pytest.mark.parametrize(
    ("given", "size"),
    [
        ({"employees": "5", "size": "1000+"}, (5, 1, 10)),
        ({"size": "11-50"}, (None, 11, 50)),
        ({"size": "<20"}, (None, 1, 20)),
        ({"size": "1000+"}, (None, 1000, None)),
        ({"size": "big"}, (None, None, None)),
        ({}, (None, None, None)),
    ],
)
def test_a_size_is_a_head_count_or_a_band(given, size) -> None:
    draft = company_draft({"name": "x"} | given)
    assert tuple(draft.found.get(name) for name in ("employees", "size_low", "size_high")) == size
    assert [name for name, _ in draft.skipped] == (["size"] if given.get("size") == "big" else [])


@pytest.mark.parametrize(
    ("word", "status"),
    [("ACT", "active"), ("Canceled", "cancelled"), ("who knows", "active"), ("", "active")],
)
def test_the_status_of_an_abn_is_that_of_the_file_or_active(word, status) -> None:
    assert (
        company_draft({"name": "x", "abn": "53004085616", "abn_status": word}).found["abn_status"] == status
    )


def test_a_number_of_another_system_is_no_number_of_ours() -> None:
    assert company_draft({"name": "x", "id": "0065i00000A1b2c"}).keys == {}
    assert person(id="f900000000001").keys == {}
    assert person(id="fp900000000001").keys == {"number": 900000000001}


def test_a_person_has_keys_columns_and_an_employer() -> None:
    draft = person(
        title="Head of Operations",
        email="Ana@Tui.example",
        network="https://www.linkedin.com/in/Ana-Reid-1/",
        city="Melbourne",
        started="2023-01",
    )
    assert draft.keys == {"email": "ana@tui.example", "network_slug": "ana-reid-1"}
    assert (draft.found["first_name"], draft.found["last_name"], draft.found["folded"]) == (
        "Ana",
        "Reid",
        " head of operations",
    )
    assert (draft.found["seniority"], draft.found["department"], draft.found["email_status"]) == (
        4,
        4,
        "unknown",
    )
    assert (draft.found["state"], draft.found["city_folded"], draft.found["started"]) == (
        "VIC",
        "melbourne",
        "2023-01",
    )
    assert (draft.employer.keys, draft.employer.found["name"]) == ({"domain": "tui.example"}, "Tūī Ridge")


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ({"first_name": "Jo", "last_name": "Lee", "name": ""}, ("Jo Lee", "Jo", "Lee")),
        ({"last_name": "Lee", "name": ""}, ("Lee", None, "Lee")),
        ({"name": "Wiremu Te Rangi"}, ("Wiremu Te Rangi", "Wiremu", "Te Rangi")),
        ({"name": "Cher"}, ("Cher", "Cher", None)),
    ],
)
def test_a_name_is_whole_or_in_parts(given, names) -> None:
    found = person(**given).found
    assert (found["name"], found.get("first_name"), found.get("last_name")) == names


@pytest.mark.parametrize(
    ("given", "work", "personal"),
    [
        ({"email": "ana@tui.example"}, "ana@tui.example", None),
        ({"email": "ana@gmail.com"}, None, "ana@gmail.com"),
        ({"email": "ana@gmail.com", "personal_email": "ana@xtra.co.nz"}, None, "ana@xtra.co.nz"),
        ({"email": "ana@tui.example", "personal_email": "ana@gmail.com"}, "ana@tui.example", "ana@gmail.com"),
    ],
)
def test_an_address_at_a_free_service_is_personal(given, work, personal) -> None:
    found = person(**given).found
    assert (found.get("email"), found.get("personal_email")) == (work, personal)


@pytest.mark.parametrize(
    ("given", "mobile", "landline"),
    [
        ({"landline": "0491 570 156"}, "+61491570156", None),
        ({"mobile": "0491 570 157", "landline": "0491 570 156"}, "+61491570157", "+61491570156"),
        ({"landline": "02 5550 1234"}, None, "+61255501234"),
        ({"mobile": "call me"}, None, None),
    ],
)
def test_a_lone_mobile_number_is_one_in_whichever_column(given, mobile, landline) -> None:
    draft = person(**given)
    assert (draft.found.get("mobile"), draft.found.get("landline")) == (mobile, landline)
    assert [name for name, _ in draft.skipped] == [name for name, raw in given.items() if raw == "call me"]


@pytest.mark.parametrize(
    ("given", "name", "keys"),
    [
        ({"email": "ana@tui.example"}, "tui.example", {"domain": "tui.example"}),
        (
            {"email": "ana@tui.example", "company_domain": "gmail.com"},
            "tui.example",
            {"domain": "tui.example"},
        ),
        (
            {"company_domain": "ridge.example", "email": "ana@tui.example"},
            "ridge.example",
            {"domain": "ridge.example"},
        ),
        ({"company_abn": "53004085616"}, "53004085616", {"abn": "53004085616"}),
        ({"company_network": "linkedin.com/company/tui-x1"}, "tui-x1", {"network_slug": "tui-x1"}),
        ({"company": "Tūī", "company_id": "f900000000003"}, "Tūī", {"number": 900000000003}),
    ],
)
def test_an_employer_is_known_by_whatever_tells(given, name, keys) -> None:
    employer = person(**{"company": ""} | given).employer
    assert (employer.found["name"], employer.keys) == (name, keys)


def test_who_has_no_name_or_no_employer_is_refused() -> None:
    with pytest.raises(BadCell, match="give a name"):
        person(name="n/a")
    with pytest.raises(BadCell, match="give a company"):
        person(company="", email="ana@gmail.com")


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"title": "Chief Executive", "seniority": "manager"}, 5),
        ({"title": "", "seniority": ""}, None),
        ({"title": "", "seniority": "unknown"}, None),
        ({"title": "Sales Manager", "seniority": "wizard"}, 5),
    ],
)
def test_a_level_is_the_cells_or_else_the_titles(given, found) -> None:
    assert person(**given).found.get("seniority") == found
