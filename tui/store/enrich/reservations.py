"""Reservations: the right to request a subject, and the credits that the request may cost until it is answered."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tui.errors import Unsettled
from tui.model.values.fields import Frozen
from tui.store.enrich.ledger import FORMER, IS_SPENT, Unanswered, check
from tui.store.windows.window import is_gone

if TYPE_CHECKING:
    from collections.abc import Collection

    from tui.model.enrich.spending import Caps
    from tui.store.db import Transaction

BY_KEY = "provider = ? AND type = ? AND key = ?"

BY_TOKEN = "provider = ? AND token = ?"  # noqa: S105 - a condition
"""Also finds a request whose key was erased while it was running."""

SETTLED = "UPDATE asked SET high = 0, owner = '', until = 0"
"""A request whose cost was inferred from a balance; only its token is kept, for a repeat."""

HELD = 60.0
"""Seconds for which one process reserves a subject or a run; longer than a request may take."""


class Reservation(Frozen):
    """A reservation: the exclusive right to request one subject.

    Attributes:
        token: The request's idempotency key at the service; the same after a crash.
        mine: False if another process is asking at this moment.
        earlier: Credits that an earlier, unanswered request for the same subject may have cost.
        settled: Whether it repeats a request whose cost was inferred from a balance, possibly wrongly.
        former: The key of that request if it stays reserved because this one may be charged too.
    """

    type: str
    key: str
    token: str
    provider: str = ""
    mine: bool = True
    earlier: int = 0
    settled: bool = False
    former: str = ""


def begin(
    tx: Transaction,
    reservation: Reservation,
    high: int,
    fallback: Caps,
    *,
    run: str,
    owner: str,
    sure: bool,
    repeats: bool,
) -> Reservation:
    """Reserve the right to request a subject, reusing the token of an earlier unanswered request.

    Args:
        tx: The transaction.
        reservation: The new reservation.
        high: Maximum credits that the request may cost.
        fallback: The caps if none were set here.
        run: Id of the run that the request is part of.
        owner: The process that asks.
        sure: Ask although an earlier request may have been charged: the user agreed, or a repeat is surely
            free.
        repeats: Whether a repeat with the same token is charged once. If not, an earlier request stays
            reserved.

    Raises:
        SpendRefused: The request could cost more than the caps allow.
        Unsettled: An earlier request may have been charged.
    """
    now = tx.now.timestamp()
    which = reservation.provider, reservation.type, reservation.key
    row = tx.one(f"SELECT token, owner, until, high, at, {IS_SPENT} FROM asked WHERE {BY_KEY}", *which)
    if row is not None:
        token, holder, until, earlier, at, spent = row
        if holder != owner and now < until <= now + HELD and not is_gone(holder):
            return reservation.replace(token=token, mine=False)
        if not sure and (earlier or spent):
            raise Unsettled(datetime.fromtimestamp(at, UTC), asked=False)
        reservation = _after(tx, reservation, token, earlier, repeats=repeats)
    check(tx, fallback, high, run)
    tx.run(
        "INSERT INTO asked (provider, type, key, token, high, run, at, owner, until)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        *which,
        reservation.token,
        high,
        run,
        now,
        owner,
        now + HELD,
    )
    return reservation


def _after(
    tx: Transaction, reservation: Reservation, token: str, earlier: int, *, repeats: bool
) -> Reservation:
    """Return a reservation as it follows an earlier one for the same subject, which it replaces or leaves beside it."""
    which = reservation.provider, reservation.type, reservation.key
    if earlier and not repeats:
        former = f"{reservation.key}{FORMER}{token}"
        tx.run(f"UPDATE asked SET key = ?, owner = '', until = 0 WHERE {BY_KEY}", former, *which)
        return reservation.replace(earlier=earlier, former=former)
    # This is still the same request, even if a balance showed it as charged: a service may honour tokens
    # before its answers show that, and otherwise the ledger has a line for each charge.
    tx.run(f"DELETE FROM asked WHERE {BY_KEY}", *which)
    return reservation.replace(token=token, settled=not earlier, earlier=earlier)


def give_up(tx: Transaction, reservation: Reservation, *, unsure: bool) -> None:
    """End a reservation without an answer.

    Args:
        tx: The transaction.
        reservation: The reservation to end.
        unsure: Whether it may have been charged; then it counts, and its token is kept for a retry.
    """
    which = reservation.provider, reservation.token
    if unsure:
        tx.run(f"UPDATE asked SET owner = '', until = 0 WHERE {BY_TOKEN}", *which)
        tx.changed("findings")
    elif reservation.settled:
        # It was refused, which says nothing about the earlier request, whose token still makes a repeat free.
        tx.run(f"{SETTLED} WHERE {BY_TOKEN}", *which)
    else:
        tx.run(f"DELETE FROM asked WHERE {BY_TOKEN}", *which)


def set_aside(tx: Transaction, reservation: Reservation) -> None:
    """Leave an unanswered request beside those to come, which need tokens of their own."""
    if reservation.earlier:
        aside = f"{reservation.key}{FORMER}{reservation.token}"
        tx.run(
            f"UPDATE asked SET key = ?, owner = '', until = 0 WHERE {BY_TOKEN}",
            aside,
            reservation.provider,
            reservation.token,
        )
    else:
        tx.run(f"DELETE FROM asked WHERE {BY_TOKEN}", reservation.provider, reservation.token)


def drop_answered(tx: Transaction, tokens: Collection[str], asked: Collection[Unanswered]) -> None:
    """End the requests that a later state of this store has receipts of, unless their ``tokens`` are still ``asked``."""
    answered = {*tokens}.difference(one.token for one in asked)
    for (token,) in tx.rows("SELECT token FROM asked"):
        if token in answered:
            tx.run("DELETE FROM asked WHERE token = ?", token)


def adopt_unanswered(tx: Transaction, asked: Collection[Unanswered]) -> None:
    """Add the requests of another state of this store; of two for one subject the later one is repeated."""
    held = {token for (token,) in tx.rows("SELECT token FROM asked")}
    for one in asked:
        if one.token in held:
            continue
        key = one.key
        row = tx.one(f"SELECT token, at FROM asked WHERE {BY_KEY}", one.provider, one.type, key)
        if row is not None and row[1] > one.at:
            key = f"{one.key}{FORMER}{one.token}"
        elif row is not None:
            aside = f"{one.key}{FORMER}{row[0]}"
            tx.run(f"UPDATE asked SET key = ? WHERE {BY_TOKEN}", aside, one.provider, row[0])
        tx.run(
            "INSERT INTO asked (provider, type, key, token, high, run, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
            *one._replace(key=key),
        )


def drop_former(tx: Transaction, reservation: Reservation) -> None:
    """End the reservation of an earlier request for the same subject, because this answer shows its cost."""
    if reservation.former:
        _, _, token = reservation.former.partition(FORMER)
        tx.run(f"DELETE FROM asked WHERE {BY_TOKEN}", reservation.provider, token)
