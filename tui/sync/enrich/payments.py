"""Payments: the gate for all paid requests, which enforces the caps and prevents duplicate requests.

Each request has a token that is on disk before it is sent. A repeat after a crash or a lost answer has the
same token, and is charged once. Until its answer is in the ledger it counts as spent.
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
    Rejected,
    ServerFault,
    StoreBusy,
    StoreError,
    Unsettled,
)
from tui.store.db import Transaction, until_written
from tui.store.enrich import reservations
from tui.store.enrich.reservations import Reservation
from tui.store.windows.window import process_name

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.enrich.spending import Prices, Purchase
    from tui.store.store import Store

T = TypeVar("T")

EMPTY = 60.0
"""Seconds after a refusal for lack of credits in which nothing of that price is requested (F46)."""

TRIES, REST = 5, 2.0
"""How often a paid answer is written while the store is busy, and the seconds between; what is lost is paid for again."""

LOOK = 0.1
"""Seconds between two checks whether another process has its answer."""


class Payments:
    """A manager of reservations, which also remembers when credits ran out.

    Args:
        gives_owned: Whether the service returns a paid record again for free.
    """

    def __init__(self, store: Store, clock: Clock, provider: str, *, gives_owned: bool = False) -> None:
        self._gives_owned = gives_owned
        self._store, self._clock, self._provider = store, clock, provider
        self._owner = process_name()
        self._empty: dict[
            Purchase, tuple[float, str, str]
        ] = {}  # until when, and the service's words and hint

    def is_empty(self, what: Purchase) -> bool:
        """Return whether the service refused for lack of credits less than EMPTY seconds ago."""
        return what in self._empty and self._clock.monotonic() < self._empty[what][0]

    def note_balance(self, left: int, prices: Prices) -> None:
        """Process a new balance; purchases that it covers may be tried again."""
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
        """Return the result of ``ask``, which ends the reservation in the transaction that stores its answer.

        Args:
            what: The kind of purchase.
            key: The key of the request; of several processes with the same key, only one asks.
            high: Maximum credits it may cost.
            ask: Sends the request with the reservation's token, and stores the answer.
            answered: Returns an answer that another process got before us or while we wait, or None.
            run: Id of the run it is part of.
            sure: Ask although an earlier request for the same may have been charged.

        Raises:
            SpendRefused: The request could cost more than the caps allow; nothing was asked.
            Unsettled: An earlier request may have been charged, and nothing was asked; or this one may have
                been.
            OutOfCredits: There were no credits a moment ago; nothing was asked.
            RemoteError: The service did not answer.
        """
        self._check_credits(what)
        while True:
            wanted = Reservation(what, key, uuid4().hex, self._provider)
            may = self._may_repeat(high, sure=sure)
            reservation = await until_written(self._store.write(self._begin(wanted, high, run, sure=may)))
            found = answered()
            if reservation.mine and found is None:
                try:
                    return await self._ask(what, reservation, ask)
                except Rejected as error:
                    if not _is_other_request(error, reservation):
                        raise
                    if high and not sure:
                        raise Unsettled(self._clock.now(), asked=False) from error
                    await self._set_aside(reservation)
                    continue
            if reservation.mine:
                answered_elsewhere = reservation.replace(settled=False)
                await until_written(self._store.write(self._end(answered_elsewhere, unsure=False)))
            if found is not None:
                return found
            await self._clock.sleep(LOOK)

    def _may_repeat(self, high: int, *, sure: bool) -> bool:
        """Return whether a request may be sent although an earlier one for the same may have been charged."""
        return sure or not high or self._store.enrichment.ledger.repeats_safely(self._provider)

    def _begin(
        self, reservation: Reservation, high: int, run: str, *, sure: bool
    ) -> Callable[[Transaction], Reservation]:
        fallback = self._store.enrichment.ledger.fallback
        repeats = self._gives_owned or self._store.enrichment.ledger.repeats_safely(self._provider)
        return lambda tx: reservations.begin(
            tx, reservation, high, fallback, run=run, owner=self._owner, sure=sure, repeats=repeats
        )

    def _end(self, reservation: Reservation, *, unsure: bool) -> Callable[[Transaction], None]:
        # This request was surely not charged, but an earlier unanswered one may have been, so it stays
        # reserved.
        before = bool(reservation.earlier) and not reservation.former
        return lambda tx: reservations.give_up(tx, reservation, unsure=unsure or before)

    async def _ask(
        self, what: Purchase, reservation: Reservation, ask: Callable[[Reservation], Awaitable[T]]
    ) -> T:
        ended = False
        try:
            found = await ask(reservation)
            ended = True
        except CardscoutError as error:
            unsure, ended = not surely_free(error), True
            if isinstance(error, OutOfCredits):
                # Whoever hears of the error puts the service's name before its words.
                self._empty[what] = (self._clock.monotonic() + EMPTY, str(error), error.hint)
            await until_written(self._store.write(self._end(reservation, unsure=unsure)))
            if isinstance(error, Ambiguous) and not self._store.enrichment.ledger.repeats_safely(
                self._provider
            ):
                raise Unsettled(self._clock.now(), asked=True, answer=error.answer) from error
            raise
        finally:
            if not ended:
                # Cancelled: the next request need not wait for us.
                self._store.write(self._end(reservation, unsure=True))
        self._empty.pop(what, None)
        return found

    async def _set_aside(self, reservation: Reservation) -> None:
        await until_written(self._store.write(lambda tx: reservations.set_aside(tx, reservation)))

    async def store_answer(self, keep: Callable[[Transaction], T]) -> T:
        """Store a paid answer, and return what ``keep`` returns; while the store is busy it is tried again.

        Raises:
            StoreError: It was not stored; ``sent`` says that it was charged all the same.
        """
        left = TRIES
        while True:
            left -= 1
            try:
                return await until_written(self._store.write(keep))
            except StoreError as error:
                error.sent = True
                if not left or not isinstance(error, StoreBusy):
                    raise
            await self._clock.sleep(REST)

    def _check_credits(self, what: Purchase) -> None:
        if self.is_empty(what):
            _, words, hint = self._empty[what]
            raise OutOfCredits(
                words,
                service="enrich",
                status=HTTPStatus.PAYMENT_REQUIRED,
                hint=f"Nothing was asked: that is what it said a moment ago. {hint}".strip(),
            )


def surely_free(error: CardscoutError) -> bool:
    """Return whether the service surely did not charge for the request."""
    return not (error.sent or isinstance(error, Ambiguous | Garbled | ServerFault))


def _is_other_request(error: Rejected, reservation: Reservation) -> bool:
    """Return whether the token was refused because the repeat is no repeat: the card has other identifiers by now."""
    repeats = (reservation.earlier or reservation.settled) and not reservation.former
    return bool(repeats) and "idempotency" in str(error).casefold()
