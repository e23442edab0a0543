"""Rebasing: what is shown is the service's state with every pending write applied to it, oldest first.

``refresh`` recomputes one thing's row, other functions find the things to refresh, and ``ShownRows`` reads what is shown.
``accepted`` and ``lacking`` check a write before it is submitted: its texts are not too long, and its targets exist.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from tui.model.action import Comment
from tui.model.card import Card
from tui.model.checklist import Checklist
from tui.model.values.scalars import is_local
from tui.model.writes.attachments import RemoveAttachment
from tui.model.writes.base import INBOX, Key, Write, ids_of
from tui.model.writes.checklists import ItemWrite
from tui.model.writes.contested import values_of
from tui.model.writes.registry import EVERY, kind_of, parse_readable
from tui.store.outbox import ids
from tui.store.outbox.ids import NAMES
from tui.store.tables import rows
from tui.store.tables.actions import attached_key
from tui.store.tables.catalogue import TABLES
from tui.store.tables.members import me, role_of

if TYPE_CHECKING:
    from tui.model.change import Noun
    from tui.model.member import Membership
    from tui.model.values.record import Value
    from tui.store.db import Transaction

V = TypeVar("V", bound="Value")

UNNAMED: Mapping[Noun, tuple[str, ...]] = MappingProxyType(
    {noun: tuple(kind_of(one) for one in EVERY if one.unnamed == noun) for noun in TABLES}
)
"""Kinds of writes that change things without naming them, by noun."""

_OF_MODEL = {table.model: table for table in TABLES.values()}


def pending(tx: Transaction, key: Key, owner: str) -> list[Write]:
    """Return the pending writes that change a thing, oldest first; ``owner`` is their entity."""
    kinds = UNNAMED[key[0]]
    also = f" OR kind IN ({', '.join('?' * len(kinds))})" if kinds else ""
    texts = tx.rows(
        f"SELECT op FROM outbox WHERE (entity = ?{also}) AND {rows.IS_PENDING} ORDER BY seq", owner, *kinds
    )
    return [write for write in parse_readable(texts) if key in write.touches or write.unnamed == key[0]]


def refresh(tx: Transaction, key: Key, owner: str = "") -> None:
    """Recompute the shown row of a thing from the service's state and the pending writes."""
    noun, ident = key
    table = TABLES[noun]
    base = rows.base(tx, table, ident)
    value = base
    owner = INBOX if noun == "notifications" else owner
    for write in pending(tx, key, owner or ident):
        value = write.apply_to(noun, value)
    if value == base:
        value = base  # the writes changed nothing: no separate shown value is stored
    rows.show(tx, table, ident, with_author(tx, value), base)
    record_change(tx, noun, value if value is not None else base, ident, owner)


def record_change(tx: Transaction, noun: Noun, value: Value | None, ident: str, owner: str = "") -> None:
    """Record for the feed that a thing changed, and the card it is part of."""
    board_id, parent_id = TABLES[noun].home(value) if value is not None else ("", "")
    card_id = ident if noun == "cards" else owner or parent_id
    if noun in {"cards", "checklists", "comments"}:
        tx.changed("cards", board_id=board_id or _board_of(tx, card_id), card_id=card_id)
    tx.changed(noun, board_id=board_id)


def _board_of(tx: Transaction, card_id: str) -> str:
    """Return the id of a card's board, or ""."""
    row = tx.one("SELECT board_id FROM docs WHERE noun = 'cards' AND id = ?", card_id)
    return str(row[0]) if row else ""


def with_author(tx: Transaction, value: Value | None) -> Value | None:
    """Add our name as author to a comment of ours; return anything else unchanged."""
    if isinstance(value, Comment) and value.mine and not value.author_id and (account := me(tx)) is not None:
        return value.replace(author=account.display_name, author_id=account.id)
    return value


