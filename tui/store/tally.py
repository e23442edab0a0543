"""Tally: the number of the last change made here, kept beside the store, by which a lost log of writes shows.

SQLite keeps the newest writes in a log of its own (``-wal``). Where that is removed, or a store is copied without it,
the file opens as it was a while ago, and says nothing.
"""

import os
from contextlib import suppress
from pathlib import Path

from tui.private import MODE

END = ".last"
"""What the tally's name has behind that of the store."""


class Tally:
    """Kept beside the store at ``path``.

    It is written behind the commit it tells of, and not synced: it may be late, as after a kill, but it never tells of
    a change that the disk was not given.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(f"{path.name}{END}")

    def note(self, number: int) -> None:
        """The change with this number is in the store. Where it cannot be written down, a loss will not be told."""
        with suppress(OSError):
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, MODE)
            try:
                os.pwrite(handle, b"%020d\n" % number, 0)
            finally:
                os.close(handle)

    def last(self) -> int:
        """The number that was noted last; 0 for none."""
        try:
            return int(self._path.read_bytes())
        except (OSError, ValueError):
            return 0

    def start_again(self, number: int) -> None:
        """Go on from this number, whatever was noted: the store is another, or its loss has been told."""
        if self.last() != number:
            self.note(number)


def lost(path: Path, count: int) -> str:
    """What the user is told when ``count`` changes are missing."""
    changes = "The last change" if count == 1 else f"The last {count} changes"
    return (
        f"{changes} made here {'is' if count == 1 else 'are'} missing: the store's log of writes ({path.name}-wal) was"
        " removed, or not copied with it. What had been sent is read from the service again; what had not is lost."
    )
