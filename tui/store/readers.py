"""Readers: the read-only connections to a store file, one for each thread that reads."""

from __future__ import annotations

import sqlite3
import threading
from typing import TYPE_CHECKING

from tui.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType


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
