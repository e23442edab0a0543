"""Firings: what rules took up, how far they are with it, and what they changed; one file for all accounts."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from tui.model.base import Instant, Json, Value
from tui.model.fields import field
from tui.store.db import Database, storable
from tui.store.feed import Feed
from tui.store.migrate import migrate

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from concurrent.futures import Future

    from tui.clock import Clock
    from tui.store.db import Transaction

SCHEMA = Path(__file__).parent / "rules_schema"

KEPT = timedelta(days=30)
"""How long a firing that has ended is remembered."""

ECHO = timedelta(minutes=15)
"""How long the event that tells of a rule's own change is waited for."""

FiringState = Literal["waiting", "done", "failed", "refused"]
"""``waiting`` is to be done or tried again; ``failed`` was given up; ``refused`` was stopped by a guard."""

_COLUMNS = (
    "id, rule, account, key, card_id, event, at, heard, chain, depth, state, step, found, outcomes, tries, due,"
    " ended, credits"
)


class RuleFiring(Value):
    """One event that a rule took up.

    Attributes:
        id: Its number, which rises.
        rule: The rule's name.
        account: The account in which it happened.
        key: What tells it from the rule's other firings.
        card_id: The card it is about; "" for none.
        event: What the trigger reported, as ``cardscout watch`` prints it.
        at: When it happened.
        heard: When the rule took it up.
        chain: The key of the first firing of its chain.
        depth: How many firings of other rules led to it.
        state: Where it stands.
        step: How many steps are done.
        found: What its steps gave to later ones.
        outcomes: A line for each step that was done, and the last failure.
        tries: How often the next step failed.
        due: When it is done next.
        ended: When it was done, given up or refused.
        credits: What it spent.
    """

    id: int
    rule: str
    account: str
    key: str
    card_id: str
    event: Json
    at: Instant
    heard: Instant
    chain: str
    depth: int
    state: str
    step: int
    found: Json
    outcomes: tuple[str, ...]
    tries: int
    due: Instant
    ended: Instant | None
    credits: int


class NewFiring(Value):
    """A firing that is to be taken up.

    Attributes:
        refused: Why a guard stops it; "" for one that is to be done.
        delay: Seconds until it is done.
    """

    rule: str
    account: str
    key: str
    event: Json
    at: Instant
    card_id: str = ""
    chain: str = ""
    depth: int = 0
    refused: str = ""
    delay: float = 0.0


class Caused(Value):
    """A change that a step made: its event belongs to the same chain.

    Attributes:
        activity: The type of the action that will tell of it.
    """

    id: int = 0
    account: str
    card_id: str
    activity: str
    chain: str = ""
    depth: int = 0


class StepDone(Value):
    """What a step did.

    Attributes:
        outcome: One line for the user.
        found: What it gives to later steps.
        credits: What it spent.
    """

    outcome: str
    found: Json = field(default_factory=dict)
    credits: int = 0


