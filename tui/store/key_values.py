"""KeyValues: tables of short texts by key, for the cursors of the pulls and other persistent values."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Literal

from tui.store.db import Database, Transaction, storable


class KeyValues:
    """A table of texts by key; a text can be read as soon as it was set, even before it is on disk.

    Args:
        table: ``cursors`` or ``meta``.
    """

    def __init__(self, db: Database, table: Literal["cursors", "meta"]) -> None:
        self._db = db
        self._table = table
        self._last_set: dict[str, tuple[str | None, Future[None]]] = {}

    def get(self, key: str) -> str | None:
        """Return the text, or None."""
        text, write = self._last_set.get(key, (None, None))
        if write is not None and not write.done():
            # A text that is set but not on disk yet.
            return text
        return self._db.text(f"SELECT value FROM {self._table} WHERE key = ?", key)

    def activities(self) -> tuple[tuple[str, str], ...]:
        """Return the last activity of each board that a pull has read, by the name of its cursor."""
        found = f"SELECT key, value FROM {self._table} WHERE key >= ? AND key < ? ORDER BY key"
        first = activity_of("")
        return tuple((key, value) for key, value in self._db.query(found, first, f"{first}\U0010ffff"))

    def all(self) -> dict[str, str]:
        """Return every text by its key."""
        return dict(self._db.query(f"SELECT key, value FROM {self._table} ORDER BY key"))

    def forget(self, key: str, value: str) -> Future[None]:
        """Delete the text of ``key``, unless another than ``value`` was stored meanwhile."""

        def work(tx: Transaction) -> None:
            tx.run(f"DELETE FROM {self._table} WHERE key = ? AND value = ?", storable(key), storable(value))

        return self._db.write(work)

    def set(self, key: str, value: str | None) -> Future[None]:
        """Store a text, or delete it if None; lone surrogates, which no file can hold, become U+FFFD."""

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

        text = None if value is None else storable(value)
        write = self._db.write(work)
        self._last_set[key] = text, write
        return write


def in_actions(board_id: str) -> str:
    """Return the name of the cursor in a board's actions; it exists once the board was read."""
    return f"actions:{board_id}"


def known_actions(board_id: str) -> str:
    """Return the name of the cursor with the last actions that the service told of a board, and what each was about."""
    return f"known:{board_id}"


def known_sent(board_id: str) -> str:
    """Return the name of the cursor with the last write to a board that the service had when its actions were read."""
    return f"sent:{board_id}"


def reading(ident: str) -> str:
    """Return the name of the cursor with the time when a board or card, or "" for the list of boards, was read."""
    return f"read:{ident}"


def revision(ident: str) -> str:
    """Return the cursor name for the service's revision when a board or card, or "" for the account, was read."""
    return f"revision:{ident}"


def reread_cursor(board_id: str) -> str:
    """Return the name of the cursor that exists while all cards of a board have to be read again."""
    return f"owed:{board_id}"


def activity_of(board_id: str) -> str:
    """Return the name of the cursor with a board's last activity that a pull has read."""
    return f"activity:{board_id}"
