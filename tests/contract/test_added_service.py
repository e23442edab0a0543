"""A service that the program does not have, added as a newcomer would: by its documentation and docs/adapters.md, and no Python.

The service is made up. What its documentation says, and what the fake below was written from:

    Pipiri People API, v3. Base address https://api.pipiri.example/v3. OAuth 2 client credentials at
    https://login.pipiri.example/oauth/token (client id and secret, scope ``lookup``), answered by
    ``{"token": {"value": "…", "ttl": 1800}}``. 10 requests a second.

    POST /people:lookup with ``{"contact": {"mail": "…", "msisdn": "+64…", "profileUrl": "…"}}``. 200 with ``outcome``
    ``FOUND``, ``NONE`` or ``WITHHELD`` (who asked not to be listed), ``credits`` (``used`` and ``remaining``) and
    ``match``: its ``score`` of 100 and the ``person``. ``role.level`` is 1 for juniors, 2 for managers, 3 for heads and
    directors, 4 for officers. ``reach`` has addresses of kind ``W`` (work) and ``M`` (mobile, with ``dnc``).
    GET /firms/{site}: 200 with ``firm``, or 404 with ``outcome`` ``NONE``. GET /wallet: ``{"remaining": 118}``.
    2 credits for a person, 3 more with a mobile; 1 for a firm; nothing for ``NONE``. A repeat with the same
    Idempotency-Key is not charged. Errors are ``{"fault": {"code", "text"}}``: 401 TOKEN, 402 FUNDS, 429 SLOW, 400 SYNTAX.

File and samples were written in under five minutes by the clock. ``providers check --against`` found one mistake at
once, a 404 that was no miss yet. Three things were unclear, and are mended: a price of ``mobile_phones`` was taken and
never counted, ``message`` was read only where an ``[[error]]`` named the error, and a sample told nothing of its credits.
"""

import json
from collections.abc import AsyncIterator
from typing import Any, ClassVar

import httpx
import pytest

from tests.contract.fake_services import FakeService
from tui.adapters.adapter import Adapter
from tui.adapters.read import parse_adapter
from tui.api.enrich.client import EnrichClient
from tui.api.enrich.sample import read_sample
from tui.clock import ManualClock
from tui.errors import (
    Ambiguous,
    Garbled,
    OptedOut,
    OutOfCredits,
    RateLimited,
    Rejected,
    Unauthorized,
    Unreachable,
)
from tui.secret import NOTHING, Secret
from tui.sync.enrich.connect import enrich_transport
from tui.sync.enrich.probe import probe
from tui.sync.link import Link

FILE = """
title = "Pipiri"
about = "People by e-mail, telephone or profile; companies by website."
url = "https://api.pipiri.example/v3"
docs = "https://developer.pipiri.example/v3"

[key]
parts = ["Client id", "Client secret"]
source = "Both are on https://developer.pipiri.example/clients."

[auth]
style = "oauth2"
url = "https://login.pipiri.example/oauth/token"
scope = "lookup"
token = "token.value"
seconds = "token.ttl"

[limits]
second = 10

[prices]
person = 2
company = 1

[prices.fields]
mobile_phones = 3

[answer]
message = "fault.text"
charged = "credits.used"
left = "credits.remaining"
likelihood = "match.score"

[[call]]
kind = "person"
by = ["email", "phone", "network_url"]
method = "POST"
path = "/people:lookup"
body = { contact = { mail = "{email}", msisdn = "{phone}", profileUrl = "{profile_url}" } }
record = "match.person"
repeat = "key"

[[call]]
kind = "company"
by = ["domain", "website"]
path = "/firms/{host}"
record = "firm"
repeat = "key"

[[call]]
kind = "credits"
path = "/wallet"
left = "remaining"

[[miss]]
status = [200, 404]
field = "outcome"
equals = "NONE"

[[error]]
field = "outcome"
equals = "WITHHELD"
means = "opted out"

[person]
id = "pid"
full_name = "names.display"
first_name = "names.given"
last_name = "names.family"
title = "role.title"
seniority = { path = "role.level", words = { 1 = "junior", 2 = "manager", 3 = "director", 4 = "c-level" } }
department = "role.team"
started = { path = "role.since", to = "day first" }
company.name = "employer.label"
company.website = "employer.site"
company.size = "employer.headcount"
work_emails = "reach[kind=W].address"
mobile_phones = "reach[kind=M].address"
mobile_do_not_call = "reach[kind=M].dnc"
location.city = "lives.town"
location.country = "lives.cc"
network_url = "links[site=linkedin].href"
last_verified = { path = "checkedOn", to = "day first" }

[company]
name = "label"
website = "site"
size_band = "headcount"
employee_count = "staff"
founded_year = "born"
industries = "sector"
nzbn = "nzbn"
abn = "abn"
hq.city = "seat.town"
hq.country = "seat.cc"
"""


