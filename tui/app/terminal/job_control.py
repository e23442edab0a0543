"""Job control: lends the terminal to the shell and takes it back, and leaves it whole when the program is made to end.

The toolkit answers SIGTSTP and SIGCONT inside the signal handler, where a lock of its writer may be held, starts a
second reader of the keyboard after SIGSTOP, and paints nothing when it comes back. Here the loop answers.
"""

import asyncio
import os
import signal
import sys
import termios
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import FrameType

from textual.app import App
from textual.driver import Driver

from tui.app.terminal.output import LastingWriter

_ENDINGS = (signal.SIGTERM, signal.SIGHUP)
# Keyboard protocol, alternate screen, cursor, mouse, paste marks, focus reports, line wrap: as a shell has them.
_PLAIN = (
    b"\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?2004l\x1b[?1004l\x1b[?7h"
)


class JobControl:
    """Answers the signals of a terminal for ``app``.

    Args:
        app: Whose terminal it is; listened for from ``start`` on.
    """

    def __init__(self, app: App[None]) -> None:
        self._app = app
        self._lent = False  # to the user's editor
        self._stopped = False

    def start(self) -> None:
        """Listen; not where there is no terminal, or not in the main thread, as in a test."""
        self._app.app_suspend_signal.subscribe(self._app, lambda _: self._lend(lent=True), immediate=True)
        self._app.app_resume_signal.subscribe(self._app, lambda _: self._lend(lent=False), immediate=True)
        loop = asyncio.get_running_loop()
        # Only the main thread may.
        with suppress(ValueError, RuntimeError):
            if self._app.is_headless:
                for number in _ENDINGS:
                    loop.add_signal_handler(number, self._app.exit)
                return
            self._answer(loop, dict.fromkeys(map(int, _ENDINGS), self._app.exit))
            self._answer(loop, {signal.SIGTSTP: self.stop, signal.SIGCONT: self._come_back})
            # Not by the loop: this one is for a program that does not answer any more.
            signal.signal(signal.SIGQUIT, self._quit)

    def _answer(self, loop: asyncio.AbstractEventLoop, answers: Mapping[int, Callable[[], object]]) -> None:
        """Have the loop answer signals.

        Not by ``loop.add_signal_handler``: it hears of a signal by a byte in the pipe that wakes it. While the loop
        waits for a terminal that reads nothing the pipe fills, and the signal is lost.
        """

        def heard(number: int, _frame: FrameType | None) -> None:
            if number in _ENDINGS and isinstance(
                writer := getattr(self._driver, "_writer_thread", None), LastingWriter
            ):
                writer.let_go()
            try:
                loop.call_soon_threadsafe(answers[number])
            except RuntimeError:
                # The loop has ended: nobody is left to answer, so what the system does is done.
                signal.signal(number, signal.SIG_DFL)
                signal.raise_signal(number)

        for number in answers:
            signal.signal(number, heard)

    def _lend(self, *, lent: bool) -> None:
        self._lent = lent

    @property
    def why_not(self) -> str | None:
        """Why the program cannot be suspended, or None when it can: somebody must be there to continue it."""
        if self._app.is_headless or os.getsid(0) == os.getpid() or os.getsid(os.getppid()) != os.getsid(0):
            return "no shell started this: there is nothing to go back to"
        return None

    def stop(self) -> None:
        """Give the terminal back and stand still until SIGCONT."""
        if not self._lent and not self._stopped and (driver := self._driver) is not None:
            driver.suspend_application_mode()
            self._stopped = True
        os.kill(os.getpid(), signal.SIGSTOP)

    def _come_back(self) -> None:
        """Set the terminal's modes and paint everything, once the program is in the foreground."""
        driver = self._driver
        if self._lent or driver is None:
            return
        if os.tcgetpgrp(sys.__stdin__.fileno() if sys.__stdin__ else 0) != os.getpgrp():
            # Continued by `bg`: it would write over what the shell shows.
            self.stop()
            return
        if not self._stopped:
            # SIGSTOP asks nobody: the shell, or whoever continued us, may have changed any mode meanwhile.
            driver.suspend_application_mode()
        self._stopped = False
        driver.resume_application_mode()
        for screen in self._app.screen_stack:
            screen.refresh(layout=True)

    @property
    def _driver(self) -> Driver | None:
        return self._app._driver  # noqa: SLF001 - the toolkit gives it by no other name

    def _quit(self, _number: int, _frame: FrameType | None) -> None:
        """End as SIGQUIT does, with the terminal as it was found, whatever the program is doing."""
        if self._lent:
            return
        if not self._stopped:
            before = getattr(self._driver, "attrs_before", None)
            with suppress(OSError, termios.error):
                os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, _PLAIN)
                if before is not None:
                    termios.tcsetattr(0, termios.TCSANOW, before)
        signal.signal(signal.SIGQUIT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGQUIT)
