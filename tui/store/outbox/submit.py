"""Submission: a write is stored with its inverse and shown, in one transaction."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import timedelta
from itertools import groupby
from typing import TYPE_CHECKING, Any

from tui.errors import StoreError
from tui.model.writes.cards import CreateCard, MoveCard
from tui.model.writes.comments import AddComment
from tui.model.writes.contested import fields
from tui.store.outbox import rebase
from tui.store.outbox.new_cards import MANY, submit_cards
from tui.store.outbox.positions import neighbours
from tui.store.outbox.queue import append, cancel_unsent, fetch, fold
from tui.store.outbox.rebase import ShownRows, accepted, check_texts, lacking, shown_fields
from tui.store.tables.actions import note_attached

if TYPE_CHECKING:
    from tui.model.writes.base import Write
    from tui.store.db import Transaction
    from tui.store.outbox.row import QueuedWrite

EFFECTS_KEPT = timedelta(days=90)
"""How long a key of ``submit_once`` is remembered."""

_STALE = "The board has changed since; what is shown is right."


def submit(tx: Transaction, writes: tuple[Write, ...], role: str = "do") -> tuple[QueuedWrite, ...]:
    """Submit ``writes`` as one batch.

    Raises:
        StoreError: A write names a thing that does not exist; then none is submitted.
        UsageError: A text is too long or a name empty; then none is submitted.
    """
    first: int | None = None
    last: list[QueuedWrite] = []  # known, as nothing was submitted since that may have folded them
    for _, same in groupby(writes, type):
        run = tuple(same)
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
    """Submit many new cards together; return None, with nothing done, if they are few or not only new cards."""
    cards = [write for write in writes if isinstance(write, CreateCard)]
    if len(cards) < max(MANY, len(writes)):
        return None
    for card in cards:
        check_texts(card)
    return submit_cards(tx, cards, role, batch)


def _submit_checked(tx: Transaction, original: Write, role: str, batch: int | None) -> int:
    """Submit a write whose targets exist, and return its number."""
    write = accepted(tx, original)
    if reason := lacking(tx, write):
        raise StoreError(reason, hint=_STALE)
    return submit_one(tx, write, role, batch)


def submit_each(tx: Transaction, writes: tuple[Write, ...]) -> list[tuple[Write, str]]:
    """Submit as one batch the ``writes`` whose targets exist; return the others, each with the reason.

    Raises:
        StoreError: None of them can be submitted.
        UsageError: A text is too long or a name empty; then none is submitted.
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
