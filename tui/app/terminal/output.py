"""LastingWriter: terminal output that survives a terminal that is gone or does not read."""

import os
import re
import select
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from queue import Full
from typing import TextIO

from textual.drivers import linux_driver
from textual.drivers._writer_thread import WriterThread

_CHECK_EVERY = 0.2
"""Seconds between checks whether the program is ending, while the terminal does not read."""

_LAST_CHECKS = 5
"""Number of checks for which an ending program waits for a terminal that does not read."""


_BETWEEN_ROWS = re.compile(r"\x1b\[\d+;\d+H\r?\n(?=\x1b\[\d+;\d+H)")
# All of it begins with the same characters, for which a text is searched much faster than for an optional part.
_STYLE = re.compile(r"\x1b\[(?:0m(?:((?:\x1b\[\d+;\d+H)*)\x1b\[([1-9][\d;]*)m)?|([1-9][\d;]*)m)")
"""A reset, and perhaps the moves and the style after it; or a style without a reset before it."""


def shorten_output(text: str) -> str:
    """Shorten terminal output without changing what it draws.

    Textual moves to the end of each changed row and to the next line before it moves to the drawn cell, and
    sends a full style and its reset for each piece of text. Here only necessary moves and changed attributes
    are sent.
    """
    now = ""

    def shorten(found: re.Match[str]) -> str:
        nonlocal now
        moves, style, first_style = found.groups()
        before, now = now, style or first_style or ""
        return found[0] if style is None else f"{moves}{_transition(before, style)}"

    return _STYLE.sub(shorten, _BETWEEN_ROWS.sub("", text))


@lru_cache(maxsize=1024)
def _transition(now: str, style: str) -> str:
    """Return the escape sequence that changes style ``now`` into ``style``."""
    if now == style:
        return ""
    if not now:
        return f"\x1b[{style}m"
    old, new = _parts(now), _parts(style)
    if old[0] not in {"", new[0]} or any(was and not part for was, part in zip(old, new, strict=True)):
        return f"\x1b[0;{style}m"
    return f"\x1b[{';'.join(part for was, part in zip(old, new, strict=True) if part != was)}m"


def _parts(style: str) -> tuple[str, str, str]:
    """Split a style into its attributes, foreground colour and background colour."""
    codes = iter(style.split(";"))
    attributes, text, behind = [], "", ""
    for code in codes:
        if code in {"38", "48"}:
            kind = next(codes, "")
            colour = ";".join([code, kind, *islice(codes, 3 if kind == "2" else 1)])
            text, behind = (colour, behind) if code == "38" else (text, colour)
        elif len(code) > 1 and code[-2] in "39":
            text = code
        elif len(code) > 1 and code[-2] in "40":
            behind = code
        else:
            attributes.append(code)
    return ";".join(attributes), text, behind


class LastingWriter(WriterThread):
    """Writer thread that outlives its terminal.

    Textual's writer ends with the first failed write, for example when a connection drops. The thirty-first
    write after that would block for ever, so that the program could neither save nor exit. The same happens
    when the terminal does not read: ``stop_waiting`` ends that wait.

    Args:
        file: The terminal. If possible it is opened a second time in non-blocking mode, because setting that
            mode on ``file`` itself would also affect the shell.
    """

    def __init__(self, file: TextIO) -> None:
        super().__init__(file)
        self._terminal = _reopen(file)
        self._code = (file.encoding, file.errors or "strict")
        self._ending = False
        self._queued = self._taken = 0
        self._stale = 0  # number of queued texts to drop, counted from the start

    def stop_waiting(self) -> None:
        """Stop waiting for a terminal that does not read, because the program is ending; safe in a signal handler."""
        self._stale = self._queued
        self._ending = True

    def write(self, text: str) -> None:
        """Queue ``text``; block while the queue is full, so that a slow line does not fill the memory."""
        self._put(shorten_output(text))
        self._queued += 1

    def stop(self) -> None:
        """Write the queued output, and end the thread."""
        self._put(None)
        self.join()

    def run(self) -> None:
        """Write the queued texts in as few writes as possible; after a failed write, drop them."""
        connected = True
        while (text := self._queue.get()) is not None:
            self._taken += 1
            if connected and self._taken > self._stale:
                connected = self._write_text(text)
        with suppress(OSError):
            self._file.flush()
        if self._terminal is not None:
            os.close(self._terminal)

    def _put(self, text: str | None) -> None:
        # The waits are short, so that signals are handled in between.
        while True:
            with suppress(Full):
                return self._queue.put(text, timeout=_CHECK_EVERY)

    def _write_text(self, text: str) -> bool:
        """Write ``text``, flush if the queue is empty, and return whether the terminal still exists."""
        try:
            if self._terminal is not None:
                return self._write_unblocked(self._terminal, text.encode(*self._code))
            self._file.write(text)
            if self._queue.qsize() == 0:
                self._file.flush()
        except OSError:
            return False
        return True

    def _write_unblocked(self, terminal: int, data: bytes) -> bool:
        """Write ``data`` as fast as the terminal reads; return False if the program ends first."""
        idle = 0
        while data:
            if select.select((), (terminal,), (), _CHECK_EVERY)[1]:
                with suppress(BlockingIOError):
                    data, idle = data[os.write(terminal, data) :], 0
            else:
                idle += 1
            if self._ending and idle > _LAST_CHECKS:
                return False
        return True


def _reopen(file: TextIO) -> int | None:
    """Open the terminal of ``file`` a second time in non-blocking mode; return None if that is impossible."""
    try:
        return os.open(os.ttyname(file.fileno()), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    except (OSError, ValueError):
        return None


def install_lasting_writer() -> None:
    """Replace the writer class in Textual's driver by ``LastingWriter``."""
    linux_driver.WriterThread = LastingWriter  # type: ignore[attr-defined,assignment] # imported there, and meant to be looked up there
