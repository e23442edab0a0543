"""The one home of SQLite: connections, the writer's thread, and transactions.

Nobody else connects. Reads take one read-only connection a thread; writes queue up for one thread and
each is a ``BEGIN IMMEDIATE`` transaction, because SQLite refuses to upgrade a deferred one without
waiting. Commits are synced in full: an acknowledged write is on the disk.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from datetime import datetime
from functools import cached_property
from logging import getLogger
from pathlib import Path
from secrets import token_hex
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from tui.errors import StoreError, Unwritable
from tui.model.change import Change, Noun
from tui.private import make_private
from tui.snapshot import reading
from tui.store.faults import code, naming, unwritable
from tui.store.tally import Tally

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.store.feed import Feed

T = TypeVar("T")

WAIT = 5.0
"""Seconds to wait for another process's lock before StoreBusy."""

NAMED_CARDS = 200
"""A change of more cards than this names none: reading the board again is cheaper."""


def storable(text: str) -> str:
    """``text`` without lone surrogates, which no file can hold; each becomes U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    """A connection set up as every one of ours is; the journal's mode is the file's own."""
    make_private(path)
    conn = sqlite3.connect(path, timeout=WAIT, isolation_level=None, check_same_thread=False)
    conn.execute("PRAGMA trusted_schema=OFF")
    conn.execute("PRAGMA cell_size_check=ON")
    conn.execute("PRAGMA synchronous=FULL")
    conn.execute("PRAGMA temp_store=MEMORY")
    conn.execute(f"PRAGMA query_only={int(read_only)}")
    return conn


def journal(conn: sqlite3.Connection, path: Path) -> str:
    """Put the file into write-ahead mode where its file system can, and say which mode it is in now.

    Some network file systems answer "wal" and then fail at the first write, so a scratch file beside the
    store is tried first; it costs only when the store is new or not in that mode yet.
    """
    mode = str(conn.execute("PRAGMA journal_mode").fetchone()[0])
    if mode == "wal" or not _wal_works(path):
        return mode
    try:
        return str(conn.execute("PRAGMA journal_mode=WAL").fetchone()[0])
    except sqlite3.OperationalError as error:
        # Another process is opening it at this very moment; whoever is first decides for both.
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


class Transaction:
    """One write under way: its connection, its time, and what it changed so far.

    Attributes:
        conn: The writer's connection, inside ``BEGIN IMMEDIATE``.
        now: The moment it began.
        window: Whose write it is (``window.open_window``); "" for nobody's.
        taken: The number of the last of the user's changes that it takes on; 0 for none.
    """

    def __init__(self, conn: sqlite3.Connection, now: datetime, window: str = "") -> None:
        self.conn = conn
        self.now = now
        self.window = window
        self.taken = 0
        self._nouns: set[Noun] = set()
        self._boards: set[str] = set()
        self._cards: set[str] = set()
        self._bound: dict[str, str] = {}

    @cached_property
    def version(self) -> int:
        """A number no earlier transaction had: what rows written now are stamped with."""
        row = self.conn.execute("UPDATE counter SET value = value + 1 RETURNING value").fetchone()
        return int(row[0])

    def rows(self, sql: str, *args: Any) -> list[Any]:
        """The rows ``sql`` brings."""
        return self.conn.execute(sql, args).fetchall()

    def one(self, sql: str, *args: Any) -> Any:
        """The first row ``sql`` brings, or None."""
        return self.conn.execute(sql, args).fetchone()

    def run(self, sql: str, *args: Any) -> int:
        """Carry out ``sql``; how many rows it touched."""
        return self.conn.execute(sql, args).rowcount

    def changed(self, noun: Noun, *, board_id: str = "", card_id: str = "") -> None:
        """Note what the feed will say once this is committed."""
        self._nouns.add(noun)
        self._boards |= {board_id} - {""}
        self._cards |= {card_id} - {""}

    def bound(self, names: dict[str, str]) -> None:
        """Note local ids that now have the service's."""
        self._bound |= names

    @property
    def change(self) -> Change:
        """All of it in one."""
        cards = frozenset(self._cards) if len(self._cards) <= NAMED_CARDS else frozenset[str]()
        return Change(frozenset(self._nouns), frozenset(self._boards), cards, MappingProxyType(self._bound))


Upgrade = Callable[[sqlite3.Connection], None]


def _nothing(_conn: sqlite3.Connection) -> None:
    """It can be read as it is."""


AS_IT_IS: Upgrade = _nothing

_STANDING = Change(frozenset({"sync"}))
"""What is said when nothing can be written any more, or again."""


