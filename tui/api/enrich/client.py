"""EnrichClient: people and companies from a sales-intelligence service, in either dialect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import uuid4

from tui.api.enrich import parse, words
from tui.api.enrich.companies import company_of
from tui.api.enrich.dialect import DIALECTS, FREE_MAIL, Name, Operation
from tui.api.enrich.people import person_of
from tui.api.enrich.receipt import charged, left, repeated, request_id
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
"""Hits of one page of a search."""


@dataclass(frozen=True, slots=True)
class LookupAnswer:
    """What a lookup brought. Nobody found is an answer too: both nouns are None then.

    Attributes:
        cost: Credits it took; what the dialect's table says where the service does not tell.
        credits_left: The balance the service told, or None.
        repeat: Whether the service says that we had it already.
        provider: Who said so.
        opted_out: They asked not to be looked up: that is an answer, and nothing of theirs is in it.
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
    """One page of a search for people. Hits hold no addresses and numbers, only whether there are some.

    Attributes:
        total: How many there are in all, or None where the service does not say.
        next: The offset of the page after this one, or None after the last.
        skipped: Hits that could not be read.
    """

    people: tuple[Person, ...] = ()
    total: int | None = None
    next: int | None = None
    skipped: int = 0
    cost: int = 0
    credits_left: int | None = None
    request_id: str = ""


