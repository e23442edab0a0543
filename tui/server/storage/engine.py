"""The engine under the server: a SQLite file, or a PostgreSQL database when a team outgrows one file.

Both behave the same. A write holds the write lock from its first moment: SQLite's ``BEGIN IMMEDIATE`` on the file,
on PostgreSQL an advisory lock on the schema. So counters, positions and "is it there already" need no thought in
the handlers, and ids rise in the order of the commits, which the cursors of the feeds rely on.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import URL, Connection, Dialect, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from tui.private import make_private
from tui.server.storage import text_index
from tui.server.storage.trouble import FullDisk, is_full, note

BUSY_SECONDS = 5.0
"""How long a writer waits for another's transaction."""

# What an error quotes ends in the log, and values are people's texts and the hashes of their tokens.
_USUAL: dict[str, Any] = {"pool_size": 8, "max_overflow": 32, "hide_parameters": True}
_SESSION = f"-c lock_timeout={BUSY_SECONDS:.0f}s -c statement_timeout=30s -c timezone=UTC"
"""What a PostgreSQL session is told; the hosted service too cuts what takes longer than 30 seconds."""

_TURNS: WeakKeyDictionary[Engine, Lock] = WeakKeyDictionary()
_DISKS: WeakKeyDictionary[Engine, FullDisk] = WeakKeyDictionary()
_LOCK = 0x63617264
"""The advisory lock's number on PostgreSQL: "card" in ASCII."""


def connect(target: Path | str, *, lasting: bool = True) -> Engine:
    """An engine on a SQLite file, made when it is missing (0600), or on a database by its URL.

    The tables are not made. Use the engine through ``reading`` and ``writing`` only.

    Args:
        target: The file, or ``postgresql+psycopg://…``, or ``sqlite:///…``.
        lasting: Whether what is in a file must outlive a power cut: a commit waits for the disk then.
    """
    url = make_url(target) if isinstance(target, str) else URL.create("sqlite", database=str(target))
    if url.get_backend_name() == "sqlite":
        engine = create_engine(
            url, connect_args={"timeout": BUSY_SECONDS}, json_deserializer=_read_json, **_USUAL
        )
        event.listen(engine, "do_connect", _own_file)
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "handle_error", note)
        if not lasting:
            event.listen(engine, "connect", _hurry)
    else:
        engine = create_engine(url, connect_args={"options": _SESSION}, pool_pre_ping=True, **_USUAL)
    event.listen(engine, "begin", _begin)
    return engine


def _read_json(text: str) -> Any:
    """A JSON column's value. Most are empty objects: those of a page of cards were a tenth of its time."""
    return {} if text == "{}" else json.loads(text)


def is_file(engine: Engine) -> bool:
    """Whether the storage is a SQLite file."""
    return engine.dialect.name == "sqlite"


def _own_file(_dialect: Dialect, _record: ConnectionPoolEntry, cargs: Any, _cparams: Any) -> None:
    """See that the file is ours alone before SQLite makes it."""
    if (path := cargs[0]) != ":memory:":
        make_private(Path(path))


def _prepare(raw: DBAPIConnection, _record: ConnectionPoolEntry) -> None:
    """Make a fresh connection safe: the pragmas are per connection, WAL is kept by the file."""
    if not isinstance(raw, sqlite3.Connection):
        return
    # The driver must not open transactions by itself: it would open deferred ones, and two writers that
    # both upgrade from a read lock fail at once instead of waiting for each other.
    raw.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "trusted_schema=OFF"):
        raw.execute(f"PRAGMA {pragma}").close()


def _hurry(raw: DBAPIConnection, _record: ConnectionPoolEntry) -> None:
    """Leave it to the system when a commit reaches the disk."""
    if isinstance(raw, sqlite3.Connection):
        raw.execute("PRAGMA synchronous=OFF").close()


def _begin(connection: Connection) -> None:
    """Open the transaction that ``reading`` or ``writing`` asked for."""
    options = connection.get_execution_options()
    writes = options.get("writes", False)
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
    elif options.get("alone", False):
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """One consistent look at the tables."""
    options: dict[str, Any] = {}
    if not is_file(engine):
        options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    with engine.connect().execution_options(**options) as connection, connection.begin():
        yield connection


@contextmanager
def writing(engine: Engine, *, alone: bool = True) -> Iterator[Connection]:
    """One transaction that holds the write lock from its first moment; rolled back when the block raises.

    Args:
        engine: The storage.
        alone: Whether other writers wait. False is for counters and queues, which touch no board, whose rows
            are locked one by one; on a file every writer waits, whatever is said here.
    """
    options = {"writes": True, "alone": alone}
    disk = _DISKS.setdefault(engine, FullDisk())
    try:
        with _turn(engine), engine.connect().execution_options(**options) as connection, connection.begin():
            yield connection
            if alone:
                text_index.settle(connection)
    except DBAPIError as error:
        if is_full(error):
            disk.refused()
        raise
    if alone:
        # A counter finds room where nothing else does.
        disk.taken()


@contextmanager
def _turn(engine: Engine) -> Iterator[None]:
    """Let the threads that write to a file come one after another.

    SQLite's own waiting looks again now and then, and whoever came last may be first: under load some waited for
    seconds. Other processes still meet at its lock. Who waited too long goes on to meet it too, and hears from it.
    """
    if not is_file(engine):
        yield
        return
    lock = _TURNS.setdefault(engine, Lock())
    mine = lock.acquire(timeout=BUSY_SECONDS)
    try:
        yield
    finally:
        if mine:
            lock.release()
