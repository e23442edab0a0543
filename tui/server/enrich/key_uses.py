"""Dates of last use of enrichment keys, which the operator sees; stored as those of tokens are."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, delete, insert, select

from tui.server.access.uses import Uses
from tui.server.enrich.tables import key_uses, keys


class KeyUses(Uses):
    """Records the use of enrichment keys in this process, and stores it later."""

    def _store(self, connection: Connection, dates: Mapping[str, str]) -> None:
        """Store the last use of each key by its hash."""
        known = connection.scalars(select(keys.c.hash).where(keys.c.hash.in_(dates))).all()
        connection.execute(delete(key_uses).where(key_uses.c.hash.in_(known)))
        if known:
            connection.execute(insert(key_uses), [{"hash": one, "date": dates[one]} for one in known])
