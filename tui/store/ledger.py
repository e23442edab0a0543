"""The ledger: what the lookups cost, and the balance last heard."""

from dataclasses import dataclass
from datetime import UTC, datetime

from tui.model.finding import Finding
from tui.store.db import Database, Transaction

_BALANCE = "balance"


@dataclass(frozen=True, slots=True)
class Spend:
    """One lookup that was paid for, or asked for in vain.

    Attributes:
        cost: Credits.
    """

    at: datetime
    key: str
    provider: str
    cost: int
    request_id: str


class Ledger:
    """What was spent."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def spent(self, since: datetime | None = None) -> int:
        """Credits spent, from ``since`` on or ever."""
        start = 0.0 if since is None else since.timestamp()
        return int(self._db.first("SELECT coalesce(sum(cost), 0) FROM ledger WHERE at >= ?", start)[0])

    def balance(self) -> int | None:
        """Credits left as last heard, or None when never."""
        row = self._db.first("SELECT value FROM meta WHERE key = ?", _BALANCE)
        return None if row is None else int(row[0])

    def entries(self, limit: int = 100) -> list[Spend]:
        """The lookups, newest first."""
        found = self._db.query(
            "SELECT at, key, provider, cost, request_id FROM ledger ORDER BY id DESC LIMIT ?", limit
        )
        return [Spend(datetime.fromtimestamp(at, UTC), *rest) for at, *rest in found]


def enter(tx: Transaction, finding: Finding) -> None:
    """Write down what a lookup cost, and the balance told with it."""
    tx.run(
        "INSERT INTO ledger (at, key, provider, cost, request_id) VALUES (?, ?, ?, ?, ?)",
        finding.fetched_at.timestamp(),
        finding.key,
        finding.provider,
        finding.cost,
        finding.request_id,
    )
    if finding.credits_left is not None:
        hear_balance(tx, finding.credits_left)


def hear_balance(tx: Transaction, credits_left: int) -> None:
    """Keep the balance as just heard."""
    tx.run(
        "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        _BALANCE,
        str(credits_left),
    )
    tx.changed("findings")
