"""Raw calls of the enrichment service, with spending and suppression enforced."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tui.api.enrich.answers import AdapterAnswers
from tui.api.enrich.companies import company_of
from tui.api.enrich.people import person_of
from tui.api.enrich.receipt import credits_charged, credits_left, repeated, request_id
from tui.errors import OptedOut
from tui.model.account.call import HIT_LISTS
from tui.model.enrich.mentions import mentioned, texts_in, texts_of_path
from tui.model.enrich.spending import Spend
from tui.store.enrich.ledger import ERASED
from tui.store.enrich.settlement import record_spend

if TYPE_CHECKING:
    from tui.adapters.adapter import Adapter
    from tui.api.message import Request
    from tui.api.transport import Transport
    from tui.clock import Clock
    from tui.model.company import Company
    from tui.model.person import Person
    from tui.store.enrich.reservations import Reservation
    from tui.store.store import Store
    from tui.sync.enrich.askable import Asking
    from tui.sync.enrich.payments import Payments


class Raw:
    """A caller of arbitrary paths of the enrichment service.

    Args:
        payments: The gate for calls that may cost something.
        asking: What the service can be asked by, and its charges.
        provider: The service's name in the ledger.
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
        """Send a request and return its JSON, or None if it is empty; hits that opted out are removed.

        Raises:
            OptedOut: The request or its answer is about somebody who opted out.
            SpendRefused: The call could cost more than the caps allow; nothing was asked.
            RemoteError: The service refused or failed the request.
        """
        values = [*_values("", request.params), *_values("", request.json)]
        self._check_allowed(request)
        asked = "&".join(f"{name}={value}" for name, value in sorted(values))
        key = f"api:{request.method} {request.path} {asked}".strip()[:500]
        call = self._adapter.call_at(request.path)
        what, high = self._asking.purchase_at(request.path)
        if call is not None:
            request = replace(request, answers=AdapterAnswers(self._adapter, call))

        async def ask(reservation: Reservation) -> Any:
            paid = replace(request, repeatable=False)
            if request.json is not None:
                paid = replace(paid, idempotency_key=request.idempotency_key or reservation.token)
            response = await self._transport.send(paid)
            cost = credits_charged(response)
            if cost is None:
                cost = 0 if response.missed or repeated(response) else high
            shown = self._shown(response.json)
            # If the answer is about somebody who opted out, the request's key identifies them too.
            about = ERASED if isinstance(shown, OptedOut) else key
            spend = Spend(self._clock.now(), about, self._provider, cost, request_id(response))
            await self._payments.store_answer(
                lambda tx: record_spend(tx, spend, reservation, credits_left(response))
            )
            return shown

        if what is None:
            shown = self._shown((await self._transport.send(request)).json)
        else:
            # Always sure, because a user who types a raw call wants it to be made.
            shown = await self._payments.pay(what, key, high, ask, lambda: None, sure=True)
        if isinstance(shown, OptedOut):
            raise shown
        return shown

    def _check_allowed(self, request: Request) -> None:
        """Check that neither path, query nor body name somebody who opted out."""
        texts = (*texts_of_path(request.path), *texts_in(request.params), *texts_in(request.json))
        found = mentioned(texts, self._store.enrichment.suppression.keys())
        if found is not None and (entry := self._store.enrichment.suppression.covering([found])) is not None:
            raise OptedOut(
                f"That is not asked: {entry.text} opted out.",
                service="enrich",
                hint=f"{entry.remove} allows it again.",
            )

    def _shown(self, body: Any) -> Any:
        """Return an answer without hits that opted out, or the error to raise if the whole answer is about one."""
        try:
            return _without(body, self._opted_out)
        except OptedOut as error:
            return error

    def _opted_out(self, hit: Any) -> bool:
        listed = self._store.enrichment.suppression.keys()
        if not listed:
            return False
        abouts: list[Person | Company | None] = [person_of(hit), company_of(hit)]
        covers = self._store.enrichment.suppression.covers
        return mentioned(texts_in(hit), listed) is not None or any(
            about is not None and covers(about) is not None for about in abouts
        )


def _without(body: Any, opted_out: Callable[[Any], bool]) -> Any:
    """Return an answer without the hits that opted out."""
    if isinstance(body, list):
        return [hit for hit in body if not opted_out(hit)]
    hits = _hit_lists(body)
    if opted_out({name: value for name, value in body.items() if name not in hits} if hits else body):
        raise OptedOut("They opted out: the answer is not shown.", service="enrich")
    return {**body, **{name: _without(one, opted_out) for name, one in hits.items()}} if hits else body


def _hit_lists(body: Any) -> dict[str, Any]:
    """Return the parts of an answer that have its hits."""
    if not isinstance(body, Mapping):
        return {}
    return {name: body[name] for name in HIT_LISTS if isinstance(body.get(name), list | Mapping)}


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
