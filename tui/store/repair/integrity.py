"""The check that everything in a store can be read, which SQLite itself does not make.

SQLite accepts any bytes in its cells. So everything is read: each text must be UTF-8, each value of its
column's type, each document valid, and the tables those of the schema. Waiting writes are not read: one made
by a newer Cardscout is no damage, and the outbox sets it aside.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tui.model.board import Board
from tui.model.finding import Finding
from tui.model.member import Member, Membership
from tui.store.migrate import migrate, version_of
from tui.store.tables.catalogue import TABLES
from tui.store.tables.members import ME

if TYPE_CHECKING:
    from tui.model.values.record import Value

_KINDS: Mapping[str, tuple[type, ...]] = MappingProxyType(
    {"TEXT": (str,), "INTEGER": (int,), "REAL": (float, int)}
)
_PAYLOADS: Mapping[str, type[Value]] = MappingProxyType(
    {"boards": Board, "members": Member, "memberships": Membership, "findings": Finding}
)
_TIME_COLUMNS = frozenset({("cards", "due"), ("comments", "date"), ("notifications", "date")})


class Columns:
    """The columns of a table, and the values they may hold."""

    def __init__(self, conn: sqlite3.Connection, table: str) -> None:
        found = conn.execute(f"PRAGMA table_info({table})").fetchall()
        self.names = tuple(str(row[1]) for row in found)
        self._table = table
        self._kinds = tuple(_KINDS[row[2]] for row in found)
        self._needed = tuple(bool(row[3]) for row in found)

    def fits(self, row: tuple[Any, ...]) -> bool:
        """Return whether ``row`` is one that the program may have written, and can read."""
        if not all(map(_is_of_kind, row, self._kinds, self._needed)):
            return False
        try:
            self._read(dict(zip(self.names, row, strict=True)))
        except ValueError:
            return False
        return True

    def _read(self, row: dict[str, Any]) -> None:
        """Parse the documents and times in ``row``."""
        if (model := _PAYLOADS.get(self._table)) is not None:
            model.parse_json(row["payload"])
        elif self._table == "docs":
            for text in filter(None, (row["base"], row["shown"])):
                if (table := TABLES.get(row["noun"])) is None:
                    raise ValueError(row["noun"])
                table.model.parse_json(text)
        elif self._table == "meta" and row["key"] == ME:
            Member.parse_json(row["value"])
        for name, value in row.items():
            if (self._table, name) in _TIME_COLUMNS and value is not None:
                datetime.fromisoformat(value)


def _is_of_kind(value: Any, kinds: tuple[type, ...], needed: bool) -> bool:
    return not needed if value is None else isinstance(value, kinds)


def is_sound(conn: sqlite3.Connection) -> bool:
    """Return whether the whole store can be read and parsed; takes a second per some hundred megabytes.

    Raises:
        sqlite3.Error: The store is damaged, or could not be opened; the error's code distinguishes these.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
        migrate(model, upto=version_of(conn))
        if _schema(model) != _schema(conn):
            return False
        if conn.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
            return False
        for table in tables(model):
            columns = Columns(model, table)
            if not all(map(columns.fits, conn.execute(f"SELECT {', '.join(columns.names)} FROM {table}"))):
                return False
    return True


def tables(conn: sqlite3.Connection) -> list[str]:
    """Return the names of our tables, without SQLite's own."""
    found = conn.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return [name for (name,) in found]


def _schema(conn: sqlite3.Connection) -> set[tuple[Any, ...]]:
    return set(conn.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema"))
