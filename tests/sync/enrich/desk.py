"""Somebody with several services: the account's own, a free register and paid ones."""

from contextlib import AsyncExitStack
from pathlib import Path

import httpx

from tests.contract.fake_services import KEY, FakeService, Hunter, Nzbn, PeopleDataLabs
from tests.stories.world import URL
from tui.adapters.read import built_in
from tui.clock import ManualClock
from tui.model.enrich.spending import Wanted
from tui.model.finding import Finding
from tui.model.subject import Identifier, Kind, Subject
from tui.secret import NOTHING, Secret
from tui.settings.config import Order
from tui.store.opening import open_store
from tui.sync.enrich.services import EnrichServices
from tui.sync.link import Link, OtherService

NAMED: Order = {"company": ("nzbn", "people-data-labs")}
PEOPLE: Order = {"person": ("hunter", "people-data-labs")}
ORDER: Order = {"company": ("nzbn", "hunter"), "person": ("hunter",)}


class Desk:
    """Somebody who has the account's own service, a free register and a paid service."""

    def __init__(self, home: Path) -> None:
        self.clock = ManualClock()
        self.store = open_store(home / "store.db", self.clock)
        self.home, self.nzbn, self.hunter, self.own = home, Nzbn(), Hunter(), Own()
        self.labs = PeopleDataLabs()
        self.ended = AsyncExitStack()
        self.services = self.opened()

    def opened(self, order: Order = ORDER, *wanted: Wanted, has_key: bool = True) -> EnrichServices:
        fakes = (("nzbn", self.nzbn), ("hunter", self.hunter), ("people-data-labs", self.labs))
        others = tuple(self._other(name, fake) for name, fake in fakes)
        link = Link(
            URL, "", NOTHING, enrich_url=URL if has_key else "", enrich_key=Secret(KEY) if has_key else NOTHING,
            enrich_http=self.own, provider="own",
            others=others, order=order, wanted=frozenset(wanted),
        )  # fmt: skip
        services = EnrichServices(self.store, link, self.clock, self.home)
        self.ended.push_async_callback(services.close)
        return services

    def _other(self, name: str, fake: FakeService) -> OtherService:
        adapter = built_in(name)
        link = Link(
            URL, "", NOTHING, enrich_url=adapter.url, enrich_key=Secret(KEY), adapter=adapter, enrich_http=fake,
            provider=adapter.title, service_name=name,
        )  # fmt: skip
        return OtherService(name, adapter.title, adapter, adapter.list_prices({}), lambda: link)


class Own(FakeService):
    """The account's own service, which knows nobody."""

    def _answer(self, request: httpx.Request) -> httpx.Response:
        return httpx.Response(
            404, json={"status": 404, "error": {"type": "not_found", "message": "no record found"}}
        )


def firm(**by: str) -> Subject:
    kinds: dict[str, Kind] = {"nzbn": "nzbn", "domain": "domain", "abn": "abn"}
    return Subject(
        type="company",
        identifiers=tuple(Identifier(kind=kinds[kind], value=value) for kind, value in by.items()),
    )


def mills(name: str) -> Subject:
    return Subject(type="company", name=name)


KAURI = firm(nzbn="9429000000000", domain="kauri.example")
ANA = Subject(type="person", identifiers=(Identifier(kind="email", value="ana@kauri.example"),))


def phones(finding: Finding) -> list[str]:
    assert finding.person is not None
    return [one.e164 for one in finding.person.phones]
