"""Positions of moved cards, kept between the same two neighbours even if these have moved meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tui.model.position import between
from tui.model.writes.cards import CreateCard, MoveCard

if TYPE_CHECKING:
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


def placed(db: Database, write: MoveCard, base: Mapping[str, Any] | None) -> MoveCard:
    """Return ``write`` with a position between the original neighbours, wherever they are now.

    Neighbours that are gone, or in another list, are ignored; if both are, the position is unchanged.
    """
    if base is None:
        return write
    above, below = (_position(db, write, base.get(name)) for name in ("after", "before"))
    if (above is None or above < write.pos) and (below is None or write.pos <= below):
        return write
    order, bound = (
        ("> ? ORDER BY pos, id", above) if above is not None else ("< ? ORDER BY pos DESC, id DESC", below)
    )
    row = db.first(
        f"SELECT pos FROM cards WHERE list_id = ? AND closed = 0 AND id != ? AND pos {order} LIMIT 1",
        write.list_id,
        write.card_id,
        bound,
    )
    other = None if row is None else float(row[0])
    pos = between(above, other) if above is not None else between(other, below)
    return write.replace(pos=pos)


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


def _position(db: Database, write: MoveCard, ident: str | None) -> float | None:
    """Return the position of a neighbour, if it is still in the list."""
    if ident is None:
        return None
    row = db.first("SELECT pos FROM cards WHERE id = ? AND list_id = ? AND closed = 0", ident, write.list_id)
    return None if row is None else float(row[0])
