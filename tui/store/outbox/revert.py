"""Reverting a batch: the inverses of its writes are submitted, as far as possible, as a new batch.

They were computed and stored when the batch was submitted, so a batch can be reverted offline and after a
restart.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from tui.model.card import Card
from tui.model.values.fields import Frozen
from tui.model.writes.cards import CopyCard, CreateCard, DeleteCard, MoveCard
from tui.model.writes.contested import fields, values_equal
from tui.model.writes.labels import DeleteLabel
from tui.model.writes.registry import parse_readable
from tui.store.outbox import ids, rebase
from tui.store.outbox.check import lacking
from tui.store.outbox.queue import fetch
from tui.store.outbox.rebase import ShownRows, shown_fields
from tui.store.outbox.submit import submit_one
from tui.store.tables.rows import IS_PENDING

if TYPE_CHECKING:
    from tui.model.writes.base import Write
    from tui.store.db import Transaction
    from tui.store.outbox.row import QueuedWrite

Told = Callable[[int, int], object]
"""Function that is called in the writer's thread with the finished part of a long work, and the total."""

LIVE = "undone = 0 AND inverse != '[]' AND state NOT IN ('refused', 'dropped')"
"""Condition for a write of the outbox that can be undone."""


class Undone(Frozen):
    """The result of undoing or redoing a batch.

    Attributes:
        row: The first write of the batch that was undone.
        left: The writes that could not be undone, because their target is gone for good.
        did: The inverses that were submitted for the others, in order.
        kept: The writes that were not, or not fully, undone, because of later changes elsewhere.
        for_good: Whether none of ``did`` can be reverted itself: a removed file cannot come back.
    """

    row: QueuedWrite
    left: tuple[QueuedWrite, ...] = ()
    did: tuple[Write, ...] = ()
    kept: tuple[QueuedWrite, ...] = ()
    for_good: bool = False


def revert(tx: Transaction, batch: int, role: str, told: Told | None = None) -> Undone | None:
    """Submit the inverses of a batch, as far as possible; None if all its targets are gone."""
    # First, because a restored thing may name another one of the batch: a card has a label that is restored
    # too.
    _rename_restored(tx, batch)
    rows = fetch(tx, f"batch = ? AND {LIVE}", batch)
    tx.run("UPDATE outbox SET undone = 1 WHERE batch = ?", batch)
    did, overridden, made = _submit_inverses(tx, rows, role, told)
    if not did and not overridden:
        return None
    left = tuple(row for row in rows if row.seq not in did and row.seq not in overridden)
    kept = tuple(row for row in rows if row.seq in overridden)
    first = next((row for row in rows if row.seq in did), None)
    for_good = tx.one(f"SELECT 1 FROM outbox WHERE batch = ? AND {LIVE}", made) is None
    return Undone(first or kept[0], left, tuple(did.values()), kept, for_good)


def _submit_inverses(
    tx: Transaction, rows: list[QueuedWrite], role: str, told: Told | None
) -> tuple[dict[int, Write], set[int], int | None]:
    """Submit the inverses of ``rows`` as one batch, as far as possible.

    Returns:
        The first inverse submitted for each seq, the seqs of writes that others have overridden in part, and the
        batch of the inverses, None without any.
    """
    did: dict[int, Write] = {}
    overridden: set[int] = set()
    batch: int | None = None
    own = frozenset(ids.current_id(tx, row.write.created_id) for row in rows if row.write.created_id)
    for at, row in enumerate(reversed(rows)):
        if told is not None:
            told(at, len(rows))
        for stored in _inverse(tx, row):
            inverse = ids.current(tx, stored)
            write = _without_overridden(tx, ids.current(tx, row.write), inverse, own)
            if write != inverse:
                overridden.add(row.seq)
            if write is not None and not lacking(tx, write):
                seq = submit_one(tx, write, role, batch)
                batch = batch or seq
                did.setdefault(row.seq, write)
    return did, overridden, batch


def _without_overridden(tx: Transaction, done: Write, back: Write, own: frozenset[str]) -> Write | None:
    """Reduce ``back`` to what nobody has built upon since.

    Args:
        tx: The transaction.
        done: A write.
        back: Its inverse.
        own: Ids of the things that were created together with ``done``.

    Returns:
        ``back`` for the fields that still have the value ``done`` gave them; None if none have, or if it would
        delete a label that other cards have by now.
    """
    shown = ShownRows(tx)
    if isinstance(back, DeleteLabel):
        elsewhere = {card.id for card in shown.cards_with_label(back.label_id)} - own
        return None if elsewhere else back
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
    texts = tx.rows(f"SELECT op FROM outbox WHERE {IS_PENDING} AND {ids.NAMES}", card_id)
    return any(isinstance(write, CopyCard) and write.source_id == card_id for write in parse_readable(texts))


def _rename_restored(tx: Transaction, batch: int) -> None:
    """Replace ids of things that are restored, which have new ones, in the inverses of these and of earlier writes."""
    for (text,) in tx.rows("SELECT renames FROM outbox WHERE batch = ? AND renames != '{}'", batch):
        names = json.loads(text)
        for old in names:
            ids.rename_writes(tx, old, names, inverses_only=True)
