"""A new directory built beside the one in use, in the same file, and put in its place at once.

A file has one writer at a time. So the new tables are filled in many small transactions, between which others write,
and the last one, of a few milliseconds, renames them. Killed before it, the old directory is as it was.
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
"""Is told what is being done, and how many are done."""

Pause = Callable[[float], None]
"""Lets so many seconds pass."""

_BATCH = 10_000
_CACHE_KIB = 98_304
"""What SQLite may keep of the file in memory meanwhile: indexes are built without reading back what was written."""

_BREATH = 0.12
"""Seconds between two long transactions: as long as SQLite's waiting writers look away at most."""

_SHORT = 50_000
"""Of no more rows, no transaction is long."""

_OLD = "directory_old_"
_NAMES = "company_words"


def replace_aside(
    engine: Engine, firms: Iterable[Values], staff: Iterable[Values], tell: Tell, pause: Pause
) -> None:
    """Put these rows in the place of the whole directory of a file.

    Raises:
        UsageError: Another process is at it.
    """
    with _only_one(engine), engine.connect().execution_options(writes=True) as connection, _roomy(connection):
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
    """The new tables, step by step, each in a transaction of its own."""

    def __init__(self, connection: Connection, tell: Tell, pause: Pause) -> None:
        self._connection = connection
        self._tell = tell
        self._pause = pause
        self._rows = 0
        self._tables = [_renamed(table) for table in (companies, people, postings, words)]

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if self._rows > _SHORT:
            self._pause(_BREATH)
        with self._connection.begin():
            yield

    def clear_away(self) -> None:
        """Drop what an earlier run left, or what was replaced."""
        there = [name for name in inspect(self._connection).get_table_names() if name.startswith((NEW, _OLD))]
        self._connection.rollback()
        # The index of names takes its own inner tables along.
        for name in (each for each in there if f"{_NAMES}_" not in each):
            with self._turn():
                self._connection.exec_driver_sql(f"DROP TABLE IF EXISTS {name}")

    def make(self) -> None:
        """Make the new tables, without indexes."""
        with self._turn():
            for table in self._tables:
                table.create(self._connection)
            directory_index.create_names(self._connection, NEW)

    def put(self, table: Table, rows: Iterable[Values]) -> None:
        """Put rows in, then index them."""
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
                _twin(index, new, self._free_name(str(index.name))).create(self._connection)

    def _free_name(self, name: str) -> str:
        """An index's name, or the other one that it takes turns with: the old one has one of them still."""
        taken = self._connection.exec_driver_sql(
            "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?", (name,)
        )
        return f"{name}_b" if taken.first() else name

    def index(self) -> None:
        """Make everything that no table has by itself."""
        self._tell("indexing words", 0)
        # What is put together between its transactions is pause enough.
        directory_index.fill(self._connection, NEW, self._connection.begin)

    def take_over(self) -> None:
        """Put the new tables in the place of the old ones."""
        with self._turn():
            for table in (*(each.name for each in self._tables), f"{NEW}{_NAMES}"):
                live = table.replace(NEW, LIVE)
                self._connection.exec_driver_sql(f"ALTER TABLE {live} RENAME TO {live.replace(LIVE, _OLD)}")
                self._connection.exec_driver_sql(f"ALTER TABLE {table} RENAME TO {live}")
            directory_index.change_edition(self._connection)


def _renamed(table: Table) -> Table:
    new = table.to_metadata(MetaData(), name=table.name.replace(LIVE, NEW))
    new.indexes.clear()
    return new


def _twin(index: Index, table: Table, name: str) -> Index:
    """The same index of another table."""
    where = index.dialect_options["sqlite"]["where"]
    columns = [table.columns[column.name] for column in index.columns]
    twin = Index(name, *columns, unique=index.unique, sqlite_where=where)
    table.indexes.discard(twin)
    return twin


def batches(rows: Iterable[Values], table: Table, tell: Tell) -> Iterator[list[Values]]:
    """Rows, some thousands at once; ``tell`` is told how many there were."""
    source, done = iter(rows), 0
    while batch := list(islice(source, _BATCH)):
        yield batch
        done += len(batch)
        tell("people" if table is people else "companies", done)


@contextmanager
def _only_one(engine: Engine) -> Iterator[None]:
    """Be the one who builds beside this file.

    Raises:
        UsageError: Another is.
    """
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
def _roomy(connection: Connection) -> Iterator[None]:
    """Memory for large transactions, whose new tables need not outlive a power cut."""
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
