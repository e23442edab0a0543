"""What a text typed into the files box could mean: a web address, or a path on this machine, completed."""

import re
from contextlib import suppress
from itertools import islice
from pathlib import Path

from tui.app.commands.command import Choice

LINK, FILE, FOLDER = "link:", "file:", "folder:"
"""What a choice's value begins with; the address or the path follows."""

_WEB = re.compile(r"https?://[^\s/]+\S*", re.IGNORECASE)
_HOST = re.compile(r"(?:[\w-]+\.)+[a-z]{2,24}(?::\d+)?(?:[/?#]\S*)?", re.IGNORECASE)
_PATHS = ("/", "./", "../", "~")
_LISTED = 2_000  # entries of a folder that are looked at
_SHOWN = 12


def web_address(text: str) -> str | None:
    """The address ``text`` is, with https:// before a bare host; None when it is none."""
    text = text.strip()
    if _WEB.fullmatch(text):
        return text
    return f"https://{text}" if _HOST.fullmatch(text) else None


def suggestions(text: str) -> list[Choice]:
    """What could be attached for ``text``: files and folders it begins the path of, and the address it is."""
    found = _paths(text.strip()) if text.strip() and not _WEB.match(text.strip()) else []
    if (address := web_address(text)) is not None:
        found.append(Choice(f"{LINK}{address}", f"attach the link {address}"))
    return found


def _paths(text: str) -> list[Choice]:
    """The files and folders whose path begins with ``text``, folders with a stroke at their end."""
    if not text.startswith(_PATHS) and "/" not in text and not Path(text).exists():
        return []
    folder, _, begun = text.rpartition("/")
    shown = f"{folder}/" if "/" in text else ""
    found: list[Choice] = []
    # A folder that is not there, or is somebody else's, has nothing to offer.
    with suppress(OSError, RuntimeError, ValueError):
        where = Path(shown or ".").expanduser()
        for path in sorted(islice(where.iterdir(), _LISTED)):
            if not path.name.startswith(begun) or (path.name.startswith(".") and not begun.startswith(".")):
                continue
            typed = f"{shown}{path.name}"
            if path.is_dir():
                found.append(Choice(f"{FOLDER}{typed}/", f"{typed}/", "a folder: enter goes in"))
            else:
                found.append(Choice(f"{FILE}{typed}", f"attach the file {typed}"))
    return found[:_SHOWN]
