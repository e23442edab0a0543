"""Consistent copies of SQLite files while others write, and the folder of the automatic copies.

A copy appears whole under its name, or not at all; the partial file of a killed run is deleted by the next.
"""

import fcntl
import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import datetime
from logging import getLogger
from pathlib import Path

from tui.private import make_private
from tui.whole_file import put_in_place

KEPT = 7
"""Number of copies kept per file and kind (daily, before a schema change)."""

SPARE = 64 * 1024 * 1024
"""Bytes of disk space that an automatic copy must leave free."""

_WAIT = 5.0
_NOT_BESIDE = frozenset(
    {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL}
)
"""SQLite's error codes when it cannot write beside the file."""

_NAME = re.compile(r"(?P<of>.+)-(?:(?P<day>\d{8})-\d{6}|schema-\d+)\.db")


def open_read_only(path: Path) -> sqlite3.Connection:
    """Open a read-only connection to ``path``, also where nothing can be written beside it.

    On a full or read-only disk SQLite cannot create the index of its write-ahead log. An existing log is read
    all the same: its index is kept in memory, which SQLite does only for an exclusive connection. Without a
    log only the database file is read.

    Raises:
        sqlite3.Error: The file cannot be read.
    """
    log = path.with_name(f"{path.name}-wal")
    alone = "vfs=unix-none" if log.exists() and log.stat().st_size else "immutable=1"
    try:
        return _connect(path, "")
    except sqlite3.OperationalError as error:
        # A lock of another process is not ignored: behind it the file may be half written.
        if (getattr(error, "sqlite_errorcode", 0) & 0xFF) not in _NOT_BESIDE:
            raise
    return _connect(path, f"&{alone}")


