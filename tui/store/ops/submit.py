"""Submit: an op is written down, its inverse with it, and shown; one transaction."""

import json
import os
from collections.abc import Iterable
from typing import TypeVar

from tui.errors import StoreError
from tui.model.action import Comment
from tui.model.base import Value
from tui.model.board import Board, BoardList
from tui.model.card import Card
from tui.model.change import Noun
from tui.model.checklist import Checklist
from tui.model.label import Label
from tui.model.member import Membership
from tui.model.notification import Notification
from tui.model.op import (
    AddCardLabel,
    AddComment,
    CreateCheckItem,
    DeleteCheckItem,
    MoveCheckItem,
    Op,
    RemoveAttachment,
    UpdateCard,
    UpdateCheckItem,
)
from tui.store import rows
from tui.store.actions import COMMENTS
from tui.store.boards import BOARDS
from tui.store.cards import CARDS
from tui.store.checklists import CHECKLISTS
from tui.store.db import Transaction
from tui.store.enrich.findings import attached_key, note_attached
from tui.store.labels import LABELS
from tui.store.lists import LISTS
from tui.store.members import role_of
from tui.store.notifications import NOTIFICATIONS
from tui.store.ops import about, rebase
from tui.store.ops.inverse import inverse
from tui.store.ops.queue import append, cancel_unsent, fetch, fold
from tui.store.ops.row import OpRow

V = TypeVar("V", bound=Value)

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
        base=_base(op, shown),
    )
    fold(tx, seq, op)
    if isinstance(op, AddComment) and op.finding_key is not None:
        note_attached(tx, op.card_id, op.finding_key, op.comment_id)
    rebase.refresh_after(tx, [op, *cancel_unsent(tx, op)])
    return seq


def _base(op: Op, shown: "Shown") -> str | None:
    """The description that ``op`` changes, as it is now."""
    if not isinstance(op, UpdateCard) or op.desc is None or (card := shown.card(op.card_id)) is None:
        return None
    return card.desc


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


class Shown:
    """What is shown now, for the inverse to look at."""

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx

    def board(self, ident: str) -> Board | None:
        """The board as it is shown; None when none of that id is."""
        return rows.shown(self._tx, BOARDS, ident)

    def role(self, board_id: str, member_id: str) -> Membership | None:
        """Somebody's role on a board, or None when they are not on it."""
        return role_of(self._tx, board_id, member_id)

    def notification(self, ident: str) -> Notification | None:
        """The notification as it is shown; None when none of that id is."""
        return rows.shown(self._tx, NOTIFICATIONS, ident)

    def unread_up_to(self, newest_id: str) -> tuple[str, ...]:
        """Ids of the notifications shown as unread, from a newest one on."""
        found = self._tx.rows("SELECT id FROM notifications WHERE unread = 1 AND id <= ?", newest_id)
        return tuple(ident for (ident,) in found)

    def list(self, ident: str) -> BoardList | None:
        """The list as it is shown; None when none of that id is."""
        return rows.shown(self._tx, LISTS, ident)

    def card(self, ident: str) -> Card | None:
        """The card as it is shown; None when none of that id is."""
        return rows.shown(self._tx, CARDS, ident)

    def label(self, ident: str) -> Label | None:
        """The label as it is shown; None when none of that id is."""
        return rows.shown(self._tx, LABELS, ident)

    def comment(self, ident: str) -> Comment | None:
        """The comment as it is shown; None when none of that id is."""
        return rows.shown(self._tx, COMMENTS, ident)

    def checklist(self, ident: str) -> Checklist | None:
        """The checklist as it is shown; None when none of that id is."""
        return rows.shown(self._tx, CHECKLISTS, ident)

    def checklists_of(self, card_id: str) -> tuple[Checklist, ...]:
        """The checklists shown on a card, from the top."""
        found = self._tx.rows("SELECT id FROM checklists WHERE card_id = ? ORDER BY pos, id", card_id)
        return _some(self.checklist(ident) for (ident,) in found)

    def comments_of(self, card_id: str) -> tuple[Comment, ...]:
        """The comments shown on a card, oldest first."""
        found = self._tx.rows("SELECT id FROM comments WHERE card_id = ? ORDER BY date, id", card_id)
        return _some(self.comment(ident) for (ident,) in found)

    def wearers(self, label_id: str) -> tuple[Card, ...]:
        """Cards shown with a label."""
        found = _some(self.card(ident) for ident in rebase.wearers(self._tx, label_id))
        return tuple(card for card in found if label_id in card.id_labels)

    def finding_key(self, comment_id: str) -> str | None:
        """The finding a comment holds."""
        return attached_key(self._tx, comment_id)

    def unsent(self, ident: str) -> bool:
        """Whether the service cannot have heard of a thing."""
        return rebase.unsent(self._tx, ident)


def _some(values: Iterable[V | None]) -> tuple[V, ...]:
    return tuple(value for value in values if value is not None)
