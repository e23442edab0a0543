"""The spool: copies of files that wait to be attached, kept until the service has them.

A file on the user's disk may be changed or deleted before the network is back, so its bytes are copied when
the write is made.
"""

import os
import re
import stat
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from tui.errors import StoreError, UsageError
from tui.whole_file import put_in_place

LARGEST = 250 * 1024 * 1024
"""Bytes of the largest file the hosted service takes (docs/reference/board.md, 5.2)."""

SPOOLED = re.compile(r"\b[0-9a-f]{32}-[0-9a-f]{8}\b")
"""Pattern of a copy's name."""

_CHUNK = 1024 * 1024


class Spool:
    """A directory of copies of files to attach, private to the user.

    Args:
        folder: The directory, created with the first copy.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def take(self, source: Path) -> tuple[str, int]:
        """Copy ``source`` into the spool; on return the copy is on the disk.

        Returns:
            The copy's name, and its size in bytes.

        Raises:
            UsageError: There is no such file, it cannot be read, or it is larger than LARGEST.
            StoreError: The copy cannot be written.
        """
        try:
            # Checked before opening, because opening a pipe would wait for its writer.
            if not stat.S_ISREG(source.stat().st_mode):
                raise UsageError(f"{source} is no file", hint="name a file")
            file = source.open("rb")
        except OSError as error:
            raise UsageError(
                f"cannot read {source}: {error.strerror}",
                hint="name a file of yours; a web address begins with https:// or www.",
            ) from error
        with file:
            return self._copy(file, source)

    def open(self, name: str, size: int) -> BinaryIO:
        """Open the copy called ``name`` for reading; the caller closes it.

        Raises:
            UsageError: The copy is missing or incomplete, or the name is not that of a copy, so the user must attach the file
                again.
        """
        path = self._folder / name
        try:
            if _is_copy(name) and path.stat().st_size == size:
                return path.open("rb")
        except OSError as error:
            raise UsageError(_LOST, hint=_AGAIN) from error
        raise UsageError(_LOST, hint=_AGAIN)

    def forget(self, name: str) -> None:
        """Delete a copy that the service has."""
        if _is_copy(name):
            with suppress(OSError):
                (self._folder / name).unlink(missing_ok=True)

    def sweep(self, wanted: Collection[str], before: datetime) -> None:
        """Delete all unwanted copies older than ``before``; the write of a newer one may not be submitted yet."""
        with suppress(OSError):
            for path in list(self._folder.iterdir()):
                if path.name not in wanted and path.stat().st_mtime < before.timestamp():
                    path.unlink(missing_ok=True)

    def _copy(self, file: BinaryIO, source: Path) -> tuple[str, int]:
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            part = self._folder / f"part-{os.urandom(8).hex()}"
            handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            try:
                with os.fdopen(handle, "wb") as copy:
                    name, size = _copy_stream(file, copy, source)
                put_in_place(part, self._folder / name)
            finally:
                part.unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(
                f"{source.name} could not be kept for sending: {error.strerror}.",
                hint="Make room, or see who may write in the data directory.",
            ) from error
        return name, size


def _is_copy(name: str) -> bool:
    """Return whether this is the name of a copy: one in a store from elsewhere may lead to any file of the user's."""
    return SPOOLED.fullmatch(name) is not None


_LOST = "The file that waited to be attached is not there any more."
_AGAIN = "Attach it again."


def _copy_stream(file: BinaryIO, copy: BinaryIO, source: Path) -> tuple[str, int]:
    """Copy ``file``; return its size, and a name made of its hash and a random part."""
    from hashlib import sha256  # loads the system's cryptography, which the start must not wait for

    digest, size = sha256(), 0
    while chunk := file.read(_CHUNK):
        size += len(chunk)
        if size > LARGEST:
            raise UsageError(
                f"{source} is larger than {LARGEST // 1024 // 1024} MiB", hint="attach a link to it instead"
            )
        digest.update(chunk)
        copy.write(chunk)
    return f"{digest.hexdigest()[:32]}-{os.urandom(4).hex()}", size
