"""The browser of this machine: whether there is one, and opening a page in it without a byte on our terminal."""

import os
import subprocess
import sys
from threading import Thread

from tui.errors import UsageError


def over_ssh() -> bool:
    """Whether the user sits at another machine than this one."""
    return "SSH_CONNECTION" in os.environ or "SSH_TTY" in os.environ


def has_browser() -> bool:
    """Whether a page opened here would be seen by the user: not over SSH, and not where there is no desktop."""
    if os.environ.get("BROWSER"):
        return True
    if over_ssh():
        return False
    if sys.platform in {"darwin", "win32"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_page(address: str) -> None:
    """Open ``address``. Nobody waits for it: the address is on the screen for whoever sees nothing come.

    Raises:
        UsageError: It could not be started.
    """
    try:
        # In a process of its own: what a browser prints, or asks, is not for our terminal.
        opening = subprocess.Popen(
            [sys.executable, "-I", "-m", "webbrowser", address],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        raise UsageError(
            f"no browser could be started: {error.strerror}", hint="open the address by hand"
        ) from error
    Thread(target=opening.wait, name="browser", daemon=True).start()
