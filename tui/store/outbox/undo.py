"""Undo and redo: the newest batch in reach is reverted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.model.values.fields import Frozen
from tui.model.writes.boards import CreateBoard, UpdateBoard
from tui.model.writes.cards import CopyCard
from tui.model.writes.registry import parse_readable
from tui.store.outbox.ids import NAMES, current_id
from tui.store.outbox.revert import LIVE, Told, Undone, revert
from tui.store.windows.window import is_closed

if TYPE_CHECKING:
    from tui.store.db import Transaction


_NOT_OF_THE_BATCH = (
    "SELECT 1 FROM cards WHERE board_id = ? AND closed = 0 AND id NOT IN"
    " (SELECT ident FROM outbox_ids JOIN outbox USING (seq) WHERE batch = ?)"
)
"""Finds a card on a new board that others added, or this member at another machine."""


class Reach(Frozen):
    """The range of batches that may be undone.

    Attributes:
        window: The calling window; writes of other open windows are out of range.
        board_id: The shown board; None for any, "" for the notifications, which belong to none.
        told: Called with the number of reverted writes and the total.
    """

    window: str
    board_id: str | None = None
    told: Told | None = None


def undo(tx: Transaction, reach: Reach) -> Undone | None:
    """Undo the newest batch that can be undone, as far as possible; None if there is none."""
    return _revert_newest(tx, "role IN ('do', 'redo')", 0, "undo", reach)


def redo(tx: Transaction, reach: Reach) -> Undone | None:
    """Redo the last undo; return None if there is none, or if something was done since."""
    done = _newest_batch(tx, "role = 'do'", 0, reach)
    return _revert_newest(tx, "role = 'undo'", done or 0, "redo", reach)


def _newest_batch(tx: Transaction, which: str, after: int, reach: Reach) -> int | None:
    """Find the newest batch in reach: one of the window itself, else one of a closed window."""
    others, built_on = None, None
    found = tx.rows(
        f"SELECT batch, window, op FROM outbox WHERE {which} AND seq > ? ORDER BY batch DESC, seq", after
    )
    for batch, window, text in found:
        own = window == reach.window
        if batch == built_on or not (own or (others is None and is_closed(window))):
            continue
        if not _concerns(tx, text, reach.board_id):
            continue
        if _is_built_on(tx, text, batch):
            built_on = batch
        elif own:
            return int(batch)
        else:
            others = int(batch)
    return others


def _is_built_on(tx: Transaction, text: str, batch: int) -> bool:
    """Return whether undoing a write would close a board on which something was done since, by any window or elsewhere."""
    write = next(iter(parse_readable([(text,)])), None)
    if not (isinstance(write, CreateBoard) or (isinstance(write, UpdateBoard) and write.closed is False)):
        return False
    board = current_id(tx, write.board_id)
    if isinstance(write, CreateBoard) and tx.one(_NOT_OF_THE_BATCH, board, batch) is not None:
        return True
    idents = {write.board_id, board}
    later = f"{NAMES} AND batch > ? AND role IN ('do', 'redo') AND kind != 'star_board' AND {LIVE}"
    return any(tx.one(f"SELECT 1 FROM outbox WHERE {later}", ident, batch) is not None for ident in idents)


def _concerns(tx: Transaction, text: str, board_id: str | None) -> bool:
    """Return whether a write concerns a board, or boards as such, which counts on any board."""
    found = parse_readable([(text,)])
    if not found:
        return False  # unreadable: left to the quarantine
    [write] = found
    if board_id == "" or write.noun == "notifications":
        # What is marked read by the way is no change of a board: it is undone where it is shown.
        return board_id == "" and write.noun == "notifications"
    if board_id is None or write.changes_board_list:
        return True
    board = current_id(tx, board_id)
    return board in write.boards or (isinstance(write, CopyCard) and _board_of(tx, write.source_id) == board)


def _board_of(tx: Transaction, card_id: str) -> str:
    row = tx.one("SELECT board_id FROM docs WHERE noun = 'cards' AND id = ?", card_id)
    return "" if row is None else str(row[0])


def _revert_newest(tx: Transaction, which: str, after: int, role: str, reach: Reach) -> Undone | None:
    while (newest := _newest_batch(tx, f"{which} AND {LIVE}", after, reach)) is not None:
        if (undone := revert(tx, newest, role, reach.told)) is not None:
            return undone
        # All targets of this batch are gone; the previous batch may still be undone.
    return None
