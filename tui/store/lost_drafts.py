"""Lost drafts: unfinished texts for cards, lists and boards that are gone, shown among the conflicts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

from tui.model.sync import Conflict
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard, UpdateCard
from tui.model.writes.checklists import CreateCheckItem, CreateChecklist
from tui.model.writes.comments import AddComment
from tui.store.key_values import reading
from tui.store.outbox.contested_fields import ContestedField, mark_chosen, record_conflict, submit_settling
from tui.store.windows.window import is_closed

if TYPE_CHECKING:
    from tui.model.writes.base import Write
    from tui.store.db import Database, Transaction

_FIELDS: Mapping[str, str] = MappingProxyType(
    {
        "comment": "comment",
        "recomment": "comment",
        "desc": "description",
        "title": "title",
        "item": "checklist item",
        "checklist": "checklist",
        "new-card": "new card",
        "early-card": "new card",
    }
)
"""Names of what was typed, by the kind in the draft's key."""

_NOUNS: Mapping[str, str] = MappingProxyType({"new-card": "lists", "early-card": "boards"})
"""Tables of the things that a draft belongs to, by the kind in its key; for all others it is a card."""

# The id may be one that the service has replaced since.
_IS_GONE = "NOT EXISTS (SELECT 1 FROM {} AS t WHERE t.id = d.ident OR t.id = (SELECT server FROM bound WHERE local = d.ident))"
_LOST = (
    "SELECT d.key, d.window, d.value, d.at, coalesce(d.base, ''), d.thing, coalesce(b.name, '') FROM"
    " (SELECT *, substr(key, 1, instr(key, ':') - 1) AS kind, substr(key, instr(key, ':') + 1) AS ident FROM drafts) AS d"
    " LEFT JOIN boards AS b ON b.id = d.board_id"
    f" WHERE d.kind IN ({', '.join(map(repr, _FIELDS))}) AND d.ident <> '' AND CASE d.kind "
    + " ".join(f"WHEN {kind!r} THEN {_IS_GONE.format(noun)}" for kind, noun in _NOUNS.items())
    + f" ELSE {_IS_GONE.format('cards')} END"
    " AND (b.id IS NULL OR EXISTS (SELECT 1 FROM cursors WHERE key = ? || d.board_id))"
    " ORDER BY d.at DESC, d.window DESC"
)
"""The drafts whose thing is gone; in one query, as the count is read with each change that is shown."""

_GAP = "\n"
"""Separates the key and the window of a draft in a conflict."""


class LostDrafts:
    """Read access to drafts whose card, list or board is gone.

    A thing on a board whose cards were not read yet is not gone. What another open window is typing is that
    window's.

    Args:
        window: The window whose drafts are read, besides those that were left unfinished.
    """

    def __init__(self, db: Database, window: str) -> None:
        self._db, self._window = db, window

    def all(self) -> list[Conflict]:
        """Return the lost drafts as conflicts with something deleted, newest first, each text once."""
        found = self._db.query(_LOST, reading(""))
        lost = {
            (row[0], row[2]): _conflict(row)
            for row in reversed(found)
            if row[2].strip() and self._is_mine(row[1])
        }
        return list(lost.values())[::-1]

    def count(self) -> int:
        """Return how many there are."""
        return len(self.all())

    def _is_mine(self, window: str) -> bool:
        return window == self._window or is_closed(window)


def _conflict(row: tuple[str, str, str, float, str, str, str]) -> Conflict:
    key, window, text, at, base, thing, board = row
    kind, _, ident = key.partition(":")
    gone = f"a {_NOUNS.get(kind, 'cards').removesuffix('s')} that is gone"
    return Conflict(
        id=0,
        at=datetime.fromtimestamp(at, UTC),
        why="deleted",
        field=_FIELDS[kind],
        board=board,
        thing=thing or gone,
        base=base,
        mine=text,
        theirs="",
        shape="lines" if kind in {"comment", "recomment", "desc"} else "line",
        card_id=None if kind in _NOUNS else ident,
        gone=True,
        draft=f"{key}{_GAP}{window}",
    )


def home_of(tx: Transaction, conflict: Conflict) -> tuple[str, str]:
    """Return the board's id and the name of the thing that a lost draft was for, each "" if unknown."""
    key, window = conflict.draft.split(_GAP, 1)
    row = tx.one("SELECT board_id, thing FROM drafts WHERE key = ? AND window = ?", key, window)
    return ("", "") if row is None else (row[0], row[1])


def settle_draft(tx: Transaction, conflict: Conflict, write: Write) -> None:
    """Submit ``write``, which puts a lost draft into a new card, and keep the text as a settled conflict.

    Until that is deleted, the text is not lost when the new card is taken back.
    """
    batch = submit_settling(tx, write)
    thing = home_of(tx, conflict)[1]
    origin, field = _origin(conflict, write.board_id)
    record_conflict(tx, "deleted", origin, ContestedField(field, conflict.base, ""))
    ident = tx.one("SELECT last_insert_rowid()")[0]
    tx.run("UPDATE conflicts SET thing = ? WHERE id = ?", thing or conflict.thing, ident)
    mark_chosen(tx, ident, "made", batch)
    discard_draft(tx, conflict)


def discard_draft(tx: Transaction, conflict: Conflict) -> None:
    """Delete a lost draft, wherever the same text was left for the same thing."""
    key, _ = conflict.draft.split(_GAP, 1)
    for window, text in tx.rows("SELECT window, value FROM drafts WHERE key = ?", key):
        if text == conflict.mine and (f"{key}{_GAP}{window}" == conflict.draft or is_closed(window)):
            tx.run("DELETE FROM drafts WHERE key = ? AND window = ?", key, window)
    tx.changed("conflicts")


def _origin(conflict: Conflict, board_id: str) -> tuple[Write, str]:
    """Return the write that the text was typed for, and the field of it that has the text."""
    text, card_id = conflict.mine, conflict.card_id or new_local_id()
    match conflict.draft.partition(":")[0]:
        case "comment" | "recomment":
            return AddComment(
                board_id=board_id, card_id=card_id, comment_id=new_local_id(), text=text
            ), "text"
        case "desc":
            return UpdateCard(board_id=board_id, card_id=card_id, desc=text), "desc"
        case "title":
            return UpdateCard(board_id=board_id, card_id=card_id, name=text), "name"
        case "checklist":
            return CreateChecklist(
                board_id=board_id, card_id=card_id, checklist_id=new_local_id(), name=text, pos=1.0
            ), "name"
        case "item":
            return CreateCheckItem(
                board_id=board_id,
                card_id=card_id,
                checklist_id=new_local_id(),
                item_id=new_local_id(),
                name=text,
                pos=1.0,
            ), "name"
        case _:
            return CreateCard(
                board_id=board_id, card_id=card_id, list_id=new_local_id(), name=text, pos=1.0
            ), "name"
