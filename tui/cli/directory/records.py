"""The records of a person in the local workspace's directory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from tui.model.values.scalars import Json


def records_of(who: str, data: Path) -> list[Json]:
    """Return the records of the local workspace's directory that have this e-mail address or profile.

    Args:
        who: The address or profile; a name has no records, because people are searched for by it.
        data: The folder of the local workspace's data.

    Raises:
        StoreError: The directory is locked or cannot be read.
    """
    if not (data / "server.db").exists():
        return []
    from tui.cli.access import open_storage
    from tui.server.enrich.problems import Problem
    from tui.server.importing import removal
    from tui.server.storage.place import Place

    try:
        kind, value = removal.identifier(who)
    except Problem:
        return []
    with open_storage(Place(data.absolute())) as engine:
        return removal.records_of(engine, kind, value)
