"""The client with our own two adapters: what it asks, what it makes of the answer, what it says it cost."""

import json

import httpx
import pytest

from tui.adapters.read import built_in, parse_adapter
from tui.api.auth import bearer
from tui.api.enrich.client import EnrichClient
from tui.errors import Ambiguous, Forbidden, Garbled, NotFound, OutOfCredits, RateLimited, UsageError
from tui.model.enrich.spending import Prices
from tui.secret import Secret

ANA = {"name": "Ana Wiremu", "linkedin": "ana-w"}
KAURI = {"id": "f000000000007", "name": "Kauri", "fqdn": "kauri.example"}


@pytest.fixture
def client(service):
    def make(*steps, dialect="platform"):
        made = service(*steps, service="enrich", auth=bearer(Secret("sk_live_CANARY")))
        return EnrichClient(made.transport, built_in(dialect), provider="a directory"), made.asked

    return make


def sent(request):
    return (
        request.method,
        request.url.path,
        json.loads(request.content or b"{}") or dict(request.url.params),
    )


async def test_platform_person(client):
    headers = {"X-Credits-Charged": "2", "X-Credits-Remaining": "48", "X-Request-Id": "req_1"}
    enrich, asked = client(httpx.Response(200, json={"data": ANA}, headers=headers))
    answer = await enrich.person(email=" Ana@Kauri.example ", idempotency_key="k1")
    assert sent(asked[0]) == ("POST", "/enrich/person", {"email": "ana@kauri.example"})
    assert asked[0].headers["idempotency-key"] == "k1"
    assert answer.person.full_name == "Ana Wiremu"
    assert (answer.cost, answer.credits_left, answer.request_id, answer.provider) == (
        2,
        48,
        "req_1",
        "a directory",
    )
    assert not answer.repeat


async def test_platform_profile_goes_both_ways(client):
    enrich, asked = client(httpx.Response(200, json={"data": ANA}))
    await enrich.person(network_url="https://www.linkedin.com/in/ana-w?trk=1")
    assert sent(asked[0])[2] == {
        "network_url": "https://www.linkedin.com/in/ana-w?trk=1",
        "network_slug": "ana-w",
    }


@pytest.mark.parametrize(
    ("email", "field"),
    [
        ("ana@kauri.example", "work_email"),
        ("ana@gmail.com", "personal_email"),
        ("ana@xtra.co.nz", "personal_email"),
    ],
)
async def test_direct_person(client, email, field):
    enrich, asked = client(httpx.Response(200, json=ANA), dialect="direct")
    answer = await enrich.person(email=email, network_slug="ana-w")
    assert sent(asked[0]) == ("GET", "/people", {field: email, "ln_slug": "ana-w"})
    assert (answer.cost, answer.credits_left) == (1, None)


@pytest.mark.parametrize("dialect", ["platform", "direct"])
async def test_company(client, dialect):
    enrich, asked = client(httpx.Response(200, json=KAURI), dialect=dialect)
    answer = await enrich.company(domain="https://www.Kauri.example/x", abn="51 824 753 556")
    method, path, fields = sent(asked[0])
    assert (method, path) == {"platform": ("POST", "/enrich/company"), "direct": ("GET", "/company")}[dialect]
    assert fields == {
        {"platform": "domain", "direct": "fqdn"}[dialect]: "kauri.example",
        "abn": "51824753556",
    }
    assert answer.company.name == "Kauri"
    assert answer.company.conflicts == ()


@pytest.mark.parametrize(
    "miss",
    [
        httpx.Response(404, json={"error": {"code": "no_match", "message": "Person profile not found"}}),
        httpx.Response(500, json={"error": "Person profile not found"}),
        httpx.Response(200, json={}),
        httpx.Response(200, json={"person": None}),
    ],
)
async def test_a_miss_costs_nothing_and_is_asked_once(client, miss):
    for dialect in ("platform", "direct"):
        enrich, asked = client(miss, dialect=dialect)
        answer = await enrich.person(email="a@b.example")
        assert (answer.person, answer.cost, len(asked)) == (None, 0, 1)


@pytest.mark.parametrize(
    "repeat",
    [
        httpx.Response(200, json=ANA, headers={"X-Cache": "HIT"}),
        httpx.Response(200, json={"data": ANA, "cached": True}),
    ],
)
async def test_a_repeat_costs_nothing(client, repeat):
    enrich, _ = client(repeat)
    answer = await enrich.person(email="a@b.example")
    assert (answer.repeat, answer.cost) == (True, 0)


@pytest.mark.parametrize(
    ("body", "cost", "left"),
    [
        ({"data": ANA, "credits_consumed": 3, "credits_remaining": 7}, 3, 7),
        ({"data": ANA, "billing": {"creditsCharged": 2}}, 2, None),
        ({"data": ANA}, 1, None),
    ],
)
async def test_costs_in_the_body(client, body, cost, left):
    enrich, _ = client(httpx.Response(200, json=body))
    answer = await enrich.person(email="a@b.example")
    assert (answer.cost, answer.credits_left) == (cost, left)


