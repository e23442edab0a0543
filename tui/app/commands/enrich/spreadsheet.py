"""Writing a table to a file that a spreadsheet opens."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tui.errors import UsageError
from tui.whole_file import write_whole

if TYPE_CHECKING:
    from tui.app.commands.command import Context

FOLDER = "exports"
"""Under which the folder that was written to last is remembered."""


async def save(context: Context, text: str, name: str) -> Path | None:
    """Ask where to, and write ``text`` there; None when that was given up.

    Args:
        context: The screen.
        text: The whole file, formula-safe already.
        name: Of the file, where none was given.

    Raises:
        UsageError: It cannot be written there.
    """
    folder = context.workspace.memory.get(FOLDER) or "~"
    chosen: list[tuple[Path, bool]] = []

    async def write(answer: str) -> None:
        path = _place(answer, name)
        chosen.append((path, there := path.exists()))
        if not there:
            _write(path, text)

    offer = str(Path(folder) / name)
    if await context.prompt("Write CSV to", offer=offer, attempt=write) is None:
        return None
    path, there = chosen[-1]
    if there:
        if not await context.confirm(f"Write over {path.name}?", detail=str(path), yes="Write"):
            return None
        _write(path, text)
    context.workspace.memory.set(FOLDER, str(path.parent))
    return path


def _place(answer: str, name: str) -> Path:
    """The file that is meant; a folder means ``name`` in it."""
    try:
        path = Path(answer).expanduser()
    except RuntimeError as error:
        raise UsageError(f"{answer} is nobody's folder", hint="give another path") from error
    return path / name if path.is_dir() else path


def _write(path: Path, text: str) -> None:
    try:
        # With a mark of its encoding: without one a spreadsheet reads macrons as something else.
        write_whole(path, text.encode("utf-8-sig"))
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "no such path"
        raise UsageError(f"{path} cannot be written: {why}", hint="give another path") from error
