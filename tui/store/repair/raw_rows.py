"""Reading of rows from a damaged file, skipping unreadable ones."""

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from tui.store.connection import WAIT

_UNREADABLE = (sqlite3.Error, UnicodeDecodeError, MemoryError)
_MOST_PROBES = 100_000
"""Maximum row numbers tried one by one after a damaged page."""


def connect_raw(path: Path) -> sqlite3.Connection:
    """Connect so that damaged files can be read: text as bytes, and despite errors in the schema."""
    conn = sqlite3.connect(path, timeout=WAIT, isolation_level=None)
    conn.text_factory = bytes
    for pragma in ("writable_schema=ON", "trusted_schema=OFF", "query_only=1"):
        with suppress(sqlite3.Error, UnicodeDecodeError):
            conn.execute(f"PRAGMA {pragma}")
    return conn


def raw_rows(conn: sqlite3.Connection, table: str, columns: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of ``table`` in order, with None for columns that the file does not have.

    Args:
        conn: A connection of ``connect_raw``.
        table: The table's name.
        columns: The columns to read.
    """
    existing = _columns(conn, table)
    if not existing.intersection(columns):
        return
    wanted = ", ".join(name if name in existing else f"NULL AS {name}" for name in columns)
    if "rowid" in existing or _has_rowid(conn, table):
        yield from _by_rowid(conn, f"SELECT rowid, {wanted} FROM {table} NOT INDEXED")
    else:
        yield from _from_both_ends(conn, table, wanted)


def _columns(conn: sqlite3.Connection, table: str) -> set[str]:
    try:
        return {bytes(row[1]).decode(errors="replace") for row in conn.execute(f"PRAGMA table_info({table})")}
    except _UNREADABLE:
        return set()


def _has_rowid(conn: sqlite3.Connection, table: str) -> bool:
    try:
        conn.execute(f"SELECT rowid FROM {table} LIMIT 0")
    except _UNREADABLE:
        return False
    return True


def _by_rowid(conn: sqlite3.Connection, select: str) -> Iterator[tuple[Any, ...]]:
    """Yield every reachable row; after an unreadable one, the next is searched by its number."""
    last, step = -1, 1
    while step <= _MOST_PROBES:
        begin = last + step
        try:
            for number, *row in conn.execute(f"{select} WHERE rowid >= ? ORDER BY rowid", (begin,)):
                yield from _between(conn, select, last, min(begin, number))
                last, step, begin = number, 1, number
                yield tuple(row)
        except _UNREADABLE:
            step *= 2
        else:
            return
    yield from _between(conn, select, last, last + step)


def _between(conn: sqlite3.Connection, select: str, after: int, before: int) -> Iterator[tuple[Any, ...]]:
    """Yield the rows between two numbers, each read by its own query, so that only a damaged page is lost."""
    for number in range(after + 1, before):
        try:
            found = conn.execute(f"{select} WHERE rowid = ?", (number,)).fetchone()
        except _UNREADABLE:
            continue
        if found is not None:
            yield tuple(found[1:])


def _from_both_ends(conn: sqlite3.Connection, table: str, wanted: str) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table without row numbers, from both of its ends up to the damage."""
    key = ", ".join(f"{name}" for name in _key(conn, table))
    seen = set[tuple[Any, ...]]()
    for order in ("", " DESC"):
        by = ", ".join(f"{name}{order}" for name in key.split(", "))
        try:
            for row in conn.execute(f"SELECT {wanted} FROM {table} ORDER BY {by}"):
                if row not in seen:
                    seen.add(row)
                    yield row
        except _UNREADABLE:
            continue
        else:
            return


def _key(conn: sqlite3.Connection, table: str) -> list[str]:
    found = conn.execute(f"PRAGMA table_info({table})").fetchall()
    return [bytes(row[1]).decode(errors="replace") for row in sorted(found, key=lambda row: row[5]) if row[5]]
