"""One limiter a token, shared by every process of this user on this machine.

A sliding log in SQLite: one row a request, counted and written under one BEGIN IMMEDIATE, so that two
processes cannot both take the last place. Libraries that were measured let 101 or 102 through
(textual reference, 7). Rows carry the wall clock, the one clock that processes share over a reboot.
"""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

from tui.clock import Clock
from tui.errors import StoreBusy, StoreError
from tui.private import make_private

LIMIT = 100
"""Requests the hosted board service takes from one token …"""

WINDOW = 10.0
"""… in so many seconds (board-api reference, 5.1)."""

LONGEST_HOLD = 900.0
"""Seconds a service may make us wait at most."""

_BUSY_MS = 2000
MARGIN = 0.3
"""Seconds that a row counts longer than its window: the service counts when requests arrive, and of two of
them the first may have been on its way for longer. It costs 3 in 100 of the rate."""

_GRAIN = 0.001

_SCHEMA = """
CREATE TABLE IF NOT EXISTS asked (name TEXT NOT NULL, at REAL NOT NULL);
CREATE INDEX IF NOT EXISTS asked_by_name ON asked (name, at);
CREATE TABLE IF NOT EXISTS held (name TEXT PRIMARY KEY, until REAL NOT NULL) WITHOUT ROWID;
"""


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

    async def wait(self) -> float:
        """Wait until a request may leave, and count it.

        Returns:
            The seconds waited.

        Raises:
            StoreError: The shared file cannot be used.
        """
        waited = 0.0
        while (seconds := self.admit()) > 0:
            await self._clock.sleep(seconds)
            waited += seconds
        return waited

    def admit(self) -> float:
        """Count a request if it may leave now.

        Returns:
            0.0 when it may; otherwise the seconds to wait before asking again, and nothing was counted.

        Raises:
            StoreError: The shared file cannot be used.
        """
        try:
            # Left by an error, the block rolls back.
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                # The time is read inside the lock, so that rows are written in the order of their time.
                wait = self._admit(self._clock.now().timestamp())
        except sqlite3.Error as error:
            raise _told(error) from error
        return wait

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

    def _admit(self, now: float) -> float:
        name, oldest = self._name, now - self._window
        self._db.execute("DELETE FROM asked WHERE name = ? AND at <= ?", (name, oldest))
        # Rows from the future mean that the clock was set back: they count as of now, not for a day.
        self._db.execute("UPDATE asked SET at = ? WHERE name = ? AND at > ?", (now, name, now))
        if (held := self._held(now)) > 0:
            return held
        rows = self._db.execute("SELECT count(*), min(at) FROM asked WHERE name = ?", (name,))
        with closing(rows):
            count, first = rows.fetchone()
        if count >= self._limit:
            return max(float(first) - oldest, _GRAIN)
        self._db.execute("INSERT INTO asked VALUES (?, ?)", (name, now))
        return 0.0

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
