"""The comments on cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.model.action import Comment
from tui.model.values.scalars import format_instant
from tui.model.writes.comments import AddComment, UpdateComment
from tui.model.writes.registry import parse_readable
from tui.store.tables import rows
from tui.store.tables.members import me
from tui.store.tables.rows import Table

if TYPE_CHECKING:
    from tui.store.db import Database, Transaction

COMMENTS: Table[Comment] = Table(
    "comments",
    Comment,
    ("id", "card_id", "date"),
    lambda _, row: (row.id, row.id_card, format_instant(row.date)),
    lambda row: ("", row.id_card),
)


class Actions:
    """Read access to comments, as shown."""

    def __init__(self, db: Database) -> None:
        self._db = db

    @rows.one_snapshot
    def comments(self, card_id: str) -> list[Comment]:
        """Return the card's comments, newest first, each marked as ours or not, and as pending or not."""
        ident = rows.resolve(self._db, card_id)
        where = "v.card_id = ? ORDER BY v.date DESC, v.id DESC"
        found = [
            rows.read(Comment, text, self._db) for text in rows.payloads(self._db, "comments", where, ident)
        ]
        pending = self._pending(ident) if found else set()
        account = me(self._db) if found else None
        mine = "" if account is None else account.id
        return [
            row.replace(mine=row.mine or bool(mine and row.author_id == mine), pending=row.id in pending)
            for row in found
        ]

    def at_service(self, board_id: str) -> dict[str, str]:
        """Return the comments on a board's cards that the service had when it was last asked: their cards, by their ids."""
        return dict(
            self._db.query(
                "SELECT d.id, d.parent_id FROM docs AS d JOIN docs AS c ON c.noun = 'cards' AND c.id = d.parent_id"
                " WHERE d.noun = 'comments' AND d.base IS NOT NULL AND c.board_id = ?",
                board_id,
            )
        )

    def signed(self, words: str) -> list[Comment]:
        """Return the comments, on any card and by anybody, that contain ``words``."""
        found = self._db.query(
            "SELECT v.card_id FROM comments AS v JOIN docs AS d ON d.noun = 'comments' AND d.id = v.id"
            " WHERE instr(coalesce(d.shown, d.base), ?) > 0 GROUP BY v.card_id",
            words,
        )
        every = (one for (card_id,) in found for one in self.comments(card_id))
        return [one for one in every if words in one.text]

    def _pending(self, card_id: str) -> set[str]:
        writes = self._db.query(
            f"SELECT op FROM outbox WHERE entity = ? AND {rows.IS_PENDING}",
            card_id,
        )
        return {
            one.comment_id for one in parse_readable(writes) if isinstance(one, AddComment | UpdateComment)
        }


def note_attached(tx: Transaction, card_id: str, key: str, comment_id: str) -> None:
    """Record which comment of a card holds a finding."""
    tx.run(
        "INSERT INTO attached (card_id, key, comment_id) VALUES (?, ?, ?)"
        " ON CONFLICT (card_id, key) DO UPDATE SET comment_id = excluded.comment_id",
        card_id,
        key,
        comment_id,
    )


def attached_key(tx: Transaction, comment_id: str) -> str | None:
    """Return the key of the finding that a comment holds, or None."""
    return tx.text("SELECT key FROM attached WHERE comment_id = ?", comment_id)
