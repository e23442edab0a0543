"""Person enrichment and people search, over the wire."""

import pytest


async def test_email_finds_a_person_with_contact_values_for_two(api, ana) -> None:
    reply = await api.post("/enrich/person", json={"email": ana.email.upper()})
    person = reply.json()["data"]
    assert (person["name"], person["fictional"]) == ("Ana Reid", True)
    assert person["emails"]["work"][0]["value"] == ana.email
    assert person["phones"][0] == {
        "value": ana.mobile, "is_dnd": False, "is_mobile": True, "type": "mobile", "verified_on": ana.verified_on,
    }  # fmt: skip
    assert person["current_company"]["fqdn"] == "tuiridge.example"
    assert (reply.headers["x-credits-charged"], reply.headers["x-credits-remaining"]) == ("2", "498")


async def test_person_without_contact_values_costs_one(api, staff) -> None:
    bare = next(one for one in staff if not (one.email or one.mobile or one.landline or one.personal_email))
    reply = await api.post("/enrich/person", json={"network_slug": bare.network_slug})
    assert reply.json()["data"]["name"] == bare.name
    assert reply.headers["x-credits-charged"] == "1"


@pytest.mark.parametrize(
    "form", ["https://www.linkedin.com/in/{}/", "nz.linkedin.com/in/{}?trk=x", "LinkedIn.com/in/{}/en"]
)
async def test_profile_urls_of_every_form(api, ana, form) -> None:
    reply = await api.post("/enrich/person", json={"network_url": form.format(ana.network_slug.upper())})
    assert reply.json()["data"]["id"] == ana.id


async def test_get_answers_as_post_does(api, ana) -> None:
    posted = await api.post("/enrich/person", json={"email": ana.email})
    got = await api.get("/enrich/person", params={"email": ana.email})
    assert got.json() == posted.json()
    assert got.headers["x-credits-charged"] == "0"


async def test_identifiers_that_agree_and_identifiers_that_do_not(api, staff, ana) -> None:
    other = next(one for one in staff if one.email and one.id != ana.id)
    both = {"email": ana.email, "network_slug": ana.network_slug}
    agreed = (await api.post("/enrich/person", json=both)).json()["data"]
    assert (agreed["likelihood"], agreed["conflicts"]) == (1.0, [])
    torn = (await api.post("/enrich/person", json=both | {"network_slug": other.network_slug})).json()["data"]
    assert torn["likelihood"] == 0.5
    assert torn["matched_on"] + torn["conflicts"] in (["email", "network_slug"], ["network_slug", "email"])


async def test_direct_dialect_sends_the_bare_record(api, ana) -> None:
    reply = await api.get("/people", params={"work_email": ana.email})
    assert reply.json()["id"] == ana.id


async def test_nobody_is_known_by_that_and_it_is_free(api) -> None:
    reply = await api.post("/enrich/person", json={"email": "nobody@tuiridge.example"})
    assert reply.status_code == 404
    assert reply.json()["error"]["code"] == "no_match"
    assert reply.headers["x-credits-charged"] == "0"


async def test_hits_promise_and_hold_back(api, ana) -> None:
    page = (
        await api.post("/search/people", json={"company": "Tūī Ridge Pty Ltd", "position": "operations"})
    ).json()
    hit = next(one for one in page["records"] if one["person_id"] == ana.id)
    assert hit["has_email"]
    assert hit["has_mobile"]
    assert ana.email not in str(page)
    assert ana.mobile not in str(page)


@pytest.mark.parametrize(
    "company", ["tuiridge.example", "https://www.tuiridge.example/x", "TUI ridge", "Tūī Ridge Pty. Ltd."]
)
async def test_a_company_by_any_of_its_names(api, company) -> None:
    page = (await api.post("/search/people", json={"company": company, "size": 100})).json()
    assert page["total"] == len(page["records"]) > 2
    assert {one["company_name"] for one in page["records"]} == {"Tūī Ridge"}


async def test_every_criterion_narrows_and_holds(api, staff, firms) -> None:
    wanted = {"seniority": "other", "department": "IT", "location": "NSW", "company_size": "51-200"}
    page = (await api.post("/search/people", json=wanted | {"size": 100})).json()
    sizes = {firm.id: (firm.size_low, firm.size_high) for firm in firms}
    by_hand = [
        one.id for one in staff
        if (one.seniority, one.department, one.state) == (6, 5, "NSW") and sizes[one.company_id] == (51, 200)
    ]  # fmt: skip
    assert page["total"] == len(by_hand) > 0
    assert {one["person_id"] for one in page["records"]} == set(by_hand)


async def test_pages_are_the_whole_once_and_in_order(api, staff) -> None:
    in_state = [one.id for one in sorted(staff, key=lambda one: one.rank) if one.state == "NSW"]
    first = (await api.post("/search/people", json={"location": "NSW", "page": 1, "per_page": 50})).json()
    second = (
        await api.post("/search/people", json={"location": "NSW", "page": "2", "per_page": "50"})
    ).json()
    by_offset = (
        await api.post("/search/people", json={"location": "NSW", "from": "50", "size": "50"})
    ).json()
    assert [one["person_id"] for one in first["records"] + second["records"]] == in_state[:100]
    assert second["records"] == by_offset["records"]
    assert first["total"] == len(in_state)


