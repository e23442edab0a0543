"""Statements without SQLAlchemy's work for each: queries that run thousands of times a second, inserts of many rows.

SQLAlchemy takes ten times as long to build a statement as SQLite to run it. Queries are text with ``?`` as
placeholders; values are always bound. They run on the driver's own connection, in the caller's transaction.
``upsert`` chooses the insert of the database's dialect.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from sqlalchemy import Boolean, Connection, Table, insert
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import Dialect

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql


def is_file(connection: Connection) -> bool:
    """Return whether the database is a SQLite file."""
    return connection.dialect.name == "sqlite"


def fetch_all(connection: Connection, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """Run the query ``statement`` and return its rows."""
    if not is_file(connection):
        return [
            tuple(row) for row in connection.exec_driver_sql(psycopg_placeholders(statement), tuple(values))
        ]
    if not connection.in_transaction():
        connection.begin()
    driver: Any = connection.connection.driver_connection
    rows: list[tuple[Any, ...]] = driver.execute(statement, values).fetchall()
    return rows


def execute(connection: Connection, statement: str, values: Sequence[Any] = ()) -> int:
    """Execute ``statement`` and return the number of rows it changed."""
    if not is_file(connection):
        return connection.exec_driver_sql(psycopg_placeholders(statement), tuple(values)).rowcount
    if not connection.in_transaction():
        connection.begin()
    driver: Any = connection.connection.driver_connection
    return int(driver.execute(statement, values).rowcount)


def execute_many(connection: Connection, statement: str, rows: Iterable[Sequence[Any]]) -> None:
    """Execute ``statement`` once for each of ``rows``."""
    listed = [tuple(row) for row in rows]
    if listed:
        connection.exec_driver_sql(
            statement if is_file(connection) else psycopg_placeholders(statement), listed
        )


def psycopg_placeholders(statement: str) -> str:
    """Convert the placeholders of ``statement`` to the style of PostgreSQL's driver."""
    return statement.replace("%", "%%").replace("?", "%s")


FEW = 500
"""Rows up to which SQLAlchemy's own way is as good."""

_CHUNK = 5000
"""Rows that are converted at a time, so that no second copy of all is in memory."""


def insert_all(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows that all have the same keys as the first; keys that are no columns are ignored.

    SQLAlchemy takes as long to prepare the values of a row as SQLite to store them: it creates a dictionary,
    looks up each default, and calls each value's converter by name.

    Raises:
        IntegrityError: A row breaks a constraint.
    """
    dialect = connection.dialect
    names = [name for name in rows[0] if name in table.columns]
    if len(rows) <= FEW or dialect.paramstyle != "qmark" or _lacks_defaults(table, names):
        connection.execute(insert(table), [{name: row[name] for name in names} for row in rows])
        return
    compiled = insert(table).compile(dialect=dialect, column_keys=names)
    # In the order of the marks, as SQLite's driver wants them.
    columns = [_column(table, name, dialect, rows) for name in compiled.positiontup or []]
    values = zip(*columns, strict=True)
    while chunk := list(islice(values, _CHUNK)):
        connection.exec_driver_sql(str(compiled), chunk)


def _lacks_defaults(table: Table, names: Sequence[str]) -> bool:
    """Return whether a column needs its default, or there is only one column, whose value is no tuple."""
    return len(names) < 2 or any(
        each.default is not None and each.name not in names for each in table.columns
    )


def _column(table: Table, name: str, dialect: Dialect, rows: Sequence[Mapping[str, Any]]) -> Iterator[Any]:
    """Return a column's values as the driver takes them; column by column, because that needs no loop in Python."""
    kind = table.columns[name].type
    values = map(itemgetter(name), rows)
    # The driver stores true and false as 1 and 0 by itself.
    convert = None if isinstance(kind, Boolean) else kind.dialect_impl(dialect).bind_processor(dialect)
    return values if convert is None else map(convert, values)


def upsert(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Return an insert into ``table`` with ``on_conflict_…`` methods, in the connection's dialect."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table)
    # The import takes three megabytes, which a server on SQLite does not need.
    from sqlalchemy.dialects import postgresql

    return postgresql.insert(table)
