"""The ledger: what was spent, what may have been, how much may be, and the balance last heard."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from socket import gethostname
from typing import Any

from tui.errors import SpendRefused
from tui.model.enrich.spending import Caps, Spend
from tui.model.finding import Finding
from tui.store.db import Database, Transaction

_BALANCE, _BALANCE_OF = "balance", "balance:of"
_CAPS = {"run": "cap:run", "month": "cap:month"}

HELD = 60.0
"""Seconds for which one process alone asks for a subject; longer than a request may take."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The right to ask for one subject.

    Attributes:
        token: The request's name in front of the service; the same after a crash.
        mine: False: another process is asking at this very moment.
    """

    type: str
    key: str
    token: str
    mine: bool = True


class Ledger:
    """What was spent, and may be.

    Attributes:
        fallback: The caps where none were set here: those of config.toml.
    """

    def __init__(self, db: Database) -> None:
        self._db = db
        self.fallback = Caps()

    def spent(self, since: datetime | None = None, run: str = "") -> int:
        """Credits spent, from ``since`` on or ever; of one run or of all."""
        start = 0.0 if since is None else since.timestamp()
        return int(
            self._db.first(
                "SELECT coalesce(sum(cost), 0) FROM ledger WHERE at >= ? AND (? = '' OR run = ?)",
                start,
                run,
                run,
            )[0]
        )

    def month(self, now: datetime) -> int:
        """Credits of the calendar month (UTC), with what is asked and may have been charged."""
        return _month(self._db.first, now)

    def balance(self) -> int | None:
        """Credits left as last heard, or None when never."""
        row = self._db.first("SELECT value FROM meta WHERE key = ?", _BALANCE)
        return int(row[0]) if row is not None and row[0].lstrip("-").isdecimal() else None

    def is_of(self, service: str) -> bool:
        """Whether the balance that is kept is that of ``service``."""
        row = self._db.first("SELECT value FROM meta WHERE key = ?", _BALANCE_OF)
        return row is not None and row[0] == service

    def entries(self, limit: int = 100) -> list[Spend]:
        """The lookups, newest first."""
        found = self._db.query(
            "SELECT at, key, provider, cost, request_id, run FROM ledger ORDER BY id DESC LIMIT ?", limit
        )
        return [Spend(datetime.fromtimestamp(at, UTC), *rest) for at, *rest in found]

    def caps(self) -> Caps:
        """How much may be spent: as set here, or as the settings say."""
        return _caps(self._db.first, self.fallback)


def set_caps(tx: Transaction, caps: Caps) -> None:
    """Keep how much may be spent; None takes a cap away, whatever the settings say."""
    for name, key in _CAPS.items():
        value = getattr(caps, name)
        tx.run(
            "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            key,
            "" if value is None else str(value),
        )
    tx.changed("findings")


def check(tx: Transaction, fallback: Caps, high: int, run: str = "") -> None:
    """See that ``high`` credits more may be spent, of this run and this month.

    What is asked and not answered counts as spent: in the worst case it is.

    Raises:
        SpendRefused: They may not.
    """
    if high > 0:
        refuse(_caps(tx.one, fallback), high, _month(tx.one, tx.now), _of_run(tx.one, run) if run else 0)


def reserved(tx: Transaction, run: str) -> int:
    """Credits that a run has asked for and may have been charged, without an answer yet."""
    return int(tx.one("SELECT coalesce(sum(high), 0) FROM asked WHERE run = ?", run)[0])


def refuse(caps: Caps, high: int, month: int, run: int) -> None:
    """Raise where ``high`` credits more would be above a cap; ``month`` and ``run`` are spent already.

    Raises:
        SpendRefused: They would.
    """
    for name, cap, spent in (("run", caps.run, run), ("month", caps.month, month)):
        if cap is not None and spent + high > cap:
            before = f", {spent} already spent" if spent else ""
            raise SpendRefused(
                f"This may cost {high} credits; the cap of the {name} is {cap}{before}. Nothing was asked.",
                hint=f"Raise it with cardscout credits cap --{name} {spent + high}, or look up less.",
            )


def begin(tx: Transaction, turn: Turn, high: int, fallback: Caps, *, run: str, owner: str) -> Turn:
    """Take the turn to ask for a subject, with the token of an earlier try that was not answered.

    Raises:
        SpendRefused: It could cost more than the caps allow.
    """
    now = tx.now.timestamp()
    row = tx.one("SELECT token, owner, until FROM asked WHERE type = ? AND key = ?", turn.type, turn.key)
    if row is not None:
        token, holder, until = row
        if holder != owner and now < until <= now + HELD and is_alive(holder):
            return Turn(turn.type, turn.key, token, mine=False)
        # What may have been charged once is not charged again: the same request, the same reserve.
        turn = Turn(turn.type, turn.key, token)
        tx.run("DELETE FROM asked WHERE type = ? AND key = ?", turn.type, turn.key)
    check(tx, fallback, high, run)
    tx.run(
        "INSERT INTO asked (type, key, token, high, run, at, owner, until) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        turn.type,
        turn.key,
        turn.token,
        high,
        run,
        now,
        owner,
        now + HELD,
    )
    return turn


def give_up(tx: Transaction, turn: Turn, *, unsure: bool) -> None:
    """End a turn without an answer.

    Args:
        tx: The write under way.
        turn: Whose.
        unsure: Whether it may have been charged: then it counts, and its token is kept for another try.
    """
    where = "type = ? AND key = ? AND token = ?"
    if unsure:
        tx.run(f"UPDATE asked SET owner = '', until = 0 WHERE {where}", turn.type, turn.key, turn.token)
    else:
        tx.run(f"DELETE FROM asked WHERE {where}", turn.type, turn.key, turn.token)


def enter(tx: Transaction, spend: Spend, turn: Turn | None = None, credits_left: int | None = None) -> None:
    """Write down what an answer cost, once for each request, and the balance told with it."""
    tx.run(
        "INSERT OR IGNORE INTO ledger (at, key, provider, cost, request_id, run, token)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        spend.at.timestamp(),
        spend.key,
        spend.provider,
        spend.cost,
        spend.request_id,
        spend.run,
        "" if turn is None else turn.token,
    )
    if turn is not None:
        give_up(tx, turn, unsure=False)
    if credits_left is not None:
        hear_balance(tx, credits_left)
    tx.changed("findings")


def spend_of(finding: Finding, run: str = "") -> Spend:
    """The ledger's line for a finding."""
    return Spend(finding.fetched_at, finding.key, finding.provider, finding.cost, finding.request_id, run)


