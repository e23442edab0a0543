"""Windows: which programs of this user have a store open, and which of those are no more.

A window is named by its machine, its process and a token. What it did is its own to take back; what a closed
one did may be taken back by whoever is left.
"""

import os
from pathlib import Path
from secrets import token_hex
from socket import gethostname

_open: set[str] = set()


def open_window() -> str:
    """A name for a window of this process, which is open until ``close_window``."""
    name = process_name()
    _open.add(name)
    return name


def close_window(name: str) -> None:
    """The window is open no longer."""
    _open.discard(name)


def process_name() -> str:
    """A name for something of this process: ``host:pid:token``."""
    pid = os.getpid()
    return f"{gethostname()}:{pid}:{_started(pid)}-{token_hex(4)}"


def is_gone(name: str) -> bool:
    """Whether ``name`` was of a process of this machine that is no more; False where that cannot be told."""
    host, pid, token = ["", "", *name.rsplit(":", 2)][-3:]
    if host != gethostname() or not pid.isdecimal():
        return False
    try:
        os.kill(int(pid), 0)
    except (ProcessLookupError, OverflowError):
        return True
    except PermissionError:
        pass  # it is another user's by now, or is still there: when it began tells
    began, dash, _ = token.partition("-")
    # The number may have been given to another process since.
    return bool(dash and began and began != _started(int(pid)))


def is_closed(window: str) -> bool:
    """Whether a window is open no longer; of those on other machines nobody can tell, so they count as closed."""
    if not window:
        return True
    host, pid, _ = window.rsplit(":", 2)
    if host == gethostname() and int(pid) == os.getpid():
        return window not in _open
    return host != gethostname() or is_gone(window)


def _started(pid: int) -> str:
    """When a process began, as the system counts; "" where it does not say."""
    try:
        return (
            Path(f"/proc/{pid}/stat")
            .read_text(encoding="utf-8", errors="replace")
            .rpartition(")")[2]
            .split()[19]
        )
    except (OSError, IndexError):
        return ""
