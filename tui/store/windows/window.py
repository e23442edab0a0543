"""Windows: the running programs of this user that have a store open.

A window is named by its machine, its process, a token and who writes. Only the window itself can undo its writes,
until it is closed; then any other window can.
"""

from __future__ import annotations

import os
from pathlib import Path
from secrets import token_hex
from socket import gethostname
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.model.change import Doer

_open: set[str] = set()


def open_window(doer: Doer = "command") -> str:
    """Open a window of this process and return its name, which tells who writes; it is open until ``close_window``."""
    name = f"{process_name()}-{doer}"
    _open.add(name)
    return name


def close_window(name: str) -> None:
    """Mark the window as closed."""
    _open.discard(name)


def is_of(doer: Doer, name: str) -> bool:
    """Return whether a window is, or was, that of the rules, or of somebody at the screens."""
    return name.endswith(f"-{doer}")


def process_name() -> str:
    """Return a new name tied to this process: ``host:pid:token``."""
    pid = os.getpid()
    return f"{gethostname()}:{pid}:{_started(pid)}-{token_hex(4)}"


def is_gone(name: str) -> bool:
    """Return whether ``name`` belongs to a process of this machine that has ended; False if unknown."""
    host, pid, token = ["", "", *name.rsplit(":", 2)][-3:]
    if host != gethostname() or not pid.isdecimal():
        return False
    try:
        os.kill(int(pid), 0)
    except (ProcessLookupError, OverflowError):
        return True
    except PermissionError:
        pass  # another user's process, or still the same one: compare the start times
    began, dash, _ = token.partition("-")
    # The pid may have been given to another process since.
    return bool(dash and began and began != _started(int(pid)))


def is_closed(window: str) -> bool:
    """Return whether a window is closed; windows on other machines cannot be checked, and count as closed.

    The same holds for stores from before windows had names, whose drafts have no window name or only the mark
    of a leftover text.
    """
    host, pid, _ = ["", "", *window.rsplit(":", 2)][-3:]
    if not pid.isdecimal():
        return True
    if host == gethostname() and int(pid) == os.getpid():
        return window not in _open
    return host != gethostname() or is_gone(window)


def _started(pid: int) -> str:
    """Return the start time of a process in the system's ticks; "" if the system does not say."""
    try:
        return (
            Path(f"/proc/{pid}/stat")
            .read_text(encoding="utf-8", errors="replace")
            .rpartition(")")[2]
            .split()[19]
        )
    except (OSError, IndexError):
        return ""
