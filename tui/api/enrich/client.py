"""The client of a sales-intelligence service: people and companies, in either dialect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import uuid4

from tui.api.enrich import parse, words
from tui.api.enrich.companies import company_of
from tui.api.enrich.dialect import DIALECTS, FREE_MAIL, Name, Operation
from tui.api.enrich.people import person_of
from tui.api.enrich.receipt import credits_charged, credits_left, repeated, request_id
from tui.api.enrich.record import ServiceRecord, records
from tui.api.fault import fold
from tui.api.message import Request, Response
from tui.errors import Garbled, NotFound, UsageError
from tui.model.company import Company
from tui.model.enrich.spending import Prices

if TYPE_CHECKING:
    from tui.api.transport import Transport
    from tui.model.person import Person

PAGE = 25
"""Number of hits per page of a search."""


@dataclass(frozen=True, slots=True)
class LookupAnswer:
    """The result of a lookup. When nobody was found, ``person`` and ``company`` are both None.

    Attributes:
        cost: Credits charged; the list price where the service does not say.
        credits_left: The balance the service reported, or None.
        repeat: Whether the service says that this account had the result already.
        provider: Name of the service.
        opted_out: The person or company opted out; the result then holds nothing about them.
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
    """One page of people search hits. Hits hold no addresses or numbers, only whether they exist.

    Attributes:
        total: Number of hits in all, or None where the service does not say.
        next: Offset of the next page, or None after the last.
        skipped: Number of unreadable hits.
    """

    people: tuple[Person, ...] = ()
    total: int | None = None
    next: int | None = None
    skipped: int = 0
    cost: int = 0
    credits_left: int | None = None
    request_id: str = ""


