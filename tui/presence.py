"""The lock file of a data directory: shared by all processes that use it, exclusive for restore and repair.

The lock is on a separate file and ends with the process, however that ends. The databases are never opened
for it, because closing them again would release SQLite's locks on them.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tui.errors import StoreBusy
from tui.private import MODE

FILE = "in-use.lock"
"""The file's name in the data directory."""


class Presence:
    """A process's shared lock on a data directory, held until ``leave``.

    Args:
        folder: The data directory. A read-only one is not locked: nobody can replace files there.

    Raises:
        StoreBusy: Another process is replacing the files at this moment.
    """

    def __init__(self, folder: Path) -> None:
        self._handle: int | None = None
        for flags in (os.O_RDWR | os.O_CREAT, os.O_RDONLY):
            with suppress(OSError):
                self._handle = os.open(folder / FILE, flags | os.O_CLOEXEC, MODE)
                break
        if self._handle is not None and not _lock(self._handle, fcntl.LOCK_SH):
            self.leave()
            raise StoreBusy(
                "Cardscout's files are being restored or repaired right now.", hint="Try again in a moment."
            )

    def leave(self) -> None:
        """Release the lock."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    @contextmanager
    def alone(self, why: str) -> Iterator[None]:
        """Hold the lock exclusively in the block; a process that starts meanwhile is told to wait.

        Args:
            why: The purpose, which begins the error message if other processes use the directory.

        Raises:
            StoreBusy: Other processes use the directory.
        """
        if self._handle is not None and not _lock(self._handle, fcntl.LOCK_EX):
            _lock(self._handle, fcntl.LOCK_SH)
            raise StoreBusy(
                f"{why} while another Cardscout uses the same files.",
                hint="Close the other windows first, and end cardscout serve and cardscout watch.",
            )
        try:
            yield
        finally:
            if self._handle is not None:
                _lock(self._handle, fcntl.LOCK_SH)


def _lock(handle: int, kind: int) -> bool:
    try:
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        # The file system has no locks, so that other processes cannot be detected.
        return True
    return True
