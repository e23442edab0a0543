"""EnrichServices: the default enrichment service of an account, and others asked in order or by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack, suppress
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from tui.api.enrich.client import EnrichClient
from tui.errors import CardscoutError, CredentialError, RemoteError, Unreachable, UsageError
from tui.model.enrich.people import Namesake
from tui.model.values.scalars import new_local_id
from tui.store.enrich.settlement import set_balance_address
from tui.sync.enrich.askable import Asking, is_askable, services_able, stored_answer, stored_matches, unasked
from tui.sync.enrich.connect import asking_of, enrich_transport, rate_limiter
from tui.sync.enrich.lookup import Keep, Lookup
from tui.sync.enrich.order import KEYLESS, REFUSED, Ask, OrderedLookup
from tui.sync.enrich.price import check_agreed, priced, quote, search_quote, step_of

if TYPE_CHECKING:
    from tui.api.limiter import Limiter, Limiters
    from tui.api.transport import Transport
    from tui.clock import Clock
    from tui.model.company import Company
    from tui.model.enrich.people import PeoplePage, PeopleQuery
    from tui.model.finding import Finding, Quote
    from tui.model.person import Person
    from tui.model.subject import Subject
    from tui.store.db import Transaction
    from tui.store.store import Store
    from tui.sync.enrich.askable import Type
    from tui.sync.link import Link, OtherService

Paid = Callable[["Transaction", int], None]
"""Called with the credits that an answer cost."""

_REST = timedelta(minutes=2)
"""How long a run skips a service that it could not ask, because each try would take all its retries, or its key anew."""


@dataclass(frozen=True, slots=True)
class OpenService:
    """A service that can be asked now, and its connections."""

    lookup: Lookup
    transport: Transport
    pace: Limiter | Limiters | None


class EnrichServices:
    """The services of an account; all but the default one are opened at their first use.

    Args:
        link: The account's link, with the order of its services.
        state_dir: The directory of the request counter.

    Attributes:
        usual: The default service, which is asked unless another is named.
        asking: What the services can be asked by, in the user's order.
    """

    def __init__(self, store: Store, link: Link, clock: Clock, state_dir: Path) -> None:
        self._store, self._clock, self._state_dir = store, clock, state_dir
        self._others = {one.name: one for one in link.others}
        self.usual = self._opened(link, asking_of(link))
        self._open = {link.service_name: self.usual}
        self.asking = in_order(self.usual.lookup.asking, link)
        self._unreached: dict[str, tuple[str, datetime, CardscoutError]] = {}

    async def enrich(
        self,
        subject: Subject,
        *,
        again: bool = False,
        sure: bool = False,
        chosen: Person | Company | None = None,
        run: str = "",
        keep: Keep | None = None,
        paid: Paid | None = None,
        provider: str = "",
        agreed: Quote | None = None,
    ) -> Finding:
        """Return the answer for ``subject`` of the first service in the order that has a match.

        If wanted fields are missing in it, the next services are asked too, and their fields are added. A
        service that cannot be reached, has no key or refuses it is skipped and named in the answer; the run does
        not ask it again for a while.

        Args:
            subject: The subject to look up.
            again: Ask although an answer is stored.
            sure: Ask although an earlier request for it may have been charged.
            chosen: The person or the company the user chose among those found by name.
            run: Id of the run it is part of; a single lookup is a run of its own. The run's cap holds for all
                services together.
            keep: Called in the transaction that stores the returned answer.
            paid: Called in the transaction that stores the answer of any service, with its cost.
            provider: The name of the only service to ask.
            agreed: The price that the user was shown; None if none was.

        Raises:
            PriceChanged: It costs more than was agreed to, or another service would be asked.
            OptedOut: The subject asked not to be looked up.
            SpendRefused: The lookup could cost more than the caps allow.
            Undecided: Several people have the name, or nobody surely.
            Unsettled: A request for it was not answered and may have been charged.
            UsageError: There is nothing to look it up by, or no such service.
            OutOfCredits: An account has no credits left.
            RemoteError: No service could be asked within the price shown to the user.
            CredentialError: No service could be asked, and the key to the last one cannot be read.
        """
        self.usual.lookup.check_allowed(subject)
        check_agreed(agreed, self._price(subject, again=again, provider=provider))
        asks = again or chosen is not None or provider
        if not asks and (known := stored_answer(self._store, subject, self.asking)) is not None:
            return known
        run = run or new_local_id().replace("new-", "lookup-")
        steps = () if provider else self._steps(subject, again=again)
        left_out = self.asking.left_out(subject.type)
        if (only := provider or self._only_one(steps, chosen, left_out)) is not None:
            return await self._lookup(only).enrich(
                subject, again=again, sure=sure, chosen=chosen, run=run, keep=_both(paid, keep)
            )

        async def ask(name: str, kept: Keep | None) -> Finding:
            lookup = self._lookup(name)
            return await lookup.enrich(subject, again=again, sure=sure, run=run, keep=_both(paid, kept))

        before = [] if again else stored_matches(self._store, subject, self.asking)
        order = OrderedLookup(self._store, subject, steps, self.asking.wanted, before, keep, left_out)
        return await order.ask(self._skipping_unreached(steps, run, ask))

    def _price(self, subject: Subject, *, again: bool, provider: str) -> Quote:
        """Return the price at the services in the order, or at the only one to ask."""
        named = (one for one in self.asking.others or (self.asking,) if provider and one.name == provider)
        if (only := next(named, None)) is not None:
            return step_of(only, subject.type).quote
        return quote(self._store, subject, self.asking, again=again)

    async def search(
        self,
        query: PeopleQuery,
        offset: int,
        *,
        limit: int,
        again: bool,
        run: str,
        agreed: Quote | None,
    ) -> PeoplePage:
        """Search for people at the default service.

        Raises:
            PriceChanged: It costs more than was agreed to, or another service would be asked.
            UsageError: The query has no condition, or one that the service cannot search by.
            SpendRefused: The search could cost more than the caps allow; nothing was asked.
            RemoteError: The service did not answer.
        """
        check_agreed(agreed, search_quote(self._store, query, self.asking, limit))
        return await self.usual.lookup.finder.search(query, offset, limit=limit, again=again, run=run)

    async def namesakes(self, subject: Subject) -> list[Namesake]:
        """Return the companies that fit a name, from each service that can be asked and searches by name."""
        found: list[Namesake] = []
        for step in services_able(subject, self.asking):
            if not is_askable(subject, step):
                with suppress(RemoteError, CredentialError):
                    firms = await self._lookup(step.name).finder.firms.matching(subject, step)
                    found += [Namesake(company=one, step=step_of(step, "company")) for one in firms]
        return found

    def _only_one(
        self, steps: Sequence[Asking], chosen: Person | Company | None, left_out: Sequence[str]
    ) -> str | None:
        """Return the name of the service to ask, unless there are several in the order."""
        if chosen is None and steps and (len(steps) > 1 or self.asking.wanted or left_out):
            return None
        return steps[0].name if steps else self.usual.lookup.asking.name

    def _skipping_unreached(self, steps: Sequence[Asking], run: str, ask: Ask) -> Ask:
        """Return ``ask`` without the services that ``run`` could not reach a short while ago."""
        if all(self._why_skipped(step.name, run) for step in steps):
            # A resumed run tries all services again, because otherwise none would be left.
            self._unreached.clear()

        async def ask_reached(name: str, keep: Keep | None) -> Finding:
            if (known := self._why_skipped(name, run)) is not None:
                raise copy(known)
            try:
                return await ask(name, keep)
            except (Unreachable, *KEYLESS, *REFUSED) as error:
                self._unreached[name] = (run, self._clock.now() + _REST, error)
                raise

        return ask_reached

    def _why_skipped(self, name: str, run: str) -> CardscoutError | None:
        """Return why ``run`` leaves a service alone for now, or None."""
        now = self._clock.now()
        before, until, error = self._unreached.get(name, ("", now, None))
        return error if before == run and now < until else None

    @property
    def is_asking(self) -> bool:
        """Whether a request to one of the services is under way, though perhaps nobody waits for it any more."""
        return any(one.lookup.is_asking for one in self._open.values())

    def known(self, subject: Subject) -> Finding | None:
        """Return the remembered answer for ``subject``, or None."""
        return stored_answer(self._store, subject, self.asking)

    async def close(self) -> None:
        """Close all connections."""
        async with AsyncExitStack() as stack:
            for one in self._open.values():
                if one.pace is not None:
                    stack.callback(one.pace.close)
                stack.push_async_callback(one.transport.close)

    def _steps(self, subject: Subject, *, again: bool) -> tuple[Asking, ...]:
        """Return the services to ask for ``subject``; those with a stored miss are not asked again automatically."""
        left = [] if again else unasked(self._store, subject, self.asking)
        steps = left or services_able(subject, self.asking)
        return tuple(steps if again else priced(self._store, subject, steps))

    def _lookup(self, name: str) -> Lookup:
        """Return the lookup of the service called ``name``.

        Raises:
            UsageError: There is no such service.
            CredentialError: Its key cannot be read.
        """
        if (held := self._open.get(name)) is None:
            other = self._others.get(name)
            if other is None:
                known = ", ".join(dict.fromkeys([*self._open, *self._others]))
                raise UsageError(
                    f"There is no service {name!r} to ask.",
                    hint=f"There are {known}; cardscout providers add sets others up.",
                )
            held = self._open[name] = self._opened(other.connect(), asking_of_other(other))
        return held.lookup

    def _opened(self, link: Link, asking: Asking) -> OpenService:
        pace = rate_limiter(link, self._clock, self._state_dir)
        with ExitStack() as failed:
            if pace is not None:
                failed.callback(pace.close)
            transport = enrich_transport(link, self._clock, pace)
            address = link.enrich_url or link.board_url
            if not self._store.enrichment.ledger.has_balance_of(link.provider, address):
                # The balance of another address does not apply to this one.
                self._store.write(lambda tx: set_balance_address(tx, link.provider, address)).result()
            failed.pop_all()
        client = EnrichClient(transport, link.service, link.provider, asking.prices)
        return OpenService(Lookup(self._store, client, self._clock, link.provider, asking), transport, pace)


def in_order(usual: Asking, link: Link) -> Asking:
    """Return what the services of ``link`` can be asked by together; ``usual`` if it has no order."""
    held = {usual.name: usual} | {one.name: asking_of_other(one) for one in link.others}
    order = _order_of(link, held)
    people, companies = order.get("person") or (usual,), order.get("company") or (usual,)
    return usual.replace(
        person=tuple(dict.fromkeys(chain.from_iterable(step.person for step in people))),
        company=tuple(dict.fromkeys(chain.from_iterable(step.company for step in companies))),
        finds_companies=any(step.finds_companies for step in companies),
        title=usual.title if people == companies == (usual,) else "",
        order=order,
        others=tuple(held.values()),
        wanted=link.wanted,
    )


def _order_of(link: Link, held: Mapping[str, Asking]) -> dict[Type, tuple[Asking, ...]]:
    """Return the services in the user's order, without those that are not set up."""
    return {what: tuple(held[name] for name in names if name in held) for what, names in link.order.items()}


def asking_of_other(other: OtherService) -> Asking:
    """Return what a service besides the default one can be asked by."""
    return Asking.of(other.adapter, other.prices).replace(
        name=other.name, provider=other.source, lacks_key=other.lacks_key
    )


def _both(paid: Paid | None, keep: Keep | None) -> Keep | None:
    """Return a callback for each answer that calls ``paid`` with its cost, and ``keep``."""
    if paid is None:
        return keep

    def kept(tx: Transaction, found: Finding) -> None:
        paid(tx, found.cost)
        if keep is not None:
            keep(tx, found)

    return kept
