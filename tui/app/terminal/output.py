"""LastingWriter: terminal output that survives a terminal that is gone or does not read."""

import os
import select
from contextlib import suppress
from queue import Full
from typing import TextIO

from textual.drivers import linux_driver
from textual.drivers._writer_thread import WriterThread

_CHECK_EVERY = 0.2
"""Seconds between checks whether the program is ending, while the terminal does not read."""

_LAST_CHECKS = 5
"""Number of checks for which an ending program waits for a terminal that does not read."""


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
        self._put(text)
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
