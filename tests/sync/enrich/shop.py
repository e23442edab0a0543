"""A shop that sells people and companies, and counts what it sells; and a person at one machine who buys."""

import asyncio
import json
import os
from pathlib import Path

import httpx

from tests.stories.world import URL, Wire
from tui.clock import ManualClock
from tui.model.subject import Identifier, Kind, Subject
from tui.model.values.scalars import Json
from tui.secret import Secret
from tui.store.opening import open_store
from tui.sync.link import Link
from tui.sync.session import SyncSession
from tui.sync.status import StatusTracker


class Shop(httpx.AsyncBaseTransport):
    """The enrichment service, in as much as it sells.

    Attributes:
        people: Records by e-mail address.
        charges: Credits by the Idempotency-Key they were taken for; by a number where there was none.
        limited: Requests to answer with 429 before the next is served.
        door: Where it is closed, requests wait before it; ``inside`` is how many.
    """

    def __init__(self, count: int = 3) -> None:
        self.people = {f"p{n}@firm{n % 7}.example": person(n) for n in range(count)}
        self.charges: dict[str, int] = {}
        self.sold: set[str] = set()
        self.credits = 500
        self.search_price = 0
        self.limited = 0
        self.honours = True
        self.door: asyncio.Event | None = None
        self.inside = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.inside += 1
        if self.door is not None:
            await self.door.wait()
        self.inside -= 1
        if self.limited > 0:
            self.limited -= 1
            return httpx.Response(429, headers={"Retry-After": "2"}, json={"error": "slow down"})
        body = json.loads(request.content or b"{}")
        match request.url.path:
            case "/company" | "/people/search":
                return self._direct(request)
            case "/enrich/person":
                return self._person(request, body)
            case "/enrich/company":
                company = {"name": "Firm", "fqdn": body.get("domain"), "id": f"c-{body.get('domain')}"}
                return self._sell(request, company, 1)
            case "/search/people":
                return self._search(request, body)
            case _:
                pass
        return httpx.Response(200, json={"credits": self.credits})

    def _direct(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/company":
            domain = request.url.params["fqdn"]
            return self._sell(request, {"name": "Firm", "fqdn": domain, "id": f"c-{domain}"}, 1)
        return self._sell(request, {"records": [], "total": 0, "id": os.urandom(4).hex()}, self.search_price)

    def _person(self, request: httpx.Request, body: dict[str, str]) -> httpx.Response:
        slug = body.get("network_slug")
        found = self.people.get(body.get("email", "")) or next(
            (one for one in self.people.values() if one["linkedin"] == slug), None
        )
        if found is None:
            return httpx.Response(404, json={"error": {"code": "no_match", "message": "Person not found"}})
        return self._sell(request, found, 2)

    def _search(self, request: httpx.Request, body: dict[str, str]) -> httpx.Response:
        wanted = body.get("company", "").casefold()
        hits = [
            {name: one[name] for name in ("id", "name", "position", "company", "linkedin")}
            for one in self.people.values()
            if wanted in {one["company"]["name"].casefold(), one["company"]["domain"]}
        ]
        start, size = int(body["from"]), int(body["size"])
        found = {"records": hits[start : start + size], "total": len(hits)}
        return self._sell(request, {**found, "id": os.urandom(4).hex()}, self.search_price)

    def _sell(self, request: httpx.Request, record: Json, price: int) -> httpx.Response:
        key = request.headers.get("idempotency-key") or f"#{len(self.charges)}"
        cost = self.charges.get(key, 0)
        if key not in self.charges and record["id"] not in self.sold:
            if price > self.credits:
                return httpx.Response(402, json={"error": {"code": "no_credits", "message": "none left"}})
            cost = self.charges[key] = price
            self.credits -= price
            self.sold.add(record["id"])
        headers = {"X-Credits-Charged": str(cost), "X-Credits-Remaining": str(self.credits)}
        if self.honours:
            headers["X-Idempotency"] = "honoured"
        return httpx.Response(200, json=record if "records" in record else {"data": record}, headers=headers)

    @property
    def taken(self) -> int:
        return sum(self.charges.values())


def person(number: int) -> Json:
    firm = number % 7
    return {
        "id": f"fp{number}",
        "name": f"Ana{number} Reid{number}",
        "position": "Buyer",
        "linkedin": f"ana-{number}",
        "company": {"name": f"Firm{firm}", "domain": f"firm{firm}.example"},
        "emails": {"work": [{"value": f"p{number}@firm{firm}.example"}]},
        "phones": [{"value": f"+6125550{number:04d}", "is_dnd": number % 2 == 1}],
    }


class Buyer:
    """One person at one machine."""

    def __init__(self, home: Path, clock: ManualClock, shop: Shop) -> None:
        self.home, self.clock, self.shop = home, clock, shop
        self.wire = Wire(shop)
        self.link = Link(
            URL,
            "k",
            Secret("t"),
            http=self.wire,
            enrich_url=URL,
            enrich_key=Secret("sk-shop"),
            provider="a shop",
        )
        self.open()

    def open(self) -> None:
        self.store = open_store(self.home / "store.db", self.clock)
        self.session = SyncSession.open(
            self.store, self.link, self.clock, StatusTracker(lambda: None), self.home
        )

    def crash(self) -> None:
        """End the program as a kill does."""
        self.store.close()
        if (pace := self.session.services.usual.pace) is not None:
            pace.close()
        self.open()

    async def close(self) -> None:
        await self.session.close()
        self.store.close()


def by(kind: Kind, value: str) -> Subject:
    return Subject(type="person", identifiers=(Identifier(kind=kind, value=value),))


def named(name: str, company: str | None = None, **identifiers: str) -> Subject:
    """Somebody by name, and by what else is known."""
    found = tuple(Identifier.parse({"kind": kind, "value": value}) for kind, value in identifiers.items())
    return Subject(type="person", name=name, company=company, identifiers=found)
