"""Access to the shown state, inside a transaction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from tui.model.action import Comment
from tui.model.card import Card
from tui.model.checklist import Checklist
from tui.model.writes.contested import values_of
from tui.store.outbox import rebase
from tui.store.tables import rows
from tui.store.tables.actions import attached_key
from tui.store.tables.catalogue import TABLES
from tui.store.tables.members import role_of

if TYPE_CHECKING:
    from tui.model.member import Membership
    from tui.model.values.record import Value
    from tui.model.writes.base import Write
    from tui.store.db import Transaction

V = TypeVar("V", bound="Value")

_OF_MODEL = {table.model: table for table in TABLES.values()}


class ShownRows:
    """The rows shown now, from which writes compute their inverses."""

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx

    def get(self, model: type[V], ident: str) -> V | None:
        """Return the shown state of a thing, or None."""
        found: V | None = rows.shown(self._tx, _OF_MODEL[model], ident)
        return found

    def role(self, board_id: str, member_id: str) -> Membership | None:
        """Return somebody's role on a board, or None if they are not on it."""
        return role_of(self._tx, board_id, member_id)

    def unread_up_to(self, newest_id: str) -> tuple[str, ...]:
        """Return ids of the notifications shown as unread, from ``newest_id`` backwards."""
        found = self._tx.rows("SELECT id FROM notifications WHERE unread = 1 AND id <= ?", newest_id)
        return tuple(ident for (ident,) in found)

    def checklists_of(self, card_id: str) -> tuple[Checklist, ...]:
        """Return the checklists shown on a card, from the top."""
        found = self._tx.rows("SELECT id FROM checklists WHERE card_id = ? ORDER BY pos, id", card_id)
        return self._existing(Checklist, (ident for (ident,) in found))

    def comments_of(self, card_id: str) -> tuple[Comment, ...]:
        """Return the comments shown on a card, oldest first."""
        found = self._tx.rows("SELECT id FROM comments WHERE card_id = ? ORDER BY date, id", card_id)
        return self._existing(Comment, (ident for (ident,) in found))

    def cards_with_label(self, label_id: str) -> tuple[Card, ...]:
        """Return the cards shown with a label."""
        found = self._existing(Card, rebase.cards_with_label(self._tx, label_id))
        return tuple(card for card in found if label_id in card.id_labels)

    def finding_key(self, comment_id: str) -> str | None:
        """Return the key of the finding that a comment holds, or None."""
        return attached_key(self._tx, comment_id)

    def unsent(self, ident: str) -> bool:
        """Return whether a thing is surely unknown to the service."""
        return rebase.unsent(self._tx, ident)

    def _existing(self, model: type[V], idents: Iterable[str]) -> tuple[V, ...]:
        return tuple(value for ident in idents if (value := self.get(model, ident)) is not None)


def shown_fields(write: Write, shown: ShownRows) -> dict[str, Any]:
    """Return the target's contested fields as shown now; empty if there is no target."""
    return values_of(write, write.shown(shown)) if write.contested else {}
