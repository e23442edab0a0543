"""The terminal's echo: off while a secret may be typed, even before its prompt, and restored on every exit.

getpass turns the echo off only at its prompt, so that earlier input is shown, and discards that input. Here
the echo can be off from an earlier moment on, and no typed input is lost.
"""

import fcntl
import os
import re
import signal
import sys
import termios
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from types import FrameType
from typing import Any

import click

_ENDS = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP)
"""Signals that end or stop the program at once; ctrl+c raises an exception instead."""

_LOCAL = 3
"""Index of the local modes in the list that ``tcgetattr`` returns."""

_LONGEST = 10_000
_ESCAPES = re.compile(r"\x1b(?:[\[O][0-9;]*[A-Za-z~])?")


_locks: list[int] = []
"""File descriptors of the terminal that is locked by this program; at most one."""


@contextmanager
def echo_off() -> Iterator[None]:
    """Turn the terminal's echo off while the block runs; typed input stays readable.

    Of two programs of a pipe that both ask, the second waits: the first would turn the echo on in the middle of the
    other's secret.
    """
    with _locked(), _echo(on=False):
        yield


@contextmanager
def echo_on() -> Iterator[None]:
    """Turn the terminal's echo on while the block runs, also inside ``echo_off``."""
    with interrupted_at_once(), _echo(on=True):
        yield


def hidden_line(words: str, *, needed: bool = True) -> str:
    """Prompt with ``words`` and read a hidden line; ask again while it is empty and ``needed``.

    Raises:
        Abort: The user cancelled.
    """
    if _is_replaced():
        # A test runner that replaces the terminal passes its answers to click.
        return str(
            click.prompt(words, default=None if needed else "", hide_input=True, err=True, show_default=False)
        )
    with echo_off(), interrupted_at_once(), ExitStack() as opened:
        handle = _terminal()
        if handle is None:
            raise click.Abort
        opened.callback(os.close, handle)
        # The enter key is not echoed: begin a new line, however the block ends.
        opened.callback(os.write, handle, b"\n")
        while not (line := _line(handle, words).rstrip("\r\n")) and needed:
            os.write(handle, b"\n")
        return line


def has_terminal() -> bool:
    """Return whether a hidden prompt is possible, also when stdin is a pipe."""
    if sys.stdin.isatty():
        return True
    if (handle := _terminal()) is None:
        return False
    os.close(handle)
    return True


def _line(handle: int, words: str) -> str:
    os.write(handle, f"{words}: ".encode())
    read = b""
    while not read.endswith(b"\n") and len(read) < _LONGEST:
        if not (piece := os.read(handle, _LONGEST)):
            raise click.Abort
        read += piece
    # Escapes and arrow keys are removed; typed by accident and hidden, they would make a passphrase wrong.
    return _ESCAPES.sub("", read.decode(errors="replace"))


def _is_replaced() -> bool:
    """Return whether stdin was replaced by an object without a file descriptor, as test runners do."""
    try:
        return sys.stdin.fileno() < 0
    except (OSError, ValueError):
        return True


def _terminal() -> int | None:
    """Open a file descriptor of the terminal, which the caller closes; None without a terminal."""
    try:
        return os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
    except OSError:
        pass
    try:
        return os.dup(sys.stdin.fileno()) if sys.stdin.isatty() else None
    except (OSError, ValueError):
        return None


@contextmanager
def _locked() -> Iterator[None]:
    """Lock the terminal while the block runs, and wait while another program has locked it."""
    if _locks or (handle := _device()) is None:
        yield
        return
    try:
        # In the background nothing can be asked, and who is stopped there would keep the lock.
        with interrupted_at_once(), suppress(OSError):
            if os.tcgetpgrp(handle) == os.getpgrp():
                fcntl.flock(handle, fcntl.LOCK_EX)
                _locks.append(handle)
        yield
    finally:
        _locks.clear()
        os.close(handle)


def _device() -> int | None:
    """Open the terminal by its own name, as ``/dev/tty`` is one file for all terminals; None if that is not possible."""
    for number in range(3):
        try:
            return os.open(os.ttyname(number), os.O_RDONLY | os.O_NOCTTY)
        except OSError:
            # It is no terminal, or, as after su, one of another user.
            continue
    return None


@contextmanager
def _echo(*, on: bool) -> Iterator[None]:
    with ExitStack() as left:
        if (handle := _terminal()) is not None:
            left.callback(os.close, handle)
            before = termios.tcgetattr(handle)
            wanted = [*before]
            wanted[_LOCAL] = before[_LOCAL] | termios.ECHO if on else before[_LOCAL] & ~termios.ECHO
            left.callback(termios.tcsetattr, handle, termios.TCSADRAIN, before)
            left.enter_context(_restored_on_signal(handle, before, wanted))
            termios.tcsetattr(handle, termios.TCSADRAIN, wanted)
        yield


@contextmanager
def interrupted_at_once() -> Iterator[None]:
    """Let ctrl+c end a prompt inside an asyncio task at once, which asyncio's own handler would not."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        _ = signal.signal(signal.SIGINT, before or signal.default_int_handler)


@contextmanager
def _restored_on_signal(handle: int, before: list[Any], wanted: list[Any]) -> Iterator[None]:
    """Restore the terminal to ``before`` when a signal ends or suspends the program in the block."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, _frame: FrameType | None) -> None:
        termios.tcsetattr(handle, termios.TCSANOW, before)
        _ = signal.signal(number, previous[number])
        # While this one is suspended, another may ask.
        for lock in _locks:
            fcntl.flock(lock, fcntl.LOCK_UN)
        # Enclosing blocks restore their own changes in turn; the outermost one ends or stops the program.
        os.kill(os.getpid(), number)
        _ = signal.signal(number, end)
        for lock in _locks:
            fcntl.flock(lock, fcntl.LOCK_EX)
        termios.tcsetattr(handle, termios.TCSANOW, wanted)

    previous: dict[int, Any] = {number: signal.getsignal(number) or signal.SIG_DFL for number in _ENDS}
    for number in _ENDS:
        _ = signal.signal(number, end)
    try:
        yield
    finally:
        for number in _ENDS:
            _ = signal.signal(number, previous[number])
