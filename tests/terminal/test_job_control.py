"""What a shell and its user do to a program: stop it, continue it, make it end."""

import os
import signal
import termios
from collections.abc import Callable

import pytest

from tests.terminal.terminal import Terminal
from tests.thinned import thinned

pytestmark = pytest.mark.terminal

Start = Callable[..., Terminal]

SHELL = """
import os, signal, sys
child = os.fork()
if not child:
    os.setpgid(0, 0)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    os.tcsetpgrp(0, os.getpid())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(sys.executable, [sys.executable, "-m", "tui", *sys.argv[1:]])
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
while os.WIFSTOPPED(os.waitpid(child, os.WUNTRACED)[1]):
    os.tcsetpgrp(0, os.getpgrp())
    if input("shell$ ") == "fg":
        os.tcsetpgrp(0, child)
    os.kill(child, signal.SIGCONT)
print("the shell is left")
"""
"""A shell with one job: ``fg`` continues it in the foreground, anything else in the background."""


def modes(terminal: Terminal) -> int:
    """The terminal's local modes, which a shell finds."""
    local: int = termios.tcgetattr(terminal._fd)[3]
    return local & (termios.ECHO | termios.ICANON | termios.ISIG)


@pytest.mark.parametrize("number", thinned([signal.SIGTSTP, signal.SIGSTOP], 2))
def test_who_comes_back_finds_the_whole_screen(start: Start, small: str, number: int) -> None:
    terminal = start("--board", small)
    found = modes(terminal)
    terminal.until("synced")
    terminal.press("j")
    before = terminal.settle()
    terminal.signal(number)
    os.waitpid(terminal.pid, os.WUNTRACED)
    terminal.settle()
    if number == signal.SIGTSTP:
        assert modes(terminal) == found, "the shell has no modes of its own"
        assert terminal.raw.rindex(b"\x1b[?1049l") > terminal.raw.rindex(b"\x1b[?1049h")
    seen = len(terminal.raw)
    terminal.screen.reset()  # whatever the shell wrote meanwhile
    terminal.resize(100, 30)
    terminal.signal(signal.SIGCONT)
    terminal.until("C000000")
    assert terminal.settle().splitlines()[0].split() == before.splitlines()[0].split()
    assert terminal.text.count("C0000") > 3, "only what had changed was painted"
    again = bytes(terminal.raw[seen:])
    assert b"\x1b[?1049h" in again
    assert b"\x1b[?1003h" in again
    assert modes(terminal) != found
    terminal.press("j", "ctrl+q")  # one reader of the keyboard: no key is lost
    assert terminal.wait_exit() == 0
    assert modes(terminal) == found


def test_suspend_goes_back_to_the_shell_until_fg(start: Start, small: str) -> None:
    terminal = start("--board", small, program=("-c", SHELL))
    terminal.until("synced")
    terminal.press("g", "z")
    terminal.until("shell$")
    terminal.screen.reset()
    terminal.write("bg\r")
    terminal.until("shell$")
    assert "C000000" not in terminal.text, "it wrote over the shell from the background"
    terminal.screen.reset()
    terminal.write("fg\r")
    terminal.until("C000000")
    terminal.settle()
    terminal.press("ctrl+q")
    terminal.until("the shell is left")


def test_sigquit_gives_the_terminal_back_where_suspend_is_refused(start: Start, small: str) -> None:
    terminal = start("--board", small)
    found = modes(terminal)
    terminal.until("synced")
    terminal.press("g", "z")
    terminal.until("no shell started this")  # and would not be there to continue it
    terminal.signal(signal.SIGQUIT)
    assert terminal.wait_exit(5) == -signal.SIGQUIT
    said = bytes(terminal.raw)
    assert said.rindex(b"\x1b[?1049l") > said.rindex(b"\x1b[?1049h")
    assert said.rindex(b"\x1b[?1003l") > said.rindex(b"\x1b[?1003h")
    assert modes(terminal) == found