def refresh_after(tx: Transaction, writes: Iterable[Write]) -> None:
    """Refresh every row that ``writes`` change, now that they became pending or ceased to be."""
    keys: dict[Key, str] = {}
    for write in writes:
        keys |= dict.fromkeys(write.touches, write.entity)
        keys |= {(noun, ident): ident if noun == "cards" else "" for noun, ident in unnamed(tx, write)}
        if write.noun == "members":
            tx.changed("members", board_id=write.board_id)
    # Parts before the cards that count them.
    for key in sorted(keys, key=lambda key: key[0] == "cards"):
        refresh(tx, key, keys[key])


def refresh_naming(tx: Transaction, idents: set[str]) -> None:
    """Refresh every row that is changed by a pending write naming one of ``idents``."""
    writes: list[Write] = []
    for ident in idents:
        texts = tx.rows(f"SELECT op FROM outbox WHERE {rows.IS_PENDING} AND {NAMES}", ident)
        writes += parse_readable(texts)
    refresh_after(tx, [write for write in writes if idents.intersection(write.referenced_ids)])


def unnamed(tx: Transaction, write: Write) -> list[Key]:
    """Return keys of the things that ``write`` changes without naming them."""
    match write.unnamed:
        case "cards":
            return [("cards", ident) for ident in cards_with_label(tx, write.target_id)]
        case "notifications":
            return [("notifications", ident) for ident in unread_up_to(tx, write.target_id)]
        case _:
            return []


def cards_with_label(tx: Transaction, label_id: str) -> list[str]:
    """Return ids of cards with a label, in the service's state or in what is shown."""
    found = tx.rows(
        "SELECT id FROM docs WHERE noun = 'cards' AND (instr(base, ?) > 0 OR instr(shown, ?) > 0)",
        label_id,
        label_id,
    )
    return [ident for (ident,) in found]


def unread_up_to(tx: Transaction, newest_id: str) -> list[str]:
    """Return ids of notifications that are unread at the service, from ``newest_id`` backwards."""
    found = tx.rows(
        "SELECT id FROM docs WHERE noun = 'notifications' AND id <= ? AND instr(base, '\"unread\":true') > 0",
        newest_id,
    )
    return [ident for (ident,) in found]


def unsent(tx: Transaction, ident: str) -> bool:
    """Return whether a thing is surely unknown to the service: its create waits and was never tried."""
    if not is_local(ident):
        return False
    texts = tx.rows(f"SELECT op FROM outbox WHERE state = 'waiting' AND attempts = 0 AND {NAMES}", ident)
    return any(write.created_id == ident for write in parse_readable(texts))


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
        found = self._existing(Card, cards_with_label(self._tx, label_id))
        return tuple(card for card in found if label_id in card.id_labels)

    def finding_key(self, comment_id: str) -> str | None:
        """Return the key of the finding that a comment holds, or None."""
        return attached_key(self._tx, comment_id)

    def unsent(self, ident: str) -> bool:
        """Return whether a thing is surely unknown to the service."""
        return unsent(self._tx, ident)

    def _existing(self, model: type[V], idents: Iterable[str]) -> tuple[V, ...]:
        return tuple(value for ident in idents if (value := self.get(model, ident)) is not None)


def shown_fields(write: Write, shown: ShownRows) -> dict[str, Any]:
    """Return the target's contested fields as shown now; empty if there is no target."""
    return values_of(write, write.shown(shown)) if write.contested else {}


_CHECKED = (
    "lists", "cards", "comments", "checklists", "notifications", "boards", "items", "attachments", "labels",
)  # fmt: skip
"""Order of checking a write's references: a missing container is reported before the thing in it."""


def accepted(tx: Transaction, write: Write) -> Write:
    """Return ``write`` with the current ids of its things.

    Raises:
        UsageError: A text is too long or a name empty, so the service would always refuse the write.
    """
    check_texts(write)
    return ids.current(tx, write)


def check_texts(write: Write) -> None:
    """Check that the service would refuse no text of a write.

    Raises:
        UsageError: A text is too long, or a name is empty.
    """
    if (error := write.text_error()) is not None:
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
