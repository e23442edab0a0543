"""The service as docs/reference/enrichment.md has it, rule by rule: 1.2 to 1.5 for the hosted service's dialect, 2.4 for both."""

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from tui.server.enrich.accounts import KeyGrant, mint_key
from tui.server.enrich.ledger import CallPrices

EVERYWHERE = {
    "x-request-id", "x-credits-charged", "x-credits-remaining", "x-ratelimit-limit", "x-ratelimit-remaining",
    "x-ratelimit-reset", "x-cache", "x-data-version",
}  # fmt: skip

COMPANY = {
    "id": str, "name": str, "website": str, "fqdn": str, "description": str, "tagline": str, "linkedin": str,
    "employee_count": int, "year_founded": int, "hq_location": str, "hq_country": str, "company_size": str,
    "company_type": str, "abn_operation_status": str, "locations": list, "industries": list, "phones": list,
    "emails": list, "keywords": list, "states": list, "revenue": str, "social_media": dict, "industry_codes": dict,
    "org_registers": dict, "nextGen": dict,
}  # fmt: skip
PERSON = {
    "id": str, "name": str, "first_name": str, "last_name": str, "headline": str, "position": str, "current_company": dict,
    "time_in_current_role": str, "month_joined": int, "year_joined": int, "emails": dict, "phones": list, "linkedin": str,
    "social_media": dict, "location": list, "department": str, "seniority": str, "skills": list, "keywords": list,
    "secondary_position": list,
}  # fmt: skip
HIT = {
    "person_id": str, "name": str, "position": str, "company_name": str, "linkedin": str, "has_email": bool,
    "has_personal_email": bool, "has_phone": bool, "has_dnd_phone": bool, "has_mobile": bool,
}  # fmt: skip


@pytest.fixture
def tui(firms):
    return firms[0]


@pytest.mark.parametrize("field", ["id", "ln_slug", "ln_url", "fqdn", "abn", "website"])
async def test_1_2_a_company_by_each_identifier(api, tui, field) -> None:
    value = {
        "id": tui.id, "ln_slug": tui.network_slug, "ln_url": f"https://www.linkedin.com/company/{tui.network_slug}/",
        "fqdn": tui.domain, "abn": tui.abn, "website": f"https://www.{tui.domain}/contact",
    }[field]  # fmt: skip
    got = (await api.get("/company", params={field: value, "country": "AU"})).json()
    assert got["id"] == tui.id
    assert {name: type(got[name]) for name in COMPANY} == COMPANY
    assert got["social_media"].keys() == {"twitter", "youtube", "facebook", "linkedin", "instagram"}
    assert got["industry_codes"].keys() >= {"abn", "acn", "nzbn", "uen", "sic", "naics", "anzsic", "duns"}
    assert (got["linkedin"], got["abn_operation_status"]) == (tui.network_slug, "active")


@pytest.mark.parametrize("field", ["id", "ln_slug", "ln_url", "work_email"])
async def test_1_3_a_person_by_each_identifier(api, ana, field) -> None:
    value = {
        "id": ana.id, "ln_slug": ana.network_slug, "ln_url": f"au.linkedin.com/in/{ana.network_slug}?trk=1",
        "work_email": ana.email.upper(),
    }[field]  # fmt: skip
    got = (await api.get("/people", params={field: value})).json()
    assert got["id"] == ana.id
    assert {name: type(got[name]) for name in PERSON} == PERSON
    assert got["social_media"].keys() == {"linkedin", "github", "twitter", "facebook", "youtube", "pintrest"}
    assert got["current_company"].keys() >= {
        "id", "name", "size", "website", "industry", "linkedin", "main_phones", "other_phones", "mobile_phones",
    }  # fmt: skip
    assert got["emails"]["work"][0].keys() >= {"value", "deliverability"}
    assert got["phones"][0].keys() >= {"value", "is_dnd"}
    assert got["time_in_current_role"].endswith(f"'{got['year_joined'] % 100:02d} - Present")


async def test_1_3_a_personal_address_finds_them_too(api, staff) -> None:
    somebody = next(one for one in staff if one.personal_email)
    got = (await api.get("/people", params={"personal_email": somebody.personal_email})).json()
    assert got["id"] == somebody.id


@pytest.mark.parametrize("where", ["json", "params"])
async def test_1_4_search_within_a_company(api, tui, where) -> None:
    asked = {
        "companyId": tui.id,
        "selectedCountry": "AU",
        "from": "0",
        "size": "2",
        "seniority": "4;5",
        "position": "o",
    }
    page = (await api.post("/people/search", **{where: asked})).json()
    assert {name: type(page["records"][0][name]) for name in HIT} == HIT
    assert page["total"] >= len(page["records"]) > 0
    refused = await api.post("/people/search", json={"seniority": "4"})
    assert refused.json()["error"]["details"][0]["field"] == "companyId"


