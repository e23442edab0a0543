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
    """
    with suppress(OSError):
        handle = os.open(database, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, MODE)
        try:
            if stat.S_IMODE(os.fstat(handle).st_mode) == MODE:
                return
            os.fchmod(handle, MODE)
        finally:
            os.close(handle)
        for end in _JOURNALS:
            with suppress(FileNotFoundError):
                database.with_name(database.name + end).chmod(MODE)
