"""The check at every start whether a store can be used."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from tui.store.connection import connect
from tui.store.faults import damaged, marker
from tui.store.migrate import check


def is_usable(path: Path) -> bool:
    """Return whether SQLite can use the file; all of it is read if damage was found before."""
    if not path.exists() or path.stat().st_size == 0:
        return True
    try:
        with closing(connect(path, read_only=True)) as conn:
            check(conn)
            conn.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            if marker(path).exists():
                from tui.store.repair.integrity import is_sound

                if not is_sound(conn):
                    return False
                with suppress(OSError):
                    marker(path).unlink(missing_ok=True)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        # A locked or unreadable file is not damaged: opening it will report the cause.
        return not damaged(error)
    return True
