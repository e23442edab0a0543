"""The user's own editor, lent a text for a while.

The text travels in a file only the user can read, which is removed afterwards; when what came back cannot be
taken, the file stays and its place is told, because it may be the only copy of somebody's work.
"""

import asyncio
import shlex
import shutil
import tempfile
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

LONGEST = 1_000_000
"""Bytes read back at most."""

_FALLBACKS = ("nano", "vi")


@dataclass(frozen=True, slots=True)
class Edited:
    """What came back.

    Attributes:
        text: The text, or None when there is none to take.
        sure: Whether the editor ended well; when not, the text should be kept as a draft and not saved.
        problem: What went wrong, in a sentence, or "".
    """

    text: str | None = None
    sure: bool = False
    problem: str = ""


def editor_argv(environ: Mapping[str, str]) -> list[str]:
    """The command line of ``$VISUAL``, ``$EDITOR`` or a common editor; empty when there is none."""
    for name in ("VISUAL", "EDITOR"):
        try:
            argv = shlex.split(environ.get(name, ""))
        except ValueError:
            continue
        if argv:
            return argv
    return next(([found] for name in _FALLBACKS if (found := shutil.which(name))), [])


async def edit(
    text: str, environ: Mapping[str, str], pause: Callable[[], AbstractContextManager[object]]
) -> Edited:
    """Let the user edit ``text`` in their editor.

    Args:
        text: What to begin with.
        environ: Where ``$VISUAL`` and ``$EDITOR`` are.
        pause: Gives the terminal away while it is entered.
    """
    argv = editor_argv(environ)
    if not argv:
        return Edited(problem="No editor: set $EDITOR to the one you like")
    folder = Path(tempfile.mkdtemp(prefix="cardscout-"))
    path = folder / "description.md"
    keep = False
    try:
        path.touch(mode=0o600)
        path.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
        with pause():
            code = await _run([*argv, str(path)])
        edited = _read(path, code, argv[0], ended=text.endswith("\n"))
        keep = edited.text is None and path.exists() and path.stat().st_size > 0 and code is not None
        return edited
    finally:
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)


async def _run(argv: list[str]) -> int | None:
    """The exit status, or None when it could not be started."""
    try:
        process = await asyncio.create_subprocess_exec(*argv)
    except OSError:
        return None
    return await process.wait()


def _read(path: Path, code: int | None, name: str, *, ended: bool) -> Edited:
    if code is None:
        return Edited(problem=f"{Path(name).name} could not be started: check $EDITOR")
    if not path.is_file():
        return Edited(problem="The editor removed the file; nothing has changed")
    if (size := path.stat().st_size) > LONGEST:
        return Edited(problem=f"{size:,} bytes are too many for a card. They are left in {path}")
    text = _decoded(path.read_bytes())
    if text is None:
        return Edited(problem=f"The editor left something that is not text. It is left in {path}")
    # Editors end the last line; a text that had no line end there has not been changed by that.
    text = text if ended else text.removesuffix("\n")
    if code != 0:
        return Edited(
            text, problem=f"The editor ended with exit code {code}: nothing is saved, your text is a draft"
        )
    return Edited(text, sure=True)


def _decoded(data: bytes) -> str | None:
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None
