"""Undo and redo: the inverse of a batch of writes is a batch itself, so both survive a restart."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tui.model.card import Card
from tui.model.fields import Frozen
from tui.model.writes.cards import CopyCard, CreateCard, DeleteCard, MoveCard
from tui.model.writes.contested import fields, values_equal
from tui.model.writes.registry import parse_readable
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

LIVE = "undone = 0 AND inverse != '[]' AND state NOT IN ('refused', 'dropped')"
"""Condition for a write of the outbox that can be undone."""


class Undone(Frozen):
    """The result of undoing or redoing a batch.

    Attributes:
        row: The first write of the batch that was undone.
        left: The writes that could not be undone, because their target is gone for good.
        did: The inverses that were submitted for the others, in order.
        kept: The writes that were not, or not fully, undone, because the same was changed elsewhere since.
    """

    row: QueuedWrite
    left: tuple[QueuedWrite, ...] = ()
    did: tuple[Write, ...] = ()
    kept: tuple[QueuedWrite, ...] = ()


class Reach(Frozen):
    """The range of batches that may be undone.

    Attributes:
        window: The asking window; writes of other open windows are not in reach.
        board_id: The board on the screen, or None for any.
    """

    window: str
    board_id: str | None = None


def undo(tx: Transaction, reach: Reach) -> Undone | None:
    """Undo the newest batch that can be undone, as far as possible; None when there is none."""
    return _revert_newest(tx, "role IN ('do', 'redo')", 0, "undo", reach)


def redo(tx: Transaction, reach: Reach) -> Undone | None:
    """Redo what was undone last; None when there is nothing, or when something was done since."""
    done = _newest_batch(tx, "role = 'do'", 0, reach)
    return _revert_newest(tx, "role = 'undo'", done or 0, "redo", reach)


def _newest_batch(tx: Transaction, which: str, after: int, reach: Reach) -> int | None:
    """Find the newest batch in reach: one of the window itself, else one of a closed window."""
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
    """Return whether a write concerns a board, or boards as such, which counts on any board."""
    found = parse_readable([(text,)])
    if not found:
        return False  # unreadable: left to the quarantine
    [write] = found
    if board_id is None or write.changes_board_list:
        return True
    board = rebase.current_id(tx, board_id)
    return board in write.boards or (isinstance(write, CopyCard) and _board_of(tx, write.source_id) == board)


def _board_of(tx: Transaction, card_id: str) -> str:
    row = tx.one("SELECT board_id FROM docs WHERE noun = 'cards' AND id = ?", card_id)
    return "" if row is None else str(row[0])


def _revert_newest(tx: Transaction, which: str, after: int, role: str, reach: Reach) -> Undone | None:
    while (newest := _newest_batch(tx, f"{which} AND {LIVE}", after, reach)) is not None:
        if (undone := revert(tx, newest, role)) is not None:
            return undone
        # All targets of this batch are gone; the previous batch may still be undone.
    return None


def revert(tx: Transaction, batch: int, role: str) -> Undone | None:
    """Submit the inverses of a batch, as far as possible; None when all its targets are gone."""
    rows = fetch(tx, f"batch = ? AND {LIVE}", batch)
    tx.run("UPDATE outbox SET undone = 1 WHERE batch = ?", batch)
    did, overridden = _submit_inverses(tx, rows, role)
    if not did and not overridden:
        return None
    _rename_restored(tx, batch)
    left = tuple(row for row in rows if row.seq not in did and row.seq not in overridden)
    kept = tuple(row for row in rows if row.seq in overridden)
    first = next((row for row in rows if row.seq in did), None)
    return Undone(first or kept[0], left, tuple(did.values()), kept)


def _submit_inverses(
    tx: Transaction, rows: list[QueuedWrite], role: str
) -> tuple[dict[int, Write], set[int]]:
    """Submit the inverses of ``rows`` as one batch, as far as possible.

    Returns:
        The first inverse submitted for each seq, and the seqs of writes that others have overridden in part.
    """
    did: dict[int, Write] = {}
    overridden: set[int] = set()
    batch: int | None = None
    for row in reversed(rows):
        for stored in _inverse(tx, row):
            inverse = rebase.current(tx, stored)
            write = _without_overridden(tx, rebase.current(tx, row.write), inverse)
            if write != inverse:
                overridden.add(row.seq)
            if write is not None and not lacking(tx, write):
                seq = submit_one(tx, write, role, batch)
                batch = batch or seq
                did.setdefault(row.seq, write)
    return did, overridden


def _without_overridden(tx: Transaction, done: Write, back: Write) -> Write | None:
    """Reduce ``back`` to fields that still have the value ``done`` gave them; None if none have."""
    shown = ShownRows(tx)
    if isinstance(done, MoveCard) and isinstance(back, MoveCard):
        card = shown.get(Card, back.card_id)
        return back if card is None or card.id_list == done.list_id else None
    now, made = shown_fields(back, shown), fields(done)
    others = {
        name: now[name]
        for name in fields(back)
        if name in made and not values_equal(now.get(name, made[name]), made[name])
    }
    return back.without(others) if others else back


def _inverse(tx: Transaction, row: QueuedWrite) -> tuple[Write, ...]:
    """Return the inverse of a write; an unsent new card is deleted instead, unless a copy of it waits."""
    if (
        isinstance(row.write, CreateCard)
        and rebase.unsent(tx, row.write.card_id)
        and not _copied(tx, row.write.card_id)
    ):
        return (DeleteCard(board_id=row.write.board_id, card_id=row.write.card_id),)
    return row.inverse


def _copied(tx: Transaction, card_id: str) -> bool:
    """Return whether a pending write copies this card."""
    texts = tx.rows(f"SELECT op FROM outbox WHERE {IS_PENDING} AND instr(op, ?) > 0", card_id)
    return any(isinstance(write, CopyCard) and write.source_id == card_id for write in parse_readable(texts))


def _rename_restored(tx: Transaction, batch: int) -> None:
    """Replace ids of restored things, which have new ones, in the inverses of earlier writes."""
    for (text,) in tx.rows("SELECT renames FROM outbox WHERE batch = ? AND renames != '{}'", batch):
        names = json.loads(text)
        for old in names:
            rebase.rename_writes(tx, old, names, inverses_only=True)
