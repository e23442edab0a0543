"""What is written to the terminal, also when there is none any more, or one that reads nothing."""

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

_LOOK = 0.2
"""Seconds between two looks whether the program ends while the terminal reads nothing."""

_LAST_WAIT = 5
"""How many looks a program that ends waits for a terminal that reads nothing."""


_BETWEEN_ROWS = re.compile(r"\x1b\[\d+;\d+H\r?\n(?=\x1b\[\d+;\d+H)")
_STYLE = re.compile(r"(\x1b\[0m)?((?:\x1b\[\d+;\d+H)*)\x1b\[([1-9][\d;]*)m|\x1b\[0m")


def squeezed(text: str) -> str:
    """``text`` with less to say the same.

    The toolkit goes to the end of each row that is different and to the next line before it goes where it wants to
    be, and says all of a style, and resets it, for each piece of text. Here only what is different is said.
    """
    now = ""

    def said(found: re.Match[str]) -> str:
        nonlocal now
        before, (reset, moves, style) = now, found.groups()
        now = style or ""
        if style is None:
            return found[0]
        return f"{moves}{_from(before if reset else '', style)}"

    return _STYLE.sub(said, _BETWEEN_ROWS.sub("", text))


@lru_cache(maxsize=1024)
def _from(now: str, style: str) -> str:
    """What makes ``style`` of the style ``now``, which has not been reset yet."""
    if now == style:
        return ""
    if not now:
        return f"\x1b[{style}m"
    old, new = _parts(now), _parts(style)
    if old[0] not in {"", new[0]} or any(was and not part for was, part in zip(old, new, strict=True)):
        return f"\x1b[0;{style}m"
    return f"\x1b[{';'.join(part for was, part in zip(old, new, strict=True) if part != was)}m"


def _parts(style: str) -> tuple[str, str, str]:
    """The attributes, the colour of the text and the colour behind it."""
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
    """A writer that outlives its terminal.

    The toolkit's ends with the first write that fails, as when a line drops; the thirty-first write after that would
    wait for ever, and with it the program, which could neither save nor end. The same happens where the terminal is
    there and reads nothing: ``let_go`` ends that wait.

    Args:
        file: The terminal. Where it can be opened again that is what is written to, without blocking: the mode is
            not set on ``file`` itself, which belongs to the shell as well.
    """

    def __init__(self, file: TextIO) -> None:
        super().__init__(file)
        self._terminal = _opened_again(file)
        self._code = (file.encoding, file.errors or "strict")
        self._ending = False
        self._queued = self._taken = 0
        self._stale = 0  # how many of the texts ever queued are not worth writing any more

    def let_go(self) -> None:
        """Wait no longer for a terminal that reads nothing, as the program ends. A signal handler may call it."""
        self._stale = self._queued
        self._ending = True

    def write(self, text: str) -> None:
        """Queue ``text``; where the queue is full this waits, so that a slow line does not fill the memory."""
        self._put(squeezed(text))
        self._queued += 1

    def stop(self) -> None:
        """Write what is queued, and end."""
        self._put(None)
        self.join()

    def run(self) -> None:
        """Write what comes, in as few writes as can be; once one fails, drop what comes."""
        there = True
        while (text := self._queue.get()) is not None:
            self._taken += 1
            if there and self._taken > self._stale:
                there = self._wrote(text)
        with suppress(OSError):
            self._file.flush()
        if self._terminal is not None:
            os.close(self._terminal)

    def _put(self, text: str | None) -> None:
        # In short waits: a signal is answered between two of them.
        while True:
            with suppress(Full):
                return self._queue.put(text, timeout=_LOOK)

    def _wrote(self, text: str) -> bool:
        """Write ``text``, and send it on its way when nothing follows; whether there is still a terminal."""
        try:
            if self._terminal is not None:
                return self._wrote_at_will(self._terminal, text.encode(*self._code))
            self._file.write(text)
            if self._queue.qsize() == 0:
                self._file.flush()
        except OSError:
            return False
        return True

    def _wrote_at_will(self, terminal: int, data: bytes) -> bool:
        """Write ``data`` as the terminal reads it; False when the program ends meanwhile and nothing is read."""
        idle = 0
        while data:
            if select.select((), (terminal,), (), _LOOK)[1]:
                with suppress(BlockingIOError):
                    data, idle = data[os.write(terminal, data) :], 0
            else:
                idle += 1
            if self._ending and idle > _LAST_WAIT:
                return False
        return True


def _opened_again(file: TextIO) -> int | None:
    """The terminal of ``file``, opened once more and not to block; None where that cannot be."""
    try:
        return os.open(os.ttyname(file.fileno()), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    except (OSError, ValueError):
        return None


def write_on_without_a_terminal() -> None:
    """Have the toolkit's driver write with ``LastingWriter``: it makes its writer itself, by this name."""
    linux_driver.WriterThread = LastingWriter  # type: ignore[attr-defined,assignment] # imported there, and meant to be looked up there
