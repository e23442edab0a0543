"""Lease: one process of this user at a time runs the rules; the lock ends with the process, however that ends."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tui.errors import UsageError
from tui.private import MODE

FILE = "rules.lock"
"""The lock's file name in the data directory."""


@contextmanager
def lease(folder: Path) -> Iterator[None]:
    """Hold the lease in the block.

    Raises:
        UsageError: Another process of this user runs the rules.
    """
    handle = os.open(folder / FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, MODE)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.pread(handle, 20, 0).decode("ascii", "replace").strip()
            raise UsageError(
                f"another Cardscout does the rules already (process {holder or 'unknown'})",
                hint="one does them for all windows: leave it, or end it first",
            ) from error
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.getpid()}\n".encode("ascii"), 0)
        yield
    finally:
        os.close(handle)


def holder(folder: Path) -> int | None:
    """Return the process that runs the rules, or None; 0 stands for an unreadable holder."""
    try:
        handle = os.open(folder / FILE, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        text = os.pread(handle, 20, 0).decode("ascii", "replace").strip()
        return int(text) if text.isdecimal() else 0
    finally:
        os.close(handle)
    return None
