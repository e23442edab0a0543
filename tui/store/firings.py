"""FiringLog: the firings of rules, their progress, and their changes, in one file for all accounts."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui.store.db import Database, storable, until_written
from tui.store.feed import Feed
from tui.store.firing_records import Caused, RuleFiring
from tui.store.migrate import migrate

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from concurrent.futures import Future

    from tui.clock import Clock
    from tui.store.db import Transaction
    from tui.store.firing_records import FiringState, NewFiring, StepDone

DATABASE = "rules.db"
"""The log's file name in the data directory, beside the stores of the accounts."""

SCHEMA = Path(__file__).parent / "rules_schema"

KEPT = timedelta(days=30)
"""How long a firing that has ended is kept."""

ECHO = timedelta(days=1)
"""How long to wait for the event of a rule's own change."""

_OFF = "the rule was switched off"

_COLUMNS = (
    "id, rule, account, key, card_id, event, at, heard, chain, depth, state, step, steps, found, outcomes, tries,"
    " due, failing_since, sure, ended"
)

_CREDITS = "(SELECT coalesce(sum(credits), 0) FROM spent WHERE firing = firings.id)"


class FiringLog:
    """The firings of this user's rules, in a separate file.

    Args:
        path: The file, created if it is missing.

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

    def version(self) -> int:
        """Return a number that changes with every write of any process; compare it in one thread only."""
        return int(self._db.first("PRAGMA data_version")[0])

    def read_up_to(self, account: str) -> int | None:
        """Return the position up to which an account's events were read; None if they never were."""
        row = self._db.first("SELECT place FROM read_up_to WHERE account = ?", account)
        return None if row is None else int(row[0])

    def take_up(
        self, account: str, place: int, new: Sequence[NewFiring], used: Sequence[int] = ()
    ) -> Future[int]:
        """Record firings, and that the account's events were read up to ``place``, in one transaction.

        Args:
            account: The account.
            place: A position in the log of its events.
            new: The firings; those that are recorded already are ignored.
            used: Ids of ``Caused`` whose event this was.

        Returns:
            How many firings are new.
        """
        return self._db.write(lambda tx: _take_up(tx, account, place, new, used))

    def waiting(self, rule: str) -> RuleFiring | None:
        """Return the rule's next firing to do, or None; the firings of one card are done in order."""
        earlier = (
            "SELECT 1 FROM firings AS earlier WHERE earlier.rule = firings.rule AND earlier.card_id = firings.card_id"
            " AND earlier.id < firings.id AND earlier.state = 'waiting'"
        )
        where = f"rule = ? AND state = 'waiting' AND (card_id = '' OR NOT EXISTS ({earlier})) ORDER BY due, id LIMIT 1"
        return self._one(where, rule)

    def get(self, firing: int) -> RuleFiring | None:
        """Return one firing."""
        return self._one("id = ?", firing)

    def recent(self, rule: str = "", limit: int = 100) -> list[RuleFiring]:
        """Return the newest firings first, of one rule or of all."""
        rows = self._db.query(
            f"SELECT {_COLUMNS}, {_CREDITS} FROM firings WHERE ? IN ('', rule) ORDER BY id DESC LIMIT ?",
            rule,
            limit,
        )
        return [_firing(row) for row in rows]

    def for_events(self, keys: Sequence[str]) -> list[RuleFiring]:
        """Return the firings with one of these keys, which usually come from their events, oldest first."""
        rows = self._db.query(
            f"SELECT {_COLUMNS}, {_CREDITS} FROM firings WHERE key IN (SELECT value FROM json_each(?)) ORDER BY id",
            json.dumps(list(keys)),
        )
        return [_firing(row) for row in rows]

    def due_before(self, rule: str, count: int) -> datetime | None:
        """Return the due time of the rule's firing ``count`` before the next one; None if there is none."""
        due = (
            "SELECT due FROM firings WHERE rule = ? AND state != 'refused' ORDER BY due DESC LIMIT 1 OFFSET ?"
        )
        row = self._db.first(due, rule, count - 1)
        return None if row is None else datetime.fromtimestamp(row[0], UTC)

    def count_on_card(self, rule: str, card_id: str, after: datetime, until: datetime) -> int:
        """Return the number of a rule's firings for events of a card between two moments."""
        count = "SELECT count(*) FROM firings WHERE rule = ? AND card_id = ? AND at > ? AND at <= ? AND state != 'refused'"
        return int(self._db.first(count, rule, card_id, after.timestamp(), until.timestamp())[0])

    def switch_on(self, rules: Sequence[str], *, others_off: bool = True) -> Future[dict[str, datetime]]:
        """Record which rules are on, and end the firings of rules that are off.

        Args:
            rules: The names of the rules that are on.
            others_off: Whether all other rules are off; if not, they stay as they are.

        Returns:
            Since when each is on.
        """
        return self._db.write(lambda tx: _switch_on(tx, rules, others_off=others_off))

    async def begin(self, rule: str, account: str, place: int, since: datetime, *, anew: bool) -> None:
        """Record that a rule is on since a moment, before a program that runs the rules has read it.

        Args:
            rule: Its name.
            account: The account whose events fire it.
            place: The position of the newest event in the account's log, for the first rule of the account.
            since: The moment.
            anew: Whether it was off, or another rule had its name, which ends what waits since then.

        Raises:
            StoreError: It cannot be stored.
        """
        await until_written(self._db.write(lambda tx: _begin(tx, rule, account, place, since, anew=anew)))

    def spent_since(self, rule: str, since: datetime, *, other_than: RuleFiring | None = None) -> int:
        """Return the credits that a rule spent since a moment, without the next step of ``other_than``."""
        firing, step = (0, 0) if other_than is None else (other_than.id, other_than.step)
        spent = "SELECT coalesce(sum(credits), 0) FROM spent WHERE rule = ? AND at >= ? AND NOT (firing = ? AND step = ?)"
        return int(self._db.first(spent, rule, since.timestamp(), firing, step)[0])

    def caused(self, account: str, activity: str) -> list[Caused]:
        """Return the changes by rules in an account whose event of this type has not arrived, oldest first."""
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

    def spend(self, firing: RuleFiring, credits: int) -> Future[None]:
        """Count credits as spent by a firing's next step, replacing the earlier count for that step.

        The maximum is counted before the request, so that a kill cannot hide it, and corrected afterwards.
        """
        return self._db.write(lambda tx: _spend(tx, firing, credits))

    def step_done(self, firing: RuleFiring, done: StepDone, *, last: bool, steps: str = "") -> Future[None]:
        """Record that the firing's next step was done.

        Args:
            firing: The firing.
            done: The result of the step.
            last: Whether it was the last one, which ends the firing.
            steps: Fingerprint of the steps up to and including it.
        """
        return self._db.write(lambda tx: _step_done(tx, firing, done, last=last, steps=steps))

    def step_failed(self, firing: RuleFiring, reason: str, again: datetime | None) -> Future[None]:
        """Record that the firing's next step failed.

        Args:
            firing: The firing.
            reason: Why it failed.
            again: When it is retried; None gives it up.
        """
        return self._db.write(lambda tx: _step_failed(tx, firing, reason, again))

    def refuse(self, firing: RuleFiring, reason: str) -> Future[None]:
        """End a firing that a guard stops."""
        return self._db.write(lambda tx: _end(tx, firing.id, "refused", (*firing.steps_done, reason)))

    def retry(self, firing: int) -> Future[bool]:
        """Retry a failed or refused firing from the step it failed at; return whether it was one."""

        def work(tx: Transaction) -> bool:
            ask = (
                "UPDATE firings SET state = 'waiting', tries = 0, due = ?, failing_since = NULL, sure = 1, ended = NULL"
                " WHERE id = ? AND state IN ('failed', 'refused')"
            )
            if not tx.run(ask, tx.now.timestamp(), firing):
                return False
            tx.changed("rules")
            return True

        return self._db.write(work)

    def _one(self, where: str, *args: Any) -> RuleFiring | None:
        row = self._db.first(f"SELECT {_COLUMNS}, {_CREDITS} FROM firings WHERE {where}", *args)
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
    tx.run("DELETE FROM spent WHERE at < ?", (tx.now - KEPT).timestamp())
    tx.changed("rules")
    tx.run("INSERT OR REPLACE INTO read_up_to (account, place) VALUES (?, ?)", account, place)
    return count


