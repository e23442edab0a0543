"""Counting until a moment: requests in a window, failures, signatures that were seen.

In memory for one process; in the database when several serve together and must agree.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from sqlalchemy import Connection, Engine, case, delete
from sqlalchemy.sql.dml import ReturningInsert

from tui.server.storage import db
from tui.server.storage.upsert import upsert

if TYPE_CHECKING:
    from tui.clock import Clock

_PRUNE_FIRST = 10_000
_PRUNE_EVERY = 1_000


class Counter(Protocol):
    """Counts things by name."""

    def add(self, ends: Mapping[str, int], *, only_look: Collection[str] = ()) -> dict[str, int]:
        """Count one of each name, and say how many there are now.

        Args:
            ends: When each count is forgotten, in Unix seconds, by name; with another end than before, a name
                is counted from nothing.
            only_look: Names of which no more is counted.
        """
        ...


def window_end(now: datetime, length: int) -> int:
    """When the fixed window of ``length`` seconds that ``now`` is in ends, in Unix seconds."""
    return (int(now.timestamp()) // length + 1) * length


class MemoryCounter:
    """Counts of one process.

    Args:
        clock: Says what is over.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._counts: dict[str, tuple[int, int]] = {}
        self._prune_at = _PRUNE_FIRST
        # Handlers run in threads.
        self._lock = threading.Lock()

    def add(self, ends: Mapping[str, int], *, only_look: Collection[str] = ()) -> dict[str, int]:
        """Count."""
        found: dict[str, int] = {}
        with self._lock:
            for name, end in ends.items():
                known, count = self._counts.get(name, (end, 0))
                found[name] = (count if known == end else 0) + (name not in only_look)
                self._counts[name] = (end, found[name])
            self._prune()
        return found

    def _prune(self) -> None:
        """Let go of what is over, once there is as much again as was left the last time."""
        if len(self._counts) > self._prune_at:
            now = self._clock.now().timestamp()
            self._counts = {name: kept for name, kept in self._counts.items() if kept[0] > now}
            self._prune_at = max(_PRUNE_FIRST, 2 * len(self._counts))


class StoredCounter:
    """Counts that all processes on one database share: one statement a call, in a transaction of its own.

    Not for a SQLite file that a caller is writing to at that moment: there is one writer at a time.

    Args:
        engine: The storage.
        clock: Says what is over.
    """

    def __init__(self, engine: Engine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock
        self._calls = 0

    def add(self, ends: Mapping[str, int], *, only_look: Collection[str] = ()) -> dict[str, int]:
        """Count. Names are touched in order, so that two processes never wait for each other."""
        rows: list[dict[str, str | int]] = [
            {"name": name, "ends": ends[name], "count": int(name not in only_look)} for name in sorted(ends)
        ]
        with db.writing(self._engine, alone=False) as connection:
            self._calls += 1
            if self._calls % _PRUNE_EVERY == 0:
                over = db.tallies.c.ends < int(self._clock.now().timestamp())
                connection.execute(delete(db.tallies).where(over))
            counted = connection.execute(_counted(connection, rows))
            return {row[0]: row[1] for row in counted}


def _counted(connection: Connection, rows: list[dict[str, str | int]]) -> ReturningInsert[str, int]:
    """Add each row's count to what is there for the same end."""
    table = db.tallies
    name, ends, count = table.c.name, table.c.ends, table.c["count"]
    insert = upsert(connection, table).values(rows)
    new = insert.excluded
    total = new["count"] + case((ends == new["ends"], count), else_=0)
    return insert.on_conflict_do_update(
        index_elements=[name], set_={"ends": new["ends"], "count": total}
    ).returning(name, count)
