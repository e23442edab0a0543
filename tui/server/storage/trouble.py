"""Storage failures: a marker file for damage, log entries for a full disk, and messages for failed opens."""

import os
import sqlite3
from contextlib import suppress
from logging import getLogger
from pathlib import Path
from threading import Lock

from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DBAPIError

from tui.errors import StoreDamaged, StoreError, Unwritable
from tui.private import MODE

_PRIMARY_CODE_MASK = 0xFF
_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT})
_FAILED = frozenset(
    {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}
)
_DISK_FULL = "53100"
"""PostgreSQL's SQLSTATE for a full disk."""

_MIN_FREE_BYTES = 64 * 1024
_UNDECODABLE = "Could not decode to UTF-8"


def damage_marker(path: Path) -> Path:
    """Return the path of the marker file that records damage of ``path``."""
    return path.with_name(f"{path.name}.damaged")


def is_damage(error: BaseException | None) -> bool:
    """Return whether ``error`` is one that SQLite, or Python's module for it, raises for a damaged file."""
    if not isinstance(error, sqlite3.Error):
        return False
    return _code(error) in _DAMAGE or _UNDECODABLE in str(error)


def is_full(error: DBAPIError) -> bool:
    """Return whether ``error`` is the full-disk error of SQLite or of PostgreSQL."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    return code == sqlite3.SQLITE_FULL or getattr(error.orig, "sqlstate", None) == _DISK_FULL


class FullDisk:
    """Logs writes refused by a full disk: the first one at once, the number of others when there is space again."""

    def __init__(self) -> None:
        self._refused = 0
        self._lock = Lock()

    def record_failure(self) -> None:
        """Count a write that failed for lack of room."""
        with self._lock:
            self._refused += 1
            first = self._refused == 1
        if first:
            getLogger(__name__).error(
                "The disk of the server is full. Make room, and the next write is taken."
            )

    def record_success(self) -> None:
        """Record a successful write, and log the end of the shortage."""
        if not self._refused:
            return
        with self._lock:
            refused, self._refused = self._refused, 0
        if refused:
            getLogger(__name__).warning(
                "The disk of the server has room again. A write was refused, and %d more.", refused - 1
            )


def mark_damage(context: ExceptionContext) -> None:
    """Create the marker file when a statement failed because of damage; the error propagates."""
    if is_damage(context.original_exception) and context.engine is not None:
        database = context.engine.url.database
        if database not in {None, "", ":memory:"}:
            with suppress(OSError):
                damage_marker(Path(str(database))).touch(MODE)


def open_error(name: str, folder: Path, error: BaseException) -> StoreError:
    """Return the error that explains why the storage ``name`` can not be opened.

    Args:
        name: The storage's display name, without a password.
        folder: The data directory.
        error: The error that opening raised.
    """
    reason = error.orig if isinstance(error, DBAPIError) else error
    if is_damage(reason):
        return StoreDamaged(
            f"{name} can not be opened: it is damaged",
            hint="cardscout restore --latest takes the newest copy, --rebuild makes the local one again",
        )
    full_or_so = getattr(error, "errno", None) is not None or _code(reason) in _FAILED
    if full_or_so and (words := _describe_disk(folder)):
        return Unwritable(f"{name} can not be opened: {words}", hint=f"see the disk of {folder}")
    why = (isinstance(reason, OSError) and reason.strerror) or reason
    return StoreError(f"{name} can not be opened: {why}", hint="see that it is there, and yours")


def _code(error: BaseException | None) -> int:
    return int(getattr(error, "sqlite_errorcode", None) or 0) & _PRIMARY_CODE_MASK


def _describe_disk(folder: Path) -> str:
    """Describe a read-only or full disk of ``folder``; "" if it is neither."""
    try:
        there = next(each for each in (folder, *folder.parents) if each.exists())
        disk = os.statvfs(there)
    except OSError:
        return ""
    if disk.f_flag & os.ST_RDONLY:
        return "the disk may only be read"
    return "the disk is full" if disk.f_bavail * disk.f_frsize < _MIN_FREE_BYTES else ""
