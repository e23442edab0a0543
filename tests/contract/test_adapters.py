"""Our client asks each built-in service, which answers as its documentation says."""

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from tests.contract.fake_services import KEY, FakeService
from tests.contract.service_cases import CASES, KEYS, Asked
from tui.adapters.read import built_in, built_in_names, parse_adapter
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
    RemoteError,
    Unauthorized,
    Unreachable,
    UsageError,
)
from tui.secret import NOTHING, Secret
from tui.sync.enrich.connect import enrich_transport
from tui.sync.enrich.probe import probe
from tui.sync.link import Link

each = pytest.mark.parametrize(
    "asked", CASES, ids=lambda one: f"{one.service} {one.what} by {'+'.join(one.by)}"
)


OURS = {"platform", "direct"}
"""The two forms of the sales-intelligence directory, which `test_enrich.py` and the tests of the client ask."""


def test_every_service_has_its_cases() -> None:
    names = set(built_in_names()) - OURS
    looks_up = {
        (name, call.kind)
        for name in names
        for call in built_in(name).call
        if call.kind in {"person", "company"}
    }
    assert looks_up - {(one.service, one.what) for one in CASES} == set(), (
        "no case asks it: make a fake from its documentation (fake_services.py), and add to CASES (service_cases.py)"
    )


class Counter:
    """Clients of fake services, and the services."""

    def __init__(self) -> None:
        self.open: list[Any] = []
        self.clock = ManualClock()

    def client(self, asked: Asked, key: str = "") -> tuple[EnrichClient, Any]:
        adapter, fake = built_in(asked.service), asked.fake()
        key = key or KEYS.get(asked.service, KEY)
        link = Link(
            adapter.url, "", NOTHING, enrich_url=adapter.url, enrich_key=Secret(key), adapter=adapter, enrich_http=fake,
            provider=adapter.title,
        )  # fmt: skip
        transport = enrich_transport(link, self.clock)
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
    client, fake = counter.client(asked)
    answer = await look_up(client, asked)
    found = answer.person or answer.company
    assert found is not None
    assert {path: value(found, path) for path in asked.read} == asked.read
    assert (answer.cost, found.conflicts, len(fake.asked)) == (asked.cost, (), asked.requests)


@each
async def test_nobody_found_costs_nothing(counter: Counter, asked: Asked) -> None:
    client, fake = counter.client(asked)
    answer = await look_up(client, asked, asked.nobody)
    assert (answer.person, answer.company, answer.cost) == (None, None, 0)
    assert len(fake.asked) == (2 if asked.service == "zoominfo" else 1)  # it logs in first


@each
async def test_a_wrong_key_is_said_and_not_repeated(counter: Counter, asked: Asked) -> None:
    client, fake = counter.client(asked, "another:one")
    with pytest.raises(Unauthorized) as refused:
        await look_up(client, asked)
    assert "another" not in str(refused.value)
    assert len(fake.asked) == 1


PAID = [one for one in CASES if one.service not in {"abn-lookup", "companies-house", "cognism"}]
"""Those that document what an account without credits is told."""


@pytest.mark.parametrize("asked", PAID, ids=lambda one: f"{one.service} {one.what}")
async def test_an_empty_account_and_a_limit_are_told_apart(counter: Counter, asked: Asked) -> None:
    client, fake = counter.client(asked)
    fake.out_of_credits = True
    with pytest.raises(OutOfCredits):
        await look_up(client, asked)
    fake.out_of_credits, fake.limited = False, True
    with pytest.raises(RateLimited):
        await look_up(client, asked)


@pytest.mark.parametrize("service", ["companies-house", "cognism"])
async def test_a_limit_is_said(counter: Counter, service: str) -> None:
    asked = next(one for one in CASES if one.service == service)
    client, fake = counter.client(asked)
    fake.limited = True
    with pytest.raises(RateLimited):
        await look_up(client, asked)


@pytest.mark.parametrize(("service", "left"), [("lusha", 41), ("zoominfo", 41), ("cognism", None)])
async def test_the_balance_is_read(counter: Counter, service: str, left: int | None) -> None:
    client, _ = counter.client(next(one for one in CASES if one.service == service))
    assert await client.credits() == left


@each
async def test_a_web_page_is_no_answer(counter: Counter, asked: Asked) -> None:
    client, fake = counter.client(asked)
    fake.garbage = True
    with pytest.raises((Garbled, Unreachable, Ambiguous)):
        await look_up(client, asked)


