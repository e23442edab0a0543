"""Any call of the enrichment service, as it is: its price is in the ledger, and who opted out stays out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tui.api.enrich.companies import company_of
from tui.api.enrich.people import person_of
from tui.api.enrich.receipt import charged, left, repeated, request_id
from tui.errors import OptedOut, UsageError
from tui.model.enrich.spending import Prices, Purchase, Spend
from tui.model.enrich.suppression import guess
from tui.store.db import written
from tui.store.enrich.ledger import Reservation, enter

if TYPE_CHECKING:
    from tui.api.message import Request, Response
    from tui.api.transport import Transport
    from tui.clock import Clock
    from tui.model.company import Company
    from tui.model.person import Person
    from tui.store.store import Store
    from tui.sync.enrich.payments import Payments

_BOUGHT: tuple[tuple[str, Purchase], ...] = (("search", "search"), ("compan", "company"), ("pe", "person"))
"""What a path buys, by a part of it; the first that fits."""

_LISTS = ("records", "people", "results", "data", "matches", "contacts")


class Raw:
    """Calls the service.

    Args:
        transport: The way to it.
        store: Has the ledger, and those who opted out.
        clock: Dates the spending.
        payments: What may cost something goes over it.
        prices: What the service takes.
        provider: Its name in the ledger.
    """

    def __init__(
        self,
        transport: Transport,
        store: Store,
        clock: Clock,
        payments: Payments,
        prices: Prices,
        provider: str,
    ) -> None:
        self._transport, self._store, self._clock = transport, store, clock
        self._payments, self._prices, self._provider = payments, prices, provider

    async def call(self, request: Request) -> Any:
        """The answer's JSON, None when there is none; hits who opted out are left out of it.

        Raises:
            OptedOut: It asks for somebody who opted out, or the answer is about one.
            SpendRefused: It could cost more than the caps allow; nothing was asked.
            RemoteError: The service did not do it.
        """
        values = {**request.params, **(request.json or {})}
        self._see(str(value) for value in values.values())
        asked = "&".join(f"{name}={value}" for name, value in sorted(values.items()))
        key = f"api:{request.method} {request.path} {asked}".strip()[:500]
        what = bought(request.path)
        high = 0 if what is None else self._prices.of(what)[1]

        async def ask(reservation: Reservation) -> Response:
            named = replace(request, repeatable=False)
            if request.json is not None:
                named = replace(named, idempotency_key=request.idempotency_key or reservation.token)
            response = await self._transport.send(named)
            cost = charged(response)
            if cost is None:
                cost = 0 if response.missed or repeated(response) else high
            spend = Spend(self._clock.now(), key, self._provider, cost, request_id(response))
            await written(self._store.write(lambda tx: enter(tx, spend, reservation, left(response))))
            return response

        if what is None:
            return (await self._transport.send(request)).json
        # Whoever writes a call out means it.
        response = await self._payments.pay(what, key, high, ask, lambda: None, sure=True)
        return self._allowed(response.json, what)

    def _see(self, values: Iterator[str]) -> None:
        """See that none of ``values`` is one that somebody opted out by."""
        marks = []
        for value in values:
            try:
                marks.append(guess(value))
            except UsageError:
                continue
        if (entry := self._store.suppression.covering(marks)) is not None:
            raise OptedOut(f"That is not asked: {entry.text} opted out.", service="enrich")

    def _allowed(self, body: Any, what: Purchase) -> Any:
        if what == "search":
            return self._kept(body)
        about: Person | Company | None = person_of(body) if what == "person" else company_of(body)
        if about is not None and self._store.suppression.covers(about) is not None:
            raise OptedOut("They opted out: the answer is not shown.", service="enrich")
        return body

    def _kept(self, body: Any) -> Any:
        """A search's answer without the hits that opted out."""
        if isinstance(body, list):
            return [hit for hit in body if not self._is_out(hit)]
        if isinstance(body, Mapping):
            lists = {name: self._kept(body[name]) for name in _LISTS if name in body}
            return {**body, **lists}
        return body

    def _is_out(self, hit: Any) -> bool:
        person = person_of(hit)
        return person is not None and self._store.suppression.covers(person) is not None


def bought(path: str) -> Purchase | None:
    """What a call to ``path`` may be charged for, or None: a balance, for one."""
    low = path.casefold()
    if not any(part in low for part in ("enrich", "search", "people", "person", "compan")):
        return None
    return next((what for part, what in _BOUGHT if part in low), None)
