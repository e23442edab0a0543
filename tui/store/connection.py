"""Connections to a SQLite file, with our common settings."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import ExitStack
from pathlib import Path

from tui.private import make_private
from tui.store.faults import code

WAIT = 5.0
"""Seconds to wait for another process's lock before StoreBusy."""


def connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    """Open a connection with our common settings; the journal mode stays that of the file."""
    make_private(path)
    with ExitStack() as failed:
        conn = sqlite3.connect(path, timeout=WAIT, isolation_level=None, check_same_thread=False)
        failed.callback(conn.close)
        for setting in ("trusted_schema=OFF", "cell_size_check=ON", "synchronous=FULL", "temp_store=MEMORY"):
            conn.execute(f"PRAGMA {setting}")
        conn.execute(f"PRAGMA query_only={int(read_only)}")
        failed.pop_all()
    return conn


def journal(conn: sqlite3.Connection, path: Path) -> str:
    """Put the file into write-ahead mode if its file system supports that, and return its current mode.

    Some network file systems report "wal" and then fail at the first write, so a scratch file beside the
    store is tried first; this takes time only if the store is new or not in that mode yet.
    """
    mode = str(conn.execute("PRAGMA journal_mode").fetchone()[0])
    if mode == "wal" or not _wal_works(path):
        return mode
    try:
        return str(conn.execute("PRAGMA journal_mode=WAL").fetchone()[0])
    except sqlite3.OperationalError as error:
        # Another process is opening the file at this moment; the first one decides for both.
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
