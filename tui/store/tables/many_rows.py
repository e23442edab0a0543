"""Inserts of many rows with few statements.

For each row of an ``executemany``, the driver binds the values, runs the statement and gives up the interpreter's
lock, so that the other threads are switched to a thousand times a page.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from sqlite3 import Connection
from typing import Any

ROWS = 100
"""Rows in a statement; more of them make it no faster."""

_VALUES = re.compile(r"VALUES (\([^()]*\))")


def insert_rows(conn: Connection, sql: str, rows: Sequence[Sequence[Any]]) -> None:
    """Run ``sql``, an insert with placeholders for one row, for all of ``rows``."""
    whole = len(rows) - len(rows) % ROWS
    for start in range(0, whole, ROWS):
        conn.execute(_for_several(sql), _flat(rows[start : start + ROWS]))
    conn.executemany(sql, rows[whole:])


def _flat(rows: Iterable[Sequence[Any]]) -> tuple[Any, ...]:
    return tuple(chain.from_iterable(rows))


@cache
def _for_several(sql: str) -> str:
    """Return ``sql`` with the placeholders of ``ROWS`` rows."""
    return _VALUES.sub(lambda found: f"VALUES {', '.join([found[1]] * ROWS)}", sql, count=1)
