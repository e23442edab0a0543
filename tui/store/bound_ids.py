"""Ids that another process has bound: of the processes that share a store, only one sends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tui.model.values.scalars import new_local_id
from tui.store.tables.catalogue import TABLES

if TYPE_CHECKING:
    from tui.store.db import Database

_NOUNS = ", ".join(f"'{noun}'" for noun in TABLES)


class BoundIds:
    """A lookup of local ids, possibly on our screen, that have since been bound to ids of the service.

    Local ids are ordered by time, so ids older than the oldest unbound one of the last lookup are not
    queried.
    """

    def __init__(self, db: Database) -> None:
        self._db = db
        self._since = self._oldest()

    def newly_bound(self) -> Mapping[str, str]:
        """Return the newly bound local ids (unbound or unknown at the last lookup) with their new ids."""
        since = self._since
        # The oldest is read first, so that the second query finds an id bound between the two.
        self._since = self._oldest()
        return dict(self._db.query("SELECT local, server FROM bound WHERE local >= ?", since))

    def _oldest(self) -> str:
        """Return the oldest unbound id; if all are bound, a new one."""
        now = new_local_id()
        row = self._db.first(
            f"SELECT min(id) FROM docs WHERE noun IN ({_NOUNS}) AND id > 'new-' AND id <= ?", now
        )
        return now if row is None or row[0] is None else str(row[0])
