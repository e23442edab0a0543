"""Schema changes: each file of schema/ is applied once, in order, and whole or not at all."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from tui.errors import StoreTooNew

SCHEMA = Path(__file__).parent / "schema"


def migrate(conn: sqlite3.Connection, folder: Path = SCHEMA) -> None:
    """Bring the file to the newest schema; ``user_version`` is the number of the last file applied.

    A kill in the midst leaves the old schema or the new one: a file's statements and its number are one
    transaction. Two processes may do this at once; the second finds nothing left to do.

    Raises:
        StoreTooNew: A newer Cardscout wrote the file. It is left as it is.
    """
    files = sorted(folder.glob("[0-9]*_*.sql"))
    check(conn, len(files))
    for number, file in enumerate(files, 1):
        if _version(conn) < number:
            _apply(conn, number, file.read_text(encoding="utf-8"))


def check(conn: sqlite3.Connection, newest: int | None = None) -> None:
    """Refuse a file with a newer schema, before anything is written to it."""
    known = newest if newest is not None else len(list(SCHEMA.glob("[0-9]*_*.sql")))
    if (version := _version(conn)) > known:
        raise StoreTooNew(
            f"This store has schema {version}; this Cardscout knows up to {known}.",
            hint="Update Cardscout. The file was not touched.",
        )


def _version(conn: sqlite3.Connection) -> int:
    return int(conn.execute("PRAGMA user_version").fetchone()[0])


def _apply(conn: sqlite3.Connection, number: int, script: str) -> None:
    conn.execute("BEGIN IMMEDIATE")
    try:
        if _version(conn) < number:
            for statement in _statements(script):
                conn.execute(statement)
            conn.execute(f"PRAGMA user_version={number}")
        conn.execute("COMMIT")
    finally:
        if conn.in_transaction:
            conn.execute("ROLLBACK")


def _statements(script: str) -> Iterator[str]:
    """The statements of ``script``: executescript would commit behind our back."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
