"""Saving of a table to a file for spreadsheets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tui.errors import UsageError
from tui.typed_path import typed_path
from tui.whole_file import write_whole

if TYPE_CHECKING:
    from tui.app.commands.command import Context

FOLDER = "exports"
"""Memory key of the last folder that was written to."""


async def save(context: Context, text: str, name: str) -> Path | None:
    """Ask for a path, and write ``text`` there; return the path, or None if the user cancelled.

    Args:
        context: The screen.
        text: The whole file, formula-safe already.
        name: Name of the file if the user gives none.

    Raises:
        UsageError: The file cannot be written.
    """
    folder = context.workspace.memory.get(FOLDER) or "~"
    chosen: list[tuple[Path, bool]] = []

    async def write(answer: str) -> None:
        path = _target(answer, name)
        chosen.append((path, exists := path.exists()))
        if not exists:
            _write(path, text)

    offer = str(Path(folder) / name)
    if await context.prompt("Write CSV to", offer=offer, attempt=write, action="write it") is None:
        return None
    path, exists = chosen[-1]
    if exists:
        if not await context.confirm(f"Write over {path.name}?", detail=str(path), yes="Write"):
            return None
        _write(path, text)
    context.workspace.memory.set(FOLDER, str(path.parent))
    return path


def _target(answer: str, name: str) -> Path:
    """Return the path for the answer; a folder means the file ``name`` in it."""
    path = typed_path(answer)
    return path / name if path.is_dir() else path


def _write(path: Path, text: str) -> None:
    try:
        # With a byte order mark, because without one a spreadsheet misreads macrons.
        write_whole(path, text.encode("utf-8-sig"))
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "no such path"
        raise UsageError(f"{path} cannot be written: {why}", hint="give another path") from error
