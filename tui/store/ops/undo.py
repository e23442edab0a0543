"""Undo and redo: the inverse of a deed is itself a deed, so both outlive a restart."""

import json
from dataclasses import dataclass
from typing import Any

from tui.model.op import CreateCard, DeleteCard, Op
from tui.store.db import Transaction
from tui.store.ops import rebase
from tui.store.ops.queue import fetch
from tui.store.ops.row import PENDING, OpRow
from tui.store.ops.submit import lacking, submit_one
from tui.store.windows.window import is_closed

_LIVE = "undone = 0 AND inverse != '[]' AND state NOT IN ('refused', 'dropped')"


@dataclass(frozen=True, slots=True)
class Undone:
    """A deed that was taken back.

    Attributes:
        row: Its first write that was.
        left: Its writes that could not be, because what they changed is gone for good.
        did: What takes each of the others back, in the order it was done.
    """

    row: OpRow
    left: tuple[OpRow, ...] = ()
    did: tuple[Op, ...] = ()


@dataclass(frozen=True, slots=True)
class Reach:
    """Which deeds may be taken back.

    Attributes:
        window: Who asks: what other open windows did is theirs to take back.
        board_id: The board that is on the screen, or None for any.
    """

    window: str
    board_id: str | None = None


def undo(tx: Transaction, reach: Reach) -> Undone | None:
    """Take the newest deed back that can be, as far as it can be; None when there is none."""
    return _take_back(tx, "role IN ('do', 'redo')", 0, "undo", reach)


def redo(tx: Transaction, reach: Reach) -> Undone | None:
    """Do again what was undone last; None when nothing was, or when something was done since."""
    done = _newest(tx, "role = 'do'", 0, reach)
    return _take_back(tx, "role = 'undo'", done or 0, "redo", reach)


def _newest(tx: Transaction, which: str, after: int, reach: Reach) -> int | None:
    """The newest batch within reach: of the window itself, else of one that is closed."""
    others = None
    found = tx.rows(
        f"SELECT batch, window, op FROM outbox WHERE {which} AND seq > ? ORDER BY batch DESC, seq", after
    )
    for batch, window, text in found:
        own = window == reach.window
        if (own or (others is None and is_closed(window))) and _concerns(tx, text, reach.board_id):
            if own:
                return int(batch)
            others = int(batch)
    return others


_OF_BOARDS = frozenset({"create_board", "star_board"})


def _concerns(tx: Transaction, text: str, board_id: str | None) -> bool:
    """Whether a write is seen on a board, or is about boards as such: those are told of on any."""
    try:
        op = json.loads(text)
    except ValueError:
        return False  # it cannot be read: ``aside`` takes it out of the queue
    kind = op.get("kind")
    if board_id is None or kind in _OF_BOARDS or (kind == "update_board" and "closed" in op):
        return True
    here = rebase.now_called(tx, board_id)
    if here in {op.get("board_id"), op.get("from_board_id")}:
        return True
    return kind == "copy_card" and _board_of(tx, op.get("source_id")) == here


def _board_of(tx: Transaction, card_id: Any) -> str:
    row = tx.one("SELECT board_id FROM docs WHERE noun = 'cards' AND id = ?", card_id)
    return "" if row is None else str(row[0])


def _take_back(tx: Transaction, which: str, after: int, role: str, reach: Reach) -> Undone | None:
    while (newest := _newest(tx, f"{which} AND {_LIVE}", after, reach)) is not None:
        rows = fetch(tx, f"batch = ? AND {_LIVE}", newest)
        tx.run("UPDATE outbox SET undone = 1 WHERE batch = ?", newest)
        did = _submit_inverses(tx, rows, role)
        if did:
            _come_back(tx, newest)
            left = tuple(row for row in rows if row.seq not in did)
            return Undone(next(row for row in rows if row.seq in did), left, tuple(did.values()))
        # All that it was about is gone; the deed before it may still be taken back.
    return None


def _submit_inverses(tx: Transaction, rows: list[OpRow], role: str) -> dict[int, Op]:
    """Submit what takes ``rows`` back, as far as it can be, as one deed; what was done first for each seq."""
    did: dict[int, Op] = {}
    batch: int | None = None
    for row in reversed(rows):
        for named in _inverse(tx, row):
            op = rebase.current(tx, named)
            if not lacking(tx, op):
                seq = submit_one(tx, op, role, batch)
                batch = batch or seq
                did.setdefault(row.seq, op)
    return did


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
