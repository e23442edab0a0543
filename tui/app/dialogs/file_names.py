"""File names: one made of what a file is about, and the dialog that writes to a new file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.app.attachment_completion import COMPLETES, complete_path, path_candidates
from tui.errors import UsageError
from tui.presentation.safe_text import safe_line
from tui.typed_path import typed_path

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from tui.app.screens.screen import WorkspaceScreen


def file_name(text: str, end: str) -> str:
    """Return a name for a file about ``text``, without characters that a file system may refuse."""
    plain = "".join(char if char.isalnum() or char in "-_ @." else "-" for char in safe_line(text))
    return f"{plain.strip(' .') or 'cardscout'}.{end}"


async def ask_where_to_write(
    screen: WorkspaceScreen, title: str, name: str, write: Callable[[Path], Awaitable[None]], action: str
) -> Path | None:
    """Ask for a file, and ``write`` to it, which ``action`` names; one that exists must be entered twice.

    Returns:
        The path that was written to; None if the user gave up.
    """
    replaced: dict[str, str] = {}

    async def try_to_write(text: str) -> None:
        path = typed_path(text)
        if path.is_dir():
            raise UsageError(f"{path} is a folder", hint="add the name of a file")
        if path.exists() and text != replaced.get("path"):
            replaced["path"] = text
            raise UsageError(f"{path} exists", hint="enter again writes over it")
        await write(path)

    text = await screen.prompt(
        title,
        value=name,
        note=COMPLETES,
        complete=complete_path,
        candidates=path_candidates,
        attempt=try_to_write,
        action=action,
    )
    return None if text is None else typed_path(text)
