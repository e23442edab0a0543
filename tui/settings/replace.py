"""Replace: several files put in the place of others as one step, what was there being kept.

What is to be done is written down first, whole; then it is done. Killed before that, all is as it was; killed after,
the next start finishes it.
"""

import json
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from tui.errors import UsageError
from tui.presence import Presence
from tui.whole_file import sync, write_whole

PLAN = "replacing.json"
"""The plan's name in the data directory."""

STAGE = ".staged-"
"""What the folders of files that wait to be put in place begin with."""

_ENDS = ("-wal", "-shm", "-journal", ".damaged", ".last", "")


def replace(data: Path, moves: Iterable[tuple[Path | None, Path]], kept: Path) -> None:
    """Put files in the place of others.

    Args:
        data: The data directory; the caller is alone in it.
        moves: What is put where, each on the disk of its place; None: what is there is only put aside.
        kept: The folder that gets what was in the places, made when there is something.

    Raises:
        UsageError: It cannot be done.
    """
    plan = [[None if staged is None else str(staged), str(target)] for staged, target in moves]
    try:
        write_whole(data / PLAN, json.dumps({"moves": plan, "kept": str(kept)}).encode())
        _carry_out(data)
    except OSError as error:
        raise UsageError(
            f"cannot put the files in place: {error.strerror}", hint="make room; the next start goes on"
        ) from error


def finish(data: Path) -> bool:
    """Finish what was begun and killed; whether there was something.

    Raises:
        StoreBusy: Somebody else is at it, or uses the files.
        UsageError: It cannot be finished.
    """
    if not (data / PLAN).exists():
        return False
    presence = Presence(data)
    try:
        with presence.alone("A restore that was cut off cannot be finished"):
            _carry_out(data)
    except (OSError, ValueError) as error:
        raise UsageError(
            f"a restore was cut off and cannot be finished: {error}", hint=str(data / PLAN)
        ) from error
    finally:
        presence.leave()
    return True


def _carry_out(data: Path) -> None:
    """Do what the plan says, however much of it was done before."""
    with suppress(FileNotFoundError):
        plan = json.loads((data / PLAN).read_bytes())
        kept = Path(plan["kept"])
        for staged, target in plan["moves"]:
            _move(None if staged is None else Path(staged), Path(target), kept)
        for folder in {Path(target).parent for _, target in plan["moves"]}:
            sync(folder)
        (data / PLAN).unlink()
        sync(data)
    for left in data.glob(f"{STAGE}*"):
        shutil.rmtree(left, ignore_errors=True)


def _move(staged: Path | None, target: Path, kept: Path) -> None:
    """Put one file in its place, what is there aside; one that has left its stage is in its place already."""
    if staged is not None and not staged.exists():
        return
    kept.mkdir(mode=0o700, exist_ok=True)
    for end in _ENDS:
        there, aside = target.with_name(target.name + end), kept / f"{target.name}{end}"
        if there.exists() and not aside.exists():
            there.rename(aside)
    sync(kept)
    if staged is not None:
        staged.rename(target)
