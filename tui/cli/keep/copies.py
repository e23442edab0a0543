"""The copies of the day, for who never opens the screens: a process of its own makes them, and no command waits."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import tui
from tui.snapshot import Copies, databases

if TYPE_CHECKING:
    import subprocess

_LOOKED = "looked"
"""The file in their folder that says when it was looked last whether there is something to copy."""

_CHILD = """
import os, sys
from pathlib import Path
from tui.clock import SystemClock
from tui.snapshot import Copies, databases
os.nice(10)
data = Path(sys.argv[1])
Copies(data).daily(databases(data), SystemClock().now())
"""


def copy_beside(data: Path, now: datetime) -> None:
    """Have the databases in ``data`` copied where nobody has looked today whether they are; what fails waits a day."""
    looked = Copies(data).folder / _LOOKED
    with suppress(OSError):
        if looked.exists() and datetime.fromtimestamp(looked.stat().st_mtime, UTC).date() == now.date():
            return
        if not databases(data):
            return
        looked.parent.mkdir(mode=0o700, exist_ok=True)
        looked.touch(0o600)
        os.utime(looked, (now.timestamp(), now.timestamp()))
        start_copying(data)


def start_copying(data: Path) -> subprocess.Popen[bytes]:
    """Start the process that copies.

    Raises:
        OSError: It cannot be started.
    """
    import subprocess

    above = str(Path(tui.__file__).resolve().parent.parent)
    return subprocess.Popen(
        [sys.executable, "-P", "-c", _CHILD, str(data)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": above},
        start_new_session=True,
    )
