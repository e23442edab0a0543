"""Company enrichment, over the wire."""

import pytest


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
