"""Lookups of single subjects at the enrichment service, each made once and stored.

A stored answer is not requested again, not even a miss; a subject that opted out is never requested. Payments
enforces the caps, and that each request is paid for once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from tui.api.enrich.client import EnrichClient, LookupAnswer
from tui.errors import (
    Ambiguous,
    Forbidden,
    Garbled,
    NobodyFits,
    NoKey,
    NotFound,
    OptedOut,
    OutOfCredits,
    RateLimited,
    Rejected,
    ServerFault,
    Unauthorized,
    Undecided,
    Unreachable,
    UsageError,
)
from tui.model.company import Company
from tui.model.finding import Finding
from tui.model.subject import Identifier, Subject
from tui.store.db import Transaction, until_written
from tui.store.enrich.findings import index_under, remember
from tui.store.enrich.reservations import Reservation, drop_former
from tui.store.enrich.settlement import set_repeats_safely
from tui.sync.enrich.askable import (
    Asking,
    identifiers_to_ask_by,
    is_askable,
    is_known_there,
    is_named,
    stored_answer,
    with_profile,
)
from tui.sync.enrich.firms import with_company
from tui.sync.enrich.payments import Payments
from tui.sync.enrich.people import Finder

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.enrich.people import Resolved
    from tui.model.enrich.suppression import Suppressed
    from tui.model.person import Person
    from tui.store.store import Store

Keep = Callable[[Transaction, Finding], None]


@dataclass(frozen=True, slots=True)
class PendingLookup:
    """A request for one lookup.

    Attributes:
        named: The subject as the card names it; the answer is stored under its key.
        chosen: The person or the company the user chose among those found by name.
        again: Ask although an answer is stored.
        sure: Ask although an earlier request may have been charged.
        since: When it was requested; any answer received later is sufficient.
        run: Id of the run it is part of, or "".
        keep: Called in the transaction that stores the answer.
    """

    subject: Subject
    named: Subject
    since: datetime
    chosen: Person | Company | None = None
    again: bool = False
    sure: bool = False
    run: str = ""
    keep: Keep | None = None


class Lookup:
    """A service object that looks up people and companies.

    Args:
        provider: The source of findings whose answer names none.
        asking: What the service can be asked by, and its prices.
    """

    def __init__(
        self,
        store: Store,
        client: EnrichClient,
        clock: Clock,
        provider: str = "",
        asking: Asking | None = None,
    ) -> None:
        self._store, self._client, self._clock = store, client, clock
        self._provider, self.asking = provider, asking or Asking()
        self.prices = self.asking.prices
        self.payments = Payments(store, clock, provider, gives_owned=client.gives_owned)
        self.finder = Finder(store, client, clock, self.payments, self.prices, provider, self._firm_id)
        self._running: dict[tuple[str, str], asyncio.Task[Finding]] = {}

    async def enrich(
        self,
        subject: Subject,
        *,
        again: bool = False,
        sure: bool = False,
        chosen: Person | Company | None = None,
        run: str = "",
        keep: Keep | None = None,
    ) -> Finding:
        """Return the answer for ``subject``: the stored one, or one requested and stored now.

        Simultaneous callers with the same subject share one request, even across processes.

        Args:
            subject: The subject to look up.
            again: Ask although an answer is stored.
            sure: Ask although an earlier request for it may have been charged.
            chosen: The person or the company the user chose among those found by name.
            run: Id of the run it is part of.
            keep: Called in the transaction that stores an answer requested just now.

        Raises:
            OptedOut: The subject asked not to be looked up.
            SpendRefused: The lookup could cost more than the caps allow; nothing was asked.
            Undecided: Several people have the name, or nobody surely.
            Unsettled: A request for it was not answered and may have been charged.
            UsageError: The subject has nothing to look it up by.
            OutOfCredits: The account has no credits left.
            RemoteError: The service did not answer; asking again later costs no more.
        """
        self.check_allowed(subject)
        known = stored_answer(self._store, subject, self.asking)
        if known is not None and not again and (chosen is None or is_askable(subject, self.asking)):
            return known
        key = (subject.type, subject.key)
        if (task := self._running.get(key)) is None:
            pending = PendingLookup(subject, subject, self._clock.now(), chosen, again, sure, run, keep)
            task = self._running[key] = asyncio.create_task(self._look_up(pending))
            task.add_done_callback(lambda _: self._running.pop(key, None))
        # The shared request continues if one caller is cancelled: others wait for it, and it may be paid for.
        return await asyncio.shield(task)

    @property
    def is_asking(self) -> bool:
        """Whether a request is under way, though perhaps nobody waits for its answer any more."""
        return bool(self._running)

    def known(self, subject: Subject) -> Finding | None:
        """Return the remembered answer for ``subject``, or None."""
        return stored_answer(self._store, subject, self.asking)

    async def credits(self) -> int | None:
        """Request the balance; None if the service does not report it.

        Raises:
            RemoteError: The service did not answer.
        """
        began = self._clock.now()
        left = await self._client.credits()
        if self._client.repeats_safely and not self._store.enrichment.ledger.repeats_safely(self._provider):
            await until_written(self._store.write(lambda tx: set_repeats_safely(tx, self._provider)))
        if left is not None:
            await until_written(self._store.enrichment.record_balance(left, began, self._provider))
            self.payments.note_balance(left, self.prices)
        return left

    async def _look_up(self, pending: PendingLookup) -> Finding:
        try:
            return await self._find_or_ask(pending)
        except (Unreachable, ServerFault, Ambiguous, Garbled) as error:
            service = self.asking
            error.args = (f"{self._provider or service.title}: {error}",)
            check = (
                f"cardscout providers check {service.name} tells more; --provider NAME asks another service."
            )
            error.hint = error.hint or check
            raise
        except RateLimited as error:
            error.args = (f"{self._provider or self.asking.title} asks for a pause of {error.pause}.",)
            raise
        except NoKey:
            raise  # no service was asked, so none is named
        except (OutOfCredits, Unauthorized, Forbidden, NotFound, Rejected) as error:
            # The message names the service, because several may be asked.
            error.args = (f"{self._provider or self.asking.title}: {error}",)
            raise

    async def _find_or_ask(self, pending: PendingLookup) -> Finding:
        if pending.chosen is not None or not is_askable(pending.subject, self.asking):
            if (named := await self._find_by_name(pending)) is None:
                return await self._store_miss(pending)
            pending = replace(pending, subject=named)
            self.check_allowed(pending.subject)
            if (
                known := stored_answer(self._store, pending.subject, self.asking)
            ) is not None and not pending.again:
                key = pending.named.key
                await until_written(self._store.write(lambda tx: index_under(tx, known, [key])))
                return known
            if (
                not pending.again
                and pending.chosen is None
                and is_known_there(self._store, pending.named, self.asking)
            ):
                # The one who is known was free; somebody else is not, and may be the wrong one.
                raise Undecided(
                    f"It is not sure who {pending.named.text} is: somebody else of that name was found before.",
                    hint="Choose one of those who have that name.",
                )
        return await self._ask_once(pending)

    async def _ask_once(self, pending: PendingLookup) -> Finding:
        subject = pending.subject
        asked = identifiers_to_ask_by(subject, self.asking)

        def answered() -> Finding | None:
            found = stored_answer(self._store, subject, self.asking)
            return (
                found
                if found is not None and (not pending.again or found.fetched_at >= pending.since)
                else None
            )

        _, lost_at = self._store.enrichment.ledger.unsettled(self._provider, subject.type, subject.key)
        if self.payments.is_empty(subject.type) or (lost_at is not None and not pending.sure):
            # Credits may have been bought meanwhile, and the (free) balance shows what was charged.
            await self.credits()
        _, high = self.prices.of(subject.type)
        return await self.payments.pay(
            subject.type,
            subject.key,
            high,
            lambda reservation: self._ask_and_store(pending, asked, reservation),
            answered,
            pending.run,
            sure=pending.sure,
        )

    async def _ask_and_store(
        self, pending: PendingLookup, asked: dict[str, str], reservation: Reservation
    ) -> Finding:
        """Request the answer, and store it with its price and all that depends on it in one transaction."""
        answer = await self._request_answer(pending.subject, asked, reservation.token)
        cost = self._actual_cost(answer, reservation)
        finding = self._finding(pending.named, replace(answer, cost=cost))
        names = [f"{kind}:{value}" for kind, value in asked.items() if kind not in {"name", "company"}]

        def kept(tx: Transaction) -> Finding:
            # First, because the charge is recorded by this token, so that a repeated report is no second
            # charge.
            if self._client.repeats_safely:
                set_repeats_safely(tx, self._provider)
            found = remember(tx, finding, names, reservation, pending.run)
            if cost != answer.cost:
                drop_former(tx, reservation)
            if pending.keep is not None:
                pending.keep(tx, found)
            return found

        return await self.payments.store_answer(kept)

    def _actual_cost(self, answer: LookupAnswer, reservation: Reservation) -> int:
        """Return the cost of an answer; if a repeat was free, the unanswered request was charged."""
        about = answer.person or answer.company
        if answer.cost or not reservation.earlier or about is None:
            return answer.cost
        return min(reservation.earlier, self._client.price(about))

    async def _request_answer(self, subject: Subject, asked: dict[str, str], token: str) -> LookupAnswer:
        try:
            return await self._request(subject, asked, token)
        except OptedOut:
            return LookupAnswer(provider=self._provider, opted_out=True)

    async def _store_miss(self, pending: PendingLookup) -> Finding:
        """Store a miss for a name, so that it is not searched again automatically."""
        finding = self._finding(pending.named, LookupAnswer(provider=self._provider))

        def kept(tx: Transaction) -> Finding:
            found = remember(tx, finding, run=pending.run)
            if pending.keep is not None:
                pending.keep(tx, found)
            return found

        return await until_written(self._store.write(kept))

    async def _find_by_name(self, pending: PendingLookup) -> Subject | None:
        """Find the subject by its name, and return it with an identifier that the service accepts.

        Returns None for a company that the register does not list, and for a person without a match by name.

        Raises:
            Undecided: Several have the name, or nobody surely.
            UsageError: The subject has no name to search by.
        """
        subject, chosen = pending.subject, pending.chosen
        if chosen is None:
            if not is_named(subject, self.asking):
                identifiers_to_ask_by(subject, self.asking)
            if subject.type == "company":
                return await self.finder.firms.identify(subject, self.asking, pending.run)
            resolved = await self.finder.resolve(subject, pending.run)
            if resolved.is_nobody:
                return None
            chosen = _winner(subject, resolved)
        if isinstance(chosen, Company):
            return with_company(subject, chosen, self.asking)
        return with_profile(subject, chosen)

    async def _request(self, subject: Subject, asked: dict[str, str], key: str) -> LookupAnswer:
        if subject.type == "person":
            return await self._client.person(**asked, idempotency_key=key)
        return await self._client.company(**asked, idempotency_key=key)

    async def _firm_id(self, domain: str, run: str) -> str:
        """Return the service's id of the company at ``domain``, without a request if it is remembered."""
        firm = Subject(type="company", identifiers=(Identifier(kind="domain", value=domain),))
        found = (await self.enrich(firm, run=run)).company
        if found is None or not found.id:
            raise UsageError(f"This service knows no company at {domain}.", hint="Search by another company.")
        return found.id

    def check_allowed(self, subject: Subject) -> None:
        """Check that ``subject`` may be looked up.

        Raises:
            OptedOut: The subject opted out.
        """
        if (entry := self._store.enrichment.suppression.covers(subject)) is not None:
            raise _opted_out_error(subject, entry)

    def _finding(self, subject: Subject, answer: LookupAnswer) -> Finding:
        from tui.recognise.identifiers.phones import with_dialled_numbers

        person = answer.person
        return Finding(
            key=subject.key,
            type=subject.type,
            person=None if person is None else with_dialled_numbers(person, self._store.country),
            company=answer.company,
            provider=answer.provider or self._provider,
            fetched_at=self._clock.now(),
            cost=answer.cost,
            credits_left=answer.credits_left,
            request_id=answer.request_id,
            withheld=answer.opted_out,
        )


def _opted_out_error(subject: Subject, entry: Suppressed) -> OptedOut:
    return OptedOut(
        f"{subject.text} is not looked up: {entry.text} opted out.", hint=f"{entry.remove} allows it again."
    )


def _winner(subject: Subject, found: Resolved) -> Person:
    """Return the person found for a name.

    Raises:
        OptedOut: The person found opted out.
        Undecided: Several people were found, or none among the examined ones.
    """
    if found.chosen is not None:
        return found.chosen
    if found.opted_out is not None:
        raise _opted_out_error(subject, found.opted_out)
    if found.candidates:
        raise Undecided(
            f"It is not sure who {subject.text} is.", hint="Choose one of those who have that name."
        )
    raise NobodyFits(
        f"Nobody is found for {subject.text} among the first {found.searched} people there.",
        hint="See how both are spelled, or give an e-mail address or a profile.",
    )