class FiringLog:
    """The firings of this user's rules, in a file of their own.

    Args:
        path: The file, created when it is missing.
        clock: The clock.

    Attributes:
        feed: Tells subscribers, on another thread, when this process has written to the log.

    Raises:
        StoreError: The file cannot be opened, or was written by a newer Cardscout.
    """

    def __init__(self, path: Path, clock: Clock) -> None:
        self._clock = clock
        self.feed = Feed()
        self._db = Database(path, clock, self.feed, _prepare)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def read_up_to(self, account: str) -> int | None:
        """Return the place up to which an account's events were read; None if they never were."""
        row = self._db.first("SELECT place FROM read_up_to WHERE account = ?", account)
        return None if row is None else int(row[0])

    def take_up(
        self, account: str, place: int, new: Sequence[NewFiring], used: Sequence[int] = ()
    ) -> Future[int]:
        """Record firings, and that the account's events were read up to ``place``, in one transaction.

        Args:
            account: The account.
            place: A place in the log of its events.
            new: The firings; one that is recorded already is left out.
            used: Ids of ``Caused`` whose event this was.

        Returns:
            How many firings are new.
        """
        return self._db.write(lambda tx: _take_up(tx, account, place, new, used))

    def waiting(self, rule: str) -> RuleFiring | None:
        """Return the rule's oldest firing that is to be done, or None."""
        return self._one("rule = ? AND state = 'waiting' ORDER BY id LIMIT 1", rule)

    def get(self, firing: int) -> RuleFiring | None:
        """Return one firing."""
        return self._one("id = ?", firing)

    def recent(self, rule: str = "", limit: int = 100) -> list[RuleFiring]:
        """Return the newest firings first, of one rule or of all."""
        rows = self._db.query(
            f"SELECT {_COLUMNS} FROM firings WHERE ?1 IN ('', rule) ORDER BY id DESC LIMIT ?2", rule, limit
        )
        return [_firing(row) for row in rows]

    def count_since(self, rule: str, since: datetime, card_id: str = "") -> int:
        """Return how many firings of a rule were taken up since a moment, on one card or on any."""
        return int(
            self._db.first(
                "SELECT count(*) FROM firings WHERE rule = ?1 AND heard >= ?2 AND ?3 IN ('', card_id)"
                " AND state != 'refused'",
                rule,
                since.timestamp(),
                card_id,
            )[0]
        )

    def spent_since(self, rule: str, since: datetime) -> int:
        """Return the credits that a rule spent since a moment."""
        return int(
            self._db.first(
                "SELECT coalesce(sum(credits), 0) FROM firings WHERE rule = ? AND heard >= ?",
                rule,
                since.timestamp(),
            )[0]
        )

    def caused(self, account: str, activity: str) -> list[Caused]:
        """Return the changes of rules in an account whose event of this type has not come yet, oldest first."""
        rows = self._db.query(
            "SELECT id, account, card_id, activity, chain, depth FROM caused"
            " WHERE account = ? AND activity = ? AND at >= ? ORDER BY id",
            account,
            activity,
            (self._clock.now() - ECHO).timestamp(),
        )
        names = ("id", "account", "card_id", "activity", "chain", "depth")
        return [Caused(**dict(zip(names, row, strict=True))) for row in rows]

    def expect(self, firing: RuleFiring, changes: Sequence[Caused]) -> Future[None]:
        """Record what the firing's next step is about to change, so that the events of it join its chain."""

        def work(tx: Transaction) -> None:
            for one in changes:
                tx.run(
                    "INSERT INTO caused (account, card_id, activity, chain, depth, at) VALUES (?, ?, ?, ?, ?, ?)",
                    one.account,
                    one.card_id,
                    one.activity,
                    storable(firing.chain),
                    firing.depth + 1,
                    tx.now.timestamp(),
                )

        return self._db.write(work)

    def reserve(self, firing: RuleFiring, credits: int) -> Future[None]:  # noqa: A002 - the unit
        """Count credits as spent by a firing before they are, so that a kill cannot hide them."""

        def work(tx: Transaction) -> None:
            tx.run("UPDATE firings SET credits = credits + ? WHERE id = ?", credits, firing.id)

        return self._db.write(work)

    def step_done(self, firing: RuleFiring, done: StepDone, *, last: bool) -> Future[None]:
        """Record that the firing's next step was done; ``last`` ends the firing."""
        return self._db.write(lambda tx: _step_done(tx, firing, done, last=last))

    def step_failed(self, firing: RuleFiring, reason: str, again: datetime | None) -> Future[None]:
        """Record why the firing's next step failed, and when it is tried ``again``; None gives it up."""
        return self._db.write(lambda tx: _step_failed(tx, firing, reason, again))

    def refuse(self, firing: RuleFiring, reason: str) -> Future[None]:
        """End a firing that a guard stops."""
        return self._db.write(lambda tx: _end(tx, firing.id, "refused", (*firing.outcomes, reason)))

    def retry(self, firing: int) -> Future[bool]:
        """Have a firing done that was given up or refused, from the step it stopped at; return whether it was one."""

        def work(tx: Transaction) -> bool:
            ask = "UPDATE firings SET state = 'waiting', tries = 0, due = ?, ended = NULL WHERE id = ? AND state IN ('failed', 'refused')"
            return bool(tx.run(ask, tx.now.timestamp(), firing))

        return self._db.write(work)

    def _one(self, where: str, *args: Any) -> RuleFiring | None:
        row = self._db.first(f"SELECT {_COLUMNS} FROM firings WHERE {where}", *args)
        return None if row is None else _firing(row)


