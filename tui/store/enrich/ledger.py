"""The ledger: credits spent, credits reserved by open requests, the caps, and the last known balance."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tui.errors import Unsettled
from tui.model.enrich.spending import Caps, Reserve, Spend
from tui.model.fields import Frozen
from tui.store.enrich.caps import caps_of, check_caps
from tui.store.windows.window import is_gone

if TYPE_CHECKING:
    # Not imported at the start, which needs the ledger but no findings.
    from tui.model.finding import Finding
    from tui.store.db import Database, Transaction

_BALANCE, _BALANCE_OF, _QUIET, _HONOURS = "balance:", "balance of:", "quiet:", "honours:"
"""Beginnings of the names in ``meta``, before that of the service."""

PROVIDER = "provider"
"""The name in ``meta`` of the service that is asked unless another is named."""


_BY_KEY = "provider = ? AND type = ? AND key = ?"

_BY_TOKEN = "provider = ? AND token = ?"  # noqa: S105 - a condition
"""Also finds a request whose key was erased while it was under way."""

_IS_SPENT = "EXISTS (SELECT 1 FROM ledger AS l WHERE l.token = asked.token AND l.token != '')"
"""Whether a balance told that a request was charged: then its cost is in the ledger, though no answer came."""

_SETTLED = "UPDATE asked SET high = 0, owner = '', until = 0"
"""A request whose cost a balance told: only its token stays, for a repeat."""

ERASED = "erased"
"""The key of a receipt that no longer says whom it is about."""

FORMER = "\n"
"""Between the key of a subject and the token, for a request that stays reserved beside a later one."""

HELD = 60.0
"""Seconds for which one process reserves a subject or a run; longer than a request may take."""


class Reservation(Frozen):
    """A reservation: the exclusive right to request one subject.

    Attributes:
        token: The request's idempotency key at the service; the same after a crash.
        provider: The service.
        mine: False when another process is asking at this moment.
        earlier: Credits that an earlier, unanswered request for the same subject may have cost.
        settled: Whether it repeats a request whose cost a balance told, which may have been wrong.
        former: The key of that request, where it stays reserved because this one may be charged too.
    """

    type: str
    key: str
    token: str
    provider: str = ""
    mine: bool = True
    earlier: int = 0
    settled: bool = False
    former: str = ""


class Ledger:
    """Queries on spending and caps.

    Attributes:
        fallback: The caps of config.toml, used where none were set here.
    """

    def __init__(self, db: Database) -> None:
        self._db = db
        self.fallback = Caps()

    def spent(self, since: datetime | None = None, run: str = "") -> int:
        """Return credits spent, from ``since`` on or ever; of one run or of all."""
        return int(
            self._db.first(
                "SELECT coalesce(sum(cost), 0) FROM ledger WHERE at >= coalesce(?, at) AND (? = '' OR run = ?)",
                None if since is None else since.timestamp(),
                run,
                run,
            )[0]
        )

    def month(self, now: datetime) -> int:
        """Return the credits of the calendar month (UTC), with open requests that may have been charged."""
        return _month(self._db.first, now)

    def of_run(self, run: str) -> int:
        """Return the credits of a run, with its open requests that may have been charged."""
        return _of_run(self._db.first, run)

    def unsettled(self, provider: str = "", type: str = "", key: str = "") -> tuple[int, datetime | None]:  # noqa: A002 - the subject's own field
        """Return the credits that unanswered requests may have cost, and when the last that may have cost any was made.

        Args:
            provider: The service; "" for all.
            type: ``person`` or ``company``; "" for both.
            key: The subject's key; "" for all.
        """
        high, at = self._db.first(
            f"SELECT coalesce(sum(high), 0), max(iif(high > 0 OR {_IS_SPENT}, at, NULL)) FROM asked WHERE owner = ''"
            " AND ? IN (provider, '') AND ? IN (type, '') AND ? IN (key, '')",
            provider,
            type,
            key,
        )
        return int(high), None if at is None else datetime.fromtimestamp(at, UTC)

    def repeats_safely(self, provider: str) -> bool:
        """Return whether ``provider`` has shown that it charges requests with the same token once."""
        return self._db.first("SELECT 1 FROM meta WHERE key = ?", f"{_HONOURS}{provider}") is not None

    def balance(self, provider: str | None = None) -> int | None:
        """Return the last balance that a service reported, None for none; of the usual service unless named."""
        name = _usual(self._db.first) if provider is None else provider
        row = self._db.first("SELECT value FROM meta WHERE key = ?", f"{_BALANCE}{name}")
        return int(row[0]) if row is not None and row[0].lstrip("-").isdecimal() else None

    def is_of(self, provider: str, address: str) -> bool:
        """Return whether the stored balance of ``provider`` is that of the service at ``address``."""
        row = self._db.first("SELECT value FROM meta WHERE key = ?", f"{_BALANCE_OF}{provider}")
        return row is not None and row[0] == address

    def reserves(self) -> list[Reserve]:
        """Return the requests that were not answered and may have been charged, newest first."""
        found = self._db.query(
            "SELECT at, provider, key, high FROM asked WHERE owner = '' AND high > 0 ORDER BY at DESC"
        )
        return [
            Reserve(datetime.fromtimestamp(at, UTC), provider, key.partition(FORMER)[0], high)
            for at, provider, key, high in found
        ]

    def entries(self, limit: int | None = 100) -> list[Spend]:
        """Return the latest lookups, newest first; all of them where ``limit`` is None."""
        found = self._db.query(
            "SELECT at, key, provider, cost, request_id, run FROM ledger ORDER BY id DESC LIMIT ?",
            -1 if limit is None else limit,
        )
        return [Spend(datetime.fromtimestamp(at, UTC), *rest) for at, *rest in found]

    def caps(self) -> Caps:
        """Return the caps on spending, as set here or else in the settings."""
        return caps_of(self._db.first, self.fallback)


def check(tx: Transaction, fallback: Caps, high: int, run: str = "") -> None:
    """Check that ``high`` more credits may be spent, by this run and in this month.

    Open requests count as spent, which is the worst case.

    Raises:
        SpendRefused: A cap would be exceeded.
    """
    if high > 0:
        check_caps(
            caps_of(tx.one, fallback), high, _month(tx.one, tx.now), _of_run(tx.one, run) if run else 0
        )


def reserved(tx: Transaction, run: str) -> int:
    """Return the credits that a run's open requests may cost."""
    return int(tx.one("SELECT coalesce(sum(high), 0) FROM asked WHERE run = ?", run)[0])


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
    """Reserve the right to request a subject, reusing the token of an earlier unanswered try.

    Args:
        tx: The transaction.
        reservation: The new reservation.
        high: Most credits the request may cost.
        fallback: The caps where none were set here.
        run: Id of the run that the request is part of.
        owner: The process that asks.
        sure: Ask although an earlier try may have been charged: the user agreed, or a repeat is surely free.
        repeats: Whether a repeat with the same token is charged once. If not, an earlier try stays reserved.

    Raises:
        SpendRefused: The request could cost more than the caps allow.
        Unsettled: An earlier try may have been charged.
    """
    now = tx.now.timestamp()
    which = reservation.provider, reservation.type, reservation.key
    keeps = _is_honoured(tx, reservation.provider)
    row = tx.one(f"SELECT token, owner, until, high, at, {_IS_SPENT} FROM asked WHERE {_BY_KEY}", *which)
    if row is not None:
        token, holder, until, earlier, at, spent = row
        if holder != owner and now < until <= now + HELD and not is_gone(holder):
            return reservation.replace(token=token, mine=False)
        if not sure and (earlier or spent):
            raise Unsettled(datetime.fromtimestamp(at, UTC), asked=False)
        former = f"{reservation.key}{FORMER}{token}" if earlier and not repeats else ""
        if former:
            tx.run(f"UPDATE asked SET key = ?, owner = '', until = 0 WHERE {_BY_KEY}", former, *which)
        else:
            # What a balance called charged is in the ledger under its token. Where a repeat is known by that it is
            # the same request still, and its line there is single; elsewhere the next request needs another.
            kept = token if keeps or not spent else reservation.token
            reservation = reservation.replace(token=kept, settled=kept == token and not earlier)
            tx.run(f"DELETE FROM asked WHERE {_BY_KEY}", *which)
        reservation = reservation.replace(earlier=earlier, former=former)
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


