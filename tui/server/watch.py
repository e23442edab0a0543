"""Detection of writes to the embedded server's file, by another window, a command or a shared server."""

import sqlite3
from contextlib import ExitStack
from pathlib import Path

from tui.errors import StoreError


class FileWatch:
    """A callable that returns a number which changes with every write of others to the file.

    It reads one page header: calling it twice a second has no measurable cost.

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

    def __call__(self) -> int:
        """Return the number; 0 while the file is locked."""
        try:
            return int(self._conn.execute("PRAGMA data_version").fetchone()[0])
        except sqlite3.Error:
            return 0

    def close(self) -> None:
        """Close the file."""
        self._conn.close()