def _prepare(conn: sqlite3.Connection, _path: Path) -> None:
    conn.execute("PRAGMA journal_mode=WAL")
    migrate(conn, SCHEMA)


def _take_up(tx: Transaction, account: str, place: int, new: Sequence[NewFiring], used: Sequence[int]) -> int:
    now, count = tx.now.timestamp(), 0
    for one in new:
        count += tx.run(
            "INSERT OR IGNORE INTO firings"
            " (rule, account, key, card_id, event, at, heard, chain, depth, state, outcomes, due, ended)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            one.rule,
            one.account,
            storable(one.key),
            storable(one.card_id),
            json.dumps(one.event),
            one.at.timestamp(),
            now,
            storable(one.chain or f"{one.rule}:{one.key}"),
            one.depth,
            "refused" if one.refused else "waiting",
            json.dumps([one.refused] if one.refused else []),
            now + one.delay,
            now if one.refused else None,
        )
    for ident in used:
        tx.run("DELETE FROM caused WHERE id = ?", ident)
    tx.run("DELETE FROM caused WHERE at < ?", (tx.now - ECHO).timestamp())
    tx.run("DELETE FROM firings WHERE ended IS NOT NULL AND heard < ?", (tx.now - KEPT).timestamp())
    tx.changed("rules")
    tx.run("INSERT OR REPLACE INTO read_up_to (account, place) VALUES (?, ?)", account, place)
    return count


def _step_done(tx: Transaction, firing: RuleFiring, done: StepDone, *, last: bool) -> None:
    now = tx.now.timestamp()
    tx.run(
        "UPDATE firings SET step = step + 1, found = ?, outcomes = ?, tries = 0, credits = credits + ?, due = ?,"
        " state = ?, ended = ? WHERE id = ?",
        json.dumps({**firing.found, **done.found}),
        json.dumps([*firing.outcomes, done.outcome]),
        done.credits,
        now,
        "done" if last else "waiting",
        now if last else None,
        firing.id,
    )
    tx.changed("rules")


def _step_failed(tx: Transaction, firing: RuleFiring, reason: str, again: datetime | None) -> None:
    if again is None:
        _end(tx, firing.id, "failed", (*firing.outcomes, reason))
    else:
        tx.run("UPDATE firings SET tries = tries + 1, due = ? WHERE id = ?", again.timestamp(), firing.id)
        tx.changed("rules")


def _end(tx: Transaction, firing: int, state: FiringState, outcomes: Sequence[str]) -> None:
    tx.run(
        "UPDATE firings SET state = ?, outcomes = ?, ended = ? WHERE id = ?",
        state,
        json.dumps(list(outcomes)),
        tx.now.timestamp(),
        firing,
    )
    tx.changed("rules")


def _firing(row: Sequence[Any]) -> RuleFiring:
    held = dict(zip(_COLUMNS.split(", "), row, strict=True))
    for name in ("at", "heard", "due", "ended"):
        held[name] = None if held[name] is None else datetime.fromtimestamp(held[name], UTC)
    for name in ("event", "found", "outcomes"):
        held[name] = json.loads(held[name])
    return RuleFiring(**held | {"outcomes": tuple(held["outcomes"])})
