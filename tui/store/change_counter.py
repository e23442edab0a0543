"""ChangeCounter: stores the number of the last change outside the store, to detect a lost write-ahead log.

SQLite keeps the newest writes in a separate log (``-wal``). If that is removed, or a store is copied without
it, the file opens in an older state, without any error.
"""

import os
from contextlib import suppress
from pathlib import Path

from tui.private import MODE

END = ".last"
"""Suffix that the counter's file name adds to that of the store."""


class ChangeCounter:
    """The counter of the changes of the store at ``path``, in a file beside it.

    It is written after the counted commit, and not synced. After a kill it may be too low, but it never
    counts a change that was not given to the disk.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(f"{path.name}{END}")

    def note(self, number: int) -> None:
        """Record the number of a committed change; if that fails, a later loss will go undetected."""
        with suppress(OSError):
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, MODE)
            try:
                os.pwrite(handle, b"%020d\n" % number, 0)
            finally:
                os.close(handle)

    def last(self) -> int:
        """Return the last number recorded; 0 for none."""
        try:
            return int(self._path.read_bytes())
        except (OSError, ValueError):
            return 0

    def start_again(self, number: int) -> None:
        """Reset the counter to ``number``, because the store was replaced or its loss has been reported."""
        if self.last() != number:
            self.note(number)


def loss_message(path: Path, count: int) -> str:
    """Return the message that ``count`` changes are missing."""
    changes = "The last change" if count == 1 else f"The last {count} changes"
    return (
        f"{changes} made here {'is' if count == 1 else 'are'} missing: the store's log of writes ({path.name}-wal) was"
        " removed, or not copied with it. What had been sent is read from the service again; what had not is lost."
    )
