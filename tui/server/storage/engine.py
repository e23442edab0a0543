"""The server's database engine: a SQLite file, or a PostgreSQL database when a team outgrows one file.

Both behave the same. A writing transaction takes the write lock at its start: on SQLite ``BEGIN IMMEDIATE``,
on PostgreSQL an advisory lock. So handlers have no races on counters, positions and existence checks,
and ids rise in the order of the commits, which the cursors of the feeds rely on.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from pydantic_core import to_json
from sqlalchemy import URL, Connection, Dialect, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from tui.private import make_private
from tui.server.storage import text_index
from tui.server.storage.trouble import FullDisk, is_full, mark_damage

BUSY_SECONDS = 5.0
"""Seconds that a writer waits for another transaction."""

# Error messages end up in the log, so they must not contain values: texts of users, hashes of tokens.
_USUAL: dict[str, Any] = {"pool_size": 8, "max_overflow": 32, "hide_parameters": True}
_SESSION = f"-c lock_timeout={BUSY_SECONDS:.0f}s -c statement_timeout=30s -c timezone=UTC -c jit=off"
"""Options of a PostgreSQL session; the hosted service too aborts requests after 30 seconds.

Without ``jit=off`` PostgreSQL compiles a query whose cost it overestimates, as it does until it has analysed the
tables: that takes longer than any query of this server.
"""

_WRITE_LOCKS: WeakKeyDictionary[Engine, Lock] = WeakKeyDictionary()
_DISKS: WeakKeyDictionary[Engine, FullDisk] = WeakKeyDictionary()
_LOCK = 0x63617264
"""The advisory lock's number on PostgreSQL: "card" in ASCII."""


def connect(target: Path | str, *, lasting: bool = True) -> Engine:
    """Create an engine on a SQLite file, created if missing (0600), or on the database of a URL.

    The tables are not created. Use the engine through ``reading`` and ``writing`` only.

    Args:
        target: The file, or ``postgresql+psycopg://…``, or ``sqlite:///…``.
        lasting: Whether a commit to a file waits for the disk, so that it survives a power failure.
    """
    url = make_url(target) if isinstance(target, str) else URL.create("sqlite", database=str(target))
    if url.get_backend_name() == "sqlite":
        engine = create_engine(
            url,
            connect_args={"timeout": BUSY_SECONDS},
            json_serializer=_write_json,
            json_deserializer=_read_json,
            **_USUAL,
        )
        event.listen(engine, "do_connect", _protect_file)
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "handle_error", mark_damage)
        if not lasting:
            event.listen(engine, "connect", _disable_sync)
    else:
        engine = create_engine(url, connect_args={"options": _SESSION}, pool_pre_ping=True, **_USUAL)
    event.listen(engine, "begin", _begin)
    return engine


def close(engine: Engine) -> None:
    """Close the connections of ``engine``; one that a thread still uses is closed when it is given back.

    Disposing of the engine alone leaves that one to the garbage collector.
    """
    event.listen(engine.pool, "checkin", _close_returned)
    engine.dispose()


def _close_returned(raw: DBAPIConnection | None, _record: ConnectionPoolEntry) -> None:
    if raw is not None:
        raw.close()


def _read_json(text: str) -> Any:
    """Parse a JSON column; most contain {}, whose parsing took a tenth of the time of a page of cards."""
    return {} if text == "{}" else json.loads(text)


def _write_json(value: Any) -> str:
    """Write a JSON column with pydantic, four times as fast as the standard library, which writes the rest."""
    if value == {}:
        return "{}"
    try:
        return to_json(value).decode()
    except ValueError:
        # A lone surrogate, which only ASCII escapes can represent.
        return json.dumps(value)


def is_file(engine: Engine) -> bool:
    """Return whether the storage is a SQLite file."""
    return engine.dialect.name == "sqlite"


def _protect_file(_dialect: Dialect, _record: ConnectionPoolEntry, cargs: Any, _cparams: Any) -> None:
    """Create the file readable only by its owner before SQLite opens it."""
    if (path := cargs[0]) != ":memory:":
        make_private(Path(path))


