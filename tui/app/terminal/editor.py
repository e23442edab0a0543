"""Editing of a text in the user's own editor.

The text is passed in a temporary file that only the user can read. If the edited text cannot be read back,
the file stays and its path is shown, because it may be the only copy of the user's work.
"""

import asyncio
import shlex
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from textual.app import App

LONGEST = 1_000_000
"""Maximum bytes read back from the editor."""

_FALLBACKS = ("nano", "vi")

_NO_EDITOR = "No editor: set $EDITOR to the one you like"
_NOT_STARTED = "{} could not be started: check `editor` in the settings, or $EDITOR"


@dataclass(frozen=True, slots=True)
class Edited:
    """Result of editing.

    Attributes:
        text: The edited text, or None if it cannot be read back.
        exited_cleanly: Whether the editor ended with exit code 0; if not, keep the text as a draft, unsaved.
        problem: What went wrong, in a sentence, or "".
    """

    text: str | None = None
    exited_cleanly: bool = False
    problem: str = ""


def editor_argv(environ: Mapping[str, str]) -> list[str]:
    """Return the command line of ``$VISUAL``, ``$EDITOR`` or a common editor; empty if there is none."""
    for name in ("VISUAL", "EDITOR"):
        try:
            argv = shlex.split(environ.get(name, ""))
        except ValueError:
            continue
        if argv:
            return argv
    return next(([found] for name in _FALLBACKS if (found := shutil.which(name))), [])


@contextmanager
def suspended(app: App[None]) -> Iterator[None]:
    """Release the terminal for another program while the block runs.

    Raises:
        SuspendNotSupported: The terminal cannot be released.
    """
    # Without the batch, about thirty updates would fill the stopped writer's queue and block the loop.
    with app.batch_update(), app.suspend():
        yield


async def edit(
    text: str, environ: Mapping[str, str], pause: Callable[[], AbstractContextManager[object]]
) -> Edited:
    """Let the user edit ``text`` in their editor.

    Args:
        text: The initial text.
        environ: Environment with ``$VISUAL`` and ``$EDITOR``.
        pause: Creates a context manager that releases the terminal.
    """
    argv = editor_argv(environ)
    if not argv:
        return Edited(problem=_NO_EDITOR)
    folder = Path(tempfile.mkdtemp(prefix="cardscout-"))
    path = folder / "description.md"
    keep = False
    try:
        path.touch(mode=0o600)
        path.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
        with pause():
            code = await _run([*argv, str(path)])
        edited = _read(path, code, argv[0], had_newline=text.endswith("\n"))
        keep = edited.text is None and path.exists() and path.stat().st_size > 0 and code is not None
        return edited
    finally:
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)


async def edit_file(
    path: Path, environ: Mapping[str, str], pause: Callable[[], AbstractContextManager[object]]
) -> str:
    """Let the user edit a file, which may not exist yet, in their editor; return what went wrong, or ""."""
    argv = editor_argv(environ)
    if not argv:
        return _NO_EDITOR
    with pause():
        code = await _run([*argv, str(path)])
    return _NOT_STARTED.format(Path(argv[0]).name) if code is None else ""


async def _run(argv: list[str]) -> int | None:
    """Run the command; return its exit status, or None if it could not be started."""
    try:
        process = await asyncio.create_subprocess_exec(*argv)
    except OSError:
        return None
    return await process.wait()


def _read(path: Path, code: int | None, name: str, *, had_newline: bool) -> Edited:
    if code is None:
        return Edited(problem=_NOT_STARTED.format(Path(name).name))
    if not path.is_file():
        return Edited(problem="The editor removed the file; nothing has changed")
    if (size := path.stat().st_size) > LONGEST:
        return Edited(problem=f"{size:,} bytes are too many for a card. They are left in {path}")
    text = _decode(path.read_bytes())
    if text is None:
        return Edited(problem=f"The editor left something that is not text. It is left in {path}")
    # Editors add a newline at the end; that alone is no change.
    text = text if had_newline else text.removesuffix("\n")
    if code != 0:
        return Edited(
            text, problem=f"The editor ended with exit code {code}: nothing is saved, your text is a draft"
        )
    return Edited(text, exited_cleanly=True)


def _decode(data: bytes) -> str | None:
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None