@pytest.mark.parametrize(
    ("number", "kind"),
    [(str(n), "seniority") for n in range(1, 8)] + [(str(n), "department") for n in range(1, 18)],
)
async def test_1_4_numbers_of_the_vocabularies(api, number, kind) -> None:
    assert (await api.post("/search/people", json={kind: number})).status_code == 200
    assert (await api.post("/search/people", json={kind: "18"})).status_code == 400


@pytest.mark.parametrize("path", ["/enrich/person", "/enrich/company", "/search/people"])
async def test_1_7_get_and_post_are_one(api, ana, tui, path) -> None:
    asked = {"/enrich/person": {"email": ana.email}, "/enrich/company": {"domain": tui.domain}}.get(
        path, {"company": tui.domain}
    )
    replies = [
        await api.get(path, params=asked), await api.post(path, json=asked), await api.post(path, data=asked),
        await api.post(path, params=asked),
    ]  # fmt: skip
    assert [reply.json() for reply in replies] == [replies[0].json()] * 4
    assert replies[0].status_code == 200


async def test_1_7_four_ways_to_page(api) -> None:
    async def ids(**how):
        page = (await api.post("/search/people", json={"location": "NSW"} | how)).json()
        return [one["person_id"] for one in page["records"]], page

    second, _ = await ids(**{"from": "10", "size": "10"})
    assert (await ids(offset=10, limit=10))[0] == (await ids(page=2, per_page=10))[0] == second
    _, first = await ids(size=10)
    assert (await ids(size=10, cursor=first["next_cursor"]))[0] == second
    seen, cursor = [], "c0"
    while cursor:
        more, page = await ids(size=40, cursor=cursor)
        seen, cursor = seen + more, page["next_cursor"]
    assert len(seen) == len(set(seen)) == page["total"]
    assert (await ids(**{"from": page["total"], "size": 10}))[1]["records"] == []


ERRORS = [
    (400, "missing_identifier", "/enrich/person", {}, {}),
    (400, "invalid_request", "/enrich/company", {"json": {"abn": "51 824 753 557"}}, {}),
    (400, "invalid_json", "/enrich/company", {"content": b"{"}, {}),
    (401, "unauthorized", "/enrich/person", {"headers": {"Authorization": "Bearer no"}}, {}),
    (
        402,
        "no_credits",
        "/enrich/person",
        {"json": {"email": "ANA"}},
        {"prices": CallPrices(person_with_contact=999)},
    ),
    (403, "scope", "/search/people", {"json": {"position": "x"}}, {}),
    (404, "no_match", "/enrich/person", {"json": {"email": "no@body.example"}}, {}),
    (
        409,
        "idempotency_in_flight",
        "/enrich/person",
        {"json": {"email": "ANA"}, "headers": {"Idempotency-Key": "busy"}},
        {},
    ),
    (413, "too_large", "/enrich/person", {"content": b" " * 70_000}, {}),
    (429, "rate_limited", "/credits", {}, {"rate": 1}),
]


@pytest.mark.parametrize(("status", "code", "path", "sent", "options"), ERRORS)
async def test_2_4_an_error_says_what_and_every_header(
    client_of, engine, clock, ana, monkeypatch, status, code, path, sent, options
) -> None:
    scopes = ("person", "company") if status == 403 else ("person", "company", "search")
    if status == 409:
        monkeypatch.setattr("tui.server.enrich.service.writing", held)
    if sent.get("json", {}).get("email") == "ANA":
        sent = sent | {"json": {"email": ana.email}}
    async with client_of(mint_key(engine, clock, grant=KeyGrant(scopes=scopes)), **options) as api:
        if status == 429:
            await api.get(path)
        reply = await (api.get(path, **sent) if path == "/credits" else api.post(path, **sent))
    error = reply.json()["error"]
    assert (reply.status_code, error["status"], error["code"]) == (status, status, code)
    assert error.keys() == {"code", "message", "status", "retryable", "request_id", "details"}
    assert error["retryable"] == (status in {409, 429})
    assert error["request_id"] == reply.headers["x-request-id"]
    assert reply.headers["x-credits-charged"] == "0"
    assert ("retry-after" in reply.headers) == (status in {409, 429})
    if status != 401:
        assert set(reply.headers) >= EVERYWHERE


def held(*_args, **_options):
    raise OperationalError("BEGIN IMMEDIATE", {}, Exception("database is locked"))


async def test_2_4_headers_of_what_was_paid_and_of_what_was_not(api, ana) -> None:
    paid = await api.post("/enrich/person", json={"email": ana.email})
    again = await api.post("/enrich/person", json={"email": ana.email})
    free = await api.post("/search/people", json={"location": "NSW"})
    told = [(reply.headers["x-credits-charged"], reply.headers["x-cache"]) for reply in (paid, again, free)]
    assert told == [("2", "miss"), ("0", "hit"), ("0", "miss")]
    for reply in (paid, again, free):
        assert set(reply.headers) >= EVERYWHERE
        assert "retry-after" not in reply.headers
    assert len({reply.headers["x-request-id"] for reply in (paid, again, free)}) == 3
    assert paid.headers["x-data-version"] == free.headers["x-data-version"]


