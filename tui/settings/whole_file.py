"""A file that is written whole or not at all."""

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Put ``text`` in the place of the file at once, so that a crash leaves the old file or the new one.

    A link stays a link: what it leads to is written. The file is for its owner's eyes only.

    Raises:
        OSError: It cannot be written; nothing is left beside it.
    """
    target = path.resolve()
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}-")
    part = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
