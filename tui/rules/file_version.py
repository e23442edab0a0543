"""File stamps, which change whenever the content of a file does."""

from pathlib import Path

Stamp = tuple[int, int, int]
"""When a file was written, its size, and which file it is."""


GLANCE = 1.0
"""Seconds between two checks of a file that may have been changed."""


def file_stamp(path: Path) -> Stamp | None:
    """Return the stamp of a file; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
