"""The boards of the account."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tui.model.board import Board
from tui.model.search import name_order
from tui.store.tables import rows
from tui.store.tables.rows import Table

if TYPE_CHECKING:
    from tui.store.db import Database, Transaction

BOARDS: Table[Board] = Table(
    "boards",
    Board,
    ("id", "name", "closed", "starred", "short_link", "payload"),
    lambda _, row: (row.id, row.name, row.closed, row.starred, row.short_link, rows.text_of(row)),
    lambda row: (row.id, ""),
)

_LINK = re.compile(r"/b/([A-Za-z0-9]{8})(?:/|$)")


class Boards:
    """Read access to boards, as shown."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def all(self, *, closed: bool = False) -> list[Board]:
        """Return open boards: starred first, then last opened, then by name. With ``closed``, closed ones."""
        found = self._db.query("SELECT payload, opened FROM boards WHERE closed = ? ORDER BY id", closed)
        boards = [(rows.recall(Board, text, self._db), opened) for text, opened in found]
        boards.sort(key=lambda each: (not each[0].starred, -each[1], name_order(each[0].name)))
        return [board for board, _ in boards]

    def _boards(self, where: str, *values: object) -> list[Board]:
        found = self._db.query(f"SELECT payload FROM boards WHERE {where}", *values)
        return [rows.recall(Board, text, self._db) for (text,) in found]

    @rows.one_query
    def get(self, board_id: str) -> Board | None:
        """Return one board, or None."""
        ident = rows.resolve(self._db, board_id)
        row = self._db.first("SELECT payload FROM boards WHERE id = ?", ident)
        return None if row is None else rows.recall(Board, row[0], self._db)

    def every(self) -> list[Board]:
        """Return every board, open ones first."""
        return self.all() + self.all(closed=True)

    def recent(self, limit: int = 10) -> list[Board]:
        """Return open boards that the user has opened here, most recent first."""
        return self._boards("closed = 0 AND opened > 0 ORDER BY opened DESC, id LIMIT ?", limit)

    @rows.one_query
    def lost(self, board_id: str) -> bool:
        """Return whether the board is stored, but the account may not see it any more."""
        return self._db.meta(_LOST + rows.resolve(self._db, board_id)) is not None

    @rows.one_query
    def is_closed(self, board_id: str) -> bool:
        """Return whether the board is stored, and closed."""
        ident = rows.resolve(self._db, board_id)
        return self._db.text("SELECT 1 FROM boards WHERE id = ? AND closed = 1", ident) is not None

    def name(self, board_id: str) -> str:
        """Return the board's name, or ""."""
        return rows.name(self._db, "boards", board_id)

    def find(self, text: str) -> Board | None:
        """Find a board by id, short link, URL, name, or the beginning of a name; None if there is none.

        Open boards come before closed ones; a beginning that fits several boards finds none of them.
        """
        wanted = text.strip()
        if (link := _LINK.search(wanted)) is not None:
            wanted = link[1]
        if not wanted:
            return None
        found = self._db.query(
            "SELECT id, short_link, name FROM boards ORDER BY closed, starred DESC, opened DESC, name, id"
        )
        ident = next((row[0] for row in found if wanted in {row[0], row[1]}), None) or _by_name(found, wanted)
        return None if ident is None else self.get(ident)


def _by_name(found: list[tuple[str, str, str]], wanted: str) -> str | None:
    folded = wanted.casefold()
    whole = [ident for ident, _, name in found if name.casefold() == folded]
    if whole:
        return whole[0]
    begun = [ident for ident, _, name in found if name.casefold().startswith(folded)]
    return begun[0] if len(begun) == 1 else None


_LOST = "lost:"


def note_lost(tx: Transaction, board_id: str, *, lost: bool) -> None:
    """Record whether the account has lost access to a board; its stored data stays readable."""
    key = f"{_LOST}{board_id}"
    if lost:
        changed = tx.run("INSERT OR IGNORE INTO meta (key, value) VALUES (?, '')", key)
    else:
        changed = tx.run("DELETE FROM meta WHERE key = ?", key)
    if changed:
        tx.changed("boards", board_id=board_id)


def note_opened(tx: Transaction, board_id: str) -> None:
    """Record that the user opened a board now."""
    tx.run("UPDATE boards SET opened = ? WHERE id = ?", tx.now.timestamp(), board_id)
