"""Replacement of the directory in a SQLite file by shadow tables, which are filled and then renamed.

A file has one writer at a time. So the new tables are filled in many small transactions, between which others
can write, and a last one of a few milliseconds renames them. A kill before it leaves the old one unchanged.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, Index, MetaData, Table, inspect

from tui.errors import UsageError
from tui.server.enrich.tables import companies, people, postings, words
from tui.server.storage import directory_index
from tui.server.storage.directory_index import LIVE, NEW

if TYPE_CHECKING:
    from tui.server.importing.load import Values

Tell = Callable[[str, int], None]
"""A callback for progress: the current step, and the number of rows done."""

Pause = Callable[[float], None]
"""A callback that waits for a number of seconds."""

_BATCH = 10_000
_CACHE_KIB = 98_304
"""SQLite's page cache in KiB during the build, so that indexes are built without reading the file back."""

_PAUSE_SECONDS = 0.12
"""Seconds between two long transactions: the longest interval at which SQLite's waiting writers retry."""

_ROWS_WITHOUT_PAUSE = 50_000
"""The number of rows up to which no transaction takes long enough to need a pause."""

_OLD = "directory_old_"
_NAMES = "company_words"


def replace_aside(
    engine: Engine, firms: Iterable[Values], staff: Iterable[Values], tell: Tell, pause: Pause
) -> None:
    """Replace all rows of the directory in a SQLite file.

    Raises:
        UsageError: Another process is replacing the directory.
    """
    with _only_one(engine), engine.connect().execution_options(writes=True) as connection, _tuned(connection):
        build = _Build(connection, tell, pause)
        build.clear_away()
        build.make()
        build.put(companies, firms)
        build.put(people, staff)
        build.index()
        build.take_over()
        build.clear_away()
        _raw(connection).execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


class _Build:
    """The build of the shadow tables; each step is a transaction of its own."""

    def __init__(self, connection: Connection, tell: Tell, pause: Pause) -> None:
        self._connection = connection
        self._tell = tell
        self._pause = pause
        self._rows = 0
        self._tables = [_renamed(table) for table in (companies, people, postings, words)]

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if self._rows > _ROWS_WITHOUT_PAUSE:
            self._pause(_PAUSE_SECONDS)
        with self._connection.begin():
            yield

    def clear_away(self) -> None:
        """Drop shadow tables that an earlier run left, and tables that were replaced."""
        stale = [name for name in inspect(self._connection).get_table_names() if name.startswith((NEW, _OLD))]
        self._connection.rollback()
        # Dropping the full-text table drops its internal tables too.
        for name in (each for each in stale if f"{_NAMES}_" not in each):
            with self._turn():
                self._connection.exec_driver_sql(f"DROP TABLE IF EXISTS {name}")

    def make(self) -> None:
        """Create the new tables, without indexes."""
        with self._turn():
            for table in self._tables:
                table.create(self._connection)
            directory_index.create_names(self._connection, NEW)

    def put(self, table: Table, rows: Iterable[Values]) -> None:
        """Insert rows into a new table, then create its indexes."""
        marks = ", ".join("?" * len(table.columns))
        statement = f"INSERT INTO {table.name.replace(LIVE, NEW)} VALUES ({marks})"
        for batch in batches(rows, table, self._tell):
            with self._connection.begin():
                _raw(self._connection).executemany(statement, batch)
            self._rows += len(batch)
        new = next(each for each in self._tables if each.name == table.name.replace(LIVE, NEW))
        for index in sorted(table.indexes, key=lambda each: str(each.name)):
            self._tell(f"indexing {str(index.name).rpartition('_')[2]}", 0)
            with self._turn():
                _copy_index(index, new, self._free_name(str(index.name))).create(self._connection)

    def _free_name(self, name: str) -> str:
        """Return an index's name, or the name with ``_b`` while the live table's index has it."""
        taken = self._connection.exec_driver_sql(
            "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?", (name,)
        )
        return f"{name}_b" if taken.first() else name

    def index(self) -> None:
        """Build the directory's word index."""
        self._tell("indexing words", 0)
        # Needs no pauses: others can write while it prepares rows between its transactions.
        directory_index.fill(self._connection, NEW, self._connection.begin)

    def take_over(self) -> None:
        """Rename the new tables to the names of the old ones."""
        with self._turn():
            for table in (*(each.name for each in self._tables), f"{NEW}{_NAMES}"):
                live = table.replace(NEW, LIVE)
                self._connection.exec_driver_sql(f"ALTER TABLE {live} RENAME TO {live.replace(LIVE, _OLD)}")
                self._connection.exec_driver_sql(f"ALTER TABLE {table} RENAME TO {live}")
            directory_index.increment_edition(self._connection)


def _renamed(table: Table) -> Table:
    new = table.to_metadata(MetaData(), name=table.name.replace(LIVE, NEW))
    new.indexes.clear()
    return new


def _copy_index(index: Index, table: Table, name: str) -> Index:
    """Return a copy of an index for another table."""
    where = index.dialect_options["sqlite"]["where"]
    columns = [table.columns[column.name] for column in index.columns]
    twin = Index(name, *columns, unique=index.unique, sqlite_where=where)
    table.indexes.discard(twin)
    return twin


def batches(rows: Iterable[Values], table: Table, tell: Tell) -> Iterator[list[Values]]:
    """Yield rows in batches of 10 000, and report the number done to ``tell`` after each."""
    source, done = iter(rows), 0
    while batch := list(islice(source, _BATCH)):
        yield batch
        done += len(batch)
        tell("people" if table is people else "companies", done)


@contextmanager
def _only_one(engine: Engine) -> Iterator[None]:
    """Hold a lock file, so that only one process builds shadow tables in this database."""
    path = f"{engine.url.database}.directory.lock"
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600), "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UsageError(
                "another process is filling the directory", hint="wait until it is done"
            ) from error
        yield


@contextmanager
def _tuned(connection: Connection) -> Iterator[None]:
    """Enlarge SQLite's cache and relax its syncing, since the new tables may be lost in a power cut."""
    run = _raw(connection).execute
    (before,) = run("PRAGMA cache_size").fetchone()
    run(f"PRAGMA cache_size = -{_CACHE_KIB}")
    run("PRAGMA synchronous = NORMAL")
    try:
        yield
    finally:
        run(f"PRAGMA cache_size = {int(before)}")
        run("PRAGMA synchronous = FULL")


def _raw(connection: Connection) -> Any:
    return connection.connection.driver_connection
