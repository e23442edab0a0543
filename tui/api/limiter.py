"""One limiter a token, shared by every process of this user on this machine.

A sliding log in SQLite: one row a request, counted and written under one BEGIN IMMEDIATE, so that two
processes cannot both take the last place. Libraries that were measured let 101 or 102 through
(docs/reference/reliability.md, findings). Rows carry the wall clock, the one clock that processes share over a reboot.

The service counts requests when they arrive, which is somewhere between their leaving and their answer. So a
request counts from the moment it may leave until a window after its answer: of any that arrive within one window
all still counted when the last of them left. No jitter can make them more than the limit, and it costs the time
of an answer in each window.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tui.errors import RateLimited, StoreBusy, StoreError
from tui.private import make_private

if TYPE_CHECKING:
    from tui.clock import Clock

LIMIT = 100
"""Requests the hosted board service takes from one token …"""

WINDOW = 10.0
"""… in so many seconds (docs/reference/board.md, 5.1)."""

LONGEST_HOLD = 900.0
"""Seconds a service may make us wait at most."""

_BUSY_MS = 2000
MARGIN = 0.05
"""Seconds that a row counts longer than its window: two clocks do not run alike."""

LONGEST_WAIT = 20.0
"""Seconds that a request waits for its turn without a word."""

LOST = 60.0
"""Seconds after which a request without an answer counts as one whose process died."""

_GRAIN = 0.001

_SCHEMA = """
CREATE TABLE IF NOT EXISTS turns (id INTEGER PRIMARY KEY, name TEXT NOT NULL, began REAL NOT NULL, ended REAL);
CREATE INDEX IF NOT EXISTS turns_by_name ON turns (name, ended);
CREATE TABLE IF NOT EXISTS held (name TEXT PRIMARY KEY, until REAL NOT NULL) WITHOUT ROWID;
"""


class Turn(NamedTuple):
    """The answer to who asks whether a request may leave.

    Attributes:
        wait: 0.0 when it may; otherwise the seconds to wait before asking again, and nothing was counted.
        ident: Its row, when it may.
    """

    wait: float
    ident: int | None = None


class Limiter:
    """Says how long to wait before the next request.

    Args:
        db: The file all processes share; only this class writes to it.
        secret: The token. Its hash names the rows; it is not kept.
        clock: Time.
        limit: Requests in any ``window``.
        window: Seconds.
        margin: Seconds that a row counts longer.

    Raises:
        StoreError: The file cannot be used.
    """

    def __init__(
        self,
        db: Path,
        secret: str,
        clock: Clock,
        *,
        limit: int = LIMIT,
        window: float = WINDOW,
        margin: float | None = None,
    ) -> None:
        self._name = hashlib.sha256(secret.encode()).hexdigest()[:16]
        self._clock, self._limit = clock, limit
        self._window = window + (MARGIN if margin is None else margin)
        try:
            db.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            make_private(db)
            self._db = sqlite3.connect(
                db, timeout=_BUSY_MS / 1000, isolation_level=None, check_same_thread=False
            )
            # A lost row after a power cut costs one request too many; waiting for the disk costs every one.
            self._db.execute("PRAGMA synchronous=OFF")
            self._db.executescript(_SCHEMA)
        except (sqlite3.Error, OSError) as error:
            raise _told(error) from error

    def close(self) -> None:
        """Give the file back."""
        self._db.close()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[float]:
        """Wait until a request may leave; leave the block once its answer is here, or nobody waits for it any more.

        Yields:
            The seconds waited.

        Raises:
            RateLimited: The service asked for a long pause, and nothing leaves before it is over.
            StoreError: The shared file cannot be used.
        """
        waited = 0.0
        while (asked := self.ask()).wait > 0:
            if asked.wait > LONGEST_WAIT:
                # Only a hold is so long. Whoever waits says so to the user, and not by standing still.
                raise RateLimited("The service asks us to wait.", retry_after=asked.wait)
            await self._clock.sleep(asked.wait)
            waited += asked.wait
        try:
            yield waited
        finally:
            self.end(asked)

    def ask(self) -> Turn:
        """Count a request if it may leave now; ``end`` is owed then.

        Raises:
            StoreError: The shared file cannot be used.
        """
        try:
            # Left by an error, the block rolls back.
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                # The time is read inside the lock, so that rows are written in the order of their time.
                turn = self._ask(self._clock.now().timestamp())
        except sqlite3.Error as error:
            raise _told(error) from error
        return turn

    def end(self, turn: Turn) -> None:
        """The request of ``turn`` has arrived for sure, or never will."""
        now = self._clock.now().timestamp()
        # What came of the request must not be lost for the sake of a count: unended it is given up after a while.
        with suppress(sqlite3.Error):
            self._db.execute("UPDATE turns SET ended = ? WHERE id = ?", (now, turn.ident))

    def hold(self, seconds: float) -> None:
        """Let nobody ask for ``seconds``: the service has asked for it.

        Raises:
            StoreError: The shared file cannot be used.
        """
        until = self._clock.now().timestamp() + min(seconds, LONGEST_HOLD)
        try:
            self._db.execute(
                "INSERT INTO held VALUES (?, ?)"
                " ON CONFLICT (name) DO UPDATE SET until = max(until, excluded.until)",
                (self._name, until),
            )
        except sqlite3.Error as error:
            raise _told(error) from error

    def _ask(self, now: float) -> Turn:
        name, oldest = self._name, now - self._window
        self._forget(now)
        if (held := self._held(now)) > 0:
            return Turn(held)
        rows = self._db.execute("SELECT count(*), min(ended), min(began) FROM turns WHERE name = ?", (name,))
        with closing(rows):
            count, ended, began = rows.fetchone()
        if count < self._limit:
            added = self._db.execute("INSERT INTO turns (name, began) VALUES (?, ?)", (name, now))
            with closing(added):
                return Turn(0.0, added.lastrowid)
        # While none has ended, none will be out of the window sooner than one that ends now.
        wait = self._window if ended is None else float(ended) - oldest
        return Turn(max(min(wait, float(began) + LOST - now), _GRAIN))

    def _forget(self, now: float) -> None:
        """Take out what counts no more."""
        self._db.execute(
            "DELETE FROM turns WHERE name = ? AND (ended <= ? OR ended IS NULL AND began <= ?)",
            (self._name, now - self._window, now - LOST),
        )
        # Rows from the future mean that the clock was set back: they count as of now, not for a day.
        self._db.execute(
            "UPDATE turns SET began = min(began, ?1), ended = min(ended, ?1) WHERE name = ?2 AND max(began, coalesce(ended, 0)) > ?1",
            (now, self._name),
        )

    def _held(self, now: float) -> float:
        row = self._db.execute("SELECT until FROM held WHERE name = ?", (self._name,)).fetchone()
        if row is None:
            return 0.0
        wait = float(row[0]) - now
        if 0 < wait <= LONGEST_HOLD:
            return wait
        self._db.execute("DELETE FROM held WHERE name = ?", (self._name,))
        return 0.0


def _told(error: Exception) -> StoreError:
    if "locked" in str(error) or "busy" in str(error):
        return StoreBusy("Another program holds the request counter for too long.")
    return StoreError(
        "The request counter, which keeps us below the service's limit, cannot be used.",
        hint="Check that the state directory can be written to.",
    )