class EnrichClient:
    """The enrichment service.

    Args:
        transport: The way to it, made with ``service="enrich"``; the caller closes it.
        dialect: How to ask it.
        provider: Its name, for the reader.
        prices: What it takes, for a service that does not say what it took.
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
        """Whether a lookup that is asked for again with the same key is known to be paid for once."""
        return self._dialect.person.where == "json" and self._transport.honours_keys

    @property
    def searches_by_id(self) -> bool:
        """Whether a search wants a company's id of this service, and takes no name and no domain."""
        return self._dialect.numbers

    async def person(
        self,
        *,
        email: str | None = None,
        network_url: str | None = None,
        network_slug: str | None = None,
        idempotency_key: str | None = None,
    ) -> LookupAnswer:
        """Look somebody up by any of these; several make it surer.

        Args:
            email: A work or a private address.
            network_url: The address of a profile on the business network.
            network_slug: The handle of one.
            idempotency_key: A lookup that is repeated with the same one is paid for once.

        Raises:
            UsageError: None was given.
            RemoteError: The service did not answer the question.
        """
        call = self._dialect.person
        asked = {**self._email(email), **_network(network_url, network_slug, call)}
        response = await self._ask(call, asked, idempotency_key)
        if response.missed:
            return self._answer(response)
        person = person_of(response.json)
        if person is None:
            raise Garbled("The answer is no person.", service="enrich", status=response.status)
        wanted = parse.slug(network_slug or network_url)
        if wanted and person.network_slug and person.network_slug.lower() != wanted.lower():
            person = person.but(conflicts=_with(person.conflicts, "network_slug"))
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
        """Look a company up by any of these; several make it surer.

        An answer about another domain or ABN is marked in its ``conflicts``, not believed (F47).

        Raises:
            UsageError: None was given.
            RemoteError: The service did not answer the question.
        """
        call = self._dialect.company
        bare = parse.host(domain) or domain
        digits = "".join(filter(str.isdigit, abn)) if abn else None
        asked = _given(domain=bare, network_url=network_url, abn=digits, website=website)
        response = await self._ask(call, asked, idempotency_key)
        if response.missed:
            return self._answer(response)
        company = company_of(response.json)
        if company is None:
            raise Garbled("The answer is no company.", service="enrich", status=response.status)
        for name, wanted, got in (("domain", bare, company.domain), ("abn", digits, company.abn)):
            if wanted and got and wanted != got:
                company = company.but(conflicts=_with(company.conflicts, name))
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
        """One page of the people that fit.

        Where the service wants a company's id, a domain given as ``company`` is looked up first, which may
        take the price of a company.

        Raises:
            UsageError: A criterion that this service cannot search by.
            RemoteError: The service did not answer the question.
        """
        call = self._dialect.people
        asked = _given(
            company=company, company_id=company_id, position=position, seniority=seniority,
            department=department, location=location, size_band=size_band, country=country,
        )  # fmt: skip
        spent = 0
        if self._dialect.numbers:
            asked, spent = await self._numbered(asked)
        elif "company_id" in asked:
            raise UsageError("This service searches by a company's name or domain, not by its id.")
        paged = {**asked, "offset": str(offset), "limit": str(limit)}
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
            spent + self._taken(response, self._prices.search[1]),
            left(response),
            request_id(response),
        )

    async def credits(self) -> int | None:
        """The balance, or None where the service does not tell it.

        Raises:
            RemoteError: The service did not answer the question.
        """
        call = self._dialect.credits
        if call is None:
            return None
        try:
            response = await self._transport.send(Request(call.method, call.path))
        except NotFound:
            return None
        told = left(response)
        return (
            told
            if told is not None
            else ServiceRecord(response.json).whole("credits", "balance", "creditsremaining")
        )

    async def _ask(self, call: Operation, asked: Mapping[str, str], key: str | None) -> Response:
        unknown = [name for name in asked if name not in call.fields]
        if unknown:
            raise UsageError(f"This service cannot be asked by {', '.join(unknown)}.")
        if not asked:
            raise UsageError(f"There is nothing to ask for: give one of {', '.join(call.fields)}.")
        wire = {call.fields[name]: value for name, value in asked.items()}
        if call.where == "query":
            # It is paid for, and nothing makes its repeat the same request.
            return await self._sent(Request(call.method, call.path, params=wire, repeatable=False))
        return await self._sent(
            Request(call.method, call.path, json=wire, idempotency_key=key or uuid4().hex)
        )

    async def _sent(self, request: Request) -> Response:
        """The answer; a 404 that says nothing of anybody is no miss but a wrong address, and names it."""
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

    async def _numbered(self, asked: dict[str, str]) -> tuple[dict[str, str], int]:
        """Criteria in the hosted service's numbers and ids, and what it took to learn them."""
        asked = dict(asked)
        for name, numbers in (
            ("seniority", words.SENIORITY_NUMBERS),
            ("department", words.DEPARTMENT_NUMBERS),
        ):
            if name in asked:
                number = numbers.get(fold(asked[name]))
                if number is None:
                    raise UsageError(f"The {name} {asked[name]!r} is none this service knows.")
                asked[name] = str(number)
        company = asked.pop("company", "")
        if "company_id" in asked:
            return asked, 0
        domain = parse.host(company)
        if domain is None:
            raise UsageError("This service searches within one company: give its domain or its id.")
        answer = await self.company(domain=domain)
        if answer.company is None or not answer.company.id:
            raise UsageError(f"This service knows no company at {domain}.")
        return {**asked, "company_id": answer.company.id}, answer.cost

    def price(self, about: Person | Company) -> int:
        """What finding somebody usually takes: a person with an address or a number the higher price."""
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
            cost=self._taken(response, 0 if about is None else self.price(about)),
            credits_left=left(response),
            request_id=request_id(response),
            repeat=repeated(response),
            provider=self._provider,
        )

    def _taken(self, response: Response, price: int) -> int:
        """Credits an answer took: as it says itself, or ``price`` for a hit."""
        told = charged(response)
        if told is not None:
            return told
        return 0 if response.missed or repeated(response) else price


def _network(url: str | None, slug: str | None, call: Operation) -> dict[str, str]:
    """Both forms of a profile where both may be asked by: the more, the surer (docs/reference/enrichment.md, 1.7)."""
    handle = parse.slug(slug or url) if slug or url else None
    asked = _given(network_url=url, network_slug=handle)
    return {name: value for name, value in asked.items() if name in call.fields}


def _given(**values: str | None) -> dict[str, str]:
    return {name: value.strip() for name, value in values.items() if value is not None and value.strip()}


def _with(conflicts: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*conflicts, name)))