class EnrichClient:
    """The client of an enrichment service.

    Args:
        transport: The transport to the service, made with ``service="enrich"``; the caller closes it.
        dialect: The service's dialect.
        provider: The service's name, for the user.
        prices: The list prices, for a service that does not report charges.
    """

    def __init__(
        self,
        transport: Transport,
        dialect: Name = "platform",
        provider: str = "",
        prices: Prices | None = None,
    ) -> None:
        self._transport, self._provider = transport, provider
        self._dialect = DIALECTS[dialect]
        self._prices = prices or Prices()

    @property
    def repeats_safely(self) -> bool:
        """Whether a repeated lookup with the same idempotency key is known to be charged once."""
        return self._dialect.person.where == "json" and self._transport.honours_keys

    @property
    def searches_by_id(self) -> bool:
        """Whether a search takes a company's id of this service instead of its name or domain."""
        return self._dialect.numbers

    async def person(
        self,
        *,
        email: str | None = None,
        network_url: str | None = None,
        network_slug: str | None = None,
        idempotency_key: str | None = None,
    ) -> LookupAnswer:
        """Look a person up by any of these identifiers; several make the result surer.

        Args:
            email: A work or a personal address.
            network_url: The address of a profile on the business network.
            network_slug: The slug of a profile on the business network.
            idempotency_key: A repeat with the same key is charged once.

        Raises:
            UsageError: No identifier was given.
            RemoteError: The lookup failed.
        """
        call = self._dialect.person
        params = {**self._email(email), **_network(network_url, network_slug, call)}
        response = await self._ask(call, params, idempotency_key)
        if response.missed:
            return self._answer(response)
        person = person_of(response.json)
        if person is None:
            raise Garbled("The answer is no person.", service="enrich", status=response.status)
        wanted = parse.slug(network_slug or network_url)
        if wanted and person.network_slug and person.network_slug.lower() != wanted.lower():
            person = person.replace(conflicts=_with(person.conflicts, "network_slug"))
        return self._answer(response, person=person)

    async def company(
        self,
        *,
        domain: str | None = None,
        network_url: str | None = None,
        abn: str | None = None,
        website: str | None = None,
        idempotency_key: str | None = None,
    ) -> LookupAnswer:
        """Look a company up by any of these identifiers; several make the result surer.

        A result with another domain or ABN is marked in its ``conflicts``, not trusted (F47).

        Raises:
            UsageError: No identifier was given.
            RemoteError: The lookup failed.
        """
        call = self._dialect.company
        bare = parse.host(domain) or domain
        digits = "".join(filter(str.isdigit, abn)) if abn else None
        params = _given(domain=bare, network_url=network_url, abn=digits, website=website)
        response = await self._ask(call, params, idempotency_key)
        if response.missed:
            return self._answer(response)
        company = company_of(response.json)
        if company is None:
            raise Garbled("The answer is no company.", service="enrich", status=response.status)
        for name, wanted, got in (("domain", bare, company.domain), ("abn", digits, company.abn)):
            if wanted and got and wanted != got:
                company = company.replace(conflicts=_with(company.conflicts, name))
        return self._answer(response, company=company)

    async def search_people(
        self,
        *,
        company: str | None = None,
        company_id: str | None = None,
        position: str | None = None,
        seniority: str | None = None,
        department: str | None = None,
        location: str | None = None,
        size_band: str | None = None,
        country: str | None = None,
        offset: int = 0,
        limit: int = PAGE,
        idempotency_key: str | None = None,
    ) -> SearchPage:
        """Return one page of the people who match the criteria.

        Where the service needs a company's id, a domain given as ``company`` is looked up first, which may
        cost the price of a company.

        Raises:
            UsageError: The service cannot search by one of the criteria.
            RemoteError: The search failed.
        """
        call = self._dialect.people
        params = _given(
            company=company, company_id=company_id, position=position, seniority=seniority,
            department=department, location=location, size_band=size_band, country=country,
        )  # fmt: skip
        spent = 0
        if self._dialect.numbers:
            params, spent = await self._with_numbers(params)
        elif "company_id" in params:
            raise UsageError("This service searches by a company's name or domain, not by its id.")
        paged = {**params, "offset": str(offset), "limit": str(limit)}
        response = await self._ask(call, paged, idempotency_key)
        hits, total = records(response.json)
        people = tuple(person for hit in hits if (person := person_of(hit)) is not None)
        after = offset + len(hits)
        more = bool(hits) and (after < total if total is not None else len(hits) >= limit)
        return SearchPage(
            people,
            total if total is not None else (0 if response.missed else None),
            after if more else None,
            len(hits) - len(people),
            spent + self._charged_for(response, self._prices.search[1]),
            credits_left(response),
            request_id(response),
        )

    async def credits(self) -> int | None:
        """Return the balance, or None where the service does not report it.

        Raises:
            RemoteError: The request failed.
        """
        call = self._dialect.credits
        if call is None:
            return None
        try:
            response = await self._transport.send(Request(call.method, call.path))
        except NotFound:
            return None
        balance = credits_left(response)
        return (
            balance
            if balance is not None
            else ServiceRecord(response.json).whole("credits", "balance", "creditsremaining")
        )

    async def _ask(self, call: Operation, params: Mapping[str, str], key: str | None) -> Response:
        unknown = [name for name in params if name not in call.fields]
        if unknown:
            raise UsageError(f"This service cannot be asked by {', '.join(unknown)}.")
        if not params:
            raise UsageError(f"There is nothing to ask for: give one of {', '.join(call.fields)}.")
        wire = {call.fields[name]: value for name, value in params.items()}
        if call.where == "query":
            # It is charged, and a GET has no key to mark a repeat as the same request.
            return await self._send_request(Request(call.method, call.path, params=wire, repeatable=False))
        return await self._send_request(
            Request(call.method, call.path, json=wire, idempotency_key=key or uuid4().hex)
        )

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
                hint="See that its address and its dialect are right: cardscout providers check NAME.",
            ) from error

    def _email(self, email: str | None) -> dict[str, str]:
        email = email.strip().lower() if email else ""
        if not email:
            return {}
        if not self._dialect.splits_emails:
            return {"email": email}
        private = email.rpartition("@")[2] in FREE_MAIL
        return {"personal_email" if private else "work_email": email}

    async def _with_numbers(self, params: dict[str, str]) -> tuple[dict[str, str], int]:
        """Convert criteria to the hosted service's numbers and ids; also return the credits spent on that."""
        params = dict(params)
        for name, numbers in (
            ("seniority", words.SENIORITY_NUMBERS),
            ("department", words.DEPARTMENT_NUMBERS),
        ):
            if name in params:
                number = numbers.get(fold(params[name]))
                if number is None:
                    raise UsageError(f"The {name} {params[name]!r} is none this service knows.")
                params[name] = str(number)
        company = params.pop("company", "")
        if "company_id" in params:
            return params, 0
        domain = parse.host(company)
        if domain is None:
            raise UsageError("This service searches within one company: give its domain or its id.")
        answer = await self.company(domain=domain)
        if answer.company is None or not answer.company.id:
            raise UsageError(f"This service knows no company at {domain}.")
        return {**params, "company_id": answer.company.id}, answer.cost

    def price(self, about: Person | Company) -> int:
        """Return the list price of a result: the higher price for a person with an address or a number."""
        if isinstance(about, Company):
            return self._prices.company[0]
        low, high = self._prices.person
        return high if about.emails or about.phones else low

    def _answer(
        self, response: Response, *, person: Person | None = None, company: Company | None = None
    ) -> LookupAnswer:
        about = person or company
        return LookupAnswer(
            person=person,
            company=company,
            cost=self._charged_for(response, 0 if about is None else self.price(about)),
            credits_left=credits_left(response),
            request_id=request_id(response),
            repeat=repeated(response),
            provider=self._provider,
        )

    def _charged_for(self, response: Response, price: int) -> int:
        """Return the credits charged for a response: as reported, or ``price`` for a hit."""
        reported = credits_charged(response)
        if reported is not None:
            return reported
        return 0 if response.missed or repeated(response) else price


def _network(url: str | None, slug: str | None, call: Operation) -> dict[str, str]:
    """Return all forms of a profile that may be sent, to be surer (docs/reference/enrichment.md, 1.7)."""
    handle = parse.slug(slug or url) if slug or url else None
    params = _given(network_url=url, network_slug=handle)
    return {name: value for name, value in params.items() if name in call.fields}


def _given(**values: str | None) -> dict[str, str]:
    return {name: value.strip() for name, value in values.items() if value is not None and value.strip()}


def _with(conflicts: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*conflicts, name)))
