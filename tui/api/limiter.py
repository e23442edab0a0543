"""A request limiter, one per token, shared by all processes of this user on this machine.

It is a sliding log in SQLite: one row per request, counted and written in one BEGIN IMMEDIATE, so that two
processes cannot both take the last place. Libraries that were measured let 101 or 102 through
(docs/reference/reliability.md, findings). Rows carry the wall clock, which processes share across a reboot.

The service counts a request when it arrives, which is between its sending and its response. So a request
counts here from its sending until one window after its response. Then, of any requests that arrive within one
window, all were still counted when the last was sent. No jitter can exceed the limit, at the cost of a
response time per window.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tui.errors import RateLimited, StoreBusy, StoreError
from tui.private import make_private

if TYPE_CHECKING:
    from tui.clock import Clock

LIMIT = 100
"""Requests that the hosted board service accepts from one token per WINDOW."""

WINDOW = 10.0
"""The service's window in seconds (docs/reference/board.md, 5.1)."""

LONGEST_HOLD = 900.0
"""Maximum pause in seconds that a service can impose."""

_BUSY_MS = 2000
MARGIN = 0.05
"""Seconds that a row outlasts its window, because two clocks do not run at the same speed."""

LONGEST_WAIT = 20.0
"""Maximum wait in seconds without an error to the user."""

LOST = 60.0
"""Seconds after which a request without a response is assumed to belong to a dead process."""

_GRAIN = 0.001

_SCHEMA = """
CREATE TABLE IF NOT EXISTS turns (id INTEGER PRIMARY KEY, name TEXT NOT NULL, began REAL NOT NULL, ended REAL);
CREATE INDEX IF NOT EXISTS turns_by_name ON turns (name, ended);
CREATE TABLE IF NOT EXISTS held (name TEXT PRIMARY KEY, until REAL NOT NULL) WITHOUT ROWID;
"""


class Turn(NamedTuple):
    """The limiter's decision on a request.

    Attributes:
        wait: 0.0 if it may be sent; otherwise seconds until the next ``ask``, and nothing was counted.
        ident: Id of its row, if it may be sent.
    """

    wait: float
    ident: int | None = None


class Limiter:
    """The limiter of the requests with one token.

    Args:
        db: The file shared by all processes; only this class writes to it.
        secret: The token. Rows are named by its hash; the token itself is not stored.
        limit: Requests allowed in any ``window``.
        window: The window in seconds.
        margin: Seconds that a row outlasts its window.

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
            with ExitStack() as failed:
                self._db = sqlite3.connect(
                    db, timeout=_BUSY_MS / 1000, isolation_level=None, check_same_thread=False
                )
                failed.callback(self._db.close)
                # A row lost in a power failure costs one request too many; waiting for the disk would slow
                # down each one.
                self._db.execute("PRAGMA synchronous=OFF")
                self._db.executescript(_SCHEMA)
                failed.pop_all()
        except (sqlite3.Error, OSError) as error:
            raise _store_error(error) from error

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[float]:
        """Wait until a request may be sent; leave the block when its response has arrived or is given up.

        Yields:
            The seconds waited.

        Raises:
            RateLimited: The service imposed a long pause; nothing may be sent before its end.
            StoreError: The shared file cannot be used.
        """
        waited = 0.0
        while (ticket := self.try_acquire()).wait > 0:
            if ticket.wait > LONGEST_WAIT:
                # Only a hold is that long; the caller reports it to the user instead of appearing frozen.
                raise RateLimited("The service asks us to wait.", retry_after=ticket.wait)
            await self._clock.sleep(ticket.wait)
            waited += ticket.wait
        try:
            yield waited
        finally:
            self.release(ticket)

    def try_acquire(self) -> Turn:
        """Count a request if it may be sent now; the caller must then call ``release``.

        Raises:
            StoreError: The shared file cannot be used.
        """
        try:
            # An error in the block rolls back.
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                # The time is read inside the lock, so that rows are written in the order of their time.
                turn = self._ask(self._clock.now().timestamp())
        except sqlite3.Error as error:
            raise _store_error(error) from error
        return turn

    def release(self, turn: Turn) -> None:
        """Record that the request of ``turn`` has its response, or never will."""
        now = self._clock.now().timestamp()
        # A failed count must not lose the response; a row without an end expires after LOST seconds.
        with suppress(sqlite3.Error):
            self._db.execute("UPDATE turns SET ended = ? WHERE id = ?", (now, turn.ident))

    def hold(self, seconds: float) -> None:
        """Stop all requests for ``seconds``, as the service demanded.

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
            raise _store_error(error) from error

    def _ask(self, now: float) -> Turn:
        name, oldest = self._name, now - self._window
        self._delete_expired(now)
        if (held := self._remaining_hold(now)) > 0:
            return Turn(held)
        rows = self._db.execute("SELECT count(*), min(ended), min(began) FROM turns WHERE name = ?", (name,))
        with closing(rows):
            count, ended, began = rows.fetchone()
        if count < self._limit:
            added = self._db.execute("INSERT INTO turns (name, began) VALUES (?, ?)", (name, now))
            with closing(added):
                return Turn(0.0, added.lastrowid)
        # While no request has ended, none leaves the window sooner than one that ends now.
        wait = self._window if ended is None else float(ended) - oldest
        return Turn(max(min(wait, float(began) + LOST - now), _GRAIN))

    def _delete_expired(self, now: float) -> None:
        """Delete rows that no longer count."""
        self._db.execute(
            "DELETE FROM turns WHERE name = ? AND (ended <= ? OR ended IS NULL AND began <= ?)",
            (self._name, now - self._window, now - LOST),
        )
        # Rows from the future mean that the clock was set back; they are counted as of now, not for a day.
        self._db.execute(
            "UPDATE turns SET began = min(began, ?), ended = min(ended, ?) WHERE name = ?"
            " AND max(began, coalesce(ended, 0)) > ?",
            (now, now, self._name, now),
        )

    def _remaining_hold(self, now: float) -> float:
        row = self._db.execute("SELECT until FROM held WHERE name = ?", (self._name,)).fetchone()
        if row is None:
            return 0.0
        wait = float(row[0]) - now
        if 0 < wait <= LONGEST_HOLD:
            return wait
        self._db.execute("DELETE FROM held WHERE name = ?", (self._name,))
        return 0.0


class Limiters:
    """Several limiters of the same requests, such as one per second and one per minute.

    Args:
        parts: The limiters; each must admit a request.
    """

    def __init__(self, *parts: Limiter) -> None:
        self._parts = parts

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[float]:
        """Wait until all admit a request; leave the block when its response has arrived or is given up.

        Yields:
            The seconds waited.

        Raises:
            RateLimited: The service imposed a long pause; nothing may be sent before its end.
            StoreError: The shared file cannot be used.
        """
        async with AsyncExitStack() as stack:
            yield sum([await stack.enter_async_context(one.turn()) for one in self._parts])

    def hold(self, seconds: float) -> None:
        """Stop all requests for ``seconds``, as the service demanded.

        Raises:
            StoreError: The shared file cannot be used.
        """
        for one in self._parts:
            one.hold(seconds)

    def close(self) -> None:
        """Close the files."""
        for one in self._parts:
            one.close()


def _store_error(error: Exception) -> StoreError:
    if "locked" in str(error) or "busy" in str(error):
        return StoreBusy("Another program holds the request counter for too long.")
    return StoreError(
        "The request counter, which keeps us below the service's limit, cannot be used.",
        hint="Check that the state directory can be written to.",
    )