class Pipiri(FakeService):
    """api.pipiri.example/v3 and its login, as the documentation above describes them."""

    person: ClassVar[dict[str, Any]] = {
        "pid": "pp-1", "names": {"display": "Ana Reid", "given": "Ana", "family": "Reid"},
        "role": {"title": "Head of Buying", "level": "3", "team": "Procurement", "since": "01/03/2021"},
        "employer": {"label": "Kauri Timber", "site": "https://www.kauri.example", "headcount": "11 to 50"},
        "reach": [{"kind": "W", "address": "ana@kauri.example", "state": "valid"},
                  {"kind": "M", "address": "+64 21 555 0123", "dnc": True}],
        "lives": {"town": "Auckland", "cc": "NZ"}, "checkedOn": "15/01/2026",
        "links": [{"site": "linkedin", "href": "https://www.linkedin.com/in/ana-reid"}],
    }  # fmt: skip
    firm: ClassVar[dict[str, Any]] = {
        "label": "Kauri Timber", "site": "https://kauri.example", "headcount": "11 to 50", "staff": 34,
        "born": "1998-05-11", "sector": "Timber", "nzbn": "9429000000000", "abn": "51 824 753 556",
        "seat": {"town": "Auckland", "cc": "NZ"},
    }  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.charged: dict[str, int] = {}

    def _refused(self, request: httpx.Request) -> httpx.Response | None:
        if request.url.host == "login.pipiri.example":
            return None
        if request.headers.get("Authorization") != "Bearer opened":
            return _fault(401, "TOKEN", "The token is not known")
        if self.limited:
            return httpx.Response(429, json={"fault": {"code": "SLOW"}}, headers={"Retry-After": "7"})
        if self.out_of_credits and "wallet" not in request.url.path:
            return _fault(402, "FUNDS", "Top up first")
        return None

    def _answer(self, request: httpx.Request) -> httpx.Response:
        match request.method, request.url.path:
            case "POST", "/oauth/token":
                return self._token(request)
            case "POST", "/v3/people:lookup":
                return self._person(json.loads(request.content)["contact"], request.headers)
            case "GET", "/v3/wallet":
                return httpx.Response(200, json={"remaining": 118})
            case "GET", path if path.startswith("/v3/firms/"):
                known = path.endswith("/kauri.example")
                found = {"outcome": "FOUND", "firm": self.firm} if known else {"outcome": "NONE"}
                return httpx.Response(200 if known else 404, json=found)
            case _:
                return httpx.Response(404, text="")

    def _token(self, request: httpx.Request) -> httpx.Response:
        """The answer to a form with the client in it (RFC 6749, 4.4)."""
        if b"client_secret=secret-CANARY" not in request.content:
            return httpx.Response(401, json={"error": "invalid_client"})
        return httpx.Response(200, json={"token": {"value": "opened", "ttl": 1800}})

    def _person(self, contact: dict[str, str], headers: httpx.Headers) -> httpx.Response:
        if contact.get("mail", "@").find("@") < 0:
            return _fault(400, "SYNTAX", "mail is no address")
        if contact.get("mail") == "erased@kauri.example":
            return httpx.Response(200, json={"outcome": "WITHHELD"})
        known = (
            contact.get("mail") == "ana@kauri.example"
            or contact.get("msisdn") == "+64215550123"
            or contact.get("profileUrl", "").endswith("/in/ana-reid")
        )
        if not known:
            return httpx.Response(200, json={"outcome": "NONE", "credits": {"used": 0, "remaining": 118}})
        used = 0 if headers["Idempotency-Key"] in self.charged else 5
        self.charged.setdefault(headers["Idempotency-Key"], used)
        match = {"score": 93, "person": self.person}
        return httpx.Response(
            200, json={"outcome": "FOUND", "credits": {"used": used, "remaining": 113}, "match": match}
        )


def _fault(status: int, code: str, text: str) -> httpx.Response:
    return httpx.Response(status, json={"fault": {"code": code, "text": text}})


@pytest.fixture
def adapter() -> Adapter:
    found, problems = parse_adapter(FILE, "pipiri")
    assert problems == []
    assert found is not None
    return found


@pytest.fixture
def fake() -> Pipiri:
    return Pipiri()


