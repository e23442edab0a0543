"""Paths that users type: with ``~`` expanded, and refused in words where there can be no such file."""

from contextlib import suppress
from pathlib import Path

from tui.errors import UsageError
from tui.whole_file import write_whole

_MAX_TOLD = 60
"""Maximum characters of a path that an error repeats."""


def typed_path(text: str) -> Path:
    """Return the path that was typed, with ``~`` expanded; there may be nothing yet.

    Raises:
        UsageError: It begins with the home of a user who does not exist. No file can have that name. The
            system does not let this user look.
    """
    try:
        path = Path(text).expanduser()
        with suppress(FileNotFoundError, NotADirectoryError):
            _ = path.stat()
    except OSError as error:
        raise _refused(text, error.strerror or "the system refuses it") from error
    except RuntimeError as error:
        raise _refused(text, "there is no such user here") from error
    except ValueError as error:
        raise _refused(text, "no file can have that name") from error
    return path


def write_typed(path: Path, content: bytes, hint: str = "name another file") -> None:
    """Write a file that the user named, whole or not at all; a symbolic link is followed.

    Raises:
        UsageError: It cannot be written.
    """
    try:
        write_whole(path.resolve(), content)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}", hint=hint) from error


def current_folder() -> Path:
    """Return the folder that a path without one is in; the user's home if it was deleted meanwhile."""
    try:
        return Path.cwd()
    except OSError:
        return Path.home()


def is_there(path: Path) -> bool:
    """Return whether there is something at ``path``, as far as this user may look."""
    try:
        return path.exists()
    except OSError:
        return False


def _refused(text: str, reason: str) -> UsageError:
    told = text if len(text) <= _MAX_TOLD else f"{text[: _MAX_TOLD - 1]}…"
    return UsageError(f"{told}: {reason}", hint="give another path")
