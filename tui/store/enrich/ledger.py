"""The ledger: credits spent, credits that open requests may cost, caps, and balances."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from tui.model.enrich.spending import Caps, Reserve, Spend
from tui.store.enrich.caps import caps_of, check_caps

if TYPE_CHECKING:
    # Not imported at the start, which needs the ledger but no findings.
    from tui.model.finding import Finding
    from tui.store.db import Database, Transaction

BALANCE, BALANCE_OF, QUIET, HONOURS = "balance:", "balance of:", "quiet:", "honours:"
"""Beginnings of the names in ``meta``, before that of the service."""

PROVIDER = "provider"
"""The name in ``meta`` of the default service."""


IS_SPENT = "EXISTS (SELECT 1 FROM ledger AS l WHERE l.token = asked.token AND l.token != '')"
"""Condition that a balance has shown a request to be charged; its cost is then in the ledger, without an answer."""

ERASED = "erased"
"""The key of a receipt whose subject was erased."""

FORMER = "\n"
"""Separates the key of a subject from the token, for a request that stays reserved beside a later one."""


class Unanswered(NamedTuple):
    """A request without an answer, as it is stored."""

    provider: str
    type: str
    key: str
    token: str
    high: int
    run: str
    at: float


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

    def unsettled(self, provider: str = "", type: str = "", key: str = "") -> tuple[int, datetime | None]:
        """Return the credits that unanswered requests may have cost, and when the last possibly charged one was made.

        Args:
            provider: The service; "" for all.
            type: ``person`` or ``company``; "" for both.
            key: The subject's key; "" for all.
        """
        high, at = self._db.first(
            f"SELECT coalesce(sum(high), 0), max(iif(high > 0 OR {IS_SPENT}, at, NULL)) FROM asked WHERE owner = ''"
            " AND ? IN (provider, '') AND ? IN (type, '') AND ? IN (key, '')",
            provider,
            type,
            key,
        )
        return int(high), None if at is None else datetime.fromtimestamp(at, UTC)

    def repeats_safely(self, provider: str) -> bool:
        """Return whether ``provider`` has shown that it charges requests with the same token once."""
        return is_honoured(self._db, provider)

    def balance(self, provider: str | None = None) -> int | None:
        """Return the last balance that a service reported, None for none; of the usual service unless named."""
        name = usual_provider(self._db) if provider is None else provider
        text = self._db.meta(f"{BALANCE}{name}") or ""
        return int(text) if text.lstrip("-").isdecimal() else None

    def has_balance_of(self, provider: str, address: str) -> bool:
        """Return whether the stored balance of ``provider`` is that of the service at ``address``."""
        return self._db.meta(f"{BALANCE_OF}{provider}") == address

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
        """Return the latest lookups, newest first; all of them if ``limit`` is None."""
        found = self._db.query(
            "SELECT at, key, provider, cost, request_id, run FROM ledger ORDER BY id DESC LIMIT ?",
            -1 if limit is None else limit,
        )
        return [Spend(datetime.fromtimestamp(at, UTC), *rest) for at, *rest in found]

    def receipts(self) -> list[tuple[Spend, str]]:
        """Return every lookup with the token of its request, oldest first; "" for those of before there were tokens."""
        found = self._db.query(
            "SELECT at, key, provider, cost, request_id, run, token FROM ledger ORDER BY id"
        )
        return [(Spend(datetime.fromtimestamp(at, UTC), *rest), token) for at, *rest, token in found]

    def unanswered(self) -> list[Unanswered]:
        """Return the requests without an answer, those whose cost a balance has shown too."""
        return [
            Unanswered(*row)
            for row in self._db.query(
                "SELECT provider, type, key, token, high, run, at FROM asked ORDER BY at"
            )
        ]

    def caps(self) -> Caps:
        """Return the caps on spending, as set here or else in the settings."""
        return caps_of(self._db, self.fallback)


def check(tx: Transaction, fallback: Caps, high: int, run: str = "") -> None:
    """Check that ``high`` more credits may be spent, by this run and in this month.

    Open requests count as spent, which is the worst case.

    Raises:
        SpendRefused: A cap would be exceeded.
    """
    if high > 0:
        check_caps(caps_of(tx, fallback), high, _month(tx.one, tx.now), _of_run(tx.one, run) if run else 0)


def reserved(tx: Transaction, run: str) -> int:
    """Return the credits that a run's open requests may cost."""
    return int(tx.one("SELECT coalesce(sum(high), 0) FROM asked WHERE run = ?", run)[0])


def write_down(tx: Transaction, spend: Spend, token: str) -> None:
    """Record what an answer cost, unless the request with this ``token`` has an entry already."""
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


def spend_of(finding: Finding, run: str = "") -> Spend:
    """Return the ledger entry for a finding."""
    return Spend(finding.fetched_at, finding.key, finding.provider, finding.cost, finding.request_id, run)


def is_honoured(source: Database | Transaction, provider: str) -> bool:
    """Return whether ``provider`` has shown that it charges requests with the same token once."""
    return source.meta(f"{HONOURS}{provider}") is not None


def usual_provider(source: Database | Transaction) -> str:
    """Return the name of the default service."""
    return source.meta(PROVIDER) or ""


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
