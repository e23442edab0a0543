"""Upserts: an insert that says what is done where there is such a row already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy.dialects import sqlite

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table
    from sqlalchemy.dialects import postgresql


def upsert(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An insert into ``table`` with ``on_conflict_do_nothing`` and its like, in the dialect that is spoken."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table)
    # Three megabytes that a server on a file has no use for.
    from sqlalchemy.dialects import postgresql

    return postgresql.insert(table)