async def test_tas_is_two_places_until_the_country_is_said(api) -> None:
    either = (await api.post("/search/people", json={"location": "TAS"})).json()["total"]
    australian = (await api.post("/search/people", json={"location": "TAS", "country": "AU"})).json()["total"]
    named = (await api.post("/search/people", json={"location": "Tasmania"})).json()["total"]
    assert 0 < australian == named <= either


@pytest.mark.parametrize(
    "text", ['"', "hello*", "OR", "%", "_", "\\", "'; DROP TABLE cards;--", "q\x00z", "(" * 300, "😀", "/*"]
)
async def test_criteria_are_text_and_nothing_else(api, text) -> None:
    for fields in ({"position": text}, {"company": text}):
        reply = await api.post("/search/people", json=fields)
        assert reply.status_code == 200
        assert reply.json()["total"] == 0


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({}, "company"),
        ({"position": "  ", "seniority": []}, "company"),
        ({"titel": "CEO"}, "titel"),
        ({"seniority": "wizard"}, "seniority"),
        ({"department": ["IT", "Magic"]}, "department"),
        ({"company_size": "big"}, "company_size"),
        ({"position": "x" * 401}, "position"),
        ({"position": {"a": 1}}, "position"),
        ({"position": "a\ud800"}, "position"),
        ({"location": "NSW", "size": 101}, "size"),
        ({"location": "NSW", "from": -1}, "from"),
        ({"location": "NSW", "page": "one"}, "page"),
        ({"location": "NSW", "country": "FR"}, "country"),
    ],
)
async def test_a_criterion_that_cannot_be_is_named(api, fields, named) -> None:
    import json

    reply = await api.post("/search/people", content=json.dumps(fields))
    assert reply.status_code == 400
    assert reply.json()["error"]["details"][0]["field"] == named


async def test_direct_search_wants_the_company_id(api, firms) -> None:
    page = (
        await api.post("/people/search", json={"companyId": firms[0].id, "seniority": "4", "size": "5"})
    ).json()
    assert page["total"] > 0
    assert (await api.post("/people/search", json={"position": "x"})).status_code == 400


@pytest.fixture
def tui(firms):
    return firms[0]


@pytest.mark.parametrize(
    "fields",
    [
        {"domain": "tuiridge.example"},
        {"domain": "WWW.TuiRidge.example"},
        {"domain": "shop.tuiridge.example"},
        {"website": "https://www.tuiridge.example/about?x=1"},
    ],
)
async def test_hosts_of_every_form(api, tui, fields) -> None:
    reply = await api.post("/enrich/company", json=fields)
    assert reply.json()["data"]["legal_name"] == tui.legal_name == "Tūī Ridge Pty Ltd"
    assert reply.headers["x-credits-charged"] == "1"


async def test_abn_grouped_or_not_finds_it(api, tui) -> None:
    grouped = f"{tui.abn[:2]} {tui.abn[2:5]} {tui.abn[5:8]} {tui.abn[8:]}"
    for abn in (tui.abn, grouped, int(tui.abn)):
        reply = await api.post("/enrich/company", json={"abn": abn})
        assert reply.json()["data"]["industry_codes"]["abn"] == tui.abn


@pytest.mark.parametrize("abn", ["51 824 753 557", "1", "06000000019", "٥١٨٢٤٧٥٣٥٥٦", "abcdefghijk"])
async def test_a_number_that_is_no_abn_is_refused_by_name(api, abn) -> None:
    reply = await api.post("/enrich/company", json={"abn": abn})
    assert reply.status_code == 400
    assert reply.json()["error"]["details"][0]["field"] == "abn"


async def test_profile_of_a_company_but_not_of_a_person(api, tui) -> None:
    good = await api.post(
        "/enrich/company", json={"network_url": f"linkedin.com/company/{tui.network_slug}/about"}
    )
    assert good.json()["data"]["id"] == tui.id
    bad = await api.post("/enrich/company", json={"network_url": "https://www.linkedin.com/in/ana"})
    assert bad.status_code == 400
    assert bad.json()["error"]["details"][0]["field"] == "network_url"


async def test_direct_dialect_by_fqdn_and_id(api, tui) -> None:
    by_host = (await api.get("/company", params={"fqdn": "tuiridge.example", "country": "AU"})).json()
    by_id = (await api.get("/company", params={"id": by_host["id"]})).json()
    assert by_host["fqdn"] == by_id["fqdn"] == tui.domain


@pytest.mark.parametrize("url", ["http://[::1", "https://", "not a host", "tuiridge", "javascript:1"])
async def test_what_is_no_host_is_refused(api, url) -> None:
    assert (await api.post("/enrich/company", json={"domain": url})).status_code == 400
