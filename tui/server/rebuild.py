"""Rebuild of the local server's lost file from boards that the client still has.

Ids of boards and of the local member are kept, so that references to them stay valid.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tui.errors import UsageError
from tui.server.demo_data.seed import seed_directory
from tui.server.exports.transfer import import_board
from tui.server.pipeline.ids import IdMaker
from tui.server.run import ensure_local_member
from tui.server.storage import db
from tui.server.storage.place import Place

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.values.scalars import Json


def rebuild(data: Path, clock: Clock, documents: Sequence[Json], me: Json | None) -> tuple[int, list[str]]:
    """Create the server's file in ``data``, which has none, from exported boards.

    Args:
        data: The data directory.
        clock: The server's clock.
        documents: The boards in the format of an export.
        me: The former local member, or None if that is not known.

    Returns:
        The number of imported boards, and the names of those that could not be imported.

    Raises:
        StoreError: The file cannot be written.
    """
    engine = Place(data).open()
    failed: list[str] = []
    try:
        with db.writing(engine) as connection:
            owner = ensure_local_member(
                connection, clock, IdMaker(), sample=False, me=None if me is None else _member(me)
            )
            seed_directory(connection, clock)
        for document in documents:
            try:
                # Each import has a separate transaction, so that a failed one leaves nothing behind.
                with db.writing(engine) as connection:
                    import_board(connection, document, owner_id=owner)
            except UsageError:
                failed.append(str(document.get("name", "")))
    finally:
        engine.dispose()
    return len(documents) - len(failed), failed


def _member(me: Json) -> dict[str, str]:
    name = str(me.get("fullName") or "You")
    return {
        "id": str(me["id"]),
        "username": str(me.get("username") or "you"),
        "full_name": name,
        "initials": str(me.get("initials") or name[:1].upper()),
    }
