"""A file for its owner's eyes only: SQLite would make it as the umask says."""

import os
import stat
from contextlib import suppress
from pathlib import Path

MODE = 0o600
"""May be read and written by its owner, and by nobody else."""

_JOURNALS = ("-wal", "-shm", "-journal")


def make_private(database: Path) -> None:
    """See that a SQLite file is there and nobody else's, whatever the umask; its journals take its mode.

    One that an earlier version left open to others is shut, and the journals beside it. What keeps us from
    it, SQLite meets too, and says it the way its callers expect: nothing is raised here.

    A file that is there is never opened: closing it would take away every lock this process has on it, and the
    next process to leave would take itself for the last, and the journal with it.
    """
    with suppress(OSError):
        try:
            os.close(os.open(database, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, MODE))
        except FileExistsError:
            if stat.S_IMODE(database.stat().st_mode) & ~MODE:
                _shut(database)
        else:
            # A umask may have taken from its owner, too.
            database.chmod(MODE)


def _shut(database: Path) -> None:
    for end in ("", *_JOURNALS):
        with suppress(FileNotFoundError):
            database.with_name(database.name + end).chmod(MODE)
