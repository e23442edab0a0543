"""Schemas, made and looked at once a process: each step of it takes SQLite longer than a copy of the whole."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
from sqlalchemy import Connection, Engine

from tests.shares import made_once as shared
from tui.errors import UsageError
from tui.server.storage import db
from tui.server.storage.place import FILE, Place, make_private
from tui.server.storage.schema import outdated_version
from tui.store import opening
from tui.store.migrate import migrate, version_of


@contextmanager
def made_once() -> Iterator[None]:
    """Let new stores of this process begin with a copy of the schema; older ones are migrated as ever."""
    lock = Lock()
    with closing(sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)) as newest:

        def copied(conn: Any) -> None:
            # A test may stand for SQLite's own connection, as the one does that cuts the power.
            if isinstance(conn, sqlite3.Connection) and not version_of(conn):
                # Another process may be at it, for which the migration waits.
                with lock, suppress(sqlite3.OperationalError):
                    migrate(newest)
                    newest.backup(conn)
            migrate(conn)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(opening, "migrate", copied)
            yield


@contextmanager
def looked_at_once() -> Iterator[None]:
    """Let servers of this process open a file with the tables of one that was opened without looking at each again."""
    create = db.create
    whole: set[str] = set()

    def tables(connection: Connection) -> str:
        raw = connection.connection.driver_connection
        if not isinstance(raw, sqlite3.Connection):
            return ""
        with suppress(sqlite3.OperationalError):  # it has no table yet
            return repr(raw.execute(_TABLES).fetchone())
        return ""

    def created(connection: Connection) -> None:
        if tables(connection) not in whole:
            create(connection)
            whole.update({tables(connection)} - {""})

    def outdated(connection: Connection) -> int | None:
        return None if tables(connection) in whole else outdated_version(connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(db, "create", created)
        patch.setattr("tui.server.storage.place.outdated_version", outdated)
        yield


@contextmanager
def copied(factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let a server's new file begin as a copy of one that has its tables, and nothing in them."""
    opened = Place.open

    def make(folder: Path) -> None:
        opened(Place(folder)).dispose()

    def open_copy(place: Place) -> Engine:
        # What is wrong with the place is told where it is opened.
        with suppress(OSError, UsageError):
            if place.database is None and not (place.data / FILE).exists():
                make_private(place.data)
                shutil.copy(shared(factory, "tables", make) / FILE, place.data / FILE)
        return opened(place)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Place, "open", open_copy)
        yield


_TABLES = "SELECT group_concat(sql, ';'), (SELECT value FROM meta WHERE name = 'schema') FROM sqlite_master"
"""All that the making of missing tables looks at."""
