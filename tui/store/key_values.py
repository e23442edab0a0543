"""Small texts by key: how far the pulls have read, and what else is remembered."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Literal

from tui.store.db import Database, Transaction, storable


class KeyValues:
    """Texts by key, in a table of their own.

    Args:
        db: The file.
        table: ``cursors`` or ``meta``.
    """

    def __init__(self, db: Database, table: Literal["cursors", "meta"]) -> None:
        self._db = db
        self._table = table

    def get(self, key: str) -> str | None:
        """The text, or None."""
        row = self._db.first(f"SELECT value FROM {self._table} WHERE key = ?", key)
        return None if row is None else str(row[0])

    def all(self) -> dict[str, str]:
        """Every text by its key."""
        return dict(self._db.query(f"SELECT key, value FROM {self._table} ORDER BY key"))

    def first(self, key: str, value: str) -> Future[str]:
        """Keep a text where there is none; the answer is the one that is there then, whoever was first."""

        def work(tx: Transaction) -> str:
            tx.run(
                f"INSERT OR IGNORE INTO {self._table} (key, value) VALUES (?, ?)",
                storable(key),
                storable(value),
            )
            return str(tx.one(f"SELECT value FROM {self._table} WHERE key = ?", storable(key))[0])

        return self._db.write(work)

    def set(self, key: str, value: str | None) -> Future[None]:
        """Keep a text; None forgets it. What no file can hold (lone surrogates) becomes U+FFFD."""

        def work(tx: Transaction) -> None:
            if value is None:
                tx.run(f"DELETE FROM {self._table} WHERE key = ?", storable(key))
            else:
                tx.run(
                    f"INSERT INTO {self._table} (key, value) VALUES (?, ?)"
                    " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                    storable(key),
                    storable(value),
                )

        return self._db.write(work)


def in_actions(board_id: str) -> str:
    """Name of the cursor in a board's actions; there is one once the board was read."""
    return f"actions:{board_id}"
