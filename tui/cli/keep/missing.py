"""A quick check at each start for a missing or damaged local server file, by its header and a marker file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.settings.paths import Paths

_HEADER = b"SQLite format 3\0"


def what_is_lost(paths: Paths) -> str:
    """Describe a missing or damaged local server file in a sentence; "" if it is sound or never existed."""
    file = paths.data / "server.db"
    if not paths.store_file("local").exists():
        return ""
    try:
        with file.open("rb") as opened:
            begins = opened.read(len(_HEADER))
    except FileNotFoundError:
        begins = b""
    if not begins:
        return f"The local workspace's file is gone: {file}."
    sound = begins == _HEADER and not file.with_name(f"{file.name}.damaged").exists()
    return "" if sound else f"The local workspace's file is damaged: {file}."
