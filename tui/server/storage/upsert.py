"""Upserts: inserts that handle a conflict with an existing row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy.dialects import sqlite

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table
    from sqlalchemy.dialects import postgresql


def upsert(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Return an insert into ``table`` with ``on_conflict_…`` methods, in the connection's dialect."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table)
    # The import takes three megabytes, which a server on SQLite does not need.
    from sqlalchemy.dialects import postgresql

    return postgresql.insert(table)
