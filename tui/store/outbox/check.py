"""The checks of a write before it is submitted: the length of its texts, and that its targets exist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.model.card import Card
from tui.model.writes.attachments import RemoveAttachment
from tui.model.writes.base import Write, ids_of
from tui.model.writes.checklists import ItemWrite
from tui.store.outbox import ids
from tui.store.outbox.rebase import ShownRows

if TYPE_CHECKING:
    from tui.store.db import Transaction

_CHECKED = (
    "lists", "cards", "comments", "checklists", "notifications", "boards", "items", "attachments", "labels",
)  # fmt: skip
"""Order of checking a write's references: a missing container is reported before the thing in it."""


def accepted(tx: Transaction, write: Write) -> Write:
    """Return ``write`` with the current ids of its things.

    Raises:
        UsageError: A text is longer than the service accepts, so the write would always be refused.
    """
    check_length(write)
    return ids.current(tx, write)


def check_length(write: Write) -> None:
    """Check that no text of a write is longer than the service accepts.

    Raises:
        UsageError: A text is too long.
    """
    if (error := write.too_long()) is not None:
        raise error


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
