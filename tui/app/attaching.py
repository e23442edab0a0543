"""Suggestions for a text typed into the files box: a web address, or completed paths on this machine."""

import re
from contextlib import suppress
from itertools import islice
from pathlib import Path

from tui.app.commands.command import Choice

LINK, FILE, FOLDER = "link:", "file:", "folder:"
"""Prefixes of a choice's value; the address or the path follows."""

_WEB = re.compile(r"https?://[^\s/]+\S*", re.IGNORECASE)
_HOST = re.compile(r"(?:[\w-]+\.)+[a-z]{2,24}(?::\d+)?(?:[/?#]\S*)?", re.IGNORECASE)
_PATHS = ("/", "./", "../", "~")
_MAX_SCANNED = 2_000  # entries of a folder that are examined
_MAX_SHOWN = 12


def web_address(text: str) -> str | None:
    """Return ``text`` as a web address, with https:// before a bare host; None if it is not one."""
    text = text.strip()
    if _WEB.fullmatch(text):
        return text
    return f"https://{text}" if _HOST.fullmatch(text) else None


def suggest_attachments(text: str) -> list[Choice]:
    """Suggest what to attach for ``text``: files and folders whose path begins with it, or a web address."""
    found = _paths(text.strip()) if text.strip() and not _WEB.match(text.strip()) else []
    if (address := web_address(text)) is not None:
        found.append(Choice(f"{LINK}{address}", f"attach the link {address}"))
    return found


def _paths(text: str) -> list[Choice]:
    """Find the files and folders whose path begins with ``text``; folders end in a slash."""
    if not text.startswith(_PATHS) and "/" not in text and not Path(text).exists():
        return []
    folder, _, begun = text.rpartition("/")
    shown = f"{folder}/" if "/" in text else ""
    found: list[Choice] = []
    # A folder that is missing or not readable offers nothing.
    with suppress(OSError, RuntimeError, ValueError):
        where = Path(shown or ".").expanduser()
        for path in sorted(islice(where.iterdir(), _MAX_SCANNED)):
            if not path.name.startswith(begun) or (path.name.startswith(".") and not begun.startswith(".")):
                continue
            typed = f"{shown}{path.name}"
            if path.is_dir():
                found.append(Choice(f"{FOLDER}{typed}/", f"{typed}/", "a folder: enter goes in"))
            else:
                found.append(Choice(f"{FILE}{typed}", f"attach the file {typed}"))
    return found[:_MAX_SHOWN]