def _prepare(raw: DBAPIConnection, _record: ConnectionPoolEntry) -> None:
    """Set the pragmas of a new connection; all but WAL, which the file stores, are per connection."""
    if not isinstance(raw, sqlite3.Connection):
        return
    # The driver must not open transactions by itself. They would be deferred, and two writers that both
    # upgrade from a read lock fail at once instead of waiting for each other.
    raw.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "trusted_schema=OFF"):
        raw.execute(f"PRAGMA {pragma}").close()


def enlarge_cache(connection: Connection) -> None:
    """Give SQLite a cache of 64 MiB and rarer checkpoints, for a connection with many writes in random order.

    The keys of imported records are hashes, so each transaction changes pages all over the indexes.
    """
    if connection.dialect.name == "sqlite":
        for pragma in ("cache_size=-65536", "wal_autocheckpoint=8192"):
            connection.exec_driver_sql(f"PRAGMA {pragma}")


def _disable_sync(raw: DBAPIConnection, _record: ConnectionPoolEntry) -> None:
    """Turn off waiting for the disk at commits."""
    if isinstance(raw, sqlite3.Connection):
        raw.execute("PRAGMA synchronous=OFF").close()


def _begin(connection: Connection) -> None:
    """Begin the kind of transaction that ``reading`` or ``writing`` set in the execution options."""
    options = connection.get_execution_options()
    writes = options.get("writes", False)
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
    elif options.get("alone", False):
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Open a read-only transaction with one consistent view of the tables."""
    options: dict[str, Any] = {}
    if not is_file(engine):
        options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    with engine.connect().execution_options(**options) as connection, connection.begin():
        yield connection


@contextmanager
def writing(
    engine: Engine, *, alone: bool = True, shown: bool = True, indexed: bool = True
) -> Iterator[Connection]:
    """Open a transaction that takes the write lock at its start and is rolled back if the block raises.

    Args:
        engine: The storage.
        alone: Whether other writers wait. False is for counters and queues, which touch no board and lock
            single rows; on a SQLite file other writers always wait.
        shown: Whether clients may see the written data. False for keys, and for writes that set the revision
            themselves.
        indexed: Whether the search finds the written texts from the commit on. False leaves that to the next
            transaction, of whomever; opening the storage is one.
    """
    options = {"writes": True, "alone": alone}
    disk = _DISKS.setdefault(engine, FullDisk())
    try:
        with _turn(engine), engine.connect().execution_options(**options) as connection, connection.begin():
            before = _count_changes(connection)
            yield connection
            if alone and indexed:
                text_index.index_pending(connection)
            if alone and shown and _count_changes(connection) != before and connection.in_transaction():
                set_revision(connection)
    except DBAPIError as error:
        if is_full(error):
            disk.record_failure()
        raise
    if alone:
        # A counter may find room on a disk that is full for everything else.
        disk.record_success()


def index_texts(engine: Engine) -> None:
    """Let the search find what was written without being ``indexed``."""
    # Clients see the same data as before.
    with writing(engine, shown=False):
        pass


def set_revision(connection: Connection, *, anew: bool = True) -> None:
    """Give a SQLite file a revision, a text that changes with all data visible to clients; ``anew`` replaces it.

    It is random, not counted, because a file restored from a backup must not reuse a number for other data.
    """
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(
            f"INSERT OR {'REPLACE' if anew else 'IGNORE'} INTO meta (name, value)"
            " VALUES ('revision', '\"' || lower(hex(randomblob(8))) || '\"')"
        )


def _count_changes(connection: Connection) -> int:
    """Return how many rows were changed on a connection to a SQLite file so far; 0 for a database server, which has no revision."""
    raw = connection.connection.driver_connection
    return raw.total_changes if isinstance(raw, sqlite3.Connection) else 0


@contextmanager
def _turn(engine: Engine) -> Iterator[None]:
    """Let the threads that write to a SQLite file take turns.

    SQLite's own wait polls the lock and is not fair: under load some threads waited for seconds. Processes
    still compete for SQLite's lock. A thread that waited too long here tries SQLite's lock and may time out
    there.
    """
    if not is_file(engine):
        yield
        return
    lock = _WRITE_LOCKS.setdefault(engine, Lock())
    mine = lock.acquire(timeout=BUSY_SECONDS)
    try:
        yield
    finally:
        if mine:
            lock.release()


def different(values: Mapping[str, Any], row: Any) -> dict[str, Any]:
    """Return those of the new ``values``, by column, that differ from ``row``."""
    return {column: value for column, value in values.items() if getattr(row, column) != value}
