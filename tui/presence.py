"""Who uses a data directory: every process that has a store open says so, and who must be alone can ask.

A lock on a file of its own, which ends with the process however that ends. The databases are never opened for
it: closing them again would take away the locks SQLite holds on them.
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
    """The mark of one user of a directory, held until ``leave``.

    Args:
        folder: The data directory. Where nothing can be written no mark is left: nobody can replace files there.

    Raises:
        StoreBusy: Somebody is replacing the files at this moment.
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
        """Take the mark away."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    @contextmanager
    def alone(self, why: str) -> Iterator[None]:
        """Be the only user for a while; whoever comes meanwhile is told to wait.

        Args:
            why: What for: the beginning of the message when others are there.

        Raises:
            StoreBusy: Others use the directory.
        """
        if self._handle is not None and not _lock(self._handle, fcntl.LOCK_EX):
            _lock(self._handle, fcntl.LOCK_SH)
            raise StoreBusy(
                f"{why} while another Cardscout uses the same files.", hint="Close the other windows first."
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
        # A file system without locks: there is nobody to be seen.
        return True
    return True
