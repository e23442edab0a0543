"""Fields for files: completion of paths and of web addresses to attach, and the dialogs that write to a file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from os.path import commonprefix
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from tui.app.commands.command import Choice
from tui.errors import UsageError
from tui.presentation.safe_text import safe_line
from tui.typed_path import is_there, typed_path
from tui.whole_file import write_whole

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tui.app.commands.command import Context, PromptOptions

LINK, FILE, FOLDER = "link:", "file:", "folder:"
"""Prefixes of a choice's value; the address or the path follows."""

COMPLETES = "tab completes the path"
"""The hint below a field for a path."""

_WEB = re.compile(r"https?://[^\s/?#]+(?=[/?#]|$)", re.IGNORECASE)
_BLANK = re.compile(r"\s")
_HOST = re.compile(r"(?:[\w-]+\.)+[a-z]{2,24}(?::\d+)?(?:[/?#]\S*)?", re.IGNORECASE)
_PATHS = ("/", "./", "../", "~")
_MAX_SCANNED = 2_000  # maximum entries of a folder that are examined
_MAX_SHOWN = 12


def web_address(text: str) -> str | None:
    """Return ``text`` as a web address, with https:// before a bare host; None if it is not one."""
    text = text.strip()
    if _WEB.match(text):
        # A blank in a pasted address is no end of it.
        return _BLANK.sub("%20", text)
    return f"https://{text}" if _HOST.fullmatch(text) else None


def suggest_attachments(text: str) -> list[Choice]:
    """Suggest what to attach for ``text``: files and folders whose path begins with it, or a web address.

    Raises:
        ValueError: The text is a path, and there is nothing at it.
    """
    text = text.strip()
    found = _paths(text) if text and not _WEB.match(text) else []
    if (address := web_address(text)) is not None:
        found.append(Choice(f"{LINK}{address}", f"attach the link {address}"))
    if not found and text.startswith(_PATHS):
        empty = f"nothing to attach is in {text}"
        raise ValueError(empty if _is_folder(text) else f"no file or folder begins with {text}")
    return found


def _is_folder(text: str) -> bool:
    try:
        return text.endswith("/") and is_there(typed_path(text))
    except UsageError:
        return False


def _paths(text: str) -> list[Choice]:
    """Return choices for the files and folders whose path begins with ``text``."""
    if not _is_path(text):
        return []
    return [_choice(path) for path in find_paths(text, _MAX_SCANNED)[:_MAX_SHOWN]]


def _is_path(text: str) -> bool:
    """Return whether ``text`` may be a path, not a web address or a search word."""
    return not _WEB.match(text) and (text.startswith(_PATHS) or "/" in text or is_there(Path(text)))


def _choice(path: str) -> Choice:
    if path.endswith("/"):
        return Choice(f"{FOLDER}{path}", path, "a folder: enter goes in")
    return Choice(f"{FILE}{path}", f"attach the file {path}")


def find_paths(text: str, scanned: int | None = None) -> list[str]:
    """Return the sorted paths of the files and folders that begin with ``text``; folders end in a slash.

    Hidden files match only if ``text`` has their dot. A missing or unreadable folder has no matches.

    Args:
        text: The beginning of the path; ``~`` is expanded.
        scanned: Maximum entries of the folder that are examined; None for all.
    """
    folder, slash, begun = text.rpartition("/")
    try:
        entries = islice(Path(f"{folder}{slash}" or ".").expanduser().iterdir(), scanned)
        return [f"{folder}{slash}{name}" for name in sorted(_names(entries, begun))]
    except (OSError, RuntimeError, ValueError):  # the home of an unknown user, or a NUL
        return []


def _names(entries: Iterable[Path], begun: str) -> Iterable[str]:
    for each in entries:
        if each.name.startswith(begun) and (begun or each.name[0] != "."):
            yield f"{each.name}/" if each.is_dir() else each.name


def complete_attachment(text: str) -> str:
    """Return ``text`` completed as by ``complete_path``; unchanged if it is no path."""
    return complete_path(text) if _is_path(text) else text


def path_candidates(text: str) -> list[str]:
    """Return the names that complete the path ``text``; folders end in a slash."""
    return [path.rstrip("/").rpartition("/")[2] + "/" * path.endswith("/") for path in find_paths(text)]


def complete_path(text: str) -> str:
    """Extend the path ``text`` by what all matching files have in common; unchanged without a match."""
    return commonprefix(find_paths(text)) or text  # noqa: RUF071 - of what is typed, not of whole names


async def ask_for_path(context: Context, title: str, **how: Unpack[PromptOptions]) -> str | None:
    """Ask for a path, which tab completes; return None if the user cancelled."""
    how["complete"], how["candidates"] = complete_path, path_candidates
    how.setdefault("note", COMPLETES)
    return await context.prompt(title, **how)


def file_name(text: str, end: str) -> str:
    """Return a name for a file about ``text``, without characters that a file system may refuse."""
    plain = "".join(char if char.isalnum() or char in "-_ @." else "-" for char in safe_line(text))
    return f"{plain.strip(' .') or 'cardscout'}.{end}"


async def ask_where_to_write(
    context: Context,
    title: str,
    name: str,
    write: Callable[[Path], Awaitable[None]],
    **how: Unpack[PromptOptions],
) -> Path | None:
    """Ask for a file, and ``write`` to it; before it is written over, the user is asked in a box above.

    Args:
        context: The screen.
        title: The question.
        name: Name of the file if the user gives only a folder.
        write: Writes to the path.
        how: Options of the question, such as the name of what enter does.

    Returns:
        The path that was written to; None if the user gave up.
    """
    chosen: list[Path] = []

    async def try_to_write(text: str) -> None:
        path = typed_path(text)
        path = path / name if path.is_dir() else path
        if path.exists():
            over = await context.confirm(f"Write over {path.name}?", detail=str(path), yes="Write")
            if not over:
                raise UsageError(f"{path} exists", hint="give another name")
        await write(path)
        chosen.append(path)

    how["attempt"] = try_to_write
    text = await ask_for_path(context, title, **how)
    return None if text is None else chosen[-1]


EXPORTS = "exports"
"""Memory key of the last folder that was written to."""


async def save_csv(context: Context, text: str, name: str) -> Path | None:
    """Ask for a path, and write ``text`` there; return the path, or None if the user cancelled.

    Args:
        context: The screen.
        text: The whole file, formula-safe already.
        name: Name of the file if the user gives none.

    Raises:
        UsageError: The file cannot be written.
    """
    folder = context.workspace.memory.get(EXPORTS) or "~"

    async def write(path: Path) -> None:
        _write(path, text)

    offer = str(Path(folder) / name)
    path = await ask_where_to_write(context, "Write CSV to", name, write, offer=offer, action="write it")
    if path is not None:
        context.workspace.memory.set(EXPORTS, str(path.parent))
    return path


def _write(path: Path, text: str) -> None:
    try:
        # With a byte order mark, because without one a spreadsheet misreads macrons.
        write_whole(path, text.encode("utf-8-sig"))
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "no such path"
        raise UsageError(f"{path} cannot be written: {why}", hint="give another path") from error
