"""Statements by hand, for the few questions that are asked thousands of times a second.

A statement that SQLAlchemy makes costs ten times what SQLite takes to answer it. These are text with ``?`` where
values go; the values are always bound. They run on the driver's own connection, inside the caller's transaction.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection


def is_file(connection: Connection) -> bool:
    """Whether it is SQLite's dialect that is spoken."""
    return connection.dialect.name == "sqlite"


def ask(connection: Connection, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """The rows that answer ``statement``."""
    if not is_file(connection):
        return [tuple(row) for row in connection.exec_driver_sql(spelled(statement), tuple(values))]
    if not connection.in_transaction():
        connection.begin()
    driver: Any = connection.connection.driver_connection
    rows: list[tuple[Any, ...]] = driver.execute(statement, values).fetchall()
    return rows


def do(connection: Connection, statement: str, values: Sequence[Any] = ()) -> int:
    """Do ``statement``, and say how many rows it changed."""
    if not is_file(connection):
        return connection.exec_driver_sql(spelled(statement), tuple(values)).rowcount
    if not connection.in_transaction():
        connection.begin()
    driver: Any = connection.connection.driver_connection
    return int(driver.execute(statement, values).rowcount)


def do_many(connection: Connection, statement: str, rows: Iterable[Sequence[Any]]) -> None:
    """Do ``statement`` with each of ``rows``."""
    listed = [tuple(row) for row in rows]
    if listed:
        connection.exec_driver_sql(statement if is_file(connection) else spelled(statement), listed)


def spelled(statement: str) -> str:
    """``statement`` as PostgreSQL's driver wants it."""
    return statement.replace("%", "%%").replace("?", "%s")
