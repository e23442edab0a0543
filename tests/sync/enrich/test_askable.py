"""By what each service can be asked, and companies that a register finds by name."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.contract.fake_services import KEY, AbnLookup
from tui.adapters.read import built_in
from tui.api.message import Request
from tui.clock import ManualClock
from tui.errors import Undecided, UsageError
from tui.model.person import Person
from tui.model.subject import Identifier, Kind, Subject
from tui.secret import Secret
from tui.store.opening import open_store
from tui.store.store import Store
from tui.sync.enrich.askable import Asking, identifiers_to_ask_by, is_askable, refusal, with_profile
from tui.sync.enrich.connect import asking_of
from tui.sync.link import Link
from tui.sync.session import SyncSession
from tui.sync.status import StatusTracker


def asking(service: str) -> Asking:
    adapter = built_in(service)
    return Asking.of(adapter, adapter.list_prices({}))


def person(name: str | None = None, company: str | None = None, **by: str) -> Subject:
    return Subject(type="person", name=name, company=company, identifiers=_identifiers(by))


def company(name: str | None = None, **by: str) -> Subject:
    return Subject(type="company", name=name, identifiers=_identifiers(by))


def _identifiers(by: dict[str, str]) -> tuple[Identifier, ...]:
    kinds: dict[str, Kind] = {
        "email": "email",
        "phone": "phone",
        "domain": "domain",
        "nzbn": "nzbn",
        "abn": "abn",
    }
    return tuple(Identifier(kind=kinds[kind], value=value) for kind, value in by.items())


@pytest.mark.parametrize(
    ("service", "subject", "asked"),
    [
        ("platform", person("Ana Reid", "Kauri", email="a@x.example"), {"email": "a@x.example"}),
        ("people-data-labs", person(phone="+61491570156"), {"phone": "+61491570156"}),
        ("people-data-labs", person("Ana Reid", "Kauri"), {"name": "Ana Reid", "company": "Kauri"}),
        ("people-data-labs", company("Kauri"), {"name": "Kauri"}),
        ("hunter", person("Ana Reid", "Kauri", email="a@x.example"),
         {"email": "a@x.example", "name": "Ana Reid", "company": "Kauri"}),
        ("nzbn", company("Kauri", nzbn="9429000000000", domain="x.example"), {"nzbn": "9429000000000"}),
    ],
)  # fmt: skip
def test_a_service_is_asked_by_all_that_it_takes(
    service: str, subject: Subject, asked: dict[str, str]
) -> None:
    assert is_askable(subject, asking(service))
    assert identifiers_to_ask_by(subject, asking(service)) == asked


@pytest.mark.parametrize(
    ("service", "subject", "words"),
    [
        (
            "platform",
            person(phone="+61491570156"),
            "The service takes an e-mail address, a profile or “Name at Company”.",
        ),
        ("nzbn", person(email="a@x.example"), "NZBN knows no people."),
        ("nzbn", company(domain="x.example"), "The service takes an NZBN or its name."),
        ("abn-lookup", company(domain="x.example"), "The service takes an ABN, an ACN or its name."),
        (
            "hunter",
            company(nzbn="9429000000000"),
            "cannot be looked up by NZBN alone. The service takes a domain.",
        ),
    ],
)
def test_what_a_service_cannot_be_asked_by_is_said_with_what_it_wants(
    service: str, subject: Subject, words: str
) -> None:
    assert words in refusal(subject, asking(service))
    with pytest.raises(UsageError):
        identifiers_to_ask_by(subject, asking(service))


@pytest.mark.parametrize(
    ("service", "criteria", "words"),
    [
        ("platform", ["company", "location"], ""),
        ("direct", ["company", "position"], ""),
        ("direct", ["company", "location"], "Direct cannot be searched by location."),
        ("hunter", ["company"], "Hunter cannot be searched for people."),
    ],
)
def test_what_cannot_be_searched_is_said(service: str, criteria: list[str], words: str) -> None:
    assert asking(service).search_refusal(criteria) == words


@pytest.fixture
async def register(tmp_path: Path) -> AsyncIterator[tuple[SyncSession, AbnLookup, Store]]:
    fake, clock, adapter = AbnLookup(), ManualClock(), built_in("abn-lookup")
    store = open_store(tmp_path / "store.db", clock)
    link = Link(
        "https://board.example", "k", Secret("t"), enrich_url=adapter.url, enrich_key=Secret(KEY), adapter=adapter,
        enrich_http=fake, provider=adapter.title,
    )  # fmt: skip
    assert asking_of(link).finds_companies
    session = SyncSession.open(store, link, clock, StatusTracker(lambda: None), tmp_path)
    yield session, fake, store
    await session.close()
    store.close()


async def test_a_register_finds_a_company_by_its_name_for_nothing(
    register: tuple[SyncSession, AbnLookup, Store],
) -> None:
    session, fake, store = register
    found = await session.lookup.enrich(company("Kauri Holdings"))
    assert found.company is not None
    assert (found.company.abn, found.cost, store.enrichment.ledger.spent()) == ("51824753556", 0, 0)
    assert [one.url.path for one in fake.asked] == ["/json/MatchingNames.aspx", "/json/AbnDetails.aspx"]
    assert await session.lookup.enrich(company("Kauri Holdings")) == found
    assert len(fake.asked) == 2, "it is remembered by its name"


async def test_a_name_that_no_company_has_surely_is_not_looked_up(
    register: tuple[SyncSession, AbnLookup, Store],
) -> None:
    session, fake, _ = register
    with pytest.raises(Undecided, match="no company is surely called that"):
        await session.lookup.enrich(company("Kauri Mills"))
    assert len(fake.asked) == 1
    near = await session.services.namesakes(company("Kauri Mills"))
    assert [(one.company.name, one.company.abn, one.step.service, one.step.high) for one in near] == [
        ("KAURI HOLDINGS PTY LTD", "51824753556", "ABN Lookup", 0),
        ("KAURI CAFES PTY LTD", "53004085616", "ABN Lookup", 0),
    ]
    assert len(fake.asked) == 1, "the names are remembered"


async def test_a_company_that_was_picked_answers_for_its_name(
    register: tuple[SyncSession, AbnLookup, Store],
) -> None:
    session, fake, _ = register
    (near, _) = await session.services.namesakes(company("Kauri Mills"))
    found = await session.services.enrich(
        company("Kauri Mills"), chosen=near.company, provider=near.step.name
    )
    assert found.company is not None
    assert (found.company.abn, found.key) == ("51824753556", "company:kauri mills|")
    assert session.services.known(company("Kauri Mills")) == found
    assert len(fake.asked) == 2


async def test_a_name_that_the_register_does_not_list_is_a_miss(
    register: tuple[SyncSession, AbnLookup, Store],
) -> None:
    session, fake, store = register
    found = await session.lookup.enrich(company("Rimu"))
    assert (found.matched, found.provider, found.cost) == (False, "ABN Lookup", 0)
    assert await session.lookup.enrich(company("Rimu")) == found
    assert (len(fake.asked), store.enrichment.ledger.spent()) == (1, 0)


async def test_a_raw_call_is_read_in_the_format_of_the_service(
    register: tuple[SyncSession, AbnLookup, Store],
) -> None:
    session, _, store = register
    said = await session.raw.call(Request("GET", "/json/AbnDetails.aspx", params={"abn": "51824753556"}))
    assert (said["EntityName"], store.enrichment.ledger.spent()) == ("KAURI HOLDINGS PTY LTD", 0)


def test_a_hit_without_a_profile_cannot_be_looked_up() -> None:
    with pytest.raises(UsageError, match="Ana Reid has no profile"):
        with_profile(person("Ana Reid"), Person(full_name="Ana Reid"))
    with pytest.raises(UsageError, match="That hit has no profile"):
        with_profile(person("Ana Reid"), Person())
    found = with_profile(person("Ana Reid"), Person(network_slug="ana"))
    assert [(one.kind, one.value) for one in found.identifiers] == [("network_slug", "ana")]
