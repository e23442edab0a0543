"""Faults of the store file: SQLite errors translated to ours, and a marker of damage for the next start."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from json import JSONDecodeError
from pathlib import Path
from types import MappingProxyType

from tui.errors import StoreBusy, StoreDamaged, StoreError, Unwritable
from tui.private import MODE

_FULL = "The disk is full: nothing can be saved."
_LEAST_FREE = 64 * 1024
"""Free bytes below which a disk counts as full; SQLite's index of its log alone takes half of them."""

_HINTS = MappingProxyType(
    {
        sqlite3.SQLITE_FULL: (_FULL, "Make room and do it again; what you typed is still on the screen."),
        sqlite3.SQLITE_IOERR: (
            "The disk could not be read or written.",
            "Check the disk and its free space.",
        ),
        sqlite3.SQLITE_READONLY: (
            "The store may only be read: nothing can be saved.",
            "Check who owns it, its permissions and its disk.",
        ),
        sqlite3.SQLITE_CANTOPEN: (
            "The store could not be opened.",
            "Check that its folder exists and is yours.",
        ),
        sqlite3.SQLITE_PERM: ("The store may not be opened.", "Check who owns it and its permissions."),
    }
)
_UNWRITABLE = frozenset(
    {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}
)
REPAIR = "Start again: it will be put aside and repaired."
_PRIMARY = 0xFF
"""SQLite's extended codes keep the primary code in their lowest byte."""


def code(error: sqlite3.Error) -> int:
    """Return the primary SQLite code of ``error``; 0 for errors of the Python module itself."""
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY


def damaged(error: BaseException | None) -> bool:
    """Return whether ``error`` means that the file is not, or no longer, a sound database.

    Text that is not UTF-8 is detected by the Python module, whose error has no code of SQLite's.
    """
    if isinstance(error, sqlite3.Error):
        return code(error) in _DAMAGE or (not code(error) and _UNDECODABLE in str(error))
    return isinstance(error, _PYTHON_DAMAGE)


_PYTHON_DAMAGE = (StoreDamaged, MemoryError, UnicodeDecodeError, JSONDecodeError)
"""Python errors that mean damage: a length that asks for more memory than there is, a name in SQLite's own
error that is not UTF-8, a document that is not JSON."""

_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT})
_UNDECODABLE = "Could not decode to UTF-8"
_DOUBTFUL = _DAMAGE | {
    sqlite3.SQLITE_ERROR,  # a missing table or column
    sqlite3.SQLITE_CONSTRAINT,  # an index that contradicts its table
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_INTERNAL,
    sqlite3.SQLITE_TOOBIG,
    sqlite3.SQLITE_NOMEM,
}
"""SQLite errors that our own statements cause only when the file is not as they expect."""


def translate(error: sqlite3.Error, path: Path) -> StoreError:
    """Translate ``error`` to one of ours, with a hint for the user."""
    if code(error) in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return StoreBusy(f"Another program holds {path.name} locked.", hint="Close it, or try again.")
    if damaged(error):
        return StoreDamaged("The store is damaged.", hint=f"{REPAIR} ({path})")
    if code(error) in _UNWRITABLE:
        return unwritable(path, code(error))
    message, hint = _HINTS.get(code(error), (f"The store {path.name} failed: {error}.", ""))
    return StoreError(message, hint=f"{hint} ({path})".strip())


def unwritable(path: Path, number: int = sqlite3.SQLITE_READONLY) -> Unwritable:
    """Return the error that says why ``path`` cannot be written to.

    If SQLite's code is unspecific, the disk is checked: a full or read-only one first fails at the files that
    SQLite keeps beside the store.
    """
    if number in {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}:
        number = _disk_fault(path.parent) or number
    message, hint = _HINTS[number]
    return Unwritable(message, hint=f"{hint} ({path})")


def _disk_fault(folder: Path) -> int | None:
    try:
        disk = os.statvfs(folder)
    except OSError:
        return None
    if disk.f_flag & os.ST_RDONLY:
        return sqlite3.SQLITE_READONLY
    return sqlite3.SQLITE_FULL if disk.f_bavail * disk.f_frsize < _LEAST_FREE else None


@contextmanager
def translating_errors(path: Path) -> Iterator[None]:
    """Translate SQLite errors raised inside the block to errors of ours.

    Raises:
        StoreBusy: Another process held the lock for longer than we wait.
        StoreDamaged: The file is damaged; the next start repairs it.
        StoreError: SQLite reported any other error.
    """
    try:
        yield
    except sqlite3.Error as error:
        if damaged(error) or code(error) in _DOUBTFUL:
            mark_damaged(path)
        raise translate(error, path) from error
    except _PYTHON_DAMAGE as error:
        mark_damaged(path)
        raise StoreDamaged("The store is damaged.", hint=f"{REPAIR} ({path})") from error
    except (UnicodeEncodeError, OverflowError) as error:
        raise StoreError(f"That text or number cannot be stored: {error}.") from error


def mark_damaged(path: Path) -> None:
    """Mark ``path`` as damaged, so that it is checked in full before its next use."""
    with suppress(OSError):
        marker(path).touch(MODE)


def marker(path: Path) -> Path:
    """Return the path of the file that marks ``path`` as damaged."""
    return path.with_name(f"{path.name}.damaged")
