"""The deletion of all rows of a thing that is gone, whatever is known of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.store.db import Transaction


def forget_parts(tx: Transaction, card_id: str) -> None:
    """Delete the checklists and comments of a card that is gone."""
    for noun in ("checklists", "comments"):
        tx.run(f"DELETE FROM {noun} WHERE card_id = ?", card_id)
        tx.run("DELETE FROM docs WHERE noun = ? AND parent_id = ?", noun, card_id)
    tx.run("DELETE FROM attached WHERE card_id = ?", card_id)


def forget_board(tx: Transaction, board_id: str) -> None:
    """Delete everything of a board that is gone."""
    for (card_id,) in tx.rows("SELECT id FROM cards WHERE board_id = ?", board_id):
        forget_parts(tx, card_id)
    for noun in ("cards", "lists", "labels", "memberships"):
        tx.run(f"DELETE FROM {noun} WHERE board_id = ?", board_id)
    tx.run("DELETE FROM docs WHERE board_id = ? AND noun != 'boards'", board_id)
    keys = (
        *(f"{of}:{board_id}" for of in ("actions", "activity", "known", "read", "revision", "sent")),
        f"read:{board_id}/frame",
    )
    tx.run("DELETE FROM cursors WHERE key IN (?, ?, ?, ?, ?, ?, ?)", *keys)
    tx.changed("cards", board_id=board_id)
