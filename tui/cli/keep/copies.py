"""Daily backups for users of only the command line, created by a separate process so that no command waits."""

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

_LAST_CHECK = "looked"
"""The file in the copies' folder whose mtime is the time of the last check."""

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
    """Start copying the databases in ``data``, at most once a day; after a failure wait for the next day."""
    looked = Copies(data).folder / _LAST_CHECK
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
    """Start the process that makes the copies.

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
