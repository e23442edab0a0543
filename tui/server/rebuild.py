"""Rebuild: the local server's file made again of boards that somebody else still knows.

Ids stay what they were, so that whoever knows the boards finds them: the member is who they were, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tui.errors import UsageError
from tui.server.demo_data.seed import seed_directory
from tui.server.exports.transfer import import_board
from tui.server.pipeline.ids import IdMaker
from tui.server.run import settle
from tui.server.storage import db
from tui.server.storage.place import Place

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.base import Json


def rebuild(data: Path, clock: Clock, documents: Sequence[Json], me: Json | None) -> tuple[int, list[str]]:
    """Make the server's file in ``data``, which has none.

    Args:
        data: A directory.
        clock: Time.
        documents: The boards, as an export has them.
        me: The local member as they were, or None when that is not known.

    Returns:
        How many boards are in it, and the names of those that could not be taken.

    Raises:
        StoreError: It cannot be written.
    """
    engine = Place(data).open()
    left: list[str] = []
    try:
        with db.writing(engine) as connection:
            owner = settle(connection, clock, IdMaker(), sample=False, me=None if me is None else _member(me))
            seed_directory(connection, clock)
        for document in documents:
            try:
                # Each in a transaction of its own: one that cannot be taken leaves nothing of itself.
                with db.writing(engine) as connection:
                    import_board(connection, document, owner_id=owner)
            except UsageError:
                left.append(str(document.get("name", "")))
    finally:
        engine.dispose()
    return len(documents) - len(left), left


def _member(me: Json) -> dict[str, str]:
    name = str(me.get("fullName") or "You")
    return {
        "id": str(me["id"]),
        "username": str(me.get("username") or "you"),
        "full_name": name,
        "initials": str(me.get("initials") or name[:1].upper()),
    }