@pytest.fixture
async def client(adapter: Adapter, fake: Pipiri) -> AsyncIterator[EnrichClient]:
    async for one in opened(adapter, fake, "client:secret-CANARY"):
        yield one


async def opened(adapter: Adapter, fake: Pipiri, key: str) -> AsyncIterator[EnrichClient]:
    link = Link(
        adapter.url, "", NOTHING, enrich_url=adapter.url, enrich_key=Secret(key), adapter=adapter, enrich_http=fake,
        provider=adapter.title,
    )  # fmt: skip
    transport = enrich_transport(link, ManualClock())
    yield EnrichClient(transport, adapter, adapter.title)
    await transport.close()


@pytest.mark.parametrize(
    "by",
    [
        {"email": "ana@kauri.example"},
        {"phone": "+64215550123"},
        {"network_url": "https://www.linkedin.com/in/ana-reid"},
    ],
)
async def test_a_person_is_read_by_whatever_the_service_takes(
    client: EnrichClient, by: dict[str, str]
) -> None:
    answer = await client.person(**by)
    found = answer.person
    assert found is not None
    assert (found.full_name, found.title, found.company.domain) == (
        "Ana Reid",
        "Head of Buying",
        "kauri.example",
    )
    assert (found.seniority, found.started, found.likelihood) == ("vp_director_head", "2021-03-01", 0.93)
    assert [(one.value, one.kind) for one in found.emails] == [("ana@kauri.example", "work")]
    assert [(one.e164, one.kind, one.do_not_call) for one in found.phones] == [
        ("+64215550123", "mobile", True)
    ]
    assert (answer.cost, answer.credits_left) == (5, 113)


async def test_a_company_is_read_and_what_it_takes_is_its_price(client: EnrichClient) -> None:
    answer = await client.company(domain="kauri.example")
    assert answer.company is not None
    assert (answer.company.nzbn, answer.company.founded_year, answer.cost) == ("9429000000000", 1998, 1)


async def test_nobody_costs_nothing_and_who_opted_out_is_told_apart(client: EnrichClient) -> None:
    for answer in (
        await client.person(email="no@kauri.example"),
        await client.company(domain="rimu.example"),
    ):
        assert (answer.person, answer.company, answer.cost) == (None, None, 0)
    with pytest.raises(OptedOut):
        await client.person(email="erased@kauri.example")


async def test_each_refusal_is_called_what_it_is(
    adapter: Adapter, client: EnrichClient, fake: Pipiri
) -> None:
    assert await probe(client, adapter) == 118
    with pytest.raises(Rejected, match="mail is no address"):
        await client.person(email="ana")
    fake.out_of_credits = True
    with pytest.raises(OutOfCredits, match="Top up first"):
        await client.person(email="ana@kauri.example")
    fake.out_of_credits, fake.limited = False, True
    with pytest.raises(RateLimited) as limited:
        await client.person(email="ana@kauri.example")
    assert limited.value.retry_after == 7
    fake.limited, fake.garbage = False, True
    with pytest.raises((Garbled, Unreachable, Ambiguous)):
        await client.person(email="ana@kauri.example")
    async for wrong in opened(adapter, Pipiri(), "client:wrong"):
        with pytest.raises(Unauthorized):
            await wrong.person(email="ana@kauri.example")


def test_its_price_is_told_with_what_a_mobile_takes(adapter: Adapter) -> None:
    assert (adapter.list_prices({}).person, adapter.list_prices({}).company) == ((2, 5), (1, 1))


def test_each_sample_of_the_documentation_is_called_what_it_is(adapter: Adapter) -> None:
    found = {
        "outcome": "FOUND",
        "credits": {"used": 5, "remaining": 113},
        "match": {"score": 93, "person": Pipiri.person},
    }
    (person, _) = read_sample(adapter, json.dumps(found).encode())
    assert (person.result, person.absent) == ("hit", [])
    assert dict(person.fields)["charged"] == "5"
    samples = (
        ({"outcome": "NONE"}, 200, "miss"),
        ({"outcome": "NONE"}, 404, "miss"),
        ({"outcome": "WITHHELD"}, 200, "opted out"),
        ({"fault": {"code": "TOKEN"}}, 401, "wrong key"),
        ({"fault": {"code": "FUNDS"}}, 402, "out of credits"),
        ({"fault": {"code": "SLOW"}}, 429, "rate limit"),
        ({"fault": {"code": "SYNTAX"}}, 400, "refused"),
    )
    for body, status, verdict in samples:
        assert read_sample(adapter, json.dumps(body).encode(), status)[0].result == verdict