class Database:
    """One file: the writer's thread, and a reading connection for each thread that asks.

    Args:
        path: The file.
        clock: Dates the writes.
        prepare: Called with the writer's connection once, on its thread, before anything else (migration).
        readable: Whether a file that ``prepare`` cannot write to can be read as it is.
        feed: Told of each commit.
        window: Whose it is, for what is noted of a write.
        readable: What a copy of a file needs to be read, which ``prepare`` cannot write to; None where nothing is in it.

    Attributes:
        tally: The number of the last change made here.
        trouble: Why nothing can be written at the moment; None when the last write did well. Each write tries.
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
        self.tally = Tally(path)
        self._window = window
        self._clock = clock
        self._feed = feed
        self._local = threading.local()
        self._readers: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        self._prepare, self._readable = prepare, readable
        self._writer: sqlite3.Connection | None = None
        self._opened: tuple[int, int] | None = None
        self._connect_reader: Callable[[], sqlite3.Connection] | None = None
        self.trouble: Unwritable | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        with ExitStack() as failed:
            failed.callback(self.close)
            self._thread.submit(self._open).result()
            failed.pop_all()

    def _open(self) -> None:
        """Open the file for reading and writing; for reading alone where that is all there is.

        Raises:
            StoreError: It cannot be opened, or not as it is.
        """
        try:
            self._open_writer()
        except Unwritable as error:
            with naming(self.path), closing(reading(self.path)) as conn:
                self._connect_reader = self._reads_of(conn)
            if self._connect_reader is None:
                raise
            self.trouble = error

    def _reads_of(self, conn: sqlite3.Connection) -> Callable[[], sqlite3.Connection] | None:
        """How a file is read that cannot be written to; None for one with nothing in it.

        One of an earlier Cardscout is brought up to date in memory.
        """
        upgrade = self._readable(conn)
        if upgrade is None:
            return None
        if upgrade is AS_IT_IS:
            return lambda: reading(self.path)
        uri = f"file:{token_hex(8)}?mode=memory&cache=shared"
        held = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
        # It is there for as long as somebody has it open.
        self._readers.append(held)
        conn.backup(held)
        upgrade(held)
        return lambda: sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)

    def _open_writer(self) -> sqlite3.Connection:
        if self.path.exists() and not os.access(self.path, os.W_OK):
            # SQLite would open it all the same, and say so at the first write.
            raise unwritable(self.path)
        with naming(self.path), ExitStack() as failed:
            writer = failed.enter_context(closing(connect(self.path, read_only=False)))
            self._prepare(writer, self.path)
            failed.pop_all()
        self._writer = writer
        self._connect_reader = lambda: connect(self.path, read_only=True)
        self._opened = _which(self.path)
        return writer

    def _same_file(self) -> None:
        """See that the file is still there: what is written to one that was removed is kept by nobody.

        Raises:
            StoreError: It was removed, or another is in its place.
        """
        if self._opened is not None and _which(self.path) != self._opened:
            raise StoreError(
                f"{self.path.name} was removed or replaced while it was in use: nothing was saved.",
                hint=f"Put it back ({self.path}), or start again.",
            )

    def query(self, sql: str, *args: Any) -> list[Any]:
        """Rows of a read, on the calling thread's own connection.

        Raises:
            StoreError: The file cannot be read.
        """
        with naming(self.path):
            return self._reader().execute(sql, args).fetchall()

    def first(self, sql: str, *args: Any) -> Any:
        """The first row of a read, or None."""
        with naming(self.path):
            return self._reader().execute(sql, args).fetchone()

    def write(self, work: Callable[[Transaction], T]) -> Future[T]:
        """Carry out ``work`` in one transaction on the writer's thread; the result comes once it is durable.

        Raises:
            StoreError: The store is closed.
        """
        try:
            return self._thread.submit(self._transact, work)
        except RuntimeError as error:
            raise StoreError("The store is closed.") from error

    def own(self, sql: str) -> Future[Any]:
        """First value of a pragma on the connection of the writer's thread, outside any transaction."""
        return self._thread.submit(lambda: (self._writer or self._reader()).execute(sql).fetchone()[0])

    def close(self) -> None:
        """Finish what is queued, then close every connection."""
        self._thread.shutdown(wait=True)
        with self._lock:
            for conn in self._readers:
                conn.close()
            self._readers.clear()
        self._connect_reader = None
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def _conn(self) -> sqlite3.Connection:
        """The writer's connection; there may be room again where there was none.

        Raises:
            Unwritable: There is not.
        """
        return self._writer or self._open_writer()

    def _reader(self) -> sqlite3.Connection:
        conn: sqlite3.Connection | None = getattr(self._local, "conn", None)
        if conn is None or self._local.way is not self._connect_reader:
            if self._connect_reader is None:
                raise StoreError("The store is closed.")
            self._same_file()
            self._local.way = self._connect_reader
            conn = self._local.conn = self._connect_reader()
            with self._lock:
                self._readers.append(conn)
        return conn

    def _transact(self, work: Callable[[Transaction], T]) -> T:
        """Carry out ``work``, and remember whether that is possible at all.

        Raises:
            StoreError: It was not written.
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
                self._feed.publish(_STANDING)
        return result

    def _commit(self, work: Callable[[Transaction], T]) -> T:
        conn = self._conn()
        self._same_file()
        with naming(self.path):
            conn.execute("BEGIN IMMEDIATE")
            transaction = Transaction(conn, self._clock.now(), self._window)
            try:
                result = work(transaction)
                conn.execute("COMMIT")
            finally:
                if conn.in_transaction:
                    conn.execute("ROLLBACK")
        if transaction.taken:
            self.tally.note(transaction.taken)
        # Before whoever waits for the write goes on: the next key must find what this one changed.
        self._feed.publish(transaction.change)
        return result

    def tell(self, change: Change) -> None:
        """Tell the feed of a change that no transaction of this store made."""
        with suppress(RuntimeError):
            self._thread.submit(self._feed.publish, change)


def _which(path: Path) -> tuple[int, int] | None:
    """Which file ``path`` names; None for none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


async def written(write: Future[T]) -> T:
    """The result of ``write``, once it is on the disk.

    A plain ``wrap_future`` hands a cancellation on to the write: a screen that is left while another process
    holds the lock would take back what was typed on it. Here only the waiting ends.

    Raises:
        StoreError: It could not be written. When nobody waits any more, the log says so.
    """
    try:
        return await asyncio.shield(asyncio.wrap_future(write))
    except asyncio.CancelledError:
        write.add_done_callback(_log_abandoned)
        raise


def _log_abandoned(write: Future[Any]) -> None:
    if not write.cancelled() and (error := write.exception()) is not None:
        getLogger(__name__).error("a write that nobody waits for any more failed: %s", error)
