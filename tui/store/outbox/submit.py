"""Submit: a write is written down, its inverse with it, and shown; one transaction."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
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
from tui.store.outbox.places import neighbours
from tui.store.outbox.queue import append, cancel_unsent, fetch, fold
from tui.store.outbox.shown import ShownRows, shown_fields
from tui.store.tables.actions import note_attached

if TYPE_CHECKING:
    from tui.store.db import Transaction
    from tui.store.outbox.row import QueuedWrite

_CHECKED = (
    "lists", "cards", "comments", "checklists", "notifications", "boards", "items", "attachments", "labels",
)  # fmt: skip
"""The order in which what a write names is looked for: what it is put into is told before the thing itself."""


def submit(tx: Transaction, writes: tuple[Write, ...], role: str = "do") -> tuple[QueuedWrite, ...]:
    """Take ``writes`` on as one composite write.

    Raises:
        StoreError: One names a thing that is not there; then none is taken on.
    """
    seqs: list[int] = []
    for named in writes:
        write = rebase.current(tx, named)
        if reason := lacking(tx, write):
            raise StoreError(reason, hint="The board has changed since; what is shown is right.")
        seqs.append(submit_one(tx, write, role, seqs[0] if seqs else None))
    return tuple(fetch(tx, f"seq IN ({','.join('?' * len(seqs))})", *seqs))


def submit_one(tx: Transaction, write: Write, role: str, batch: int | None) -> int:
    """Take ``write`` on, which lacks nothing, as part of a batch; its seq. ``batch`` None begins a new one."""
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
    """What ``write`` changes, as it is now: its fields, or for a move where the card was and whom it goes between."""
    if isinstance(write, MoveCard):
        return neighbours(tx, write)
    held = shown_fields(write, shown)
    return {name: held[name] for name in fields(write) if name in held} or None


def lacking(tx: Transaction, write: Write) -> str:
    """Why ``write`` cannot be taken on: what it names is not there, or what it makes is. "" when it can."""
    marks = [(name, mark.of) for name, mark in ids_of(type(write)).items() if mark.checked]
    for name, noun in sorted(marks, key=lambda one: _CHECKED.index(one[1])):
        ident = getattr(write, name)
        there = _is_there(tx, write, noun, ident)
        if there == (ident == write.created):
            return f"That {noun[:-1]} is {'there already' if there else 'not there any more'}."
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