def give_up(tx: Transaction, reservation: Reservation, *, unsure: bool) -> None:
    """End a reservation without an answer.

    Args:
        tx: The transaction.
        reservation: The reservation to end.
        unsure: Whether it may have been charged: then it counts, and its token is kept for another try.
    """
    which = reservation.provider, reservation.token
    if unsure:
        tx.run(f"UPDATE asked SET owner = '', until = 0 WHERE {_BY_TOKEN}", *which)
        tx.changed("findings")
    elif reservation.settled:
        # It was refused, which says nothing of the request before it: its token is still what makes a repeat free.
        tx.run(f"{_SETTLED} WHERE {_BY_TOKEN}", *which)
    else:
        tx.run(f"DELETE FROM asked WHERE {_BY_TOKEN}", *which)


def record_spend(
    tx: Transaction, spend: Spend, reservation: Reservation | None = None, credits_left: int | None = None
) -> None:
    """Enter the cost of an answer, once for each request, and the balance reported with it."""
    _write_down(tx, spend, "" if reservation is None else reservation.token)
    began = tx.now
    if reservation is not None:
        row = tx.one(f"SELECT at FROM asked WHERE {_BY_TOKEN}", reservation.provider, reservation.token)
        began = began if row is None else datetime.fromtimestamp(row[0], UTC)
        tx.run(f"DELETE FROM asked WHERE {_BY_TOKEN}", reservation.provider, reservation.token)
    if credits_left is not None:
        token = "" if reservation is None else reservation.token
        record_balance(tx, credits_left, began, token, spend.provider)
    tx.changed("findings")


