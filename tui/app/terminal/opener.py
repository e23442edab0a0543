"""Opening of downloaded files with the system's program for them, unless nobody would see it, or they may be programs."""

from __future__ import annotations

import asyncio
import atexit
import mimetypes
import os
import shutil
import sys
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from subprocess import DEVNULL, Popen, TimeoutExpired

_DOCUMENTS = (
    "image/",
    "audio/",
    "video/",
    "text/plain",
    "text/csv",
    "text/markdown",
    "text/calendar",
    "text/vcard",
)
_OFFICE = (
    "pdf",
    "rtf",
    "msword",
    "vnd.openxmlformats-officedocument.",
    "vnd.oasis.opendocument.",
    "vnd.ms-excel",
    "vnd.ms-powerpoint",
)
PATIENCE = 3.0
"""Seconds in which the system's program says whether it could open a file."""

_RUNNING: list[Popen[bytes]] = []
"""The programs that were started; Python warns of one that is dropped while it runs."""

_PROGRAMS = (".bat", ".ksh", ".pl")
"""Ends of names of programs that Python takes for plain texts where the system has no list of types."""

_MACROS = ("macroenabled", "svg")
"""Parts of the types of documents that may run what is in them."""


@cache
def folder_of_run() -> Path:
    """Return a private folder for the files that are looked at; it is removed at the end of the program."""
    folder = Path(tempfile.mkdtemp(prefix="cardscout-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def is_document(name: str) -> bool:
    """Return whether a file is of a type that is looked at, and runs nothing."""
    if name.lower().endswith(_PROGRAMS):
        return False
    kind = (mimetypes.guess_type(name)[0] or "").lower()
    office = tuple(f"application/{one}" for one in _OFFICE)
    return kind.startswith((*_DOCUMENTS, *office)) and not any(one in kind for one in _MACROS)


async def open_file(path: Path) -> bool:
    """Open a file with the system's program for it; return False if it may be a program, over SSH, or without a desktop."""
    opener = _opener()
    if opener is None or not is_document(path.name):
        return False
    return await asyncio.to_thread(_started, opener, path)


def _started(opener: str, path: Path) -> bool:
    try:
        process = Popen(
            [opener, str(path)], stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True
        )
    except OSError:
        return False
    _RUNNING.append(process)
    with suppress(TimeoutExpired):
        return process.wait(PATIENCE) == 0
    # It shows the file itself, until it is closed.
    return True


def _opener() -> str | None:
    """Return the program that opens files; None over SSH, or without a desktop."""
    if "SSH_CONNECTION" in os.environ or "SSH_TTY" in os.environ:
        return None
    if sys.platform == "darwin":
        return shutil.which("open")
    # Without a desktop it would start a program in this terminal.
    has_desktop = "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ
    return shutil.which("xdg-open") if has_desktop else None
