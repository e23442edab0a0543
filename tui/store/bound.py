"""Ids that another process has bound: where several have one store open, one sends for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tui.model.base import new_local_id
from tui.store.tables.catalogue import TABLES

if TYPE_CHECKING:
    from tui.store.db import Database

_NOUNS = ", ".join(f"'{noun}'" for noun in TABLES)


class BoundElsewhere:
    """Tells which local ids that may be on our screen have the service's by now.

    Local ids are ordered by time, so nothing is asked about older ones than the oldest that was unbound when it
    was last looked.

    Args:
        db: The store's.
    """

    def __init__(self, db: Database) -> None:
        self._db = db
        self._since = self._oldest()

    def names(self) -> Mapping[str, str]:
        """The local ids that were unbound at the last look, or are newer, and what they are called now."""
        since = self._since
        # The oldest first: what is bound between the two questions is found by the second.
        self._since = self._oldest()
        return dict(self._db.query("SELECT local, server FROM bound WHERE local >= ?", since))

    def _oldest(self) -> str:
        """The oldest id that is not bound yet; where there is none, one that is made now."""
        now = new_local_id()
        row = self._db.first(
            f"SELECT min(id) FROM docs WHERE noun IN ({_NOUNS}) AND id > 'new-' AND id <= ?", now
        )
        return now if row is None or row[0] is None else str(row[0])
