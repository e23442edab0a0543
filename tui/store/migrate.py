"""Schema migrations: each file of schema/ is applied once, in order, in its own transaction."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from tui.errors import StoreTooNew, Unwritable
from tui.snapshot import Copies

SCHEMA = Path(__file__).parent / "schema"


def migrate(conn: sqlite3.Connection, folder: Path = SCHEMA, *, upto: int | None = None) -> None:
    """Bring the file to the newest schema; ``user_version`` is the number of the last file applied.

    A file's statements and its number are one transaction, so a kill leaves either the old or the new schema.
    Two processes may migrate at once; the second finds nothing left to do.

    Args:
        conn: A connection to the file.
        folder: The directory of the schema's files.
        upto: The schema to stop at; None for the newest.

    Raises:
        StoreTooNew: A newer Cardscout wrote the file, which is left as it is.
    """
    files = sorted(folder.glob("[0-9]*_*.sql"))[:upto]
    check(conn, len(files))
    for number, file in enumerate(files, 1):
        if version_of(conn) < number:
            _apply(conn, number, file.read_text(encoding="utf-8"))


def keep_before(path: Path, version: int) -> None:
    """Copy the file before its schema changes.

    Raises:
        Unwritable: The file cannot be copied, and so must not be changed either.
    """
    try:
        Copies(path.parent).before_schema(path, version)
    except (sqlite3.Error, OSError) as error:
        raise Unwritable(
            f"{path.name} is of an earlier Cardscout, and no copy of it could be made before it is changed: {error}",
            hint=f"Make room in {path.parent}, and start again. Nothing was changed.",
        ) from error


def check(conn: sqlite3.Connection, newest: int | None = None) -> None:
    """Refuse a file with a newer schema, before anything is written to it."""
    known = newest if newest is not None else newest_schema()
    if (version := version_of(conn)) > known:
        raise StoreTooNew(
            f"This store has schema {version}; this Cardscout knows up to {known}.",
            hint="Update Cardscout. The file was not touched.",
        )


def newest_schema() -> int:
    """Return the schema that this Cardscout writes."""
    return len(list(SCHEMA.glob("[0-9]*_*.sql")))


def version_of(conn: sqlite3.Connection) -> int:
    """Return the schema of the file; 0 for a new one."""
    return int(conn.execute("PRAGMA user_version").fetchone()[0])


def _apply(conn: sqlite3.Connection, number: int, script: str) -> None:
    conn.execute("BEGIN IMMEDIATE")
    try:
        if version_of(conn) < number:
            for statement in _statements(script):
                conn.execute(statement)
            conn.execute(f"PRAGMA user_version={number}")
        conn.execute("COMMIT")
    finally:
        if conn.in_transaction:
            conn.execute("ROLLBACK")


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of ``script``, because executescript would commit on its own."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
