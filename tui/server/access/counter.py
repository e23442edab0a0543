"""Counters that expire: of requests in a window, failures, and signatures already used.

They are in memory for a single process, and in the database when several processes share them.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from sqlalchemy import Connection, Engine, case, delete
from sqlalchemy.sql.dml import ReturningInsert

from tui.server.storage import db
from tui.server.storage.statements import upsert

if TYPE_CHECKING:
    from tui.clock import Clock

_PRUNE_FIRST = 10_000
_PRUNE_EVERY = 1_000


class Counter(Protocol):
    """Counts events by name."""

    def add(self, ends: Mapping[str, int], *, only_look: Collection[str] = ()) -> dict[str, int]:
        """Add one to the count of each name, and return the counts.

        Args:
            ends: When each count expires, in Unix seconds, by name; a count with another end than before
                restarts from zero.
            only_look: Names whose counts are returned without adding one.
        """


def window_end(now: datetime, length: int) -> int:
    """Return the end, in Unix seconds, of the fixed window of ``length`` seconds that contains ``now``."""
    return (int(now.timestamp()) // length + 1) * length


class MemoryCounter:
    """A counter in the memory of one process.

    Args:
        clock: The clock by which counts expire.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._counts: dict[str, tuple[int, int]] = {}
        self._prune_at = _PRUNE_FIRST
        # Handlers run in threads.
        self._lock = threading.Lock()

    def add(self, ends: Mapping[str, int], *, only_look: Collection[str] = ()) -> dict[str, int]:
        """Add one to the count of each name, and return the counts."""
        found: dict[str, int] = {}
        with self._lock:
            for name, end in ends.items():
                known, count = self._counts.get(name, (end, 0))
                found[name] = (count if known == end else 0) + (name not in only_look)
                self._counts[name] = (end, found[name])
            self._prune()
        return found

    def _prune(self) -> None:
        """Drop expired counts, once their number has doubled since the last time."""
        if len(self._counts) > self._prune_at:
            now = self._clock.now().timestamp()
            self._counts = {name: kept for name, kept in self._counts.items() if kept[0] > now}
            self._prune_at = max(_PRUNE_FIRST, 2 * len(self._counts))


class StoredCounter:
    """A counter that all processes on one database share: one statement per call, in its own transaction.

    Do not call it while writing to the same SQLite file, which has one writer at a time.

    Args:
        clock: The clock by which counts expire.
    """

    def __init__(self, engine: Engine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock
        self._calls = 0

    def add(self, ends: Mapping[str, int], *, only_look: Collection[str] = ()) -> dict[str, int]:
        """Add one to each count, and return the counts; sorted names prevent deadlocks between processes."""
        rows: list[dict[str, str | int]] = [
            {"name": name, "ends": ends[name], "count": int(name not in only_look)} for name in sorted(ends)
        ]
        with db.writing(self._engine, alone=False) as connection:
            self._calls += 1
            if self._calls % _PRUNE_EVERY == 0:
                over = db.tallies.c.ends < int(self._clock.now().timestamp())
                connection.execute(delete(db.tallies).where(over))
            counted = connection.execute(_add_counts(connection, rows))
            return {row[0]: row[1] for row in counted}


def _add_counts(connection: Connection, rows: list[dict[str, str | int]]) -> ReturningInsert[str, int]:
    """Return the upsert that adds each row's count to the stored count with the same end."""
    table = db.tallies
    name, ends, count = table.c.name, table.c.ends, table.c["count"]
    insert = upsert(connection, table).values(rows)
    new = insert.excluded
    total = new["count"] + case((ends == new["ends"], count), else_=0)
    return insert.on_conflict_do_update(
        index_elements=[name], set_={"ends": new["ends"], "count": total}
    ).returning(name, count)
