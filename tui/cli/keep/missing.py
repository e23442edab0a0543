"""Whether the local server's file is gone or damaged: two looks at files, at each start. Who met damage left a mark beside the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.settings.paths import Paths

_HEADER = b"SQLite format 3\0"


def what_is_lost(paths: Paths) -> str:
    """What is wrong with the local server's file, in a sentence; "" for nothing, and where there never was one."""
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
