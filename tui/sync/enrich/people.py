"""Finder: people searched for, a page at a time, and names that are resolved by such a search.

A page is paid for where the service takes something for it, and then remembered for an hour.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING
from uuid import uuid4

from tui.api.enrich.parse import host
from tui.errors import Undecided, UsageError
from tui.model.enrich.people import PeoplePage, PeopleQuery, Resolved
from tui.model.enrich.spending import Prices, Spend
from tui.model.subject import Identifier, Subject
from tui.store.db import written
from tui.store.enrich.ledger import Reservation, enter
from tui.sync.enrich.names import bare, fits, is_same_firm, likeness, words

if TYPE_CHECKING:
    from tui.api.enrich.client import EnrichClient, SearchPage
    from tui.clock import Clock
    from tui.model.person import CompanyRef, Person
    from tui.store.store import Store
    from tui.sync.enrich.payments import Payments

PAGE = 25
"""Hits of a page that is shown."""

WIDE = 100
"""Hits of a page that is looked through for a name: the most that services give."""

DEPTH = 5
"""Pages that are looked through for one name; a company of more than 500 people is not seen whole."""

SURE = 0.85
"""From this on a hit is who was meant, if nobody else is near."""

MARGIN = 0.2
"""So much worse the second best must be."""

PRICED = 25
"""Hits for which a search takes its price once; more take it again."""

KEPT_PAGES = 200
KEPT_SECONDS = 3600.0


class Finder:
    """Searches for people.

    Args:
        store: Has the ledger, and those who opted out.
        client: The enrichment service.
        clock: Dates what is kept.
        payments: What is paid goes over it.
        prices: What the service takes.
        provider: The service's name in the ledger.
        firm_id: Tells the service's id of the company at a domain, for a service that searches by that.
    """

    def __init__(
        self,
        store: Store,
        client: EnrichClient,
        clock: Clock,
        payments: Payments,
        prices: Prices,
        provider: str,
        firm_id: Callable[[str, str], Awaitable[str]],
    ) -> None:
        self._store, self._client, self._clock, self._payments = store, client, clock, payments
        self._prices, self._provider, self._firm_id = prices, provider, firm_id
        self._pages: OrderedDict[tuple[str, int, int], tuple[float, SearchPage]] = OrderedDict()

    async def search(
        self, query: PeopleQuery, offset: int = 0, *, limit: int = PAGE, again: bool = False, run: str = ""
    ) -> PeoplePage:
        """One page of the people that fit, without those who opted out.

        Args:
            query: Whom to search for.
            offset: Of the first hit.
            limit: Hits of the page.
            again: Ask although the page is remembered.
            run: Id of the run it is part of.

        Raises:
            UsageError: Nothing narrows the search, or the service cannot search by that.
            SpendRefused: It could cost more than the caps allow; nothing was asked.
            RemoteError: The service did not answer.
        """
        if query.empty:
            raise UsageError(
                "A search needs something to go by.",
                hint="Give a company, a position, a seniority, a department, a location or a size.",
            )
        found, cost = await self._page(query, offset, limit, again=again, run=run)
        kept = tuple(one for one in found.people if self._store.suppression.covers(one) is None)
        return PeoplePage(
            people=kept,
            total=found.total,
            offset=offset,
            next=found.next,
            cost=cost,
            credits_left=found.credits_left,
            hidden=len(found.people) - len(kept),
        )

    def remembers(self, query: PeopleQuery, offset: int = 0, limit: int = PAGE) -> bool:
        """Whether that page is here."""
        at, _ = self._pages.get((query.key, offset, limit), (-KEPT_SECONDS * 2, None))
        return self._clock.monotonic() - at < KEPT_SECONDS

    async def resolve(self, subject: Subject, run: str = "") -> Resolved:
        """Whom the name of ``subject`` and its company stand for: one clear winner, or those to choose from.

        Raises:
            UsageError: It has no name or no company.
            RemoteError: The service did not answer.
        """
        company = subject.value("domain") or subject.company or ""
        if not subject.name or not company:
            raise UsageError(
                f"{subject.text or 'This'} has not both a name and a company.",
                hint="Write “Name at Company” on the card, or an e-mail address.",
            )
        found, searched, total = await self._named(subject.name, company, run)
        plain = " ".join(bare(company))
        if not searched and "." not in company and plain != " ".join(words(company)):
            # Cards say “Kauri Pty Ltd” of what the service calls “Kauri”.
            found, searched, total = await self._named(subject.name, plain, run)
        best = sorted(found, key=lambda person: -fits(subject, person))
        shown = [person for person in best if self._store.suppression.covers(person) is None]
        seen = Resolved(candidates=tuple(shown[:PAGE]), searched=searched, total=total)
        chosen = _clear(subject, best) if seen.whole else None
        # Whoever opted out stands for the name too: the next best is not taken in their place.
        meant = chosen or (best[0] if best and not shown else None)
        entry = None if meant is None else self._store.suppression.covers(meant)
        return seen.but(chosen=None if entry else chosen, opted_out=entry)

    async def _named(self, name: str, company: str, run: str) -> tuple[list[Person], int, int | None]:
        """People of a company whose name is like ``name``, how many were looked at, and how many there are.

        Those who opted out are among them.
        """
        found: list[Person] = []
        searched, total, offset = 0, None, 0
        for _ in range(DEPTH):
            page, _ = await self._page(PeopleQuery(company=company), offset, WIDE, again=False, run=run)
            searched, total = searched + len(page.people), page.total
            found += [person for person in page.people if likeness(name, person)]
            if page.next is None:
                break
            offset = page.next
        return found, searched, total

    async def firm(self, subject: Subject, run: str = "") -> Subject:
        """A company known by its name only, with its domain: the one whose people a search finds.

        Raises:
            Undecided: Several have that name, or none surely.
            RemoteError: The service did not answer.
        """
        name = subject.name or subject.company or ""
        page = await self.search(PeopleQuery(company=name), limit=WIDE, run=run)
        firms = {one.domain: one for one in map(_employer, page.people) if one.domain}
        same = [domain for domain, firm in firms.items() if is_same_firm(name, firm.name)]
        if len(same) != 1:
            many = f"{len(same)} companies are called that" if same else "no company is surely called that"
            raise Undecided(f"It is not sure which company {name} is: {many}.", hint="Write its domain.")
        return subject.but(identifiers=(*subject.identifiers, Identifier(kind="domain", value=same[0])))

    async def _page(
        self, query: PeopleQuery, offset: int, limit: int, *, again: bool, run: str
    ) -> tuple[SearchPage, int]:
        """The page, and what it took just now."""
        place = (query.key, offset, limit)
        if self.remembers(query, offset, limit) and not again:
            return self._pages[place][1], 0
        key = f"search:{query.key}:{offset}:{limit}"
        given = await self._given(query, run)

        async def ask(reservation: Reservation) -> SearchPage:
            page = await self._client.search_people(
                **given, offset=offset, limit=limit, idempotency_key=reservation.token
            )
            spend = Spend(self._clock.now(), key, self._provider, page.cost, page.request_id, run)
            await written(self._store.write(lambda tx: enter(tx, spend, reservation, page.credits_left)))
            return page

        high = search_price(self._prices, limit)[1]
        if high:
            page = await self._payments.pay("search", key, high, ask, lambda: None, run, sure=again)
        else:
            page = await self._free(given, offset, limit, key, run)
        self._pages[place] = (self._clock.monotonic(), page)
        while len(self._pages) > KEPT_PAGES:
            self._pages.popitem(last=False)
        return page, page.cost

    async def _given(self, query: PeopleQuery, run: str) -> dict[str, str]:
        """The criteria as the service takes them: a company that has to be named by its id is looked up, once."""
        given = query.given
        company = host(given.get("company"))
        if not self._client.searches_by_id or company is None or "company_id" in given:
            return given
        given.pop("company")
        return {**given, "company_id": await self._firm_id(company, run)}

    async def _free(self, given: dict[str, str], offset: int, limit: int, key: str, run: str) -> SearchPage:
        """A page that costs nothing; if it did, the ledger says so."""
        reservation = Reservation("search", key, uuid4().hex)
        page = await self._client.search_people(
            **given, offset=offset, limit=limit, idempotency_key=reservation.token
        )
        if page.cost:
            spend = Spend(self._clock.now(), key, self._provider, page.cost, page.request_id, run)
            await written(self._store.write(lambda tx: enter(tx, spend, reservation, page.credits_left)))
        elif page.credits_left is not None:
            await written(self._store.heard_balance(page.credits_left))
        return page


def search_price(prices: Prices, limit: int) -> tuple[int, int]:
    """Credits that a page of ``limit`` hits takes at least and at most."""
    low, high = prices.search
    return low, high * -(-limit // PRICED)


def _clear(subject: Subject, best: Sequence[Person]) -> Person | None:
    """The winner, where there is one and it has a profile to be looked up by."""
    if not best or fits(subject, best[0]) < SURE:
        return None
    if len(best) > 1 and fits(subject, best[1]) > fits(subject, best[0]) - MARGIN:
        return None
    return best[0] if best[0].network_slug else None


def _employer(person: Person) -> CompanyRef:
    """A hit's employer, with the domain where the service says it beside the hit."""
    domain = person.company.domain or str(person.extra.get("company_domain") or "")
    return person.company.but(domain=domain)
