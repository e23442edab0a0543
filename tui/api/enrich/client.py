"""The client of an enrichment service that an adapter describes: people, companies and searches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from tui.adapters.fields import holds
from tui.adapters.paths import find
from tui.api.enrich import parse
from tui.api.enrich.reader import RecordReader
from tui.api.enrich.receipt import credits_charged, credits_left, repeated, request_id
from tui.api.enrich.request import build_request, normalised
from tui.errors import CardscoutError, Garbled, NotFound, UsageError
from tui.model.company import Company

if TYPE_CHECKING:
    from tui.adapters.adapter import Adapter
    from tui.adapters.call import CallKind, SecondStep, ServiceCall
    from tui.api.message import Request, Response
    from tui.api.transport import Transport
    from tui.model.enrich.spending import Prices
    from tui.model.person import Person

Found = TypeVar("Found")

PAGE = 25
"""Number of hits per page of a search."""


@dataclass(frozen=True, slots=True)
class LookupAnswer:
    """The result of a lookup; without a match, ``person`` and ``company`` are both None.

    Attributes:
        cost: Credits charged; the list price if the service does not report it.
        credits_left: The balance the service reported, or None.
        repeat: Whether the service reports that this account had the result already.
        opted_out: The person or company opted out; the result then has no data about them.
    """

    person: Person | None = None
    company: Company | None = None
    cost: int = 0
    credits_left: int | None = None
    request_id: str = ""
    repeat: bool = False
    provider: str = ""
    opted_out: bool = False


@dataclass(frozen=True, slots=True)
class SearchPage:
    """One page of people search hits, which have no addresses or numbers but only whether they exist.

    Attributes:
        total: Total number of hits, or None if the service does not report it.
        next: Offset of the next page, or None after the last.
    """

    people: tuple[Person, ...] = ()
    total: int | None = None
    next: int | None = None
    skipped: int = 0
    cost: int = 0
    credits_left: int | None = None
    request_id: str = ""


@dataclass(frozen=True, slots=True)
class CompaniesPage:
    """The companies found by a search by name; each has an identifier for a lookup."""

    companies: tuple[Company, ...] = ()
    cost: int = 0
    credits_left: int | None = None
    request_id: str = ""


class EnrichClient:
    """The client of an enrichment service.

    Args:
        transport: The transport to the service, made with ``service="enrich"``; the caller closes it.
        provider: The service's name, for the user.
        prices: The list prices, for a service that does not report charges; the adapter's unless given.
    """

    def __init__(
        self, transport: Transport, adapter: Adapter, provider: str = "", prices: Prices | None = None
    ) -> None:
        self._transport, self._provider, self._adapter = transport, provider, adapter
        self._prices = prices or adapter.list_prices({})
        self._reader = RecordReader(adapter)

    @property
    def repeats_safely(self) -> bool:
        """Whether a repeated lookup with the same idempotency key is known to be charged once."""
        lookups = (*self._adapter.calls("person"), *self._adapter.calls("company"))
        keyed = all(one.repeat in {"key", "always"} for one in lookups)
        return keyed and (self._transport.honours_keys or all(one.repeat == "always" for one in lookups))

    @property
    def gives_owned(self) -> bool:
        """Whether a paid record is returned again for free, to any request or to one with the same key."""
        lookups = (*self._adapter.calls("person"), *self._adapter.calls("company"))
        return self._adapter.prices.owned or all(one.repeat != "never" for one in lookups)

    @property
    def searches_by_id(self) -> bool:
        """Whether a search takes a company's id of this service instead of its name or domain."""
        return self._adapter.searches_by_id

    async def person(self, *, idempotency_key: str | None = None, **by: str | None) -> LookupAnswer:
        """Look a person up by any identifiers that the service accepts; several make the result more certain.

        A result with another profile is marked in its ``conflicts``, not trusted (F47).

        Args:
            idempotency_key: A repeat with the same key is charged once, if the service supports keys.
            by: Identifiers by kind: ``email``, ``phone``, ``network_url``, ``name`` and ``company`` …

        Raises:
            UsageError: There is no identifier, or none that the service accepts.
            RemoteError: The lookup failed.
        """
        given = normalised(by)
        response, person, before = await self._look_up("person", given, idempotency_key, self._reader.person)
        if person is not None:
            wanted = parse.slug(given.get("network_slug") or given.get("network_url"))
            if wanted and person.network_slug and person.network_slug.lower() != wanted.lower():
                person = person.replace(conflicts=_with(person.conflicts, "network_slug"))
        return self._answer(response, before, person=person)

    async def company(self, *, idempotency_key: str | None = None, **by: str | None) -> LookupAnswer:
        """Look a company up by any identifiers that the service accepts; several make the result more certain.

        A result with another domain or register number is marked in its ``conflicts``, not trusted (F47).

        Args:
            idempotency_key: A repeat with the same key is charged once, if the service supports keys.
            by: Identifiers by kind: ``domain``, ``abn``, ``nzbn``, ``network_url``, ``name`` …

        Raises:
            UsageError: There is no identifier, or none that the service accepts.
            RemoteError: The lookup failed.
        """
        given = normalised(by)
        response, company, before = await self._look_up(
            "company", given, idempotency_key, self._reader.company
        )
        for name in ("domain", "abn", "acn", "nzbn", "crn"):
            wanted, got = given.get(name), getattr(company, name, "")
            if company is not None and wanted and got and wanted != got:
                company = company.replace(conflicts=_with(company.conflicts, name))
        return self._answer(response, before, company=company)

    async def search_people(
        self, *, offset: int = 0, limit: int = PAGE, idempotency_key: str | None = None, **by: str | None
    ) -> SearchPage:
        """Return one page of the people who match the criteria.

        If the service needs a company's id, a domain given as ``company`` is looked up first, which may cost
        the price of a company.

        Args:
            offset: The offset of the first hit.
            limit: Hits per page.
            idempotency_key: A repeat with the same key is charged once, if the service supports keys.
            by: Criteria: ``company``, ``position``, ``seniority``, ``department``, ``location`` …

        Raises:
            UsageError: The service cannot search by one of the criteria.
            RemoteError: The search failed.
        """
        given, spent = await self._with_company_id(normalised(by))
        call = self._search_call(given)
        paged = {**given, "offset": str(offset), "limit": str(limit)}
        response = await self._send(call, paged, idempotency_key)
        hits, total = self._reader.hits(call, response.json)
        people = tuple(person for hit in hits if (person := self._reader.person(hit)) is not None)
        after = offset + len(hits)
        more = bool(hits) and (after < total if total is not None else len(hits) >= limit)
        return SearchPage(
            people,
            total if total is not None else (0 if response.missed else None),
            after if more else None,
            len(hits) - len(people),
            spent + self._charged_for(response, self._prices.search[1]),
            self._left(response),
            request_id(response),
        )

    async def search_companies(self, name: str, *, idempotency_key: str | None = None) -> CompaniesPage:
        """Return the companies with a name like ``name``.

        Raises:
            UsageError: The service cannot search for companies.
            RemoteError: The search failed.
        """
        calls = self._adapter.calls("search companies")
        if not calls:
            raise UsageError("This service cannot be searched for companies.")
        asked = {"name": name, "offset": "0", "limit": str(PAGE)}
        response = await self._send(calls[0], asked, idempotency_key)
        hits, _ = self._reader.hits(calls[0], response.json)
        found = (self._reader.company(hit) for hit in hits)
        return CompaniesPage(
            tuple(company for company in found if company is not None),
            self._charged_for(response, self._prices.search[1]),
            self._left(response),
            request_id(response),
        )

    async def credits(self) -> int | None:
        """Return the balance, or None if the service does not report it.

        Raises:
            RemoteError: The request failed.
        """
        calls = self._adapter.calls("credits")
        if not calls:
            return None
        request = build_request(self._adapter, calls[0], {})
        try:
            response = await self._transport.send(request)
        except NotFound:
            return None
        balance = self._left(response)
        return self._reader.balance(calls[0], response.json) if balance is None else balance

    async def _look_up(
        self,
        kind: Literal["person", "company"],
        given: Mapping[str, str],
        key: str | None,
        read: Callable[[Any, ServiceCall], Found | None],
    ) -> tuple[Response, Found | None, int]:
        """Try the possible calls in order until one has a match, each with its second step.

        Returns:
            The last answer, what it found, and the credits that the answers before it say they took.
        """
        calls = [(one, asked) for one in self._adapter.calls(kind) if (asked := one.takes(given))]
        if not calls:
            raise self._cannot_ask(kind, given)
        keys, before = _keys(key), 0
        try:
            while True:
                call, asked = calls.pop(0)
                response = await self._send(call, asked, next(keys))
                if call.then is not None and not response.missed:
                    before += self._charged_for(response, 0)
                    response = await self._send_request(
                        build_request(
                            self._adapter, call, asked, next(keys), self._taken(response, call.then)
                        )
                    )
                if not response.missed:
                    break
                if not calls:
                    return response, None, before
                before += self._charged_for(response, 0)
        except CardscoutError as error:
            # What comes after a charge may fail for nothing; the charge remains.
            error.sent = error.sent or before > 0
            raise
        if (found := read(response.json, call)) is None:
            raise Garbled(f"The answer is no {kind}.", service="enrich", status=response.status)
        return response, found, before

    @staticmethod
    def _taken(response: Response, step: SecondStep) -> str:
        """Return the value that the second step asks by."""
        value = find(response.json, step.take)
        if not isinstance(value, str | int) or value == "":
            raise Garbled(f"The answer has no {step.take}.", service="enrich", status=response.status)
        return str(value)

    def _cannot_ask(self, kind: CallKind, given: Mapping[str, str]) -> UsageError:
        known = ", ".join(" and ".join(sorted(way)) for way in self._adapter.ways(kind))
        if not known:
            return UsageError(f"This service knows nothing of a {kind}.")
        if not given:
            return UsageError(f"There is nothing to ask for: give one of {known}.")
        return UsageError(f"This service cannot be asked by {', '.join(given)}: give one of {known}.")

    def _search_call(self, given: Mapping[str, str]) -> ServiceCall:
        """Return the call that searches people by all of ``given``."""
        calls = self._adapter.calls("search people")
        if not calls:
            raise UsageError("This service cannot be searched for people.")
        names = calls[0].names
        if "company_id" in given and "company_id" not in names:
            raise UsageError("This service searches by a company's name or domain, not by its id.")
        if unknown := [name for name in given if name not in names]:
            raise UsageError(f"This service cannot be asked by {', '.join(unknown)}.")
        if not given:
            raise UsageError(f"There is nothing to ask for: give one of {', '.join(sorted(names))}.")
        return calls[0]

    async def _send(self, call: ServiceCall, given: Mapping[str, str], key: str | None) -> Response:
        return await self._send_request(build_request(self._adapter, call, given, key))

    async def _send_request(self, request: Request) -> Response:
        """Send a request; convert a 404 that is no miss into an error about the wrong address."""
        try:
            return await self._transport.send(request)
        except NotFound as error:
            raise NotFound(
                f"{self._provider or 'The service'} has nothing at {self._transport.base}{request.path}: {error}",
                service="enrich",
                status=error.status,
                request_id=error.request_id,
                hint="See that its address and its adapter are right: cardscout providers check NAME.",
            ) from error

    async def _with_company_id(self, given: dict[str, str]) -> tuple[dict[str, str], int]:
        """Replace a company by its id if the service needs that; also return the credits spent on it."""
        if not self.searches_by_id or "company_id" in given:
            return given, 0
        given = dict(given)
        domain = parse.host(given.pop("company", ""))
        if domain is None:
            raise UsageError("This service searches within one company: give its domain or its id.")
        answer = await self.company(domain=domain)
        if answer.company is None or not answer.company.id:
            raise UsageError(f"This service knows no company at {domain}.")
        return {**given, "company_id": answer.company.id}, answer.cost

    def price(self, about: Person | Company) -> int:
        """Return the list price of a result, by its fields if they have prices, or else higher with contact values."""
        if isinstance(about, Company):
            return self._prices.company[0]
        low, high = self._prices.person
        if more := self._adapter.prices.fields:
            return min(high, low + sum(price for name, price in more.items() if holds(about, name)))
        return high if about.emails or about.phones else low

    def _answer(
        self,
        response: Response,
        before: int,
        *,
        person: Person | None = None,
        company: Company | None = None,
    ) -> LookupAnswer:
        about = person or company
        return LookupAnswer(
            person=person,
            company=company,
            cost=before + self._charged_for(response, 0 if about is None else self.price(about)),
            credits_left=self._left(response),
            request_id=request_id(response),
            repeat=repeated(response),
            provider=self._provider,
        )

    def _left(self, response: Response) -> int | None:
        """Return the credits left, as reported."""
        shape = self._adapter.answer
        return parse.whole(find(response.json, shape.left)) if shape.left else credits_left(response)

    def _charged_for(self, response: Response, price: int) -> int:
        """Return the credits charged for a response: as reported, or ``price`` for a hit."""
        shape = self._adapter.answer
        reported = (
            parse.whole(find(response.json, shape.charged)) if shape.charged else credits_charged(response)
        )
        if reported is not None:
            return reported
        return 0 if response.missed or repeated(response) else price


def _keys(key: str | None) -> Iterator[str | None]:
    """Yield the idempotency keys of a lookup's requests, the same at each try: one key is for one request."""
    yield key
    for number in count(2):
        yield None if key is None else f"{key}-{number}"


def _with(conflicts: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*conflicts, name)))
