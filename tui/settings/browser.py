"""This machine's browser: detecting it, and opening a page in it without output on our terminal."""

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
"""Number of fields in SSH_CONNECTION."""


def has_browser() -> bool:
    """Return whether the user would see a page opened here: not over SSH, and not without a desktop."""
    return not no_browser()


def no_browser() -> str:
    """Explain in a sentence why the user would not see a page opened here; "" if they would."""
    if os.environ.get("BROWSER"):
        return ""
    ending = "The variable BROWSER names a command that opens pages all the same."
    if over_ssh():
        return f"A browser on this machine would not be seen over SSH. {ending}"
    if sys.platform in {"darwin", "win32"} or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return ""
    return f"There is no display for a browser here: neither DISPLAY nor WAYLAND_DISPLAY is set. {ending}"


def over_ssh() -> bool:
    """Return whether this process runs in an SSH session."""
    return "SSH_CONNECTION" in os.environ or "SSH_TTY" in os.environ


def tunnel(url: str) -> str:
    """Return the ssh command that forwards a server of this machine to the user's; "" if not needed."""
    parts = urlsplit(url)
    if not over_ssh() or parts.hostname not in LOOPBACK:
        return ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    port = parts.port or {"https": 443, "http": 80}[parts.scheme]
    # The variable has the client's address and port, then the server's.
    fields = os.environ.get("SSH_CONNECTION", "").split()
    here, ssh_port = fields[2:4] if len(fields) == _CONNECTION else ("", _SSH_PORT)
    if not here or here in LOOPBACK:
        here = platform.node()
    option = "" if ssh_port == _SSH_PORT else f"-p {ssh_port} "
    return f"ssh {option}-L {port}:{host}:{port} {getpass.getuser()}@{here}"


def open_page(address: str) -> None:
    """Open ``address`` in the browser, without waiting; the caller shows the address in case nothing opens.

    Raises:
        UsageError: The browser could not be started.
    """
    try:
        # A separate process keeps the browser's output and prompts off our terminal.
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
