"""Settlement: records the cost of an answer, and infers from balances which unanswered requests were charged."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tui.model.enrich.spending import Spend
from tui.store.enrich.ledger import (
    BALANCE,
    BALANCE_OF,
    FORMER,
    HONOURS,
    IS_SPENT,
    QUIET,
    is_honoured,
    usual_provider,
    write_down,
)
from tui.store.enrich.reservations import BY_KEY, BY_TOKEN, HELD, SETTLED

if TYPE_CHECKING:
    from tui.store.db import Transaction
    from tui.store.enrich.reservations import Reservation


def record_spend(
    tx: Transaction, spend: Spend, reservation: Reservation | None = None, credits_left: int | None = None
) -> None:
    """Enter the cost of an answer, once for each request, and the balance reported with it."""
    began, token = tx.now, ""
    if reservation is not None:
        token = reservation.token
        row = tx.one(
            f"SELECT at, {IS_SPENT} FROM asked WHERE {BY_TOKEN}", reservation.provider, reservation.token
        )
        if row is not None:
            began = datetime.fromtimestamp(row[0], UTC)
            token = _entry(tx, reservation.provider, token, row[0], spent=row[1])
        tx.run(f"DELETE FROM asked WHERE {BY_TOKEN}", reservation.provider, reservation.token)
    write_down(tx, spend, token)
    if credits_left is not None:
        record_balance(tx, credits_left, began, token, spend.provider)
    tx.changed("findings")


def _entry(tx: Transaction, provider: str, token: str, at: float, *, spent: bool) -> str:
    """Return the token under which a charge for a request made ``at`` is recorded.

    Usually it is the request's own token, which may have an entry already; the service then reports the same
    charge again. If the service has not shown that it recognises repeated requests, a charge after the one
    inferred from a balance is a second charge.
    """
    return f"{token} {at}" if spent and not is_honoured(tx, provider) else token


def set_repeats_safely(tx: Transaction, provider: str) -> None:
    """Record that ``provider`` charges a request that is repeated with the same token once."""
    tx.run("INSERT OR IGNORE INTO meta (key, value) VALUES (?, '1')", f"{HONOURS}{provider}")


def record_balance(
    tx: Transaction,
    credits_left: int,
    began: datetime | None = None,
    token: str = "",
    provider: str | None = None,
) -> None:
    """Store the balance just reported, and use it to settle unanswered requests.

    Args:
        tx: The transaction.
        credits_left: The balance.
        began: When the balance was requested; now unless given.
        token: The token of the request that reported it.
        provider: The service; the usual one unless given.
    """
    of = usual_provider(tx) if provider is None else provider
    tx.set_meta(f"{BALANCE}{of}", str(credits_left))
    now = tx.now.timestamp()
    # A request that was given up a moment ago may still be carried out at the service.
    busy = tx.one(
        "SELECT 1 FROM asked WHERE provider = ? AND ((owner != '' AND until > ?) OR (high > 0 AND at > ?)) LIMIT 1",
        of,
        now,
        now - HELD,
    )
    since = now if began is None else began.timestamp()
    other = tx.one(
        "SELECT 1 FROM ledger WHERE provider = ? AND at > ? AND token != ? AND cost > 0 LIMIT 1",
        of,
        since,
        token,
    )
    # Only a balance that no other request can have changed meanwhile is conclusive.
    if busy is None and other is None:
        _settle(tx, credits_left, of)
        last = tx.one("SELECT coalesce(max(id), 0) FROM ledger")[0]
        tx.set_meta(f"{QUIET}{of}", f"{credits_left} {last} {now}")
    tx.changed("findings")


def _settle(tx: Transaction, credits_left: int, of: str) -> None:
    """Decide from the balance which unanswered requests were charged: they explain missing credits.

    A request made before the first known balance cannot be decided; it stays open until it is repeated.
    """
    quiet = tx.meta(f"{QUIET}{of}")
    if quiet is None:
        return
    before, last, at = quiet.split()
    recorded = tx.one(
        "SELECT coalesce(sum(cost), 0) FROM ledger WHERE provider = ? AND id > ?", of, int(last)
    )[0]
    missing = int(before) - credits_left - int(recorded)
    if missing < 0:
        # Credits were bought meanwhile: nothing can be concluded.
        return
    requests = tx.rows(
        f"SELECT provider, type, key, token, high, run, at, {IS_SPENT} FROM asked"
        " WHERE provider = ? AND high > 0 AND at > ? ORDER BY at",
        of,
        float(at),
    )
    for provider, type_, key, token, high, run, asked_at, spent in requests:
        cost = min(missing, int(high))
        missing -= cost
        about = key.partition(FORMER)[0]
        if cost:
            spend = Spend(datetime.fromtimestamp(asked_at, UTC), about, provider, cost, "", run)
            write_down(tx, spend, _entry(tx, of, token, asked_at, spent=spent))
        # The token is kept even if the request seems free. If the balance came before a slow service carried
        # the request out, a repeat with this token is still charged once, and a service may honour tokens
        # before its first answer shows that. A request with a later one beside it is not repeated.
        ended = "DELETE FROM asked" if about != key else SETTLED
        tx.run(f"{ended} WHERE {BY_KEY}", provider, type_, key)


def set_balance_address(tx: Transaction, provider: str, address: str) -> None:
    """Record the new address of ``provider``, and delete the balance from the old one."""
    if tx.meta(f"{BALANCE_OF}{provider}") not in {None, address}:
        tx.run("DELETE FROM meta WHERE key IN (?, ?)", f"{BALANCE}{provider}", f"{QUIET}{provider}")
        tx.changed("findings")
    tx.set_meta(f"{BALANCE_OF}{provider}", address)
