"""What outlasts a restore, because a backup cannot know of it: who opted out since, and what was spent since."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tui.cli import output
from tui.errors import StoreError
from tui.snapshot import copy_database
from tui.store_files import carry_receipts, share_opt_outs

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tui.clock import Clock
    from tui.settings.paths import Paths


@dataclass
class Outlasting:
    """What was carried into files that are restored.

    Attributes:
        opt_outs: The number of opt-outs that they lacked.
        credits: The credits spent at services that they did not know of.
    """

    opt_outs: int = 0
    credits: int = 0

    def say(self) -> None:
        """Print what was carried, and what may have come back of those who opted out."""
        if self.opt_outs:
            output.text("Whoever opted out since then stays out. Comments about them may be back:")
            output.text("  cardscout suppress withdraw")
        if self.credits:
            output.text(f"{output.plural(self.credits, 'credits')} spent since then still count.")


def carry(
    stage: Path, stores: Sequence[Path], server: Path | None, paths: Paths, clock: Clock, *, own: str = ""
) -> Outlasting:
    """Put who opted out, and what was spent, into the files that will replace those here.

    What the service inside this program charged is in the server's file, which is restored with it. A file here
    that cannot be read is named to the user: it may be damaged, which is why something is restored.

    Args:
        stage: A folder for copies, which the caller deletes.
        stores: The accounts' stores that will be put in place.
        server: The server's file that will be put in place; None for none.
        paths: Where the files are that will be replaced.
        clock: The time.
        own: The name of the service inside this program.
    """
    carried = Outlasting()
    for here in sorted(paths.data.glob("store-*.db")) if stores else ():
        # A copy is read, because nobody may open the files themselves while they are replaced.
        copy = stage / f"was-{here.name}"
        try:
            copy_database(here, copy)
            carried.opt_outs += max(share_opt_outs(store, [copy], clock) for store in stores)
            carried.credits += sum(
                carry_receipts(store, copy, clock, without=own) for store in stores if store.name == here.name
            )
        except (StoreError, sqlite3.Error, OSError) as error:
            _warn(here, error, "cardscout suppress add")
    if server is not None:
        carried.opt_outs += _in_directory(server, paths.data / "server.db")
    return carried


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
        _warn(here, error, "cardscout directory opt-out")
        return 0
    finally:
        engine.dispose()
        with closing(sqlite3.connect(server, isolation_level=None)) as conn:
            # It is moved without the log that is beside it.
            conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _warn(here: Path, why: Exception, again: str) -> None:
    output.say(f"note: who opted out cannot be read from {here.name} ({why}); name them again: {again}")
