"""JobControl: suspends and resumes the program, and restores the terminal when a signal ends it.

Textual handles SIGTSTP and SIGCONT in the signal handler, where its writer may hold a lock; it starts a
second keyboard reader after SIGSTOP, and does not repaint on return. Here the event loop handles them.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import termios
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from tui.app.terminal.output import LastingWriter

if TYPE_CHECKING:
    from types import FrameType

    from textual.app import App
    from textual.driver import Driver

    from tui.app.terminal.frame import Frame

_ENDING_SIGNALS = (signal.SIGTERM, signal.SIGHUP)
# Resets keyboard protocol, alternate screen, cursor, mouse, paste marks, focus reports and line wrap.
_RESET_MODES = (
    b"\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?2004l\x1b[?1004l\x1b[?7h"
)


class JobControl:
    """Signal handling for ``app``.

    Args:
        app: The app that runs on the terminal; its signals are handled once ``start`` was called.
        end: Called when a signal ends the program, for example because the connection dropped.
    """

    def __init__(self, app: App[None], frame: Frame, end: Callable[[], object]) -> None:
        self._app, self._frame, self._end = app, frame, end
        self._lent = False  # to the user's editor
        self._stopped = False

    def start(self) -> None:
        """Install the handlers, unless there is no terminal or this is not the main thread, as in tests."""
        self._app.app_suspend_signal.subscribe(self._app, lambda _: self._set_lent(lent=True), immediate=True)
        self._app.app_resume_signal.subscribe(self._app, lambda _: self._set_lent(lent=False), immediate=True)
        loop = asyncio.get_running_loop()
        # Only the main thread may install handlers.
        with suppress(ValueError, RuntimeError):
            if self._app.is_headless:
                for number in _ENDING_SIGNALS:
                    loop.add_signal_handler(number, self._end)
                return
            self._install(loop, dict.fromkeys(map(int, _ENDING_SIGNALS), self._end))
            self._install(loop, {signal.SIGTSTP: self.stop, signal.SIGCONT: self._resume})
            # Not in the event loop, because SIGQUIT must work while the loop hangs.
            signal.signal(signal.SIGQUIT, self._quit)

    def _install(self, loop: asyncio.AbstractEventLoop, answers: Mapping[int, Callable[[], object]]) -> None:
        """Install handlers that run ``answers`` in the event loop.

        ``loop.add_signal_handler`` learns of a signal through a byte in the pipe that wakes the loop. If the
        loop is blocked by a terminal that reads nothing, the pipe fills up and the signal is lost.
        """

        def handle(number: int, _frame: FrameType | None) -> None:
            if number in _ENDING_SIGNALS and isinstance(
                writer := getattr(self._driver, "_writer_thread", None), LastingWriter
            ):
                writer.stop_waiting()
            try:
                loop.call_soon_threadsafe(answers[number])
            except RuntimeError:
                # The loop has ended, so the default action applies.
                signal.signal(number, signal.SIG_DFL)
                signal.raise_signal(number)

        for number in answers:
            signal.signal(number, handle)

    def _set_lent(self, *, lent: bool) -> None:
        self._lent = lent
        self._frame.forget()

    @property
    def refusal(self) -> str | None:
        """Why the program cannot be suspended, or None if it can: without a shell nobody could resume it."""
        if self._app.is_headless or os.getsid(0) == os.getpid() or os.getsid(os.getppid()) != os.getsid(0):
            return "no shell started this: there is nothing to go back to"
        return None

    def stop(self) -> None:
        """Release the terminal and stop the process until SIGCONT."""
        if not self._lent and not self._stopped and (driver := self._driver) is not None:
            driver.suspend_application_mode()
            self._stopped = True
        os.kill(os.getpid(), signal.SIGSTOP)

    def _resume(self) -> None:
        """Restore the terminal's modes and repaint everything, once the program is in the foreground."""
        driver = self._driver
        if self._lent or driver is None:
            return
        try:
            foreground = os.tcgetpgrp(sys.__stdin__.fileno() if sys.__stdin__ else 0)
        except OSError:
            return  # the terminal is gone, and SIGHUP ends the program
        if foreground != os.getpgrp():
            # Resumed in the background by `bg`: drawing would overwrite the shell's output.
            self.stop()
            return
        if not self._stopped:
            # After a SIGSTOP, which cannot be caught, the shell may have changed any mode.
            driver.suspend_application_mode()
        self._stopped = False
        driver.resume_application_mode()
        self.redraw()

    def redraw(self) -> None:
        """Repaint everything, because another program may have written over it."""
        self._frame.forget()
        for screen in self._app.screen_stack:
            screen.refresh(layout=True)

    @property
    def _driver(self) -> Driver | None:
        return self._app._driver  # noqa: SLF001 - Textual has no public name for it

    def _quit(self, _number: int, _frame: FrameType | None) -> None:
        """End as SIGQUIT does and restore the terminal, even while the event loop hangs."""
        if self._lent:
            return
        if not self._stopped:
            before = getattr(self._driver, "attrs_before", None)
            with suppress(OSError, termios.error):
                os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, _RESET_MODES)
                if before is not None:
                    termios.tcsetattr(0, termios.TCSANOW, before)
        signal.signal(signal.SIGQUIT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGQUIT)
