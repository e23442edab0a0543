"""Opt-outs that outlast a restore: a backup knows nothing of who opted out after it was made."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from tui.cli import output
from tui.errors import StoreError
from tui.snapshot import copy_database
from tui.store_files import share_opt_outs

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tui.clock import Clock
    from tui.settings.paths import Paths


def keep_out(stage: Path, stores: Sequence[Path], server: Path | None, paths: Paths, clock: Clock) -> int:
    """Put everybody who is kept out here on the lists of files that will replace those here.

    A file here that cannot be read is named to the user: it may be damaged, which is why something is restored.

    Args:
        stage: A folder for copies, which the caller deletes.
        stores: The accounts' stores that will be put in place.
        server: The server's file that will be put in place; None for none.
        paths: Where the files are that will be replaced.
        clock: The time.

    Returns:
        The number of opt-outs that were missing.
    """
    missing = 0
    for here in sorted(paths.data.glob("store-*.db")):
        # A copy is read, because nobody may open the files themselves while they are replaced.
        copy = stage / f"was-{here.name}"
        try:
            copy_database(here, copy)
            missing += max((share_opt_outs(store, [copy], clock) for store in stores), default=0)
        except (StoreError, sqlite3.Error, OSError) as error:
            _warn(here, str(error))
    return missing + (0 if server is None else _in_directory(server, paths.data / "server.db"))


def say_kept_out(count: int) -> None:
    """Print that people who opted out stay out, if there are any, and what may have come back of them."""
    if count:
        output.text("Whoever opted out since then stays out. Comments about them may be back:")
        output.text("  cardscout suppress withdraw")


def _in_directory(server: Path, here: Path) -> int:
    """Keep out of the server's file whoever is kept out of the one here; return the number of identifiers."""
    if not here.exists():
        return 0
    from tui.server.importing.carried import carry_opt_outs
    from tui.server.storage.place import Place

    engine = Place(server.parent).open()
    try:
        return carry_opt_outs(here, engine)
    except sqlite3.Error as error:
        _warn(here, str(error))
        return 0
    finally:
        engine.dispose()
        with closing(sqlite3.connect(server, isolation_level=None)) as conn:
            # It is moved without the log that is beside it.
            conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _warn(here: Path, why: str) -> None:
    output.say(
        f"note: who opted out cannot be read from {here.name} ({why}); name them again: cardscout suppress add"
    )
