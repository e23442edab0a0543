"""A file that is written whole or not at all."""

import os
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Put ``content`` in the place of the file at once: a crash leaves the old file or the new one.

    The file is for its owner's eyes only. A link in its place is replaced; resolve ``path`` to follow it.

    Raises:
        OSError: It cannot be written; nothing is left beside it.
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
    """Give ``part``, which is written whole, the name ``path``: it is on the disk first, and then its name is.

    Raises:
        OSError: It cannot be.
    """
    sync(part)
    part.replace(path)
    sync(path.parent)


def sync(path: Path) -> None:
    """Have the file or the folder on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
