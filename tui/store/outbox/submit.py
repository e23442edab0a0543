"""Submission: a write is stored with its inverse and shown, in one transaction."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from tui.errors import StoreError
from tui.model.card import Card
from tui.model.writes.attachments import RemoveAttachment
from tui.model.writes.base import Write, ids_of
from tui.model.writes.cards import MoveCard
from tui.model.writes.checklists import ItemWrite
from tui.model.writes.comments import AddComment
from tui.model.writes.contested import fields
from tui.store.outbox import rebase
from tui.store.outbox.positions import neighbours
from tui.store.outbox.queue import append, cancel_unsent, fetch, fold
from tui.store.outbox.shown import ShownRows, shown_fields
from tui.store.tables.actions import note_attached

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
    seqs: list[int] = []
    for original in writes:
        write = accepted(tx, original)
        if reason := lacking(tx, write):
            raise StoreError(reason, hint=_STALE)
        seqs.append(submit_one(tx, write, role, seqs[0] if seqs else None))
    return tuple(fetch(tx, f"seq IN ({','.join('?' * len(seqs))})", *seqs))


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
    if (error := write.too_long()) is not None:
        raise error
    return rebase.current(tx, write)


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
        renames=json.dumps(back.renames),
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
