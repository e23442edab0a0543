"""Raw calls of the enrichment service, with spending and suppression enforced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tui.api.enrich.answers import AdapterAnswers
from tui.api.enrich.companies import company_of
from tui.api.enrich.people import person_of
from tui.api.enrich.receipt import credits_charged, credits_left, repeated, request_id
from tui.errors import OptedOut, UsageError
from tui.model.account.call import HIT_LISTS
from tui.model.enrich.spending import Purchase, Spend
from tui.model.enrich.suppression import guess_kind
from tui.store.db import until_written
from tui.store.enrich.ledger import Reservation, record_spend

if TYPE_CHECKING:
    from tui.adapters.adapter import Adapter
    from tui.api.message import Request, Response
    from tui.api.transport import Transport
    from tui.clock import Clock
    from tui.model.company import Company
    from tui.model.person import Person
    from tui.store.store import Store
    from tui.sync.enrich.askable import Asking
    from tui.sync.enrich.payments import Payments


class Raw:
    """A caller of arbitrary paths of the enrichment service.

    Args:
        transport: The transport to the service.
        store: Holds the ledger and the suppression list.
        clock: Gives the time of spending.
        payments: The gate for calls that may cost something.
        asking: What the service is asked by, and what it charges.
        provider: The service's name in the ledger.
        adapter: The description of the service.
    """

    def __init__(
        self,
        transport: Transport,
        store: Store,
        clock: Clock,
        payments: Payments,
        asking: Asking,
        provider: str,
        adapter: Adapter,
    ) -> None:
        self._transport, self._store, self._clock = transport, store, clock
        self._payments, self._asking, self._provider = payments, asking, provider
        self._adapter = adapter

    async def call(self, request: Request) -> Any:
        """Send a request and return its JSON, or None when there is none; hits that opted out are removed.

        Raises:
            OptedOut: The request or its answer is about somebody who opted out.
            SpendRefused: The call could cost more than the caps allow; nothing was asked.
            RemoteError: The service refused or failed the request.
        """
        values = [*_values("", request.params), *_values("", request.json)]
        self._check_allowed(value for _, value in values)
        asked = "&".join(f"{name}={value}" for name, value in sorted(values))
        key = f"api:{request.method} {request.path} {asked}".strip()[:500]
        call = self._adapter.call_at(request.path)
        what, high = self._asking.purchase_at(request.path)
        if call is not None:
            request = replace(request, answers=AdapterAnswers(self._adapter, call))

        async def ask(reservation: Reservation) -> Response:
            paid = replace(request, repeatable=False)
            if request.json is not None:
                paid = replace(paid, idempotency_key=request.idempotency_key or reservation.token)
            response = await self._transport.send(paid)
            cost = credits_charged(response)
            if cost is None:
                cost = 0 if response.missed or repeated(response) else high
            spend = Spend(self._clock.now(), key, self._provider, cost, request_id(response))
            await until_written(
                self._store.write(lambda tx: record_spend(tx, spend, reservation, credits_left(response)))
            )
            return response

        if what is None:
            return (await self._transport.send(request)).json
        # Always sure: a user who types a raw call means it.
        response = await self._payments.pay(what, key, high, ask, lambda: None, sure=True)
        return self._allowed(response.json, what)

    def _check_allowed(self, values: Iterator[str]) -> None:
        """Raise OptedOut if one of ``values`` identifies somebody who opted out."""
        marks = []
        for value in values:
            try:
                marks.append(guess_kind(value))
            except UsageError:
                continue
        if (entry := self._store.suppression.covering(marks)) is not None:
            raise OptedOut(f"That is not asked: {entry.text} opted out.", service="enrich")

    def _allowed(self, body: Any, what: Purchase) -> Any:
        if what == "search":
            return self._without_opted_out(body)
        about: Person | Company | None = person_of(body) if what == "person" else company_of(body)
        if about is not None and self._store.suppression.covers(about) is not None:
            raise OptedOut("They opted out: the answer is not shown.", service="enrich")
        return body

    def _without_opted_out(self, body: Any) -> Any:
        """Return a search's answer without the hits that opted out."""
        if isinstance(body, list):
            return [hit for hit in body if not self._opted_out(hit)]
        if isinstance(body, Mapping):
            lists = {name: self._without_opted_out(body[name]) for name in HIT_LISTS if name in body}
            return {**body, **lists}
        return body

    def _opted_out(self, hit: Any) -> bool:
        person = person_of(hit)
        return person is not None and self._store.suppression.covers(person) is not None


def _values(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of all values in a query or a body, however deep."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from _values(str(key), one)
    elif isinstance(value, list):
        for one in value:
            yield from _values(name, one)
    elif value is not None:
        yield name, str(value)