def _step_done(tx: Transaction, firing: RuleFiring, done: StepDone, *, last: bool, steps: str) -> None:
    now = tx.now.timestamp()
    tx.run(
        "UPDATE firings SET step = step + 1, steps = ?, found = ?, outcomes = ?, tries = 0, due = ?, failing_since = NULL,"
        " sure = 0, state = ?, ended = ? WHERE id = ?",
        steps,
        # After the last step nothing reads the findings about people any more, so they are deleted.
        json.dumps({} if last else {**firing.found, **done.found}),
        json.dumps([*firing.steps_done, done.outcome]),
        now,
        "done" if last else "waiting",
        now if last else None,
        firing.id,
    )
    tx.changed("rules")


def _step_failed(tx: Transaction, firing: RuleFiring, reason: str, again: datetime | None) -> None:
    if again is None:
        _end(tx, firing.id, "failed", (*firing.steps_done, reason))
    else:
        tx.run(
            "UPDATE firings SET tries = tries + 1, outcomes = ?, due = ?, failing_since = coalesce(failing_since, ?)"
            " WHERE id = ?",
            json.dumps([*firing.steps_done, reason]),
            again.timestamp(),
            tx.now.timestamp(),
            firing.id,
        )
        tx.changed("rules")


def _spend(tx: Transaction, firing: RuleFiring, credits: int) -> None:
    """Record the credits of the firing's next step, replacing the earlier record for that step."""
    tx.run("DELETE FROM spent WHERE firing = ? AND step = ?", firing.id, firing.step)
    if credits:
        tx.run(
            "INSERT INTO spent (firing, rule, step, credits, at) VALUES (?, ?, ?, ?, ?)",
            firing.id,
            firing.rule,
            firing.step,
            credits,
            tx.now.timestamp(),
        )


