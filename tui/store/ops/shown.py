"""Shown: what is shown now, read inside a transaction."""

from collections.abc import Iterable
from typing import Any, TypeVar

from tui.model.action import Comment
from tui.model.base import Value
from tui.model.board import Board, BoardList
from tui.model.card import Card
from tui.model.checklist import CheckItem, Checklist
from tui.model.label import Label
from tui.model.member import Membership
from tui.model.notification import Notification
from tui.model.op import (
    Op,
    UpdateBoard,
    UpdateCard,
    UpdateCheckItem,
    UpdateChecklist,
    UpdateComment,
    UpdateLabel,
    UpdateList,
)
from tui.store import rows
from tui.store.actions import COMMENTS
from tui.store.boards import BOARDS
from tui.store.cards import CARDS
from tui.store.checklists import CHECKLISTS
from tui.store.db import Transaction
from tui.store.enrich.findings import attached_key
from tui.store.labels import LABELS
from tui.store.lists import LISTS
from tui.store.members import role_of
from tui.store.notifications import NOTIFICATIONS
from tui.store.ops import rebase
from tui.store.ops.contested import FIELDS, plain

V = TypeVar("V", bound=Value)


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


def shown_fields(op: Op, shown: Shown) -> dict[str, Any]:
    """The contested fields of what ``op`` changes, as they are shown now; empty when it is not there."""
    return values_of(op, _thing(op, shown))


def values_of(op: Op, thing: Value | None) -> dict[str, Any]:
    """The contested fields of ``thing``, which ``op`` changes, as they are written down."""
    if thing is None:
        return {}
    names = {"member_id": "id_member"}
    return {name: plain(getattr(thing, names.get(name, name))) for name in FIELDS.get(op.kind, ())}


def _thing(op: Op, shown: Shown) -> Value | None:  # noqa: PLR0911 - one answer for each kind
    match op:
        case UpdateCard():
            return shown.card(op.card_id)
        case UpdateList():
            return shown.list(op.list_id)
        case UpdateBoard():
            return shown.board(op.board_id)
        case UpdateComment():
            return shown.comment(op.comment_id)
        case UpdateChecklist():
            return shown.checklist(op.checklist_id)
        case UpdateCheckItem():
            return item_of(shown.checklist(op.checklist_id), op.item_id)
        case UpdateLabel():
            return shown.label(op.label_id)
        case _:
            return None


def item_of(checklist: Checklist | None, item_id: str) -> CheckItem | None:
    """An item of a checklist, or None."""
    return next((one for one in checklist.check_items if one.id == item_id), None) if checklist else None


def _some(values: Iterable[V | None]) -> tuple[V, ...]:
    return tuple(value for value in values if value is not None)
