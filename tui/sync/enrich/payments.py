"""Payments: every paid request goes over them. Nothing is asked that is not allowed, or that another process asks.

What is asked carries a name that is on disk before the request leaves: a repeat after a crash, or after an
answer that was lost, is the same request and costs once. Until its answer is in the ledger it counts as spent.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, TypeVar
from uuid import uuid4

from tui.errors import (
    Ambiguous,
    CardscoutError,
    Garbled,
    OutOfCredits,
    RateLimited,
    RemoteError,
    Unreachable,
    Unsettled,
)
from tui.store.db import Transaction, written
from tui.store.enrich import ledger
from tui.store.enrich.ledger import Reservation
from tui.store.windows.window import process_name

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.enrich.spending import Prices, Purchase
    from tui.store.store import Store

T = TypeVar("T")

EMPTY = 60.0
"""Seconds after a refusal for want of credits in which nothing of that price is asked (F46)."""

LOOK = 0.1
"""Seconds between two looks whether another process has its answer."""


class Payments:
    """Makes reservations, and remembers when there was no money.

    Args:
        store: Has the ledger.
        clock: Time.
        provider: Whom is paid.
    """

    def __init__(self, store: Store, clock: Clock, provider: str) -> None:
        self._store, self._clock, self._provider = store, clock, provider
        self._owner = process_name()
        self._empty: dict[Purchase, tuple[float, OutOfCredits]] = {}

    def is_empty(self, what: Purchase) -> bool:
        """Whether the service refused for want of credits a moment ago."""
        return what in self._empty and self._clock.monotonic() < self._empty[what][0]

    def heard(self, left: int, prices: Prices) -> None:
        """Note the balance: what it is enough for may be asked again."""
        for what in tuple(self._empty):
            if left >= prices.of(what)[1]:
                del self._empty[what]

    async def pay(
        self,
        what: Purchase,
        key: str,
        high: int,
        ask: Callable[[Reservation], Awaitable[T]],
        answered: Callable[[], T | None],
        run: str = "",
        *,
        sure: bool,
    ) -> T:
        """What ``ask`` brings; it ends the reservation in the transaction that keeps its answer.

        Args:
            what: What is paid for.
            key: What is asked; of several who ask for the same at once, one does.
            high: Credits it may cost.
            ask: Asks, with the reservation's token, and keeps the answer.
            answered: What another process got just before us, or gets while we wait; None for nothing.
            run: Id of the run it is part of.
            sure: Ask although an earlier request for the same may have been charged.

        Raises:
            SpendRefused: It could cost more than the caps allow; nothing was asked.
            Unsettled: An earlier request may have been charged, and nothing was asked; or this one may have been.
            OutOfCredits: There were none a moment ago; nothing was asked.
            RemoteError: The service did not answer.
        """
        self._see(what)
        while True:
            wanted = Reservation(what, key, uuid4().hex, self._provider)
            may = sure or not high or self._store.ledger.repeats_safely(self._provider)
            reservation = await written(self._store.write(self._begin(wanted, high, run, sure=may)))
            found = answered()
            if reservation.mine and found is None:
                return await self._ask(what, reservation, ask)
            if reservation.mine:
                await written(self._store.write(self._end(reservation, unsure=False)))
            if found is not None:
                return found
            await self._clock.sleep(LOOK)

    def _begin(
        self, reservation: Reservation, high: int, run: str, *, sure: bool
    ) -> Callable[[Transaction], Reservation]:
        fallback = self._store.ledger.fallback
        return lambda tx: ledger.begin(tx, reservation, high, fallback, run=run, owner=self._owner, sure=sure)

    def _end(self, reservation: Reservation, *, unsure: bool) -> Callable[[Transaction], None]:
        return lambda tx: ledger.give_up(tx, reservation, unsure=unsure)

    async def _ask(
        self, what: Purchase, reservation: Reservation, ask: Callable[[Reservation], Awaitable[T]]
    ) -> T:
        ended = False
        try:
            found = await ask(reservation)
            ended = True
        except CardscoutError as error:
            unsure, ended = not _surely_free(error), True
            if isinstance(error, OutOfCredits):
                self._empty[what] = (self._clock.monotonic() + EMPTY, error)
            await written(self._store.write(self._end(reservation, unsure=unsure)))
            if isinstance(error, Ambiguous) and not self._store.ledger.repeats_safely(self._provider):
                raise Unsettled(self._clock.now(), asked=True) from error
            raise
        finally:
            if not ended:
                # Cancelled: the next who asks need not wait for us.
                self._store.write(self._end(reservation, unsure=True))
        self._empty.pop(what, None)
        return found

    def _see(self, what: Purchase) -> None:
        if self.is_empty(what):
            said = self._empty[what][1]
            raise OutOfCredits(
                str(said),
                service="enrich",
                status=HTTPStatus.PAYMENT_REQUIRED,
                hint=f"Nothing was asked: that is what it said a moment ago. {said.hint}".strip(),
            )


def _surely_free(error: CardscoutError) -> bool:
    """Whether the service surely did not charge for the request."""
    if isinstance(error, Unreachable):
        return not error.sent
    if isinstance(error, RateLimited) or not isinstance(error, RemoteError):
        return True
    return not error.retryable and not isinstance(error, Ambiguous | Garbled)