@pytest.mark.fault("F47")
async def test_an_answer_about_another_one_is_marked(client):
    enrich, _ = client(httpx.Response(200, json=KAURI), httpx.Response(200, json=ANA))
    assert (await enrich.company(domain="rimu.example")).company.conflicts == ("domain",)
    assert (await enrich.person(network_slug="bo-lee")).person.conflicts == ("network_slug",)


async def test_search_platform(client):
    hits = {"records": [{"person_id": "fp1", "name": "Ana", "has_email": True}, "junk"], "total": 60}
    enrich, asked = client(httpx.Response(200, json=hits))
    page = await enrich.search_people(company="Kauri", position="buyer", size_band="11-50", limit=2)
    assert sent(asked[0]) == (
        "POST",
        "/search/people",
        {"company": "Kauri", "position": "buyer", "company_size": "11-50", "from": "0", "size": "2"},
    )
    assert [person.id for person in page.people] == ["fp1"]
    assert (page.total, page.next, page.skipped) == (60, 2, 1)
    assert page.people[0].contactable.has_email


@pytest.mark.parametrize("body", [[{"person_id": "fp1"}], {"data": {"people": [{"person_id": "fp1"}]}}])
async def test_search_answers_in_other_shapes(client, body):
    enrich, _ = client(httpx.Response(200, json=body))
    page = await enrich.search_people(company="Kauri")
    assert (len(page.people), page.total, page.next) == (1, None, None)


async def test_search_finds_nobody(client):
    enrich, _ = client(httpx.Response(200, json={"records": [], "total": 0}))
    page = await enrich.search_people(company="Kauri")
    assert (page.people, page.total, page.next) == ((), 0, None)


async def test_search_direct_resolves_words_and_the_company(client):
    enrich, asked = client(
        httpx.Response(200, json=KAURI),
        httpx.Response(307, headers={"Location": "/people/search/"}),
        httpx.Response(200, json={"records": [], "total": 0}),
        dialect="direct",
    )
    page = await enrich.search_people(company="kauri.example", seniority="manager", department="Sales")
    assert sent(asked[0]) == ("GET", "/company", {"fqdn": "kauri.example"})
    assert sent(asked[2]) == (
        "POST",
        "/people/search/",
        {"companyId": "f000000000007", "seniority": "5", "department": "2", "from": "0", "size": "25"},
    )
    assert page.cost == 1


@pytest.mark.parametrize(
    ("dialect", "asked", "words"),
    [
        ("direct", {"company": "Kauri Timber"}, "its domain or its id"),
        ("direct", {"company_id": "f1", "seniority": "emperor"}, "emperor"),
        ("direct", {"company_id": "f1", "location": "NSW"}, "location"),
        ("platform", {"company_id": "f1"}, "not by its id"),
    ],
)
async def test_what_cannot_be_searched_is_said(client, dialect, asked, words):
    enrich, left = client(httpx.Response(200, json={}), dialect=dialect)
    with pytest.raises(UsageError, match=words):
        await enrich.search_people(**asked)
    assert left == []


async def test_nothing_to_ask_by_is_said(client):
    enrich, left = client(httpx.Response(200, json={}))
    with pytest.raises(UsageError, match="give one of"):
        await enrich.person()
    with pytest.raises(UsageError, match="give one of"):
        await enrich.company(domain=" ")
    assert left == []


async def test_credits(client):
    enrich, _ = client(httpx.Response(200, json={"credits": 48}))
    assert await enrich.credits() == 48
    enrich, _ = client(httpx.Response(200, json={}, headers={"X-Credits-Remaining": "0"}))
    assert await enrich.credits() == 0
    enrich, asked = client(httpx.Response(200, json={}), dialect="direct")
    assert await enrich.credits() is None
    assert asked == []


@pytest.mark.parametrize(
    ("step", "error"),
    [
        (httpx.Response(402, json={"error": {"code": "no_credits", "message": "0 left"}}), OutOfCredits),
        (httpx.Response(200, json={"success": False, "status": 429, "error": "Retry in 36s."}), RateLimited),
        (httpx.Response(502, text="<html>"), Ambiguous),
        (httpx.Response(404, text="Cannot POST /enrich/person"), NotFound),
        (httpx.Response(200, json={"logo": "x.png"}), Garbled),
        (httpx.ReadError("x"), Ambiguous),
    ],
)
async def test_failures(client, step, error):
    enrich, asked = client(step)
    with pytest.raises(error) as caught:
        await enrich.person(email="a@b.example")
    assert caught.value.service == "enrich"
    assert len(asked) == 1


PRICED = """
title = "Priced"
[prices]
person = 1
[prices.fields]
emails = 1
phones = 5
[answer]
left = "account.left"
[[call]]
kind = "person"
by = ["email"]
path = "/people"
query = { email = "{email}" }
[[call]]
kind = "person"
by = ["phone"]
price = 20
path = "/numbers/{phone}"
[person]
full_name = "who"
emails = "mail"
phones = "call"
"""


