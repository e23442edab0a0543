"""A quick check at each start for a missing or damaged local server file, by its header and a marker file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from tui.settings.paths import Paths


def what_is_lost(paths: Paths) -> str:
    """Describe a missing or damaged local server file in a sentence; "" if it is sound or never existed."""
    file = paths.data / "server.db"
    if not paths.store_file("local").exists():
        return ""
    try:
        size = file.stat().st_size
    except FileNotFoundError:
        size = 0
    if not size:
        return f"The local workspace's file is gone: {file}."
    sound = not file.with_name(f"{file.name}.damaged").exists() and _is_database(file)
    return "" if sound else f"The local workspace's file is damaged: {file}."


def _is_database(file: Path) -> bool:
    """Return whether a file has the header of a database.

    SQLite reads it, as the file may be open in this process: closing a file drops all locks that the process has on it
    (fcntl(2)), and the next program to close the database would then delete its write-ahead log under our feet.
    """
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=0.2)) as conn:
            conn.execute("PRAGMA schema_version").fetchone()
    except sqlite3.OperationalError:
        # It is locked or unreadable for us; the next one to open it will report that.
        return True
    except sqlite3.DatabaseError:
        return False
    return True
