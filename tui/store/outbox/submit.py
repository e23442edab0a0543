"""Submission, undo and redo: a write is stored with its inverse and shown, in one transaction.

The inverse of a batch of writes is a batch itself, so both survive a restart.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from datetime import timedelta
from itertools import groupby
from typing import TYPE_CHECKING, Any

from tui.errors import StoreError
from tui.model.card import Card
from tui.model.fields import Frozen
from tui.model.writes.attachments import RemoveAttachment
from tui.model.writes.base import Write, ids_of
from tui.model.writes.cards import CopyCard, CreateCard, DeleteCard, MoveCard
from tui.model.writes.checklists import ItemWrite
from tui.model.writes.comments import AddComment
from tui.model.writes.contested import fields, values_equal
from tui.model.writes.registry import parse_readable
from tui.store.outbox import rebase
from tui.store.outbox.ids import NAMES
from tui.store.outbox.new_cards import MANY, submit_cards
from tui.store.outbox.positions import neighbours
from tui.store.outbox.queue import append, cancel_unsent, fetch, fold
from tui.store.outbox.shown import ShownRows, shown_fields
from tui.store.tables.actions import note_attached
from tui.store.tables.rows import IS_PENDING
from tui.store.windows.window import is_closed

if TYPE_CHECKING:
    from tui.store.db import Transaction
    from tui.store.outbox.row import QueuedWrite


EFFECTS_KEPT = timedelta(days=90)
"""How long a key of ``submit_once`` is remembered."""

_STALE = "The board has changed since; what is shown is right."

_CHECKED = (
    "lists", "cards", "comments", "checklists", "notifications", "boards", "items", "attachments", "labels",
)  # fmt: skip
"""Order of checking a write's references: a missing container is reported before the thing in it."""


def submit(tx: Transaction, writes: tuple[Write, ...], role: str = "do") -> tuple[QueuedWrite, ...]:
    """Submit ``writes`` as one batch.

    Raises:
        StoreError: A write names a thing that does not exist; then none is submitted.
        UsageError: A text is longer than the service takes; then none is submitted.
    """
    first: int | None = None
    last: list[QueuedWrite] = []  # known, as nothing was submitted since that may have folded them
    for run in (tuple(run) for _, run in groupby(writes, type)):
        rows = _submit_new_cards(tx, run, role, first)
        last = [] if rows is None else [*last, *rows]
        for write in run if rows is None else ():
            seq = _submit_checked(tx, write, role, first)
            first = first or seq
        first = first or (last[0].seq if last else None)
    if first is None:
        return ()
    before = last[0].seq if last else tx.taken + 1
    return (*fetch(tx, "batch = ? AND seq < ?", first, before), *last)


def _submit_new_cards(
    tx: Transaction, writes: tuple[Write, ...], role: str, batch: int | None
) -> list[QueuedWrite] | None:
    """Submit many new cards together; return None, with nothing done, where they are few, or something else."""
    cards = [write for write in writes if isinstance(write, CreateCard)]
    if len(cards) < max(MANY, len(writes)):
        return None
    for card in cards:
        check_length(card)
    return submit_cards(tx, cards, role, batch)


def _submit_checked(tx: Transaction, original: Write, role: str, batch: int | None) -> int:
    """Submit a write whose targets are there, and return its number."""
    write = accepted(tx, original)
    if reason := lacking(tx, write):
        raise StoreError(reason, hint=_STALE)
    return submit_one(tx, write, role, batch)


def submit_each(tx: Transaction, writes: tuple[Write, ...]) -> list[tuple[Write, str]]:
    """Submit as one batch those ``writes`` whose targets are there; return the others, each with the reason.

    Raises:
        StoreError: None of them can be submitted.
        UsageError: A text is longer than the service takes; then none is submitted.
    """
    left: list[tuple[Write, str]] = []
    first: int | None = None
    for original in writes:
        write = accepted(tx, original)
        if reason := lacking(tx, write):
            left.append((original, reason))
        else:
            seq = submit_one(tx, write, "do", first)
            first = first or seq
    if left and first is None:
        raise StoreError(left[0][1], hint=_STALE)
    return left


def submit_once(tx: Transaction, key: str, writes: tuple[Write, ...]) -> bool:
    """Submit ``writes`` as one batch, and record ``key`` with them; do nothing if it is recorded already.

    Returns:
        Whether they were submitted now.

    Raises:
        StoreError: A write names a thing that does not exist; then none is submitted, and nothing recorded.
    """
    if tx.one("SELECT 1 FROM effects WHERE key = ?", key):
        return False
    submit(tx, writes)
    tx.run("DELETE FROM effects WHERE at < ?", (tx.now - EFFECTS_KEPT).timestamp())
    tx.run("INSERT INTO effects (key, at) VALUES (?, ?)", key, tx.now.timestamp())
    return True


def accepted(tx: Transaction, write: Write) -> Write:
    """Return ``write`` with the ids that its things have by now.

    Raises:
        UsageError: A text is longer than the service takes: it would be refused for ever.
    """
    check_length(write)
    return rebase.current(tx, write)