def _connect(path: Path, how: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode=ro{how}"
    with ExitStack() as failed:
        conn = sqlite3.connect(uri, uri=True, timeout=_WAIT, isolation_level=None, check_same_thread=False)
        failed.enter_context(closing(conn))
        if how:
            conn.execute("PRAGMA locking_mode=EXCLUSIVE")
        conn.execute("PRAGMA trusted_schema=OFF")
        conn.execute("PRAGMA query_only=1")
        conn.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        failed.pop_all()
    return conn


def copy_database(source: Path, target: Path) -> None:
    """Copy a consistent snapshot of ``source`` to ``target`` with mode 0600, without blocking writers.

    Hits of people searches are left out: a store deletes them after an hour, and a copy is kept for longer.

    Raises:
        sqlite3.Error: The source cannot be read, or the copy cannot be written.
        OSError: The copy cannot be renamed to its final name.
    """
    part = target.with_name(f".{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        make_private(part)
        with (
            closing(open_read_only(source)) as old,
            closing(sqlite3.connect(part, isolation_level=None)) as new,
        ):
            old.backup(new)
            # The copy must be a single file, without a log beside it.
            new.execute("PRAGMA journal_mode=DELETE")
            _leave_out_hits(new)
        put_in_place(part, target)
    finally:
        part.unlink(missing_ok=True)


def _leave_out_hits(copy: sqlite3.Connection) -> None:
    """Delete the hits of people searches from a copy, and deleted but not overwritten data of the source.

    A copy that is too damaged for that is left unchanged; the caller checks it for damage.

    Raises:
        sqlite3.OperationalError: The disk is full.
    """
    try:
        if copy.execute("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'pages'").fetchone():
            # It needs no protection from a kill yet: it is on the disk, under its name, only later.
            copy.execute("PRAGMA journal_mode=OFF")
            copy.execute("PRAGMA synchronous=OFF")
            copy.execute("PRAGMA temp_store=MEMORY")
            copy.execute("DELETE FROM pages")
            copy.execute("VACUUM")
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        getLogger(__name__).warning("hits of searches stay in a copy: %s", error)


def damage(path: Path, *, quick: bool = False) -> str:
    """Check the database ``path`` with SQLite and return the first damage found; "" for none.

    Args:
        path: The file.
        quick: Skip comparing the indexes with the tables, which takes as long as all the rest.

    Raises:
        sqlite3.OperationalError: The file cannot be checked now: another process has locked it.
    """
    try:
        with closing(open_read_only(path)) as conn:
            found = conn.execute(
                "PRAGMA quick_check(1)" if quick else "PRAGMA integrity_check(1)"
            ).fetchone()[0]
    except sqlite3.OperationalError:
        raise
    except sqlite3.Error as error:
        return str(error)
    return "" if found == "ok" else str(found)


class Copies:
    """The automatic copies: one a day, and one before each schema change."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self.folder = data / "copies"

    def before_schema(self, source: Path, schema: int) -> None:
        """Copy ``source``, whose tables have the version ``schema``, before they are migrated.

        Raises:
            sqlite3.Error: It cannot be copied.
            OSError: It cannot be copied.
        """
        self._make_folder()
        copy_database(source, self.folder / f"{source.stem}-schema-{schema}.db")
        self._delete_old(source.stem, daily=False)

    def daily(self, sources: list[Path], now: datetime) -> None:
        """Copy each of ``sources`` that was not copied today if the disk has room; failures are logged.

        Only one process copies at a time; a second one does nothing.
        """
        with suppress(OSError), self._alone():
            for source in sources:
                if not any(path for path in self.of(source.stem) if _day(path) == f"{now:%Y%m%d}"):
                    self._copy(source, now)

    def forget(self, stem: str) -> None:
        """Delete every copy of ``stem``.db.

        Raises:
            OSError: A copy cannot be deleted.
        """
        for path in self.of(stem):
            path.unlink(missing_ok=True)

    def rename(self, stem: str, new: str) -> None:
        """Rename the copies of ``stem``.db to copies of ``new``.db.

        Raises:
            OSError: A copy cannot be renamed.
        """
        for path in self.of(stem):
            path.rename(path.with_name(f"{new}{path.name.removeprefix(stem)}"))

    def of(self, stem: str) -> list[Path]:
        """Return the copies of ``stem``.db, the newest first."""
        with suppress(OSError):
            found = [path for path in self.folder.iterdir() if _is_copy_of(path, stem)]
            return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)
        return []

    def _copy(self, source: Path, now: datetime) -> None:
        try:
            if shutil.disk_usage(self.folder).free < source.stat().st_size + SPARE:
                getLogger(__name__).warning("no room for the daily copy of %s", source.name)
                return
            copy = self.folder / f"{source.stem}-{now:%Y%m%d-%H%M%S}.db"
            copy_database(source, copy)
            if wrong := damage(copy, quick=True):
                # It must not replace a good copy; the mark makes the next start check the file itself.
                copy.unlink()
                source.with_name(f"{source.name}.damaged").touch(0o600)
                getLogger(__name__).error("%s is damaged: %s", source.name, wrong)
                return
        except (sqlite3.Error, OSError) as error:
            getLogger(__name__).warning("no daily copy of %s: %s", source.name, error)
            return
        self._delete_old(source.stem, daily=True)

    def _delete_old(self, stem: str, *, daily: bool) -> None:
        same = [path for path in self.of(stem) if (_day(path) is not None) is daily]
        for path in same[KEPT:]:
            path.unlink(missing_ok=True)

    def _make_folder(self) -> None:
        self.folder.mkdir(mode=0o700, exist_ok=True)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the lock for copying, and delete partial files that a killed process left.

        Raises:
            OSError: Another process is copying, or nothing can be written.
        """
        self._make_folder()
        handle = os.open(self.folder / "copying.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            for left in self.folder.glob(".*.part*"):
                left.unlink(missing_ok=True)
            yield
        finally:
            os.close(handle)


def databases(data: Path) -> list[Path]:
    """Return the database files in ``data`` to copy: the accounts' stores, then the server's own.

    The order matters. A restored store that is older than the server's copy only fetches again; a newer one
    would treat things missing in the server's copy as deleted.
    """
    found = [*sorted(data.glob("store-*.db")), data / "server.db"]
    return [path for path in found if path.is_file() and path.stat().st_size]


def _is_copy_of(path: Path, stem: str) -> bool:
    found = _NAME.fullmatch(path.name)
    return found is not None and found["of"] == stem


def _day(path: Path) -> str | None:
    found = _NAME.fullmatch(path.name)
    return None if found is None else found["day"]