@pytest.mark.parametrize(
    "asked",
    [CASES[0], CASES[2], next(one for one in CASES if one.service == "companies-house")],
    ids=lambda one: one.service,
)
async def test_registers_are_searched_by_name(counter: Counter, asked: Asked) -> None:
    client, _ = counter.client(asked)
    page = await client.search_companies("Kauri")
    assert page.companies[0].name.startswith("KAURI")
    assert page.companies[0].abn or page.companies[0].nzbn or page.companies[0].crn
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


@pytest.mark.parametrize("service", ["hunter", "lusha", "zoominfo"])
async def test_somebody_who_opted_out_is_told_from_a_miss(counter: Counter, service: str) -> None:
    client, _ = counter.client(next(one for one in CASES if one.service == service))
    with pytest.raises(OptedOut):
        await client.person(email="erased@kauri.example")


async def test_after_a_miss_the_next_call_is_asked(counter: Counter) -> None:
    client, fake = counter.client(CASES[8])
    answer = await client.person(email="no@kauri.example", name="Ana Reid", company="Kauri Timber")
    assert answer.person is not None
    assert [request.url.path for request in fake.asked] == ["/v2/people/find", "/v2/email-finder"]


async def test_what_was_found_is_redeemed_once(counter: Counter) -> None:
    asked = next(one for one in CASES if one.service == "cognism")
    client, fake = counter.client(asked)
    await look_up(client, asked)
    assert [request.url.path for request in fake.asked] == [
        "/api/search/contact/enrich",
        "/api/search/contact/redeem",
    ]
    assert fake.redeemed == ["MzRkNjMzYjc="]


async def test_a_token_is_kept_and_exchanged_again_before_it_ends_and_when_it_is_refused(
    counter: Counter,
) -> None:
    asked = next(one for one in CASES if one.service == "zoominfo")
    client, fake = counter.client(asked)
    await look_up(client, asked)
    await look_up(client, asked)
    assert fake.logins == 1
    fake.ended.add("token-1")
    assert (await look_up(client, asked)).person is not None
    assert fake.logins == 2
    counter.clock.advance(3300)
    assert (await look_up(client, asked)).person is not None
    assert fake.logins == 3


async def test_a_check_asks_for_what_the_service_knows(counter: Counter) -> None:
    """Nobody found there is a wrong shape: the address answers, the key is right, and the record is not read."""
    asked = next(one for one in CASES if one.service == "nzbn")
    client, fake = counter.client(asked)
    adapter = built_in("nzbn")
    with pytest.raises(RemoteError, match="wrong shape: it found nobody for nzbn 9429041525746"):
        await probe(client, adapter)
    fake.record = {**fake.record, "nzbn": "9429041525746"}
    assert await probe(client, adapter) is None
    fake.out_of_credits = True
    with pytest.raises(RemoteError, match="out of credits; address, key and shape are right"):
        await probe(client, adapter)


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
            if b"username" in request.content:
                assert json.loads(request.content) == {"username": "me", "password": "secret"}
            return httpx.Response(200, json={"access_token": f"token-{len(self.asked)}", "expires_in": 3600})
        return httpx.Response(200, json={"name": "Ana Reid"})


@pytest.mark.parametrize(
    ("style", "header", "query"),
    [
        ("none", {}, {}),
        ("bearer", {"authorization": "Bearer me:secret"}, {}),
        ("header", {"k": "me:secret"}, {}),
        ("prefixed", {"authorization": "Token me:secret"}, {}),
        ("basic", {"authorization": "Basic bWU6c2VjcmV0"}, {}),
        ("query", {}, {"k": "me:secret"}),
        ("oauth2", {"authorization": "Bearer token-1"}, {}),
        ("jwt", {"authorization": "Bearer token-1"}, {}),
        ("login", {"authorization": "Bearer token-1"}, {}),
    ],
)
async def test_a_key_is_sent_as_the_file_says(
    style: str, header: dict[str, str], query: dict[str, str]
) -> None:
    text = STYLED.format(style=style)
    if style == "prefixed":
        text = text.replace('"prefixed"\nname = "k"', '"header"\nname = "Authorization"\nprefix = "Token "')
    adapter, problems = parse_adapter(text, "styled")
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
