"""Undo and redo: the inverse of a deed is itself a deed, so both outlive a restart."""

import json

from tui.errors import StoreError
from tui.model.op import CreateCard, DeleteCard, Op
from tui.store.db import Transaction
from tui.store.ops import rebase
from tui.store.ops.queue import fetch
from tui.store.ops.row import OpRow
from tui.store.ops.submit import submit

_LIVE = "undone = 0 AND inverse != '[]' AND state NOT IN ('refused', 'dropped')"


def undo(tx: Transaction) -> OpRow | None:
    """Take the newest deed back that can be; its first row, or None when there is none."""
    return _take_back(tx, "role IN ('do', 'redo')", 0, "undo")


def redo(tx: Transaction) -> OpRow | None:
    """Do again what was undone last; None when nothing was, or when something was done since."""
    done = tx.one("SELECT coalesce(max(seq), 0) FROM outbox WHERE role = 'do'")[0]
    return _take_back(tx, "role = 'undo'", done, "redo")


def _take_back(tx: Transaction, which: str, after: int, role: str) -> OpRow | None:
    while True:
        newest = tx.one(f"SELECT max(batch) FROM outbox WHERE {which} AND seq > ? AND {_LIVE}", after)[0]
        if newest is None:
            return None
        rows = fetch(tx, f"batch = ? AND {_LIVE}", newest)
        tx.run("UPDATE outbox SET undone = 1 WHERE batch = ?", newest)
        ops = [op for row in reversed(rows) for op in _inverse(tx, row)]
        tx.conn.execute("SAVEPOINT undo")
        try:
            submit(tx, tuple(ops), role)
        except StoreError:
            # What it was about is gone for good; the deed before it may still be taken back.
            tx.conn.execute("ROLLBACK TO undo")
            tx.conn.execute("RELEASE undo")
            continue
        tx.conn.execute("RELEASE undo")
        _come_back(tx, newest)
        return rows[0]


def _inverse(tx: Transaction, row: OpRow) -> tuple[Op, ...]:
    """A card that was never sent need not be archived: it is forgotten."""
    if isinstance(row.op, CreateCard) and rebase.unsent(tx, row.op.card_id):
        return (DeleteCard(board_id=row.op.board_id, card_id=row.op.card_id),)
    return row.inverse


def _come_back(tx: Transaction, batch: int) -> None:
    """What was deleted is back under another id: earlier deeds must take back *that*."""
    for (text,) in tx.rows("SELECT renames FROM outbox WHERE batch = ? AND renames != '{}'", batch):
        names = json.loads(text)
        for old in names:
            rebase.rename_ops(tx, old, names, inverses_only=True)