def check_length(write: Write) -> None:
    """Check that no text of a write is longer than the service takes.

    Raises:
        UsageError: One is.
    """
    if (error := write.too_long()) is not None:
        raise error


def submit_one(tx: Transaction, write: Write, role: str, batch: int | None) -> int:
    """Submit ``write``, already checked, and return its seq; ``batch`` None begins a new batch."""
    shown = ShownRows(tx)
    back = write.inverse(shown)
    seq = append(
        tx,
        write,
        key=os.urandom(16).hex(),
        batch=batch,
        role=role,
        inverse=back.writes,
        renames=back.renames,
        base=_base(tx, write, shown),
    )
    fold(tx, seq, write)
    if isinstance(write, AddComment) and write.finding_key is not None:
        note_attached(tx, write.card_id, write.finding_key, write.comment_id)
    rebase.refresh_after(tx, [write, *cancel_unsent(tx, write)])
    return seq


def _base(tx: Transaction, write: Write, shown: ShownRows) -> Mapping[str, Any] | None:
    """Return the current values of what ``write`` changes; for a move, the card's list and new neighbours."""
    if isinstance(write, MoveCard):
        return neighbours(tx, write)
    values = shown_fields(write, shown)
    return {name: values[name] for name in fields(write) if name in values} or None


def lacking(tx: Transaction, write: Write) -> str:
    """Return why ``write`` cannot be submitted (a missing target, or an existing one it creates), or ""."""
    marks = [(name, mark.of) for name, mark in ids_of(type(write)).items() if mark.checked]
    for name, noun in sorted(marks, key=lambda one: _CHECKED.index(one[1])):
        ident = getattr(write, name)
        exists = _is_there(tx, write, noun, ident)
        if exists == (ident == write.created_id):
            return f"That {noun[:-1]} is {'there already' if exists else 'not there any more'}."
    return ""


def _is_there(tx: Transaction, write: Write, noun: str, ident: str) -> bool:
    match write:
        case ItemWrite() if noun == "items":
            return write.shown(ShownRows(tx)) is not None
        case RemoveAttachment() if noun == "attachments":
            card = ShownRows(tx).get(Card, write.card_id)
            return card is not None and any(one.id == ident for one in card.attachments)
        case _:
            return tx.one(f"SELECT 1 FROM {noun} WHERE id = ?", ident) is not None


LIVE = "undone = 0 AND inverse != '[]' AND state NOT IN ('refused', 'dropped')"
"""Condition for a write of the outbox that can be undone."""


class Undone(Frozen):
    """The result of undoing or redoing a batch.

    Attributes:
        row: The first write of the batch that was undone.
        left: The writes that could not be undone, because their target is gone for good.
        did: The inverses that were submitted for the others, in order.
        kept: The writes that were not, or not fully, undone, because the same was changed elsewhere since.
        for_good: Whether none of ``did`` can be reverted itself: a removed file cannot come back.
    """

    row: QueuedWrite
    left: tuple[QueuedWrite, ...] = ()
    did: tuple[Write, ...] = ()
    kept: tuple[QueuedWrite, ...] = ()
    for_good: bool = False


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
    # First, since what is restored may name another thing of the batch: a card has a label that is restored, too.
    _rename_restored(tx, batch)
    rows = fetch(tx, f"batch = ? AND {LIVE}", batch)
    tx.run("UPDATE outbox SET undone = 1 WHERE batch = ?", batch)
    did, overridden, made = _submit_inverses(tx, rows, role)
    if not did and not overridden:
        return None
    left = tuple(row for row in rows if row.seq not in did and row.seq not in overridden)
    kept = tuple(row for row in rows if row.seq in overridden)
    first = next((row for row in rows if row.seq in did), None)
    for_good = tx.one(f"SELECT 1 FROM outbox WHERE batch = ? AND {LIVE}", made) is None
    return Undone(first or kept[0], left, tuple(did.values()), kept, for_good)


def _submit_inverses(
    tx: Transaction, rows: list[QueuedWrite], role: str
) -> tuple[dict[int, Write], set[int], int | None]:
    """Submit the inverses of ``rows`` as one batch, as far as possible.

    Returns:
        The first inverse submitted for each seq, the seqs of writes that others have overridden in part, and the
        batch of the inverses, None without any.
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
    return did, overridden, batch


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
    texts = tx.rows(f"SELECT op FROM outbox WHERE {IS_PENDING} AND {NAMES}", card_id)
    return any(isinstance(write, CopyCard) and write.source_id == card_id for write in parse_readable(texts))


def _rename_restored(tx: Transaction, batch: int) -> None:
    """Replace ids of things that are restored, which have new ones, in the inverses of these and of earlier writes."""
    for (text,) in tx.rows("SELECT renames FROM outbox WHERE batch = ? AND renames != '{}'", batch):
        names = json.loads(text)
        for old in names:
            rebase.rename_writes(tx, old, names, inverses_only=True)
