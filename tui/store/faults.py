"""Faults of the file: raw errors of SQLite given names, and damage remembered for the next start."""

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
_LITTLE = 64 * 1024
"""Bytes; SQLite's index of its log alone takes half of them."""

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
    """The primary SQLite code of ``error``, 0 for errors of the Python module itself."""
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY


def damaged(error: BaseException | None) -> bool:
    """Whether ``error`` says that the file is not, or no longer, a sound database.

    Text that is no UTF-8 is the Python module's own finding: it comes without a code of SQLite's.
    """
    if isinstance(error, sqlite3.Error):
        return code(error) in _DAMAGE or (not code(error) and _UNDECODABLE in str(error))
    return isinstance(error, _FOREIGN)


_FOREIGN = (StoreDamaged, MemoryError, UnicodeDecodeError, JSONDecodeError)
"""What Python says of spoiled bytes: a length that asks for more memory than there is, a name in SQLite's own error
that is no UTF-8, a document that is none."""

_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT})
_UNDECODABLE = "Could not decode to UTF-8"
_DOUBTFUL = _DAMAGE | {
    sqlite3.SQLITE_ERROR,  # a table or a column that is not there
    sqlite3.SQLITE_CONSTRAINT,  # an index that says another thing than its table
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_INTERNAL,
    sqlite3.SQLITE_TOOBIG,
    sqlite3.SQLITE_NOMEM,
}
"""What SQLite says of statements of ours when the file is not what they were written for."""


def named(error: sqlite3.Error, path: Path) -> StoreError:
    """``error`` as one of ours, saying what the user can do."""
    if code(error) in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return StoreBusy(f"Another program holds {path.name} locked.", hint="Close it, or try again.")
    if damaged(error):
        return StoreDamaged("The store is damaged.", hint=f"{REPAIR} ({path})")
    if code(error) in _UNWRITABLE:
        return unwritable(path, code(error))
    message, hint = _HINTS.get(code(error), (f"The store {path.name} failed: {error}.", ""))
    return StoreError(message, hint=f"{hint} ({path})".strip())


def unwritable(path: Path, number: int = sqlite3.SQLITE_READONLY) -> Unwritable:
    """Why nothing can be written to ``path``.

    Where SQLite only says that it failed, the disk says more: a full one, and one that may only be read, first fail
    at files SQLite keeps beside the store.
    """
    if number in {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}:
        number = _of_disk(path.parent) or number
    message, hint = _HINTS[number]
    return Unwritable(message, hint=f"{hint} ({path})")


def _of_disk(folder: Path) -> int | None:
    try:
        disk = os.statvfs(folder)
    except OSError:
        return None
    if disk.f_flag & os.ST_RDONLY:
        return sqlite3.SQLITE_READONLY
    return sqlite3.SQLITE_FULL if disk.f_bavail * disk.f_frsize < _LITTLE else None


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Give raw SQLite errors raised inside a name of ours.

    Raises:
        StoreBusy: Another process held the lock for longer than we wait.
        StoreDamaged: The file is damaged; the next start repairs it.
        StoreError: Anything else that SQLite says.
    """
    try:
        yield
    except sqlite3.Error as error:
        if damaged(error) or code(error) in _DOUBTFUL:
            suspect(path)
        raise named(error, path) from error
    except _FOREIGN as error:
        suspect(path)
        raise StoreDamaged("The store is damaged.", hint=f"{REPAIR} ({path})") from error
    except (UnicodeEncodeError, OverflowError) as error:
        raise StoreError(f"That text or number cannot be stored: {error}.") from error


def suspect(path: Path) -> None:
    """Have the whole of ``path`` looked at before it is used again."""
    with suppress(OSError):
        marker(path).touch(MODE)


def marker(path: Path) -> Path:
    """The file whose presence says: damage was met, look at the whole of ``path`` before using it."""
    return path.with_name(f"{path.name}.damaged")