def priced():
    adapter, problems = parse_adapter(PRICED, "priced")
    assert adapter is not None, problems
    return adapter


@pytest.mark.parametrize(
    ("body", "cost"),
    [
        ({"who": "Ana"}, 1),
        ({"who": "Ana", "mail": "a@b.example"}, 2),
        ({"who": "Ana", "mail": "a@b.example", "call": "+61255501234"}, 7),
    ],
)
async def test_fields_that_are_found_have_their_price(service, body, cost):
    adapter = priced()
    made = service(httpx.Response(200, json={**body, "account": {"left": 9}}), service="enrich")
    answer = await EnrichClient(made.transport, adapter).person(email="a@b.example")
    assert (answer.cost, answer.credits_left) == (cost, 9)
    assert adapter.list_prices({}).person == (1, 26)


async def test_a_value_in_a_path_is_quoted(service):
    adapter = priced()
    made = service(httpx.Response(200, json={"who": "Ana"}), service="enrich")
    await EnrichClient(made.transport, adapter).person(phone="+61 2/55")
    assert made.asked[0].url.raw_path == b"/numbers/%2B61%202%2F55"


@pytest.mark.parametrize("taken", [None, "", [], 1.5])
async def test_a_first_step_that_gives_nothing_to_ask_by_is_no_answer(client, taken):
    enrich, asked = client(httpx.Response(200, json={"results": [{"redeemId": taken}]}), dialect="cognism")
    with pytest.raises(Garbled, match=r"The answer has no results\[0\]\.redeemId\."):
        await enrich.person(email="ana@kauri.example")
    assert len(asked) == 1


async def test_a_company_that_is_found_has_the_least_of_its_price_where_no_charge_is_told(service):
    made = service(httpx.Response(200, json={"data": KAURI}), service="enrich")
    enrich = EnrichClient(made.transport, built_in("platform"), prices=Prices(company=(2, 5)))
    assert (await enrich.company(domain="kauri.example")).cost == 2


SEVERAL = """
title = "x"
miss = [{ status = 404 }]
[[call]]
kind = "person"
by = ["email"]
path = "/by-email"
query = { email = "{email}" }
repeat = "key"
[[call]]
kind = "person"
by = ["name + company"]
path = "/by-name"
query = { name = "{name}", company = "{company}" }
repeat = "key"
[call.then]
take = "id"
path = "/people/{taken}"
"""


async def test_each_request_of_a_lookup_has_a_key_of_its_own_that_is_the_same_at_each_try(service):
    """A service that knows the key would repeat its first answer, or refuse the second request."""
    adapter, problems = parse_adapter(SEVERAL, "x")
    assert adapter is not None, problems
    steps = [
        httpx.Response(404, json={}),
        httpx.Response(200, json={"id": "7"}),
        httpx.Response(200, json=ANA),
    ]
    made = service(*steps, *steps, service="enrich", auth=bearer(Secret("k")))
    enrich = EnrichClient(made.transport, adapter)
    for _ in range(2):
        await enrich.person(email="a@b.example", name="Ana", company="Kauri", idempotency_key="k1")
    keys = [request.headers["idempotency-key"] for request in made.asked]
    assert keys == ["k1", "k1-2", "k1-3"] * 2
    assert [request.url.path for request in made.asked[:3]] == ["/by-email", "/by-name", "/people/7"]


async def test_the_cost_of_a_lookup_is_that_of_all_its_requests(service):
    adapter, problems = parse_adapter(SEVERAL, "x")
    assert adapter is not None, problems
    one = {"X-Credits-Charged": "1"}
    made = service(
        httpx.Response(404, json={}, headers=one),
        httpx.Response(200, json={"id": "7"}, headers=one),
        httpx.Response(200, json=ANA, headers=one),
        service="enrich",
    )
    answer = await EnrichClient(made.transport, adapter).person(
        email="a@b.example", name="Ana", company="Kauri"
    )
    assert answer.cost == 3
    made = service(
        httpx.Response(404, json={}, headers=one), httpx.Response(404, json={}, headers=one), service="enrich"
    )
    answer = await EnrichClient(made.transport, adapter).person(
        email="a@b.example", name="Ana", company="Kauri"
    )
    assert (answer.person, answer.cost) == (None, 2)


@pytest.mark.parametrize(("charged", "sent_"), [("1", True), ("0", False)])
async def test_a_second_request_that_is_refused_leaves_what_the_first_may_have_cost(service, charged, sent_):
    adapter, problems = parse_adapter(SEVERAL, "x")
    assert adapter is not None, problems
    made = service(
        httpx.Response(200, json={"id": "7"}, headers={"X-Credits-Charged": charged}),
        httpx.Response(403, json={}),
        service="enrich",
    )
    with pytest.raises(Forbidden) as caught:
        await EnrichClient(made.transport, adapter).person(name="Ana", company="Kauri")
    assert caught.value.sent is sent_
