"""The schema of a store, made once a process: each step of it takes SQLite longer than a copy of the whole."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from threading import Lock
from typing import Any

import pytest

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
