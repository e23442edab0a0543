"""Whether somebody wrote to the embedded server's file: another window, a command line, a served copy."""

import sqlite3
from pathlib import Path

from tui.errors import StoreError


class FileWatch:
    """A number that is another one whenever somebody has written.

    It reads one page header: asking twice a second costs nothing that could be measured.

    Args:
        path: The server's file; it exists.

    Raises:
        StoreError: It cannot be read.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._conn = sqlite3.connect(path, timeout=0.2, isolation_level=None, check_same_thread=False)
            self._conn.execute("PRAGMA query_only=1")
        except sqlite3.Error as error:
            raise StoreError(f"the board server's file cannot be watched: {error}") from error

    def __call__(self) -> int:
        """The number. A file that is locked just now has the number 0."""
        try:
            return int(self._conn.execute("PRAGMA data_version").fetchone()[0])
        except sqlite3.Error:
            return 0

    def close(self) -> None:
        """Let the file go."""
        self._conn.close()
