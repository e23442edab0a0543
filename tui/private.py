"""Owner-only SQLite files: SQLite itself would create them with the mode of the umask."""

import os
import stat
from contextlib import suppress
from pathlib import Path

MODE = 0o600
"""The file mode: read and write for the owner, nothing for others."""

_JOURNALS = ("-wal", "-shm", "-journal")


def make_private(database: Path) -> None:
    """Create a SQLite file, or restrict an existing one, with mode 0600 whatever the umask.

    SQLite gives the journals the file's mode. A file that an earlier version left readable to others is
    restricted, with its journals. OSErrors are ignored: SQLite meets the same ones and reports them.

    An existing file is never opened: closing it would release every lock of this process on it, and the next
    process to close it would believe itself the last and delete the journal.
    """
    with suppress(OSError):
        try:
            os.close(os.open(database, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, MODE))
        except FileExistsError:
            if stat.S_IMODE(database.stat().st_mode) & ~MODE:
                _restrict(database)
        else:
            # The umask may have removed permissions of the owner, too.
            database.chmod(MODE)


def _restrict(database: Path) -> None:
    for end in ("", *_JOURNALS):
        with suppress(FileNotFoundError):
            database.with_name(database.name + end).chmod(MODE)
