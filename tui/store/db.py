"""The database of a store: the writer's thread, its transactions, and the readers.

Each reading thread has one read-only connection. Writes are queued for one thread, and each is a ``BEGIN
IMMEDIATE`` transaction, because SQLite refuses to upgrade a deferred one without waiting. Commits are fully
synced: an acknowledged write is on the disk.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import datetime
from logging import getLogger
from pathlib import Path
from secrets import token_hex
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from tui.errors import StoreError, Unwritable
from tui.model.change import Change, Noun
from tui.snapshot import open_read_only
from tui.store.change_counter import ChangeCounter
from tui.store.connection import Readers, connect
from tui.store.faults import translating_errors, unwritable

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.store.feed import Feed

T = TypeVar("T")

NAMED_CARDS = 200
"""Maximum cards that a Change lists by id; with more it lists none, since rereading the board is cheaper."""


def storable(text: str) -> str:
    """Replace each lone surrogate in ``text``, which no file can hold, by U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class Transaction:
    """One write transaction: its connection, its time, and its changes so far.

    Attributes:
        conn: The writer's connection, inside ``BEGIN IMMEDIATE``.
        window: The window that writes (``window.open_window``); "" for none.
        taken: The number of the last user's change that this transaction accepts; 0 for none.
    """

    def __init__(self, conn: sqlite3.Connection, now: datetime, window: str = "") -> None:
        self.conn = conn
        self.now = now
        self.window = window
        self.taken = 0
        self._version: int | None = None
        self._nouns: set[Noun] = set()
        self._boards: set[str] = set()
        self._cards: set[str] = set()
        self._bound: dict[str, str] = {}

    def draw_version(self) -> int:
        """Return the version for the rows of this transaction, which is unique; take it from the counter first."""
        if self._version is None:
            self._version = int(self.one("UPDATE counter SET value = value + 1 RETURNING value")[0])
        return self._version

    def rows(self, sql: str, *args: Any) -> list[Any]:
        """Execute ``sql`` and return its rows."""
        return self.conn.execute(sql, args).fetchall()

    def one(self, sql: str, *args: Any) -> Any:
        """Execute ``sql`` and return its first row, or None."""
        return self.conn.execute(sql, args).fetchone()

    def text(self, sql: str, *args: Any) -> str | None:
        """Execute ``sql`` and return the first value of its first row, as text; None for no row, or no value."""
        return _text(self.one(sql, *args))

    def meta(self, key: str) -> str | None:
        """Return the value of ``key`` in the table of single values, or None."""
        return self.text(_META, key)

    def set_meta(self, key: str, value: str) -> bool:
        """Store a single value; return whether it was another before."""
        return bool(
            self.run(
                "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
                " WHERE value != excluded.value",
                key,
                value,
            )
        )

    def run(self, sql: str, *args: Any) -> int:
        """Execute ``sql`` and return the number of affected rows."""
        return self.conn.execute(sql, args).rowcount

    def changed(self, noun: Noun, *, board_id: str = "", card_id: str = "") -> None:
        """Record a change that the feed publishes after the commit."""
        self._nouns.add(noun)
        for ident, idents in ((board_id, self._boards), (card_id, self._cards)):
            if ident:
                idents.add(ident)

    def bound(self, names: dict[str, str]) -> None:
        """Record local ids that are now bound to ids of the service."""
        self._bound |= names

    @property
    def change(self) -> Change:
        """Everything that the transaction changed."""
        cards = frozenset(self._cards) if len(self._cards) <= NAMED_CARDS else frozenset[str]()
        return Change(frozenset(self._nouns), frozenset(self._boards), cards, MappingProxyType(self._bound))


_META = "SELECT value FROM meta WHERE key = ?"


def _text(row: Any) -> str | None:
    return None if row is None or row[0] is None else str(row[0])


Upgrade = Callable[[sqlite3.Connection], None]


def _no_upgrade(_conn: sqlite3.Connection) -> None:
    """Do not upgrade the file, which can be read as it is."""


AS_IT_IS: Upgrade = _no_upgrade

