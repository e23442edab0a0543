"""Detection of writes to the embedded server's file, by another window, a command or a shared server."""

import sqlite3
import threading
from contextlib import ExitStack
from pathlib import Path

from tui.errors import StoreError

_REVISION = "SELECT value FROM meta WHERE name = 'revision'"
_REMINDERS = (
    "SELECT max(date) FILTER (WHERE date <= :now), min(date) FILTER (WHERE date > :now) FROM notification"
)


class FileWatch:
    """A callable that returns a number which changes with every write of others to the file.

    It reads one page header: calling it twice a second has no measurable cost. Any thread may call it, also while
    another one closes it: SQLite's module crashes the process if a connection is closed while it is used.

    Args:
        path: The server's file, which must exist.

    Raises:
        StoreError: The file cannot be read.
    """

    def __init__(self, path: Path) -> None:
        try:
            with ExitStack() as failed:
                self._conn = sqlite3.connect(path, timeout=0.2, isolation_level=None, check_same_thread=False)
                failed.callback(self._conn.close)
                self._conn.execute("PRAGMA query_only=1")
                failed.pop_all()
        except sqlite3.Error as error:
            raise StoreError(f"the board server's file cannot be watched: {error}") from error
        self._lock = threading.Lock()
        self._read: tuple[int, str, str | None] = (0, "", None)

    def __call__(self) -> int:
        """Return the number; 0 while the file is locked, and once it is closed."""
        with self._lock:
            try:
                return int(self._conn.execute("PRAGMA data_version").fetchone()[0])
            except sqlite3.Error:
                return 0

    def revision(self, now: str) -> str:
        """Return a text that is the same in two runs only if clients are shown the same in both; "" if unknown.

        Args:
            now: The time, as the server writes it: reminders are shown from their date on.
        """
        number, text, until = self._read
        version = self()
        if version != number or (until is not None and until <= now):
            text, until = self._ask(now)
            self._read = version, text, until
        return text

    def _ask(self, now: str) -> tuple[str, str | None]:
        """Read the revision, and the date of the next reminder, at which it changes."""
        with self._lock:
            try:
                row = self._conn.execute(_REVISION).fetchone()
                shown, following = self._conn.execute(_REMINDERS, {"now": now}).fetchone()
            except sqlite3.Error:
                return "", None
        return ("" if row is None else f"{row[0]} {shown or ''}"), following

    def close(self) -> None:
        """Close the file, once no other thread reads it."""
        with self._lock:
            self._conn.close()