def hear_balance(tx: Transaction, credits_left: int) -> None:
    """Keep the balance as just heard."""
    tx.run(
        "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        _BALANCE,
        str(credits_left),
    )
    tx.changed("findings")


def balance_is_of(tx: Transaction, service: str) -> None:
    """Note whose balance is kept from now on; that of another service is forgotten."""
    row = tx.one("SELECT value FROM meta WHERE key = ?", _BALANCE_OF)
    if row is not None and row[0] != service:
        tx.run("DELETE FROM meta WHERE key = ?", _BALANCE)
        tx.changed("findings")
    tx.run(
        "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        _BALANCE_OF,
        service,
    )


def is_alive(owner: str) -> bool:
    """Whether the process that calls itself ``owner`` may still be at work; True where that cannot be told."""
    host, pid, *_ = [*owner.split(":"), "", ""]
    if host != gethostname() or not pid.isdigit():
        return bool(owner)
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def _caps(first: Callable[..., Any], fallback: Caps) -> Caps:
    return Caps(_cap(first, "run", fallback.run), _cap(first, "month", fallback.month))


def _cap(first: Callable[..., Any], name: str, fallback: int | None) -> int | None:
    row = first("SELECT value FROM meta WHERE key = ?", _CAPS[name])
    if row is None:
        return fallback
    return int(row[0]) if row[0] else None


def _month(first: Callable[..., Any], now: datetime) -> int:
    start = now.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0).timestamp()
    row = first(
        "SELECT (SELECT coalesce(sum(cost), 0) FROM ledger WHERE at >= ?)"
        " + (SELECT coalesce(sum(high), 0) FROM asked WHERE at >= ?)",
        start,
        start,
    )
    return int(row[0])


def _of_run(first: Callable[..., Any], run: str) -> int:
    row = first(
        "SELECT (SELECT coalesce(sum(cost), 0) FROM ledger WHERE run = ?)"
        " + (SELECT coalesce(sum(high), 0) FROM asked WHERE run = ?)",
        run,
        run,
    )
    return int(row[0])
