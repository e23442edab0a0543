"""Moving and deleting an account's files: the store with its journals, its copies, and its spooled files."""

import shutil
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

from tui.errors import StoreBusy, StoreError
from tui.snapshot import Copies

_ENDS = ("", "-wal", "-shm", "-journal")


class HalfMoved(StoreError):
    """A store is partly at its old and partly at its new path."""


def move(source: Path, target: Path) -> None:
    """Move the store at ``source`` to ``target``; does nothing if there is none.

    Raises:
        StoreBusy: Another Cardscout has the store open.
        StoreError: The store cannot be moved, or there is one at ``target``; nothing is moved.
        HalfMoved: A move failed, and so did its rollback; another move completes it.
    """
    if not source.exists():
        return
    if target.exists():
        raise StoreError(f"There is a store at {target} already.", hint="Take another name.")
    _merge_journal(source)
    undo = ExitStack()
    try:
        if (files := _files(source)).exists():
            files.rename(_files(target))
            undo.callback(_files(target).rename, files)
        copies = Copies(source.parent)
        undo.callback(copies.rename, target.stem, source.stem)
        copies.rename(source.stem, target.stem)
        for aside in source.parent.glob(f"{source.name}.*"):
            moved = target.with_name(f"{target.name}{aside.name.removeprefix(source.name)}")
            aside.rename(moved)
            undo.callback(moved.rename, aside)
        source.rename(target)
    except OSError as error:
        words = f"{source} cannot be moved: {error.strerror}."
        try:
            undo.close()
        except OSError:
            raise HalfMoved(words) from error
        raise StoreError(words) from error


def require_closed(path: Path) -> None:
    """Check that no other process has the store at ``path`` open.

    Raises:
        StoreBusy: Another Cardscout has.
    """
    if path.exists():
        _merge_journal(path, damaged=True)


def delete(path: Path) -> None:
    """Delete the store at ``path`` with its unsent writes and every copy; does nothing if there is none.

    Raises:
        StoreBusy: Another Cardscout has the store open.
        StoreError: The store cannot be deleted.
    """
    require_closed(path)
    try:
        Copies(path.parent).forget(path.stem)
        # Damaged stores that were set aside have longer names.
        for left in (
            *(path.with_name(path.name + end) for end in _ENDS),
            *path.parent.glob(f"{path.name}.*"),
        ):
            left.unlink(missing_ok=True)
        if _files(path).exists():
            shutil.rmtree(_files(path))
    except OSError as error:
        raise StoreError(f"{path} cannot be taken away: {error.strerror}.") from error


def _merge_journal(path: Path, *, damaged: bool = False) -> None:
    """Merge the journal of a store into its file, which works only if no other process has it open."""
    try:
        with closing(sqlite3.connect(path, timeout=0.5, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode=DELETE").close()
    except sqlite3.OperationalError as error:
        raise StoreBusy(
            "Another Cardscout has this account open.", hint="Close it, and try again."
        ) from error
    except sqlite3.DatabaseError as error:
        if not damaged:
            raise StoreError(f"{path} cannot be read: {error}.") from error


def _files(path: Path) -> Path:
    return path.with_name(f"{path.stem}-files")
