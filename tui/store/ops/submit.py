"""Submit: an op is written down, its inverse with it, and shown; one transaction."""

import json
import os
from collections.abc import Mapping
from typing import Any

from tui.errors import StoreError
from tui.model.change import Noun
from tui.model.op import (
    AddCardLabel,
    AddComment,
    CreateCheckItem,
    DeleteCheckItem,
    MoveCard,
    MoveCheckItem,
    Op,
    RemoveAttachment,
    UpdateCheckItem,
)
from tui.store import rows
from tui.store.cards import CARDS
from tui.store.checklists import CHECKLISTS
from tui.store.db import Transaction
from tui.store.enrich.findings import note_attached
from tui.store.ops import about, contested, rebase
from tui.store.ops.inverse import inverse
from tui.store.ops.places import neighbours
from tui.store.ops.queue import append, cancel_unsent, fetch, fold
from tui.store.ops.row import OpRow
from tui.store.ops.shown import Shown, shown_fields

_PARTS: tuple[tuple[str, Noun, str], ...] = (
    ("list_id", "lists", "list"),
    ("card_id", "cards", "card"),
    ("comment_id", "comments", "comment"),
    ("checklist_id", "checklists", "checklist"),
    ("to_checklist_id", "checklists", "checklist"),
    ("source_id", "cards", "card"),
    ("notification_id", "notifications", "notification"),
)


def submit(tx: Transaction, ops: tuple[Op, ...], role: str = "do") -> tuple[OpRow, ...]:
    """Take ``ops`` on as one deed.

    Raises:
        StoreError: One names a thing that is not there; then none is taken on.
    """
    seqs: list[int] = []
    for named in ops:
        op = rebase.current(tx, named)
        if reason := lacking(tx, op):
            raise StoreError(reason, hint="The board has changed since; what is shown is right.")
        seqs.append(submit_one(tx, op, role, seqs[0] if seqs else None))
    return tuple(fetch(tx, f"seq IN ({','.join('?' * len(seqs))})", *seqs))


def submit_one(tx: Transaction, op: Op, role: str, batch: int | None) -> int:
    """Take ``op`` on, which lacks nothing, as part of a deed; its seq. ``batch`` None begins a new deed."""
    shown = Shown(tx)
    back = inverse(op, shown)
    seq = append(
        tx,
        op,
        key=os.urandom(16).hex(),
        batch=batch,
        role=role,
        inverse=back.ops,
        renames=json.dumps(back.renames),
        base=_base(tx, op, shown),
    )
    fold(tx, seq, op)
    if isinstance(op, AddComment) and op.finding_key is not None:
        note_attached(tx, op.card_id, op.finding_key, op.comment_id)
    rebase.refresh_after(tx, [op, *cancel_unsent(tx, op)])
    return seq


def _base(tx: Transaction, op: Op, shown: Shown) -> Mapping[str, Any] | None:
    """What ``op`` changes, as it is now: its fields, or for a move where the card was and whom it goes between."""
    if isinstance(op, MoveCard):
        return neighbours(tx, op)
    held = shown_fields(op, shown)
    return {name: held[name] for name in contested.fields(op) if name in held} or None


def lacking(tx: Transaction, op: Op) -> str:
    """Why ``op`` cannot be taken on: what it names is not there, or what it makes is. "" when it can."""
    made = about.created(op)
    parts = (*_PARTS, ("board_id", "boards", "board")) if op.kind in _OF_BOARD else _PARTS
    for field, noun, word in parts:
        if (ident := getattr(op, field, None)) is None:
            continue
        there = tx.one(f"SELECT 1 FROM {noun} WHERE id = ?", ident) is not None
        if there == (ident in made):
            return f"That {word} is {_state(there)}."
    return _lacking_part(tx, op)


def _lacking_part(tx: Transaction, op: Op) -> str:
    match op:
        case CreateCheckItem() | UpdateCheckItem() | MoveCheckItem() | DeleteCheckItem():
            there = _has_item(tx, op.checklist_id, op.item_id)
            return f"That item is {_state(there)}." if there == isinstance(op, CreateCheckItem) else ""
        case RemoveAttachment() if not _has_attachment(tx, op.card_id, op.attachment_id):
            return "That attachment is not there any more."
        case AddCardLabel() if tx.one("SELECT 1 FROM labels WHERE id = ?", op.label_id) is None:
            return "That label is not there any more."
        case _:
            return ""


def _state(there: bool) -> str:
    return "there already" if there else "not there any more"


def _has_item(tx: Transaction, checklist_id: str, item_id: str) -> bool:
    checklist = rows.shown(tx, CHECKLISTS, checklist_id)
    return checklist is not None and any(item.id == item_id for item in checklist.check_items)


def _has_attachment(tx: Transaction, card_id: str, attachment_id: str) -> bool:
    card = rows.shown(tx, CARDS, card_id)
    return card is not None and any(one.id == attachment_id for one in card.attachments)


_OF_BOARD = frozenset(
    {
        "create_board",
        "update_board",
        "star_board",
        "delete_board",
        "set_board_member",
        "remove_board_member",
        "move_card_to_board",
    }
)
"""Writes for which the board itself must be there; of others the thing written to is proof enough."""
