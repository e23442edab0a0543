"""Raw SQL statements, for the few queries that run thousands of times a second.

SQLAlchemy takes ten times as long to build a statement as SQLite to run it. These are text with ``?`` as
placeholders; values are always bound. They run on the driver's own connection, in the caller's transaction.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection


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
