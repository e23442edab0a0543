"""The terminal's echo: off while a secret may be typed, also before its question is up, and back on every way out.

getpass turns it off when it asks, which shows what was pasted before, and throws that away. Here it can be off from an
earlier moment on, and nothing that was typed is lost.
"""

import os
import re
import signal
import sys
import termios
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType
from typing import Any

import click

_ENDS = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP)
"""What ends or stops a program at once; ctrl+c is an exception, which passes through the blocks."""

_LOCAL = 3
"""Where the local modes are in what ``tcgetattr`` gives."""

_LONGEST = 10_000
_ESCAPES = re.compile(r"\x1b(?:[\[O][0-9;]*[A-Za-z~])?")


@contextmanager
def unseen() -> Iterator[None]:
    """Show nothing that is typed on the terminal while the block runs; it stays to be read."""
    with _echo(on=False):
        yield


@contextmanager
def seen() -> Iterator[None]:
    """Show what is typed while the block runs, also inside ``unseen``."""
    with _echo(on=True):
        yield


def hidden_line(words: str, *, needed: bool = True) -> str:
    """What somebody types on the terminal for ``words``, unseen; asked again while it is empty, where it is ``needed``.

    Raises:
        Abort: They gave up.
    """
    if _is_played():
        # Whoever plays the terminal hands the answers to click.
        return str(
            click.prompt(words, default=None if needed else "", hide_input=True, err=True, show_default=False)
        )
    with unseen(), _interrupted_at_once(), ExitStack() as opened:
        handle = _terminal()
        if handle is None:
            raise click.Abort
        opened.callback(os.close, handle)
        # However it ends, what follows begins on a line of its own: the enter was not shown.
        opened.callback(os.write, handle, b"\n")
        while not (line := _line(handle, words).rstrip("\r\n")) and needed:
            os.write(handle, b"\n")
        return line


def has_terminal() -> bool:
    """Whether somebody can be asked for what is hidden, also where stdin is a pipe."""
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
    # An escape, and what an arrow sends, is nobody's passphrase: unseen, they would only make it wrong.
    return _ESCAPES.sub("", read.decode(errors="replace"))


def _is_played() -> bool:
    """Whether stdin is no stream of the system's."""
    try:
        return sys.stdin.fileno() < 0
    except (OSError, ValueError):
        return True


def _terminal() -> int | None:
    """A descriptor of the terminal, which the caller closes; None where there is none."""
    try:
        return os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
    except OSError:
        pass
    try:
        return os.dup(sys.stdin.fileno()) if sys.stdin.isatty() else None
    except (OSError, ValueError):
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
            left.enter_context(_given_back(handle, before, wanted))
            termios.tcsetattr(handle, termios.TCSADRAIN, wanted)
        yield


@contextmanager
def _interrupted_at_once() -> Iterator[None]:
    """Let ctrl+c end a question that is asked within a task: asyncio would only take note of it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        _ = signal.signal(signal.SIGINT, before or signal.default_int_handler)


@contextmanager
def _given_back(handle: int, before: list[Any], wanted: list[Any]) -> Iterator[None]:
    """Set the terminal to ``before`` when a signal ends the program, or stops it for a while."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, _frame: FrameType | None) -> None:
        termios.tcsetattr(handle, termios.TCSANOW, before)
        _ = signal.signal(number, previous[number])
        # Blocks around this one give back what they changed, in turn; the last one ends or stops the program.
        os.kill(os.getpid(), number)
        _ = signal.signal(number, end)
        termios.tcsetattr(handle, termios.TCSANOW, wanted)

    previous: dict[int, Any] = {number: signal.getsignal(number) or signal.SIG_DFL for number in _ENDS}
    for number in _ENDS:
        _ = signal.signal(number, end)
    try:
        yield
    finally:
        for number in _ENDS:
            _ = signal.signal(number, previous[number])
