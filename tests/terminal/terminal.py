"""A terminal played by the test: the real program in a pseudo-terminal, its screen read by pyte.

Nothing here sleeps: reading waits on the descriptor, up to a limit, for what the test asked to see.
"""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import pyte

from tests.forked import Forked, run
from tests.machine import allowed

ROOT = Path(__file__).parents[2]

KEYS = {
    "down": "\x1b[B",
    "up": "\x1b[A",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "enter": "\r",
    "esc": "\x1b",
    "tab": "\t",
    "space": " ",
    "ctrl+q": "\x11",
    "ctrl+s": "\x13",
    "ctrl+p": "\x10",
    "backspace": "\x7f",
    "pgdn": "\x1b[6~",
}


class Terminal:
    """The program under test, as a person at a terminal meets it.

    Args:
        argv: Arguments after ``python -m tui``, or after ``program``.
        home: What ``CARDSCOUT_HOME`` is set to.
        cols: Width in cells.
        rows: Height in cells.
        env: More environment.
        program: What to run in place of ``-m tui``, for Python.
        forked: Whether the program begins with its modules in memory, which takes half as long.
    """

    def __init__(
        self,
        argv: Sequence[str],
        home: Path,
        *,
        cols: int = 120,
        rows: int = 40,
        env: dict[str, str] | None = None,
        program: Sequence[str] = ("-m", "tui"),
        forked: bool = False,
    ) -> None:
        self.screen = pyte.Screen(cols, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = bytearray()
        """Every byte the program wrote."""
        clean = {
            k: v
            for k, v in os.environ.items()
            if not k.startswith(("CARDSCOUT", "TEXTUAL", "NO_COLOR", "XDG_", "COLUMNS", "LINES"))
        }
        clean |= {
            "CARDSCOUT_HOME": str(home),
            "HOME": str(home),
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
        } | (env or {})
        self._fd, end = pty.openpty()
        self.resize(cols, rows)  # before there is a program, which may look at any time
        self._forked = Forked(_run_at, os.ttyname(end), *argv, env=clean) if forked else None
        if self._forked is not None:
            self.pid = self._forked.pid
            with self._forked.stdout as stdout:
                stdout.read()  # until it has the terminal: where nobody has, what is read is its end
        elif (pid := os.fork()) != 0:
            self.pid = pid
        else:  # pragma: no cover - the child
            os.login_tty(end)
            for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)  # a run in the background has them ignored
            os.chdir(ROOT)
            os.execve(sys.executable, [sys.executable, *program, *argv], clean)
        os.close(end)
        self.exit_code: int | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.exit_code is None:
            self.signal(signal.SIGKILL)
            self.wait_exit()
        os.close(self._fd)

    def resize(self, cols: int, rows: int) -> None:
        """Give the window another size, in cells."""
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))
        self.screen.resize(rows, cols)

    def drop(self) -> None:
        """Close the terminal's own end, as when a line drops; what reads and writes there fails from now on."""
        os.dup2(os.open(os.devnull, os.O_RDWR), self._fd)

    def signal(self, number: int) -> None:
        """Send the program a signal."""
        os.kill(self.pid, number)

    def read(self, seconds: float) -> bool:
        """Take what the program has written; False when it wrote nothing for ``seconds``."""
        if not select.select([self._fd], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._fd, 65536)
        except OSError:  # Linux says EIO when the other end has gone
            return False
        self.raw += data
        # pyte knows no private-mode reports or synchronised output marks; it ignores them.
        self._stream.feed(data)
        return bool(data)

    def until(self, seen: str | Callable[[str], bool], seconds: float = 20) -> str:
        """Read until the screen shows ``seen`` and return the screen.

        Raises:
            AssertionError: It did not come; the message holds the last screen.
        """
        want = seen if callable(seen) else lambda text: seen in text
        seconds = allowed(seconds)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if want(self.text):
                return self.text
            self.read(0.05)
        what = "what was asked for" if callable(seen) else repr(seen)
        raise AssertionError(f"{what} did not come in {seconds:.0f} s; the screen:\n{self.text}")

    def settle(self, quiet: float = 0.25) -> str:
        """Read until nothing has come for ``quiet`` seconds, and the program rests; return the screen."""
        while self.read(quiet) or self._is_busy():
            pass
        return self.text

    def _is_busy(self) -> bool:
        """Whether a thread of the program runs, or waits for a processor that others keep busy."""
        states = []
        for stat in Path(f"/proc/{self.pid}/task").glob("*/stat"):
            # A thread may end meanwhile.
            with suppress(OSError):
                states.append(stat.read_text("utf-8").rpartition(") ")[2][:1])
        return "R" in states

    @property
    def text(self) -> str:
        """The screen, a line a row."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def find(self, text: str) -> tuple[int, int]:
        """Where ``text`` stands: column and row, from 1, as a mouse report counts.

        Raises:
            AssertionError: It is not on the screen.
        """
        for row, line in enumerate(self.screen.display):
            if (column := line.find(text)) >= 0:
                # A wide character fills two cells and is followed by an empty one, so the index is the cell.
                return column + 1, row + 1
        raise AssertionError(f"{text!r} is not on the screen:\n{self.text}")

    def write(self, text: str) -> None:
        """Type ``text`` as it is."""
        os.write(self._fd, text.encode())

    def press(self, *keys: str) -> None:
        """Press keys by name, one after the other has been drawn."""
        for key in keys:
            self.write(KEYS.get(key, key))
            self.settle(0.12)

    def mouse(self, kind: str, column: int, row: int) -> None:
        """Report the mouse in SGR form: ``press``, ``drag``, ``release``, ``wheel_up`` or ``wheel_down``."""
        button, last = {
            "press": (0, "M"),
            "drag": (32, "M"),
            "release": (0, "m"),
            "wheel_up": (64, "M"),
            "wheel_down": (65, "M"),
        }[kind]
        self.write(f"\x1b[<{button};{column};{row}{last}")

    def drag(self, start: tuple[int, int], end: tuple[int, int], steps: int = 8) -> None:
        """Press at ``start``, move to ``end`` in ``steps``, release there."""
        self.mouse("press", *start)
        for step in range(1, steps + 1):
            column = start[0] + (end[0] - start[0]) * step // steps
            row = start[1] + (end[1] - start[1]) * step // steps
            self.mouse("drag", column, row)
            self.settle(0.05)
        self.mouse("release", *end)
        self.settle()

    def _poll(self) -> int | None:
        """The exit code of a program that has ended."""
        if self._forked is not None:
            return self._forked.poll()
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        return os.waitstatus_to_exitcode(status) if pid else None

    @property
    def peak(self) -> float:
        """MiB of memory the program had at most."""
        lines = Path(f"/proc/{self.pid}/status").read_text("ascii").splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))

    def wait_exit(self, seconds: float = 10) -> int:
        """Wait for the program to end and return its exit code (negative: the signal).

        Raises:
            AssertionError: It is still running.
        """
        seconds = allowed(seconds)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.exit_code = self._poll()
            if self.exit_code is not None:
                while self.read(0):
                    pass
                return self.exit_code
            self.read(0.05)
        raise AssertionError(f"still running after {seconds:.0f} s; the screen:\n{self.text}")


def _run_at(tty: str, *argv: str) -> None:
    """Run the program at a terminal that it opens."""
    os.login_tty(os.open(tty, os.O_RDWR))
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = os.fdopen(number, "w" if number else "r", encoding="utf-8", closefd=False)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)  # which the toolkit takes
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGQUIT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    run(*argv)
