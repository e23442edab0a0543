"""Atomic replacement of several files, keeping the old ones.

A plan is written first, atomically, and then carried out. A process killed before the plan is written changes
nothing; one killed after it leaves the rest to the next start.
"""

import json
import shutil
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from tui.errors import UsageError
from tui.presence import Presence
from tui.whole_file import sync, write_whole

PLAN = "replacing.json"
"""The plan's file name in the data directory."""

STAGE = ".staged-"
"""Prefix of the folders with staged files."""

_ENDS = ("-wal", "-shm", "-journal", ".damaged", ".last", "")


def replace(data: Path, moves: Iterable[tuple[Path | None, Path]], kept: Path) -> None:
    """Replace files by staged ones, and keep the old files.

    Args:
        data: The data directory, which the caller has locked.
        moves: Pairs (staged file, target) on the same file system; None only moves the target away.
        kept: The folder for the old files, created when there are any; of several with one name each is there under
            that of its folder too.

    Raises:
        UsageError: The files cannot be replaced.
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
    """Finish the plan of a process that was killed; return whether there was one.

    Raises:
        StoreBusy: Another process is finishing it, or uses the files.
        UsageError: The plan cannot be finished.
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
    """Carry out the plan, however many of its steps were done before."""
    with suppress(FileNotFoundError):
        plan = json.loads((data / PLAN).read_bytes())
        kept = Path(plan["kept"])
        targets = [Path(target) for _, target in plan["moves"]]
        names = Counter(target.name for target in targets)
        for (staged, _), target in zip(plan["moves"], targets, strict=True):
            is_alone = names[target.name] == 1
            aside = kept / (target.name if is_alone else f"{target.parent.name}-{target.name}")
            _move(None if staged is None else Path(staged), target, aside)
        for folder in {target.parent for target in targets}:
            sync(folder)
        (data / PLAN).unlink()
        sync(data)
    for left in data.glob(f"{STAGE}*"):
        shutil.rmtree(left, ignore_errors=True)


def _move(staged: Path | None, target: Path, kept: Path) -> None:
    """Move the old file to the path ``kept`` and the staged one to ``target``; do nothing if that was done before."""
    if staged is not None and not staged.exists():
        return
    for end in _ENDS:
        there, aside = target.with_name(target.name + end), kept.with_name(kept.name + end)
        if there.exists() and not aside.exists():
            kept.parent.mkdir(mode=0o700, exist_ok=True)
            there.rename(aside)
    if kept.parent.is_dir():
        sync(kept.parent)
    if staged is not None:
        staged.rename(target)
