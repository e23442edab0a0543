"""Atomic file writes: a file is written whole or not at all."""

import os
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Replace the file atomically with ``content``: a crash leaves the old file or the new one.

    The file's mode is 0600. A symbolic link at ``path`` is replaced; resolve ``path`` to follow it.

    Raises:
        OSError: It cannot be written; no temporary file is left beside it.
    """
    part = path.with_name(f".{path.name[:40]}-{os.urandom(6).hex()}")
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        put_in_place(part, path)
    finally:
        part.unlink(missing_ok=True)


def put_in_place(part: Path, path: Path) -> None:
    """Sync the completely written ``part`` to the disk, rename it to ``path``, and sync the folder.

    Raises:
        OSError: It cannot be synced or renamed.
    """
    sync(part)
    part.replace(path)
    sync(path.parent)


def sync(path: Path) -> None:
    """Flush the file or folder to the disk (fsync)."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
