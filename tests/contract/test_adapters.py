"""Our client asks each built-in service, which answers as its documentation says."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest

from tests.contract.fake_services import KEY, AbnLookup, Apollo, FakeService, Hunter, Nzbn, PeopleDataLabs
from tui.adapters.read import built_in, parse_adapter
from tui.api.enrich.client import EnrichClient
from tui.clock import ManualClock
from tui.errors import (
    Ambiguous,
    Garbled,
    NotFound,
    OptedOut,
    OutOfCredits,
    RateLimited,
    Rejected,
    Unauthorized,
    Unreachable,
    UsageError,
)
from tui.secret import NOTHING, Secret
from tui.sync.link import Link
from tui.sync.session import enrich_transport


@dataclass(frozen=True)
class Asked:
    """A lookup that one service knows, one that it does not, and what it must read."""

    service: str
    fake: type[FakeService]
    what: str
    by: dict[str, str]
    nobody: dict[str, str]
    read: dict[str, Any] = field(default_factory=dict)
    cost: int = 1


CASES = [
    Asked(
        "abn-lookup", AbnLookup, "company", {"abn": "51 824 753 556"}, {"abn": "53004085616"},
        {"name": "KAURI HOLDINGS PTY LTD", "abn": "51824753556", "acn": "824753556", "abn_status": "active",
         "trading_names": ("Kauri Timber", "Kauri Homes"), "company_type": "Australian Private Company",
         "states": ("ACT",), "hq.state": "ACT", "hq.country": "AU", "hq.raw": "ACT 2601",
         "registers": {"gst": "2000-07-01"}},
        0,
    ),
    Asked(
        "abn-lookup", AbnLookup, "company", {"acn": "824 753 556"}, {"acn": "004085616"},
        {"abn": "51824753556", "acn": "824753556"}, 0,
    ),
    Asked(
        "nzbn", Nzbn, "company", {"nzbn": "9429000000000"}, {"nzbn": "9429000000017"},
        {"name": "KAURI TIMBER LIMITED", "nzbn": "9429000000000", "trading_names": ("Kauri",),
         "company_type": "NZ Limited Company", "phones": ("09 555 0100",), "emails": ("office@kauri.example",),
         "website": "https://kauri.example", "domain": "kauri.example", "hq.city": "Auckland", "hq.country": "NZ",
         "industries": ("Log Sawmilling",), "founded_year": 2010,
         "registers": {"status": "Registered", "companies_office": "1234567"}},
        0,
    ),
    Asked(
        "people-data-labs", PeopleDataLabs, "person", {"email": "ana@kauri.example"}, {"email": "no@kauri.example"},
        {"full_name": "Ana Reid", "title": "head of procurement", "company.name": "kauri timber",
         "company.domain": "kauri.example", "network_slug": "ana-reid", "location.city": "Sydney",
         "location.state": "NSW", "location.country": "AU", "started": "2021-03", "likelihood": 0.8,
         "gender": "female", "history.0.company": "rimu", "education.0.name": "university of sydney"},
    ),
    Asked("people-data-labs", PeopleDataLabs, "person", {"phone": "+61491570156"}, {"phone": "+61491570157"}),
    Asked("people-data-labs", PeopleDataLabs, "person", {"network_slug": "ana-reid"}, {"network_slug": "bo-lee"}),
    Asked(
        "people-data-labs", PeopleDataLabs, "person", {"name": "Ana Reid", "company": "Kauri Timber"},
        {"name": "Bo Lee", "company": "Kauri Timber"}, {"full_name": "Ana Reid"},
    ),
    Asked(
        "people-data-labs", PeopleDataLabs, "company", {"domain": "kauri.example"}, {"domain": "rimu.example"},
        {"name": "Kauri Timber", "domain": "kauri.example", "employee_count": 34, "founded_year": 1998,
         "hq.country": "NZ", "hq.state": "AUK", "network_slug": "kauri-timber", "likelihood": 0.9,
         "trading_names": ("kauri timber limited",)},
    ),
    Asked(
        "hunter", Hunter, "person", {"email": "ana@kauri.example"}, {"email": "no@kauri.example"},
        {"full_name": "Ana Reid", "title": "Buyer", "company.name": "Kauri Timber", "company.domain": "kauri.example",
         "network_slug": "ana-reid", "location.city": "Auckland", "location.country": "NZ",
         "social": {"twitter": "anareid"}},
    ),
    Asked(
        "hunter", Hunter, "person", {"name": "Ana Reid", "company": "Kauri Timber"},
        {"name": "Bo Lee", "company": "Kauri Timber"},
        {"first_name": "Ana", "title": "Buyer", "likelihood": 0.97, "company.name": "Kauri Timber"},
    ),
    Asked(
        "hunter", Hunter, "company", {"domain": "kauri.example"}, {"domain": "rimu.example"},
        {"name": "Kauri Timber", "legal_name": "Kauri Timber Limited", "industries": ("Construction Materials",),
         "hq.city": "Auckland", "founded_year": 1998, "phones": ("+64 9 555 0100",), "technologies": ("Xero",)},
    ),
    Asked(
        "apollo", Apollo, "person", {"email": "ana@kauri.example"}, {"email": "no@kauri.example"},
        {"full_name": "Ana Reid", "title": "Head of Procurement", "company.domain": "kauri.example",
         "network_slug": "ana-reid", "location.city": "Sydney", "location.state": "NSW", "location.country": "AU",
         "history.0.company": "Kauri Timber"},
    ),
    Asked("apollo", Apollo, "person", {"network_slug": "ana-reid"}, {"network_slug": "bo-lee"}),
    Asked(
        "apollo", Apollo, "person", {"name": "Ana Reid", "company": "Kauri Timber"},
        {"name": "Bo Lee", "company": "Kauri Timber"},
    ),
    Asked(
        "apollo", Apollo, "company", {"domain": "kauri.example"}, {"domain": "rimu.example"},
        {"name": "Kauri Timber", "employee_count": 34, "founded_year": 1998, "revenue": "5M", "hq.city": "Auckland",
         "hq.country": "NZ", "phones": ("+64 9 555 0100",), "network_slug": "kauri-timber"},
    ),
]  # fmt: skip

each = pytest.mark.parametrize(
    "asked", CASES, ids=lambda one: f"{one.service} {one.what} by {'+'.join(one.by)}"
)


class Counter:
    """Clients of fake services, and the services."""

    def __init__(self) -> None:
        self.open: list[Any] = []

    def client(self, asked: Asked, key: str = KEY) -> tuple[EnrichClient, FakeService]:
        adapter, fake = built_in(asked.service), asked.fake()
        link = Link(
            adapter.url, "", NOTHING, enrich_url=adapter.url, enrich_key=Secret(key), adapter=adapter, enrich_http=fake,
            provider=adapter.title,
        )  # fmt: skip
        transport = enrich_transport(link, ManualClock())
        self.open.append(transport)
        return EnrichClient(transport, adapter, adapter.title), fake


@pytest.fixture
async def counter() -> AsyncIterator[Counter]:
    made = Counter()
    yield made
    for transport in made.open:
        await transport.close()


async def look_up(client: EnrichClient, asked: Asked, by: dict[str, str] | None = None):
    call = client.person if asked.what == "person" else client.company
    return await call(**(asked.by if by is None else by))


def value(found: Any, path: str) -> Any:
    for part in path.split("."):
        found = found[int(part)] if part.isdigit() else getattr(found, part)
    return found


@each
async def test_a_lookup_is_read(counter: Counter, asked: Asked) -> None:
    client, _ = counter.client(asked)
    answer = await look_up(client, asked)
    found = answer.person or answer.company
    assert found is not None
    assert {path: value(found, path) for path in asked.read} == asked.read
    assert (answer.cost, found.conflicts) == (asked.cost, ())


@each
async def test_nobody_found_costs_nothing(counter: Counter, asked: Asked) -> None:
    client, fake = counter.client(asked)
    answer = await look_up(client, asked, asked.nobody)
    assert (answer.person, answer.company, answer.cost, len(fake.asked)) == (None, None, 0, 1)


@each
async def test_a_wrong_key_is_said_and_not_repeated(counter: Counter, asked: Asked) -> None:
    client, _ = counter.client(asked, "another")
    with pytest.raises(Unauthorized) as refused:
        await look_up(client, asked)
    assert "another" not in str(refused.value)


PAID = [one for one in CASES if one.service != "abn-lookup"]
"""Those that know a limit; ABN Lookup documents none."""


@pytest.mark.parametrize("asked", PAID, ids=lambda one: f"{one.service} {one.what}")
async def test_an_empty_account_and_a_limit_are_told_apart(counter: Counter, asked: Asked) -> None:
    client, fake = counter.client(asked)
    fake.out_of_credits = True
    with pytest.raises(OutOfCredits):
        await look_up(client, asked)
    fake.out_of_credits, fake.limited = False, True
    with pytest.raises(RateLimited):
        await look_up(client, asked)


@each
async def test_a_web_page_is_no_answer(counter: Counter, asked: Asked) -> None:
    client, fake = counter.client(asked)
    fake.garbage = True
    with pytest.raises((Garbled, Unreachable, Ambiguous)):
        await look_up(client, asked)


@pytest.mark.parametrize("asked", [CASES[0], CASES[2]], ids=lambda one: one.service)
async def test_registers_are_searched_by_name(counter: Counter, asked: Asked) -> None:
    client, _ = counter.client(asked)
    assert client.finds_companies
    page = await client.search_companies("Kauri")
    assert page.companies[0].name.startswith("KAURI")
    assert page.companies[0].abn or page.companies[0].nzbn
    assert (await client.search_companies("Rimu")).companies == ()


async def test_what_a_service_cannot_be_asked_by_is_said_before_it_is_asked(counter: Counter) -> None:
    client, fake = counter.client(CASES[0])
    with pytest.raises(UsageError, match="give one of abn, acn"):
        await client.company(domain="kauri.example")
    with pytest.raises(UsageError, match="knows nothing of a person"):
        await client.person(email="ana@kauri.example")
    with pytest.raises(UsageError, match="cannot be searched for people"):
        await client.search_people(company="Kauri")
    assert fake.asked == []


async def test_a_number_that_cannot_be_is_refused_and_no_miss(counter: Counter) -> None:
    client, _ = counter.client(CASES[0])
    with pytest.raises(Rejected, match="not a valid ABN"):
        await client.company(abn="123")


async def test_a_404_of_the_gateway_is_a_wrong_address(counter: Counter) -> None:
    client, fake = counter.client(CASES[2])
    client._transport.base = "https://api.business.govt.nz/gateway/nzbn/v4"
    with pytest.raises(NotFound, match=r"has nothing at .*/v4/entities/9429000000000"):
        await look_up(client, CASES[2])
    assert len(fake.asked) == 1


async def test_somebody_who_opted_out_is_told_from_a_miss(counter: Counter) -> None:
    client, _ = counter.client(CASES[8])
    with pytest.raises(OptedOut):
        await client.person(email="erased@kauri.example")


async def test_after_a_miss_the_next_call_is_asked(counter: Counter) -> None:
    client, fake = counter.client(CASES[8])
    answer = await client.person(email="no@kauri.example", name="Ana Reid", company="Kauri Timber")
    assert answer.person is not None
    assert [request.url.path for request in fake.asked] == ["/v2/people/find", "/v2/email-finder"]


STYLED = """
title = "Styled"
url = "https://api.example/v1"
[auth]
style = "{style}"
name = "k"
url = "https://login.example/token"
[[call]]
kind = "person"
by = ["email"]
path = "/people"
query = {{ q = "{{email}}" }}
"""


class Styled(FakeService):
    """A service that gives a token for a client's secret, and finds anybody."""

    def _answer(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/token":
            return httpx.Response(200, json={"access_token": f"token-{len(self.asked)}", "expires_in": 3600})
        return httpx.Response(200, json={"name": "Ana Reid"})


@pytest.mark.parametrize(
    ("style", "header", "query"),
    [
        ("none", {}, {}),
        ("bearer", {"authorization": "Bearer me:secret"}, {}),
        ("header", {"k": "me:secret"}, {}),
        ("basic", {"authorization": "Basic bWU6c2VjcmV0"}, {}),
        ("query", {}, {"k": "me:secret"}),
        ("oauth2", {"authorization": "Bearer token-1"}, {}),
        ("jwt", {"authorization": "Bearer token-1"}, {}),
    ],
)
async def test_a_key_is_sent_as_the_file_says(
    style: str, header: dict[str, str], query: dict[str, str]
) -> None:
    adapter, problems = parse_adapter(STYLED.format(style=style), "styled")
    assert adapter is not None, problems
    fake = Styled()
    link = Link(
        "https://board.example", "", NOTHING, enrich_url=adapter.url, enrich_key=Secret("me:secret"), adapter=adapter,
        enrich_http=fake,
    )  # fmt: skip
    transport = enrich_transport(link, ManualClock())
    answer = await EnrichClient(transport, adapter).person(email="ana@kauri.example")
    await transport.close()
    asked = fake.asked[-1]
    assert answer.person is not None
    assert {name: asked.headers[name] for name in ("authorization", "k") if name in asked.headers} == header
    assert dict(asked.url.params) == {"q": "ana@kauri.example", **query}