def _switch_on(tx: Transaction, rules: Sequence[str], *, others_off: bool) -> dict[str, datetime]:
    now, on = tx.now.timestamp(), json.dumps(list(rules))
    off = "rule NOT IN (SELECT value FROM json_each(?))"
    if others_off:
        waiting = f"SELECT id, outcomes FROM firings WHERE state = 'waiting' AND {off}"
        for ident, outcomes in tx.rows(waiting, on):
            _end(tx, ident, "refused", (*json.loads(outcomes), _OFF))
        tx.run(f"DELETE FROM rules_on WHERE {off}", on)
    _after_clock_was_set_back(tx, now)
    for rule in rules:
        tx.run("INSERT OR IGNORE INTO rules_on (rule, since) VALUES (?, ?)", rule, now)
    return {
        rule: datetime.fromtimestamp(since, UTC)
        for rule, since in tx.rows("SELECT rule, since FROM rules_on")
    }


def _begin(tx: Transaction, rule: str, account: str, place: int, since: datetime, *, anew: bool) -> None:
    moment = since.timestamp()
    if anew:
        waiting = "SELECT id, outcomes FROM firings WHERE state = 'waiting' AND rule = ? AND heard < ?"
        for ident, outcomes in tx.rows(waiting, rule, moment):
            _end(tx, ident, "refused", (*json.loads(outcomes), _OFF))
        # A program that has read the file meanwhile has its own moment, which is later.
        tx.run("DELETE FROM rules_on WHERE rule = ? AND since < ?", rule, moment)
    tx.run("INSERT OR IGNORE INTO rules_on (rule, since) VALUES (?, ?)", rule, moment)
    tx.run("INSERT OR IGNORE INTO read_up_to (account, place) VALUES (?, ?)", account, place)


def _after_clock_was_set_back(tx: Transaction, now: float) -> None:
    """Replace moments to come of what is past already: nothing would fire, or be spent, until that time came."""
    tx.run("UPDATE rules_on SET since = ? WHERE since > ?", now, now)
    tx.run("UPDATE spent SET at = ? WHERE at > ?", now, now)
    tx.run(
        "UPDATE firings SET due = ? WHERE due > ? AND (state != 'waiting' OR heard > ?)",
        now,
        now,
        now,
    )


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
    held = dict(zip([*_COLUMNS.split(", "), "credits"], row, strict=True))
    for name in ("at", "heard", "due", "failing_since", "ended"):
        held[name] = None if held[name] is None else datetime.fromtimestamp(held[name], UTC)
    for name in ("event", "found", "outcomes"):
        held[name] = json.loads(held[name])
    return RuleFiring(**held | {"outcomes": tuple(held["outcomes"]), "sure": bool(held["sure"])})