_WRITABILITY_CHANGED = Change(frozenset({"sync"}))
"""The change to publish when the store becomes unwritable, or writable again."""


class Database:
    """One database file: a writer's thread, and a read-only connection for each thread that reads.

    Args:
        prepare: Called with the writer's connection once, on its thread, before anything else (migration).
        window: The name of the window, recorded with its writes.
        readable: Returns the upgrade that makes a copy of an unwritable file readable; None if it is empty.

    Attributes:
        change_counter: The number of the last change made here.
        trouble: Why nothing can be written now; None when the last write succeeded. Each write tries again.
    """

    def __init__(
        self,
        path: Path,
        clock: Clock,
        feed: Feed,
        prepare: Callable[[sqlite3.Connection, Path], None],
        window: str = "",
        readable: Callable[[sqlite3.Connection], Upgrade | None] = lambda _: None,
    ) -> None:
        self.path = path
        self.change_counter = ChangeCounter(path)
        self._window = window
        self._clock = clock
        self._feed = feed
        self._readers = Readers()
        self._prepare, self._readable = prepare, readable
        self._writer: sqlite3.Connection | None = None
        self._opened: tuple[int, int] | None = None
        self.trouble: Unwritable | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        with ExitStack() as failed:
            failed.callback(self.close)
            self._thread.submit(self._open).result()
            failed.pop_all()

    def _open(self) -> None:
        """Open the file for reading and writing, or only for reading if it is unwritable.

        Raises:
            StoreError: The file cannot be opened, or needs an upgrade that is impossible.
        """
        try:
            self._open_writer()
        except Unwritable as error:
            with translating_errors(self.path), closing(open_read_only(self.path)) as conn:
                opener = self._read_only_opener(conn)
            if opener is None:
                raise
            self._readers.connect_by(opener)
            self.trouble = error

    def _read_only_opener(self, conn: sqlite3.Connection) -> Callable[[], sqlite3.Connection] | None:
        """Return a function that opens an unwritable file for reading; None for an empty file.

        A file of an earlier Cardscout is copied into memory and upgraded there.
        """
        upgrade = self._readable(conn)
        if upgrade is None:
            return None
        if upgrade is AS_IT_IS:
            return lambda: open_read_only(self.path)
        uri = f"file:{token_hex(8)}?mode=memory&cache=shared"
        memory = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
        # The in-memory database exists for as long as one connection to it is open.
        self._readers.keep(memory)
        conn.backup(memory)
        upgrade(memory)
        return lambda: sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)

    def _open_writer(self) -> sqlite3.Connection:
        if self.path.exists() and not os.access(self.path, os.W_OK):
            # SQLite would open the file anyway, and fail only at the first write.
            raise unwritable(self.path)
        with translating_errors(self.path), ExitStack() as failed:
            writer = failed.enter_context(closing(connect(self.path, read_only=False)))
            self._prepare(writer, self.path)
            failed.pop_all()
        self._writer = writer
        self._opened = _file_identity(self.path)
        self._readers.connect_by(self._connect_reader)
        return writer

    def _connect_reader(self) -> sqlite3.Connection:
        self._check_same_file()
        return connect(self.path, read_only=True)

    def _check_same_file(self) -> None:
        """Check that the file was not removed or replaced, because writes to a removed file are lost."""
        if self._opened is not None and _file_identity(self.path) != self._opened:
            raise StoreError(
                f"{self.path.name} was removed or replaced while it was in use: nothing was saved.",
                hint=f"Put it back ({self.path}), or start again.",
            )

    def query(self, sql: str, *args: Any) -> list[Any]:
        """Return all rows of a query on the calling thread's own connection.

        Raises:
            StoreError: The file cannot be read.
        """
        with translating_errors(self.path), self._readers.own() as conn:
            return conn.execute(sql, args).fetchall()

    def first(self, sql: str, *args: Any) -> Any:
        """Return the first row of a query, or None."""
        with translating_errors(self.path), self._readers.own() as conn:
            return conn.execute(sql, args).fetchone()

    def text(self, sql: str, *args: Any) -> str | None:
        """Return the first value of the first row of a query, as text; None for no row, or no value."""
        return _text(self.first(sql, *args))

    def meta(self, key: str) -> str | None:
        """Return the value of ``key`` in the table of single values, or None."""
        return self.text(_META, key)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Let the queries of the block, on this thread, see one state of the file, whatever is committed meanwhile.

        Raises:
            StoreError: The store is closed, or the file cannot be read.
        """
        with translating_errors(self.path):
            reader = self._readers.own()
            with reader as conn:
                inner = conn.in_transaction
                if not inner:
                    conn.execute("BEGIN")
        if inner:
            yield
            return
        try:
            yield
        finally:
            # Nothing was written, but a damaged file can refuse even this commit.
            with translating_errors(self.path), reader as conn:
                conn.execute("ROLLBACK")

    def write(self, work: Callable[[Transaction], T]) -> Future[T]:
        """Run ``work`` in one transaction on the writer's thread; the result arrives once it is durable.

        Raises:
            StoreError: The store is closed.
        """
        try:
            return self._thread.submit(self._transact, work)
        except RuntimeError as error:
            raise StoreError("The store is closed.") from error

    def pragma(self, sql: str) -> Future[Any]:
        """Return the first value of a pragma on the writer's connection, outside any transaction."""
        return self._thread.submit(self._pragma, sql)

    def _pragma(self, sql: str) -> Any:
        return self.first(sql)[0] if self._writer is None else self._writer.execute(sql).fetchone()[0]

    def close(self) -> None:
        """Finish the queued writes, then close every connection; reads of other threads end with an error."""
        self._thread.shutdown(wait=True)
        self._readers.close()
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def _conn(self) -> sqlite3.Connection:
        """Return the writer's connection; open it if that failed before.

        Raises:
            Unwritable: The file still cannot be written to.
        """
        return self._writer or self._open_writer()

    def _transact(self, work: Callable[[Transaction], T]) -> T:
        """Commit ``work``, and record in ``trouble`` whether the file can be written to.

        Raises:
            StoreError: The transaction was not written.
        """
        before = self.trouble
        try:
            result = self._commit(work)
            self.trouble = None
        except Unwritable as error:
            self.trouble = error
            raise
        finally:
            if (before is None) != (self.trouble is None):
                self._feed.publish(_WRITABILITY_CHANGED)
        return result

    def _commit(self, work: Callable[[Transaction], T]) -> T:
        conn = self._conn()
        self._check_same_file()
        with translating_errors(self.path):
            conn.execute("BEGIN IMMEDIATE")
            transaction = Transaction(conn, self._clock.now(), self._window)
            try:
                result = work(transaction)
                conn.execute("COMMIT")
            finally:
                if conn.in_transaction:
                    conn.execute("ROLLBACK")
        if transaction.taken:
            self.change_counter.note(transaction.taken)
        # Published before the writer's caller continues, because the next key must see this change.
        self._feed.publish(transaction.change)
        return result

    def publish(self, change: Change) -> None:
        """Publish a change that no transaction of this store made."""
        with suppress(RuntimeError):
            self._thread.submit(self._feed.publish, change)


def _file_identity(path: Path) -> tuple[int, int] | None:
    """Return the device and inode of ``path``; None if there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


async def until_written(write: Future[T]) -> T:
    """Wait until ``write`` is on the disk, and return its result.

    A plain ``wrap_future`` would cancel the write together with its caller: leaving a screen while another
    process holds the lock would undo what was typed there. Here only the waiting ends.

    Raises:
        StoreError: The write failed. If nobody waits any more, the failure is logged.
    """
    try:
        return await asyncio.shield(asyncio.wrap_future(write))
    except asyncio.CancelledError:
        write.add_done_callback(_log_abandoned)
        raise


def _log_abandoned(write: Future[Any]) -> None:
    if not write.cancelled() and (error := write.exception()) is not None:
        getLogger(__name__).error("a write that nobody waits for any more failed: %s", error)