def drop_former(tx: Transaction, reservation: Reservation) -> None:
    """End what an earlier request for the same subject reserved: this answer has told what it cost."""
    if reservation.former:
        _, _, token = reservation.former.partition(FORMER)
        tx.run(f"DELETE FROM asked WHERE {_BY_TOKEN}", reservation.provider, token)


def _write_down(tx: Transaction, spend: Spend, token: str) -> None:
    tx.run(
        "INSERT OR IGNORE INTO ledger (at, key, provider, cost, request_id, run, token)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        spend.at.timestamp(),
        spend.key,
        spend.provider,
        spend.cost,
        spend.request_id,
        spend.run,
        token,
    )


def set_repeats_safely(tx: Transaction, provider: str) -> None:
    """Record that ``provider`` charges a request that is repeated with the same token once."""
    tx.run("INSERT OR IGNORE INTO meta (key, value) VALUES (?, '1')", f"{_HONOURS}{provider}")


def spend_of(finding: Finding, run: str = "") -> Spend:
    """Return the ledger entry for a finding."""
    return Spend(finding.fetched_at, finding.key, finding.provider, finding.cost, finding.request_id, run)


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
    of = _usual(tx.one) if provider is None else provider
    _put_meta(tx, f"{_BALANCE}{of}", str(credits_left))
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
        _put_meta(tx, f"{_QUIET}{of}", f"{credits_left} {last} {now}")
    tx.changed("findings")


def _settle(tx: Transaction, credits_left: int, of: str) -> None:
    """Decide by the balance which unanswered requests were charged: they explain credits missing unrecorded.

    A request made before the first known balance cannot be decided: it stays open until it is asked again.
    """
    row = tx.one("SELECT value FROM meta WHERE key = ?", f"{_QUIET}{of}")
    if row is None:
        return
    before, last, at = row[0].split()
    recorded = tx.one(
        "SELECT coalesce(sum(cost), 0) FROM ledger WHERE provider = ? AND id > ?", of, int(last)
    )[0]
    missing = int(before) - credits_left - int(recorded)
    if missing < 0:
        # Credits were bought meanwhile: nothing can be concluded.
        return
    requests = tx.rows(
        "SELECT provider, type, key, token, high, run, at FROM asked"
        " WHERE provider = ? AND high > 0 AND at > ? ORDER BY at",
        of,
        float(at),
    )
    for provider, type_, key, token, high, run, asked_at in requests:
        cost = min(missing, int(high))
        missing -= cost
        if cost:
            about = key.partition(FORMER)[0]
            spend = Spend(datetime.fromtimestamp(asked_at, UTC), about, provider, cost, "", run)
            _write_down(tx, spend, token)
            ended = "DELETE FROM asked" if about != key else _SETTLED
            tx.run(f"{ended} WHERE {_BY_KEY}", provider, type_, key)
        else:
            # Its token stays: where the balance came before a slow service carried the request out, a repeat is still
            # charged once. A service may honour tokens long before its first answer says so.
            tx.run(f"{_SETTLED} WHERE {_BY_KEY}", provider, type_, key)


def _is_honoured(tx: Transaction, provider: str) -> bool:
    return tx.one("SELECT 1 FROM meta WHERE key = ?", f"{_HONOURS}{provider}") is not None


def _put_meta(tx: Transaction, key: str, value: str) -> None:
    tx.run(
        "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        key,
        value,
    )


def balance_is_of(tx: Transaction, provider: str, address: str) -> None:
    """Record the address of ``provider`` from now on, deleting the balance it had at another one."""
    row = tx.one("SELECT value FROM meta WHERE key = ?", f"{_BALANCE_OF}{provider}")
    if row is not None and row[0] != address:
        tx.run("DELETE FROM meta WHERE key IN (?, ?)", f"{_BALANCE}{provider}", f"{_QUIET}{provider}")
        tx.changed("findings")
    _put_meta(tx, f"{_BALANCE_OF}{provider}", address)


def _usual(first: Callable[..., Any]) -> str:
    """Return the name of the service that is asked unless another is named."""
    row = first("SELECT value FROM meta WHERE key = ?", PROVIDER)
    return "" if row is None else str(row[0])


def _month(first: Callable[..., Any], now: datetime) -> int:
    start = now.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0).timestamp()
    return _total(first, "at >= ?", start)


def _of_run(first: Callable[..., Any], run: str) -> int:
    return _total(first, "run = ?", run)


def _total(first: Callable[..., Any], which: str, value: object) -> int:
    """Return the credits of the answers and the open requests that a condition with one value is true of."""
    spent = f"SELECT coalesce(sum(cost), 0) FROM ledger WHERE {which}"
    open_ = f"SELECT coalesce(sum(high), 0) FROM asked WHERE {which}"
    return int(first(f"SELECT ({spent}) + ({open_})", value, value)[0])
