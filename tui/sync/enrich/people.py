"""The finder: paged searches for people, and the resolution of names by such searches.

A page is paid for if the service charges for it, and then remembered for an hour.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, TypeVar
from uuid import uuid4

from tui.api.enrich.parse import host
from tui.errors import UsageError
from tui.model.enrich.people import PeoplePage, PeopleQuery, Resolved
from tui.model.enrich.spending import Prices, Spend
from tui.store.db import until_written
from tui.store.enrich.pages import KEPT, remember_page
from tui.store.enrich.reservations import Reservation
from tui.store.enrich.settlement import record_spend
from tui.sync.enrich.firms import Firms
from tui.sync.enrich.names import bare, fits, likeness, words

if TYPE_CHECKING:
    from tui.api.enrich.client import CompaniesPage, EnrichClient, SearchPage
    from tui.clock import Clock
    from tui.model.company import Company
    from tui.model.person import Person
    from tui.model.subject import Subject
    from tui.store.db import Transaction
    from tui.store.store import Store
    from tui.sync.enrich.payments import Payments

Page = TypeVar("Page", "SearchPage", "CompaniesPage")

PAGE = 25
"""Hits of a page to show."""

WIDE = 100
"""Number of hits to scan for a name: the maximum page size of services."""

DEPTH = 5
"""Pages to scan for one name; a company of more than 500 people is not scanned completely."""

SURE = 0.85
"""Minimum likeness of a certain hit, if no other is near."""

MARGIN = 0.2
"""Minimum distance of the second-best hit from a certain one."""

PRICED = 25
"""Number of hits included in one charge of a search; more are charged again."""

KEPT_PAGES = 200
KEPT_SECONDS = KEPT.total_seconds()


def _forget(_tx: Transaction, _page: object) -> None:
    """Keep nothing of a page."""


def _as_answer(page: PeoplePage) -> SearchPage:
    """Return a stored page as the answer it was, which costs nothing now."""
    from tui.api.enrich.client import SearchPage

    return SearchPage(people=page.people, total=page.total, next=page.next)


class Finder:
    """A service object that searches for people.

    Args:
        payments: The gate for paid requests.
        provider: The service's name in the ledger.
        firm_id: Returns the service's id of the company at a domain, for a service that searches by that.
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
        self.firms = Firms(clock, self._registered, self._large_page)
        self._pages: OrderedDict[tuple[str, int, int], tuple[float, SearchPage]] = OrderedDict()

    async def search(
        self, query: PeopleQuery, offset: int = 0, *, limit: int = PAGE, again: bool = False, run: str = ""
    ) -> PeoplePage:
        """Search for one page of matching people, without those who opted out.

        Args:
            query: The criteria.
            offset: The offset of the first hit.
            limit: Hits per page.
            again: Ask although the page is stored.
            run: Id of the run it is part of.

        Raises:
            UsageError: The query has no condition, or one that the service cannot search by.
            SpendRefused: The search could cost more than the caps allow; nothing was asked.
            RemoteError: The service did not answer.
        """
        if query.empty:
            raise UsageError(
                "A search needs something to go by.",
                hint="Give a company, a position, a seniority, a department, a location or a size.",
            )
        found, cost = await self._page(query, offset, limit, again=again, run=run)
        kept = tuple(one for one in found.people if self._store.enrichment.suppression.covers(one) is None)
        return PeoplePage(
            people=kept,
            total=found.total,
            offset=offset,
            next=found.next,
            cost=cost,
            credits_left=found.credits_left,
            hidden=len(found.people) - len(kept),
        )

    def _is_stored(self, query: PeopleQuery, offset: int, limit: int) -> bool:
        held = self._pages.get((query.key, offset, limit))
        return held is not None and self._clock.monotonic() - held[0] < KEPT_SECONDS

    def _paid_page(self, key: str) -> SearchPage | None:
        """Return the stored page that was paid for under a receipt's key."""
        held = self._store.enrichment.findings.pages.get(self._provider, key, self._clock.now())
        return None if held is None else _as_answer(held)

    async def resolve(self, subject: Subject, run: str = "") -> Resolved:
        """Find the person for the name and company of ``subject``: one clear winner, or several candidates.

        Raises:
            UsageError: The subject has no name or no company.
            RemoteError: The service did not answer.
        """
        found, searched, total = await self._people_of(*_name_and_company(subject), run)
        best = sorted(found, key=lambda person: -fits(subject, person))
        covers = self._store.enrichment.suppression.covers
        shown = [person for person in best if covers(person) is None]
        seen = Resolved(candidates=tuple(shown[:PAGE]), searched=searched, total=total)
        chosen = _clear_winner(subject, best) if seen.whole else None
        # A person who opted out still counts as the winner, so the next best does not replace them.
        entry = covers(best[0]) if best and (chosen or not shown) else None
        return seen.replace(chosen=None if entry else chosen, opted_out=entry)

    async def _people_of(self, name: str, company: str, run: str) -> tuple[list[Person], int, int | None]:
        """Call ``_people_named``; if nobody is found, repeat it for the company without its legal form."""
        named = await self._people_named(name, company, run)
        bare_name = " ".join(bare(company))
        if named[1] or "." in company or bare_name == " ".join(words(company)):
            return named
        # Cards may have “Kauri Pty Ltd” while the service has “Kauri”.
        return await self._people_named(name, bare_name, run)

    async def _people_named(self, name: str, company: str, run: str) -> tuple[list[Person], int, int | None]:
        """Return a company's people with a name like ``name``, how many were scanned, and how many there are.

        People who opted out are included.
        """
        found: list[Person] = []
        searched, total, offset = 0, None, 0
        for _ in range(DEPTH):
            query = PeopleQuery(company=company)
            page, _ = await self._page(query, offset, WIDE, again=False, run=run, whole=True)
            searched, total = searched + len(page.people), page.total
            found += [person for person in page.people if likeness(name, person)]
            if page.next is None:
                break
            offset = page.next
        return found, searched, total

    async def _registered(self, name: str, run: str) -> tuple[Company, ...]:
        """Return the companies that the service's register lists under a name."""

        def request(token: str) -> Awaitable[CompaniesPage]:
            return self._client.search_companies(name, idempotency_key=token)

        key = f"search:companies:{' '.join(words(name))}"
        return (await self._pay(key, search_price(self._prices, PAGE)[1], request, run)).companies

    async def _large_page(self, query: PeopleQuery, run: str) -> PeoplePage:
        """Return a page of the maximum size."""
        return await self.search(query, limit=WIDE, run=run)

    async def _page(
        self, query: PeopleQuery, offset: int, limit: int, *, again: bool, run: str, whole: bool = False
    ) -> tuple[SearchPage, int]:
        """Return a page, stored or requested, and its cost just now.

        A stored page lacks the names of people who opted out. If ``whole``, these are needed, and such a page
        is requested again.
        """
        page_key, key = (query.key, offset, limit), _receipt_key(query, offset, limit)
        if self._is_stored(query, offset, limit) and not again:
            return self._pages[page_key][1], 0

        def kept() -> SearchPage | None:
            found = None if again else self._paid_page(key)
            lacks = (
                found is not None
                and whole
                and any(map(self._store.enrichment.suppression.covers, found.people))
            )
            return None if lacks else found

        if (known := kept()) is not None:
            return known, 0
        given = await self._criteria(query, run)

        def request(token: str) -> Awaitable[SearchPage]:
            return self._client.search_people(**given, offset=offset, limit=limit, idempotency_key=token)

        def keep(tx: Transaction, page: SearchPage) -> None:
            shown = PeoplePage(people=page.people, total=page.total, offset=offset, next=page.next)
            remember_page(tx, self._provider, key, shown)

        high = search_price(self._prices, limit)[1]
        page = await self._pay(key, high, request, run, again=again, keep=keep, answered=kept)
        self._pages[page_key] = (self._clock.monotonic(), page)
        while len(self._pages) > KEPT_PAGES:
            self._pages.popitem(last=False)
        return page, page.cost

    async def _criteria(self, query: PeopleQuery, run: str) -> dict[str, str]:
        """Return the criteria in the service's form, with the company's id looked up if necessary."""
        given = query.given
        company = host(given.get("company"))
        if not self._client.searches_by_id or company is None or "company_id" in given:
            return given
        given.pop("company")
        return {**given, "company_id": await self._firm_id(company, run)}

    async def _pay(
        self,
        key: str,
        high: int,
        request: Callable[[str], Awaitable[Page]],
        run: str,
        *,
        again: bool = False,
        keep: Callable[[Transaction, Page], None] = _forget,
        answered: Callable[[], Page | None] = lambda: None,
    ) -> Page:
        """Request a page, and store its cost and the page at once; a page that should be free is not reserved."""

        async def ask(reservation: Reservation) -> Page:
            page = await request(reservation.token)
            if high or page.cost:
                spend = Spend(self._clock.now(), key, self._provider, page.cost, page.request_id, run)

                def receipt(tx: Transaction) -> None:
                    record_spend(tx, spend, reservation, page.credits_left)
                    keep(tx, page)

                await self._payments.store_answer(receipt)
            elif page.credits_left is not None:
                await until_written(
                    self._store.enrichment.record_balance(page.credits_left, None, self._provider)
                )
            return page

        if high:
            return await self._payments.pay("search", key, high, ask, answered, run, sure=again)
        return await ask(Reservation("search", key, uuid4().hex))


def _receipt_key(query: PeopleQuery, offset: int, limit: int) -> str:
    return f"search:{query.key}:{offset}:{limit}"


def search_price(prices: Prices, limit: int) -> tuple[int, int]:
    """Return the minimum and maximum credits for a page of ``limit`` hits."""
    low, high = prices.search
    return low, high * -(-limit // PRICED)


def _name_and_company(subject: Subject) -> tuple[str, str]:
    """Return the name, and the domain or name of the company, by which a person is sought.

    Raises:
        UsageError: One of them is missing.
    """
    company = subject.value("domain") or subject.company
    if not subject.name or not company:
        raise UsageError(
            f"{subject.text or 'This'} has not both a name and a company.",
            hint="Write “Name at Company” on the card, or an e-mail address.",
        )
    return subject.name, company


def _clear_winner(subject: Subject, best: Sequence[Person]) -> Person | None:
    """Return the clear winner, if there is one with a profile to look it up by."""
    if not best or fits(subject, best[0]) < SURE:
        return None
    if len(best) > 1 and fits(subject, best[1]) > fits(subject, best[0]) - MARGIN:
        return None
    return best[0] if best[0].network_slug else None
