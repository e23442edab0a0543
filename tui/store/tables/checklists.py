"""The checklists of cards, each with its items."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tui.model.checklist import CheckItem, Checklist, sort_items
from tui.model.values.scalars import format_instant
from tui.store.tables import rows
from tui.store.tables.cards import ON_OPEN_BOARDS, PLACED, finished_lists, placed
from tui.store.tables.rows import Table

if TYPE_CHECKING:
    from datetime import datetime

    from tui.model.card import PlacedCard
    from tui.store.db import Database, Transaction

_FIELDS = ("id", "name", "due", "who")
_ITEM = ", ".join(f"json_extract(i.value, '$[{at}]') AS item_{name}" for at, name in enumerate(_FIELDS))
_TO_DO = (
    " FROM checklists AS k INDEXED BY checklists_to_do JOIN json_each(k.to_do) AS i"
    f" JOIN cards AS c ON c.id = k.card_id {ON_OPEN_BOARDS} WHERE k.to_do IS NOT NULL AND c.closed = 0"
    " AND c.template = 0"
)

_UNFINISHED = "c.due_complete = 0 AND l.id NOT IN (SELECT value FROM json_each(?))"
"""Condition on rows of ``_TO_DO``: the card is not finished."""


def _narrow(_tx: Transaction, row: Checklist) -> tuple[Any, ...]:
    to_do = [
        (one.id, one.name, _due(one), one.id_member or "")
        for one in sort_items(row.check_items)
        if not one.done and (one.due is not None or one.id_member)
    ]
    items = json.dumps(to_do) if to_do else None
    return row.id, row.id_card, row.name, row.pos, len(row.check_items), row.done, items


def _due(item: CheckItem) -> str | None:
    return None if item.due is None else format_instant(item.due)


CHECKLISTS: Table[Checklist] = Table(
    "checklists",
    Checklist,
    ("id", "card_id", "name", "pos", "items", "items_done", "to_do"),
    _narrow,
    lambda row: (row.id_board, row.id_card),
)


class Checklists:
    """Read access to checklists, as shown."""

    def __init__(self, db: Database) -> None:
        self._db = db

    @rows.one_query
    def of_card(self, card_id: str) -> list[Checklist]:
        """Return the card's checklists in order, their items in order."""
        ident = rows.resolve(self._db, card_id)
        texts = rows.payloads(self._db, "checklists", "v.card_id = ? ORDER BY v.pos, v.id", ident)
        found = (rows.read(Checklist, text, self._db) for text in texts)
        return [row.replace(check_items=sort_items(row.check_items)) for row in found]

    def to_do_of(self, member_id: str, limit: int) -> list[PlacedCard]:
        """Return the open items of a member, in the order of the boards, their lists and cards."""
        return self._to_do(
            "item_who = ?",
            "b.starred DESC, b.opened DESC, b.name, b.id, l.pos, c.pos, c.id, k.pos, i.key LIMIT ?",
            member_id,
            limit,
        )

    def due(self, limit: int) -> list[PlacedCard]:
        """Return the open items with a due date, earliest first, without those of finished cards."""
        return self._to_do(
            f"item_due IS NOT NULL AND {_UNFINISHED}",
            "item_due, item_id LIMIT ?",
            finished_lists(self._db),
            limit,
        )

    @rows.one_snapshot
    def due_on(self, board_id: str) -> list[PlacedCard]:
        """Return a board's open items with a due date, the earliest first."""
        return self._to_do(
            "item_due IS NOT NULL AND c.board_id = ?", "item_due, item_id", rows.resolve(self._db, board_id)
        )

    def due_between(self, after: datetime, until: datetime) -> list[PlacedCard]:
        """Return the items of ``due`` between two moments; an item without a member gets its card's members."""
        found = self._db.query(
            f"{PLACED}, {_ITEM} {_TO_DO} AND item_due > ? AND item_due <= ? AND {_UNFINISHED}"
            " ORDER BY item_due, item_id",
            format_instant(after),
            format_instant(until),
            finished_lists(self._db),
        )
        return [_placed_item(row, or_of_card=True) for row in found]

    def due_counts(self, ends: Sequence[str]) -> list[int]:
        """Count the items of ``due``: before each of ``ends``, and in all."""
        before = ", ".join("sum(item_due < ?)" for _ in ends)
        row = self._db.first(
            f"SELECT {before}, count(*) FROM (SELECT {_ITEM} {_TO_DO}"
            f" AND item_due IS NOT NULL AND {_UNFINISHED})",
            *ends,
            finished_lists(self._db),
        )
        return [count or 0 for count in row]

    def _to_do(self, which: str, order: str, *args: object) -> list[PlacedCard]:
        found = self._db.query(f"{PLACED}, {_ITEM} {_TO_DO} AND {which} ORDER BY {order}", *args)
        return [_placed_item(row) for row in found]

    def get(self, checklist_id: str) -> Checklist | None:
        """Return one checklist with its items in order, or None."""
        text = rows.payload(self._db, "checklists", checklist_id)
        if text is None:
            return None
        row = rows.read(Checklist, text, self._db)
        return row.replace(check_items=sort_items(row.check_items))

    def name(self, checklist_id: str) -> str:
        """Return the checklist's name, or ""."""
        return rows.name(self._db, "checklists", checklist_id)


def _placed_item(row: Any, *, or_of_card: bool = False) -> PlacedCard:
    """Return an item as its card with the item's name, date and members, or else the card's members."""
    of = placed(row[: -len(_FIELDS)])
    ident, name, due, who = row[-len(_FIELDS) :]
    members = (who,) if who else of.face.member_ids if or_of_card else ()
    face = of.face.replace(name=f"{name} · {of.face.name}", due=due, due_complete=False, member_ids=members)
    return of._replace(face=face, item=ident)
