"""Undo and redo: the inverse of a deed is itself a deed, so both outlive a restart."""

import json
from dataclasses import dataclass

from tui.model.op import CreateCard, DeleteCard, Op
from tui.store.db import Transaction
from tui.store.ops import rebase
from tui.store.ops.queue import fetch
from tui.store.ops.row import PENDING, OpRow
from tui.store.ops.submit import lacking, submit_one

_LIVE = "undone = 0 AND inverse != '[]' AND state NOT IN ('refused', 'dropped')"


@dataclass(frozen=True, slots=True)
class Undone:
    """A deed that was taken back.

    Attributes:
        row: Its first write that was.
        left: Its writes that could not be, because what they changed is gone for good.
    """

    row: OpRow
    left: tuple[OpRow, ...] = ()


def undo(tx: Transaction) -> Undone | None:
    """Take the newest deed back that can be, as far as it can be; None when there is none."""
    return _take_back(tx, "role IN ('do', 'redo')", 0, "undo")


def redo(tx: Transaction) -> Undone | None:
    """Do again what was undone last; None when nothing was, or when something was done since."""
    done = tx.one("SELECT coalesce(max(seq), 0) FROM outbox WHERE role = 'do'")[0]
    return _take_back(tx, "role = 'undo'", done, "redo")


def _take_back(tx: Transaction, which: str, after: int, role: str) -> Undone | None:
    while True:
        newest = tx.one(f"SELECT max(batch) FROM outbox WHERE {which} AND seq > ? AND {_LIVE}", after)[0]
        if newest is None:
            return None
        rows = fetch(tx, f"batch = ? AND {_LIVE}", newest)
        tx.run("UPDATE outbox SET undone = 1 WHERE batch = ?", newest)
        left = _submit_inverses(tx, rows, role)
        if len(left) < len(rows):
            _come_back(tx, newest)
            return Undone(next(row for row in rows if row not in left), left)
        # All that it was about is gone; the deed before it may still be taken back.


def _submit_inverses(tx: Transaction, rows: list[OpRow], role: str) -> tuple[OpRow, ...]:
    """Submit what takes ``rows`` back, as far as it can be, as one deed; the rows of which nothing could."""
    left: list[OpRow] = []
    batch: int | None = None
    for row in reversed(rows):
        taken = False
        for named in _inverse(tx, row):
            op = rebase.current(tx, named)
            if not lacking(tx, op):
                seq = submit_one(tx, op, role, batch)
                batch, taken = batch or seq, True
        if not taken:
            left.append(row)
    return tuple(left)


def _inverse(tx: Transaction, row: OpRow) -> tuple[Op, ...]:
    """A card that was never sent need not be archived: it is forgotten, unless a copy is still to be made of it."""
    if (
        isinstance(row.op, CreateCard)
        and rebase.unsent(tx, row.op.card_id)
        and not _copied(tx, row.op.card_id)
    ):
        return (DeleteCard(board_id=row.op.board_id, card_id=row.op.card_id),)
    return row.inverse


def _copied(tx: Transaction, card_id: str) -> bool:
    """Whether a write that waits copies this card."""
    marks = ", ".join("?" * len(PENDING))
    where = f"kind = 'copy_card' AND state IN ({marks}) AND json_extract(op, '$.source_id') = ?"
    return tx.one(f"SELECT 1 FROM outbox WHERE {where}", *PENDING, card_id) is not None


def _come_back(tx: Transaction, batch: int) -> None:
    """What was deleted is back under another id: earlier deeds must take back *that*."""
    for (text,) in tx.rows("SELECT renames FROM outbox WHERE batch = ? AND renames != '{}'", batch):
        names = json.loads(text)
        for old in names:
            rebase.rename_ops(tx, old, names, inverses_only=True)
