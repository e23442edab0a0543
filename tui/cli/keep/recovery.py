"""Recovery of a local workspace whose server file is gone or damaged.

The account's store still has the boards as last seen, so the user is asked before a new workspace is created.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tui.cli import output
from tui.cli.keep.outlasting import carry
from tui.cli.keep.start_check import what_is_lost
from tui.cli.keep.unfetched import describe_unfetched
from tui.errors import StoreDamaged, StoreError, UsageError
from tui.presence import Presence
from tui.settings.replace import STAGE, replace
from tui.snapshot import Copies, copy_database
from tui.store_files import StoreSummary, clear_cursors, documents, summary_of

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.settings.paths import Paths


@dataclass(frozen=True, slots=True)
class Loss:
    """The loss of the local server's file, and what is left to recover from.

    Attributes:
        copy: The newest automatic copy of the server's file, or None.
    """

    what: str
    known: StoreSummary
    copy: Path | None

    @property
    def copied(self) -> str:
        """The local time of the copy, as text; "" without a copy."""
        if self.copy is None:
            return ""
        return f"{datetime.fromtimestamp(self.copy.stat().st_mtime).astimezone():%Y-%m-%d %H:%M}"

    @property
    def held(self) -> str:
        """The numbers of boards and cards in the store, as text."""
        return f"{output.plural(self.known.boards, 'boards')}, {output.plural(self.known.cards, 'cards')}"

    def error(self) -> StoreError:
        """Return the error for the user, with the ways to recover as its hint."""
        latest = f"cardscout restore --latest takes the copy of {self.copied}; " if self.copy else ""
        return StoreDamaged(
            f"{self.what} Its boards are still here as last seen ({self.held}); cardscout restore gets it back.",
            hint=f"{latest}cardscout restore --rebuild makes it again from what is here.",
        )


def find_loss(paths: Paths) -> Loss | None:
    """Detect the loss of the local workspace; None if nothing is lost, or the store has no boards."""
    what = what_is_lost(paths)
    held = summary_of(paths.store_file("local")) if what else StoreSummary()
    return Loss(what, held, next(iter(Copies(paths.data).of("server")), None)) if held.boards else None


def offer_recovery(paths: Paths, clock: Clock) -> None:
    """Ask the user how to recover from a loss, before the screens are drawn; do nothing without a loss."""
    if (found := find_loss(paths)) is None:
        return
    import click

    output.say(f"{found.what}\nIts boards are still here as last seen: {found.held}.")
    ways = {
        "r": "make it again from what is here; files, and comments that were never seen here, are missing"
    }
    if found.copy is not None:
        ways["c"] = f"take the automatic copy of {found.copied}; what changed after that is missing"
    ways |= {"e": "begin anew with the sample; what is here is put aside", "q": "leave it, and quit"}
    for key, words in ways.items():
        output.say(f"  {key}  {words}")
    match click.prompt("Which", type=click.Choice(list(ways)), default="r", err=True):
        case "r":
            output.say(rebuild_from_store(paths, clock))
        case "c":
            output.say(restore_from_copy(paths, clock))
        case "e":
            output.say(_begin_anew(paths, clock))
        case _:
            raise found.error()


def kept_folder(paths: Paths, now: datetime) -> Path:
    """Return the folder for the files replaced at ``now``."""
    return paths.data / f"replaced-{now.astimezone():%Y%m%d-%H%M%S}"


@contextmanager
def locked_files(paths: Paths) -> Iterator[None]:
    """Lock the data directory in the block, against windows and servers.

    Raises:
        StoreBusy: A window uses the files.
        UsageError: A server uses the files.
    """
    from tui.server.storage.place import server_lock

    presence = Presence(paths.data)
    try:
        with presence.alone("Nothing can be restored"), server_lock(paths.data):
            yield
    finally:
        presence.leave()


def restore_from_copy(paths: Paths, clock: Clock) -> str:
    """Restore the newest automatic copy of the server's file, and return a report for the user.

    Raises:
        UsageError: There is no copy.
        StoreBusy: The app or a server is running.
    """
    copy = next(iter(Copies(paths.data).of("server")), None)
    if copy is None:
        raise UsageError("there is no automatic copy", hint="cardscout restore --rebuild, or restore FILE")
    with _staging(paths, clock) as (stage, kept):
        copy_database(copy, stage / "server.db")
        carry(stage, (), stage / "server.db", paths, clock)
        replace(paths.data, [(stage / "server.db", paths.data / "server.db")], kept)
    _read_anew(paths, clock)
    made = datetime.fromtimestamp(copy.stat().st_mtime).astimezone()
    return f"The local workspace is as it was on {made:%Y-%m-%d at %H:%M}.{_kept_note(kept)}"


def rebuild_from_store(paths: Paths, clock: Clock) -> str:
    """Rebuild the server's file from the account's store, and return a report for the user.

    Raises:
        UsageError: The store has no boards.
        StoreBusy: The app or a server is running.
    """
    from tui.server.rebuild import rebuild

    boards, me = documents(paths.store_file("local"), clock)
    if not boards:
        raise UsageError("there are no boards here to make it of", hint="cardscout restore FILE")
    with _staging(paths, clock) as (stage, kept):
        taken, left = rebuild(stage / "new", clock, boards, me)
        copy_database(stage / "new" / "server.db", stage / "server.db")
        carry(stage, (), stage / "server.db", paths, clock)
        replace(paths.data, [(stage / "server.db", paths.data / "server.db")], kept)
    _read_anew(paths, clock)
    missing = f" Could not be taken: {', '.join(left)}." if left else ""
    if lacking := describe_unfetched(boards):
        missing += f" It lacks what was never read here: {lacking}."
    return f"The local workspace was made again: {output.plural(taken, 'boards')}.{missing}{_kept_note(kept)}"


def _begin_anew(paths: Paths, clock: Clock) -> str:
    with _staging(paths, clock) as (_, kept):
        replace(paths.data, [(None, paths.data / "server.db"), (None, paths.store_file("local"))], kept)
    return f"A new local workspace.{_kept_note(kept)}"


@contextmanager
def _staging(paths: Paths, clock: Clock) -> Iterator[tuple[Path, Path]]:
    """Lock the data directory, and yield a folder to build the new file in and one for replaced files."""
    stage = paths.data / f"{STAGE}{clock.now():%Y%m%d-%H%M%S-%f}"
    with locked_files(paths):
        stage.mkdir(mode=0o700)
        try:
            yield stage, kept_folder(paths, clock.now())
        except sqlite3.Error as error:
            raise StoreError(
                f"the file cannot be made in {stage.parent}: {error}",
                hint="cardscout doctor says more; nothing was changed",
            ) from error
        finally:
            shutil.rmtree(stage, ignore_errors=True)


def _read_anew(paths: Paths, clock: Clock) -> None:
    if (store := paths.store_file("local")).exists():
        clear_cursors(store, clock)


def _kept_note(kept: Path) -> str:
    return f" What was here is kept in {kept}" if kept.is_dir() and any(kept.iterdir()) else ""
