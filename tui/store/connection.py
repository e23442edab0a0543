"""Connections to a SQLite file: with our common settings, and a read-only one for each thread that reads."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from tui.errors import StoreError
from tui.private import make_private
from tui.store.faults import code

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

WAIT = 5.0
"""Seconds to wait for another process's lock before StoreBusy."""


def connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    """Open a connection with our common settings; the journal mode stays that of the file."""
    make_private(path)
    with ExitStack() as failed:
        conn = sqlite3.connect(path, timeout=WAIT, isolation_level=None, check_same_thread=False)
        failed.callback(conn.close)
        for setting in ("trusted_schema=OFF", "cell_size_check=ON", "synchronous=FULL", "temp_store=MEMORY"):
            conn.execute(f"PRAGMA {setting}")
        conn.execute(f"PRAGMA query_only={int(read_only)}")
        failed.pop_all()
    return conn


def journal(conn: sqlite3.Connection, path: Path) -> str:
    """Put the file into write-ahead mode if its file system supports that, and return its current mode.

    Some network file systems report "wal" and then fail at the first write, so a scratch file beside the
    store is tried first; this takes time only if the store is new or not in that mode yet.
    """
    mode = str(conn.execute("PRAGMA journal_mode").fetchone()[0])
    if mode == "wal" or not _wal_works(path):
        return mode
    try:
        return str(conn.execute("PRAGMA journal_mode=WAL").fetchone()[0])
    except sqlite3.OperationalError as error:
        # Another process is opening the file at this moment; the first one decides for both.
        if code(error) != sqlite3.SQLITE_BUSY:
            raise
        return str(conn.execute("PRAGMA journal_mode").fetchone()[0])


def _wal_works(path: Path) -> bool:
    scratch = path.with_name(f"{path.name}.probe-{threading.get_native_id()}")
    try:
        conn = sqlite3.connect(scratch, isolation_level=None)
        try:
            wal = bool(conn.execute("PRAGMA journal_mode=WAL").fetchone()[0] == "wal")
            conn.execute("PRAGMA synchronous=OFF")
            conn.execute("CREATE TABLE probe (x)")
            return wal
        finally:
            conn.close()
    except sqlite3.Error:
        return False
    finally:
        for end in ("", "-wal", "-shm", "-journal"):
            scratch.with_name(scratch.name + end).unlink(missing_ok=True)


_BETWEEN = 0.01
"""Seconds between two interruptions of a statement that is being executed."""


class Reader:
    """One thread's connection; inside its ``with`` block it is not closed by another thread.

    SQLite's module crashes the process if a connection is closed while it executes a statement.

    Attributes:
        generation: Which of the ways to connect it was opened by.
    """

    def __init__(self, conn: sqlite3.Connection, generation: int) -> None:
        self.generation = generation
        self._conn = conn
        self._lock = threading.Lock()
        self._closed = False

    def __enter__(self) -> sqlite3.Connection:
        """Return the connection, for statements whose rows are all fetched before the block ends.

        Raises:
            StoreError: The store is closed.
        """
        self._lock.acquire()
        if self._closed:
            self._lock.release()
            raise _closed_error()
        return self._conn

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let other threads close the connection.

        Raises:
            StoreError: The store was closed, which interrupted the statement.
        """
        self._lock.release()
        if self._closed and isinstance(error, sqlite3.Error):
            raise _closed_error() from error

    def close(self) -> None:
        """Interrupt the statement that is being executed, and close the connection after it."""
        self._closed = True
        # A statement that is only about to begin is not interrupted by the first call.
        while not self._lock.acquire(timeout=_BETWEEN):
            self._conn.interrupt()
        self._conn.close()
        self._lock.release()


class Readers:
    """The connections of all threads."""

    def __init__(self) -> None:
        self._own = threading.local()
        self._lock = threading.Lock()
        self._every: list[Reader] = []
        self._connect: Callable[[], sqlite3.Connection] | None = None
        self._generation = 0

    def connect_by(self, connect: Callable[[], sqlite3.Connection]) -> None:
        """Let each thread connect by ``connect``, anew if it is connected already."""
        with self._lock:
            self._connect = connect
            self._generation += 1

    def keep(self, conn: sqlite3.Connection) -> None:
        """Keep a connection open that no thread reads by, until the store is closed."""
        with self._lock:
            self._every.append(Reader(conn, 0))

    def own(self) -> Reader:
        """Return the calling thread's reader, which is connected first if necessary.

        Raises:
            StoreError: The store is closed.
        """
        reader: Reader | None = getattr(self._own, "reader", None)
        if reader is None or reader.generation != self._generation:
            if (connect := self._connect) is None:
                raise _closed_error()
            generation = self._generation
            reader = Reader(connect(), generation)
            with self._lock:
                if self._connect is not None:
                    self._every.append(reader)
                    self._own.reader = reader
                    return reader
            reader.close()  # the store was closed meanwhile
            raise _closed_error()
        return reader

    def close(self) -> None:
        """Close every connection; statements that are being executed end with an error."""
        with self._lock:
            self._connect = None
            self._generation += 1
            every, self._every = self._every, []
        for reader in every:
            reader.close()


def _closed_error() -> StoreError:
    return StoreError("The store is closed.")
