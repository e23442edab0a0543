"""The browser of this machine: whether there is one, and opening a page in it without a byte on our terminal."""

import getpass
import os
import platform
import subprocess
import sys
from threading import Thread
from urllib.parse import urlsplit

from tui.errors import UsageError
from tui.settings.accounts import LOOPBACK

_SSH_PORT = "22"
_CONNECTION = 4
"""Parts of SSH_CONNECTION."""


def has_browser() -> bool:
    """Whether a page opened here would be seen by the user: not over SSH, and not where there is no desktop."""
    return not no_browser()


def no_browser() -> str:
    """Why a page opened here would not be seen by the user, as a sentence; "" where it would."""
    if os.environ.get("BROWSER"):
        return ""
    ending = "The variable BROWSER names a command that opens pages all the same."
    if over_ssh():
        return f"A browser on this machine would not be seen over SSH. {ending}"
    if sys.platform in {"darwin", "win32"} or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return ""
    return f"There is no display for a browser here: neither DISPLAY nor WAYLAND_DISPLAY is set. {ending}"


def over_ssh() -> bool:
    """Whether the user sits at another machine."""
    return "SSH_CONNECTION" in os.environ or "SSH_TTY" in os.environ


def tunnel(url: str) -> str:
    """The command that brings a server of this machine to the one where the user sits; "" where nothing has to be brought."""
    parts = urlsplit(url)
    if not over_ssh() or parts.hostname not in LOOPBACK:
        return ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    port = parts.port or {"https": 443, "http": 80}[parts.scheme]
    # The client's address and port, then ours.
    told = os.environ.get("SSH_CONNECTION", "").split()
    here, door = told[2:4] if len(told) == _CONNECTION else ("", _SSH_PORT)
    if not here or here in LOOPBACK:
        here = platform.node()
    by = "" if door == _SSH_PORT else f"-p {door} "
    return f"ssh {by}-L {port}:{host}:{port} {getpass.getuser()}@{here}"


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