@pytest.mark.parametrize("path", ["/enrich/person", "/people"])
@pytest.mark.parametrize(
    ("style", "status", "body"),
    [
        ("404", 404, None),
        ("empty", 200, {}),
        ("null", 200, {"person": None}),
        ("500", 500, {"error": "Person profile not found"}),
    ],
)
async def test_2_4_a_miss_in_every_style(client_of, key, path, style, status, body) -> None:
    field = "email" if path == "/enrich/person" else "work_email"
    async with client_of(key, miss=style) as api:
        reply = await api.get(path, params={field: "no@body.example"})
        assert reply.status_code == status
        assert body is None or reply.json() == body
        assert (reply.headers["x-credits-charged"], reply.headers["x-credits-remaining"]) == ("0", "500")
        # Only a miss is said so: what is wrong stays wrong.
        assert (await api.get(path, params={field: "nobody"})).status_code == 400


CONFLICTS = [
    ("email slug", ["email", "network_slug"], [], 1.0),
    ("email", ["email"], [], 1.0),
    ("email other-slug", ["email"], ["network_slug"], 0.5),
    ("email unknown-slug", ["email"], ["network_slug"], 0.5),
    ("email slug url", ["email", "network_url", "network_slug"], [], 1.0),
    ("unknown-email slug", ["network_slug"], [], 1.0),
]


@pytest.mark.parametrize(("given", "matched", "conflicts", "likelihood"), CONFLICTS)
async def test_2_4_several_identifiers_are_weighed(
    api, staff, ana, given, matched, conflicts, likelihood
) -> None:
    other = next(one for one in staff if one.rank > ana.rank and one.email)
    values = {
        "email": ("email", ana.email), "slug": ("network_slug", ana.network_slug), "other-slug": ("network_slug", other.network_slug),
        "unknown-slug": ("network_slug", "nobody-knows-1"), "url": ("network_url", f"linkedin.com/in/{ana.network_slug}"),
        "unknown-email": ("email", "new@tuiridge.example"),
    }  # fmt: skip
    asked = dict(values[word] for word in given.split())
    got = (await api.post("/enrich/person", json=asked)).json()["data"]
    assert got["id"] == ana.id
    assert (got["matched_on"], got["conflicts"], got["likelihood"]) == (
        matched,
        conflicts,
        likelihood,
    )
    assert ("candidates" in got) == ("other-slug" in given)
    sure = await api.post("/enrich/person", json=asked | {"min_likelihood": 0.9})
    assert sure.status_code == (200 if likelihood == 1.0 else 404)


async def test_2_4_a_doubtful_match_is_not_paid_when_it_is_not_wanted(api, firms, tui) -> None:
    other = next(firm for firm in firms[1:] if firm.abn)
    asked = {"domain": tui.domain, "abn": other.abn, "min_likelihood": "0.9"}
    reply = await api.post("/enrich/company", json=asked)
    assert (reply.status_code, reply.headers["x-credits-charged"]) == (404, "0")
    assert (await api.post("/enrich/company", json=asked | {"min_likelihood": "2"})).status_code == 400


async def test_2_4_prices_of_each_kind(client_of, key, staff, tui) -> None:
    reachable = next(one for one in staff if one.email)
    bare = next(one for one in staff if not (one.email or one.mobile or one.landline or one.personal_email))
    async with client_of(key, prices=CallPrices(search=1)) as api:
        charged = [
            (await api.post(path, json=asked)).headers["x-credits-charged"]
            for path, asked in (
                ("/enrich/person", {"email": reachable.email}), ("/enrich/person", {"email": reachable.email}),
                ("/enrich/person", {"network_slug": bare.network_slug}), ("/enrich/company", {"domain": tui.domain}),
                ("/enrich/person", {"email": "no@body.example"}), ("/search/people", {"location": "NSW", "size": 25}),
                ("/search/people", {"location": "NSW", "size": 60}), ("/search/people", {"position": "zzz"}),
            )
        ]  # fmt: skip
    assert charged == ["2", "0", "1", "1", "0", "1", "3", "0"]


async def test_hits_can_be_revealed_by_their_id(api) -> None:
    hit = (await api.post("/search/people", json={"location": "NSW", "size": 1})).json()["records"][0]
    person = await api.post("/enrich/person", json={"id": hit["person_id"]})
    company = await api.post("/enrich/company", json={"id": hit["company_id"]})
    assert isinstance(person, httpx.Response)
    assert (person.json()["data"]["id"], company.json()["data"]["id"]) == (
        hit["person_id"],
        hit["company_id"],
    )
