"""Undo and redo: the inverse of a composite write is one itself, so both outlive a restart."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tui.model.card import Card
from tui.model.fields import Frozen
from tui.model.writes.cards import CopyCard, CreateCard, DeleteCard, MoveCard
from tui.model.writes.contested import fields, same
from tui.model.writes.registry import readable
from tui.store.outbox import rebase
from tui.store.outbox.queue import fetch
from tui.store.outbox.shown import ShownRows, shown_fields
from tui.store.outbox.submit import lacking, submit_one
from tui.store.tables.rows import IS_PENDING
from tui.store.windows.window import is_closed

if TYPE_CHECKING:
    from tui.model.writes.base import Write
    from tui.store.db import Transaction
    from tui.store.outbox.row import QueuedWrite

_LIVE = "undone = 0 AND inverse != '[]' AND state NOT IN ('refused', 'dropped')"


class Undone(Frozen):
    """A composite write that was taken back.

    Attributes:
        row: Its first write that was.
        left: Its writes that could not be, because what they changed is gone for good.
        did: What takes each of the others back, in the order it was done.
        kept: Its writes that were not, or not whole, because somebody else, or another window, changed the same since.
    """

    row: QueuedWrite
    left: tuple[QueuedWrite, ...] = ()
    did: tuple[Write, ...] = ()
    kept: tuple[QueuedWrite, ...] = ()


class Reach(Frozen):
    """Which composite writes may be taken back.

    Attributes:
        window: Who asks: what other open windows did is theirs to take back.
        board_id: The board that is on the screen, or None for any.
    """

    window: str
    board_id: str | None = None


def undo(tx: Transaction, reach: Reach) -> Undone | None:
    """Take the newest composite write back that can be, as far as it can be; None when there is none."""
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


def _concerns(tx: Transaction, text: str, board_id: str | None) -> bool:
    """Whether a write is seen on a board, or is about boards as such: those are told of on any."""
    found = readable([(text,)])
    if not found:
        return False  # the quarantine has it
    [write] = found
    if board_id is None or write.is_of_boards:
        return True
    here = rebase.now_called(tx, board_id)
    return here in write.boards or (isinstance(write, CopyCard) and _board_of(tx, write.source_id) == here)


def _board_of(tx: Transaction, card_id: str) -> str:
    row = tx.one("SELECT board_id FROM docs WHERE noun = 'cards' AND id = ?", card_id)
    return "" if row is None else str(row[0])


def _take_back(tx: Transaction, which: str, after: int, role: str, reach: Reach) -> Undone | None:
    while (newest := _newest(tx, f"{which} AND {_LIVE}", after, reach)) is not None:
        rows = fetch(tx, f"batch = ? AND {_LIVE}", newest)
        tx.run("UPDATE outbox SET undone = 1 WHERE batch = ?", newest)
        did, over = _submit_inverses(tx, rows, role)
        if did or over:
            _come_back(tx, newest)
            left = tuple(row for row in rows if row.seq not in did and row.seq not in over)
            kept = tuple(row for row in rows if row.seq in over)
            first = next((row for row in rows if row.seq in did), None)
            return Undone(first or kept[0], left, tuple(did.values()), kept)
        # All that it was about is gone; the one before it may still be taken back.
    return None


def _submit_inverses(
    tx: Transaction, rows: list[QueuedWrite], role: str
) -> tuple[dict[int, Write], set[int]]:
    """Submit what takes ``rows`` back, as far as it can be, as one composite write.

    Returns:
        What was done first for each seq, and the seqs of which something stays as others have made it since.
    """
    did: dict[int, Write] = {}
    over: set[int] = set()
    batch: int | None = None
    for row in reversed(rows):
        for named in _inverse(tx, row):
            whole = rebase.current(tx, named)
            write = _not_over_others(tx, rebase.current(tx, row.write), whole)
            if write != whole:
                over.add(row.seq)
            if write is not None and not lacking(tx, write):
                seq = submit_one(tx, write, role, batch)
                batch = batch or seq
                did.setdefault(row.seq, write)
    return did, over


def _not_over_others(tx: Transaction, done: Write, back: Write) -> Write | None:
    """What of ``back`` takes only that back which still is as ``done`` made it; None when nothing does."""
    shown = ShownRows(tx)
    if isinstance(done, MoveCard) and isinstance(back, MoveCard):
        card = shown.get(Card, back.card_id)
        return back if card is None or card.id_list == done.list_id else None
    now, made = shown_fields(back, shown), fields(done)
    others = {
        name: now[name]
        for name in fields(back)
        if name in made and not same(now.get(name, made[name]), made[name])
    }
    return back.without(others) if others else back


def _inverse(tx: Transaction, row: QueuedWrite) -> tuple[Write, ...]:
    """A card that was never sent need not be archived: it is forgotten, unless a copy is still to be made of it."""
    if (
        isinstance(row.write, CreateCard)
        and rebase.unsent(tx, row.write.card_id)
        and not _copied(tx, row.write.card_id)
    ):
        return (DeleteCard(board_id=row.write.board_id, card_id=row.write.card_id),)
    return row.inverse


def _copied(tx: Transaction, card_id: str) -> bool:
    """Whether a write that waits copies this card."""
    texts = tx.rows(f"SELECT op FROM outbox WHERE {IS_PENDING} AND instr(op, ?) > 0", card_id)
    return any(isinstance(write, CopyCard) and write.source_id == card_id for write in readable(texts))


def _come_back(tx: Transaction, batch: int) -> None:
    """What was deleted is back under another id: earlier writes must take back *that*."""
    for (text,) in tx.rows("SELECT renames FROM outbox WHERE batch = ? AND renames != '{}'", batch):
        names = json.loads(text)
        for old in names:
            rebase.rename_writes(tx, old, names, inverses_only=True)
