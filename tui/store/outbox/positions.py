"""Positions of moved cards, kept between the same two neighbours even if these have moved meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tui.model.position import between
from tui.model.writes.cards import CreateCard, MoveCard, MoveCardToBoard
from tui.model.writes.registry import kind_of
from tui.store.tables.rows import IS_PENDING, resolve

if TYPE_CHECKING:
    from tui.model.writes.base import Write
    from tui.store.db import Database, Transaction
    from tui.store.outbox.row import QueuedWrite

_NEIGHBOUR = "SELECT id FROM cards WHERE list_id = ? AND closed = 0 AND id != ? AND pos"


def neighbours(tx: Transaction, write: MoveCard) -> Mapping[str, Any] | None:
    """Return a card's list, and the neighbours between which ``write`` puts it; None for a missing card."""
    was = tx.one("SELECT list_id FROM cards WHERE id = ?", write.card_id)
    if was is None:
        return None
    above = tx.one(
        f"{_NEIGHBOUR} < ? ORDER BY pos DESC, id DESC LIMIT 1", write.list_id, write.card_id, write.pos
    )
    below = tx.one(f"{_NEIGHBOUR} >= ? ORDER BY pos, id LIMIT 1", write.list_id, write.card_id, write.pos)
    return {
        "list_id": was[0],
        "after": above[0] if above else None,
        "before": below[0] if below else None,
    }


def placed(db: Database, row: QueuedWrite) -> Write:
    """Return the write of ``row``, a move with a position between its original neighbours, wherever they are now.

    Neighbours that are gone, or in another list, are ignored; if both are, the position is unchanged. Ignored,
    too, is one that the user moved after ``row``: they saw where that left the card of ``row``, and the service
    may hear of it first.
    """
    write, base = row.write, row.base
    if not isinstance(write, MoveCard) or base is None:
        return write
    above, below = (_position(db, row.seq, write.list_id, base.get(name)) for name in ("after", "before"))
    if (above is None or above < write.pos) and (below is None or write.pos <= below):
        return write
    if above is not None:
        pos = between(above, _next(db, write, "> ? ORDER BY pos, id", above))
    else:
        pos = between(_next(db, write, "< ? ORDER BY pos DESC, id DESC", below), below)
    return write.replace(pos=pos)


def _next(db: Database, write: MoveCard, order: str, bound: float | None) -> float | None:
    """Return the position of the next card of a list on one side of ``bound``, or None."""
    row = db.first(
        f"SELECT pos FROM cards WHERE list_id = ? AND closed = 0 AND id != ? AND pos {order} LIMIT 1",
        write.list_id,
        write.card_id,
        bound,
    )
    return None if row is None else float(row[0])


def unsent_places(db: Database, list_id: str) -> dict[str, float]:
    """Return the positions at the service, as far as known, of cards of a list whose moves wait to be sent; by id."""
    found = db.query(
        "SELECT id, json_extract(base, '$.pos') AS pos FROM docs WHERE noun = 'cards' AND pos IS NOT NULL"
        " AND json_extract(base, '$.idList') = ? AND id IN ("
        f" SELECT entity FROM outbox WHERE {IS_PENDING} AND kind IN ('{kind_of(MoveCard)}', '{kind_of(MoveCardToBoard)}'))",
        resolve(db, list_id),
    )
    return {str(ident): float(pos) for ident, pos in found}


def archived_target(db: Database, row: QueuedWrite) -> str | None:
    """Return the name of ``row``'s target list if somebody else archived that since; else None."""
    write = row.write
    if not isinstance(write, MoveCard | CreateCard):
        return None
    found = db.first(
        "SELECT l.name FROM lists AS l JOIN docs AS d ON d.noun = 'lists' AND d.id = l.id"
        " WHERE l.id = ? AND l.closed = 1 AND json_extract(d.base, '$.closed') = 1",
        write.list_id,
    )
    ours = db.first(
        "SELECT 1 FROM outbox WHERE entity = ? AND kind = 'update_list' AND seq > ?"
        " AND json_valid(op) AND json_extract(op, '$.closed') = 1",
        write.list_id,
        row.seq,
    )
    return None if found is None or ours is not None else str(found[0])


def _position(db: Database, seq: int, list_id: str, ident: str | None) -> float | None:
    """Return the position of a neighbour, if it is still in the list and the user has not moved it since ``seq``."""
    if ident is None:
        return None
    row = db.first(
        "SELECT pos FROM cards WHERE id = ? AND list_id = ? AND closed = 0 AND NOT EXISTS ("
        f" SELECT 1 FROM outbox WHERE entity = cards.id AND kind = '{kind_of(MoveCard)}' AND seq > ?"
        " AND state NOT IN ('refused', 'dropped'))",
        ident,
        list_id,
        seq,
    )
    return None if row is None else float(row[0])
