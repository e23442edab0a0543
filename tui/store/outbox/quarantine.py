"""Quarantine: a write that cannot be read stands in no other's way, and is kept for the user.

A disk that lost a few bytes, or a Cardscout that knew more kinds of writes, leaves such a row. All other writes
go on: those it was to make the ground for are refused with it.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from tui.errors import StoreError
from tui.model.fields import Frozen
from tui.model.writes import registry
from tui.model.writes.base import INBOX
from tui.store.outbox import rebase
from tui.store.outbox.queue import refuse
from tui.store.outbox.row import COLUMNS, PENDING, row_of

if TYPE_CHECKING:
    from tui.store.db import Database, Transaction

_SETTLED = frozenset({"done", "dropped", "folded"})
_NEEDED = "Needs a change that cannot be read any more."
_TYPED = re.compile(r'"(?:text|desc|name|url)"\s*:\s*("(?:[^"\\]|\\.)*")')


class Unreadable(Frozen):
    """A write that was set aside.

    Attributes:
        seq: Its place in the order.
        kind: What kind it was written down as: ``move_card``.
        typed: The longest text that can still be made out in it, or "".
    """

    seq: int
    kind: str
    typed: str


def set_aside(tx: Transaction) -> int:
    """Take every write that cannot be read out of the queue; how many that were."""
    found = [row[0] for row in tx.rows(f"SELECT {COLUMNS} FROM outbox ORDER BY seq") if not _is_readable(row)]
    for seq in found:
        state, entity, kind, text = tx.one("SELECT state, entity, kind, op FROM outbox WHERE seq = ?", seq)
        if state not in _SETTLED:
            tx.run("INSERT OR REPLACE INTO unreadable (seq, kind, op) VALUES (?, ?, ?)", seq, kind, text)
        tx.run("DELETE FROM outbox WHERE seq = ?", seq)
        _show_without(tx, entity)
    if found:
        _refuse_orphans(tx)
        tx.changed("outbox")
    return len(found)


def unreadable(db: Database) -> list[Unreadable]:
    """The writes that were set aside, oldest first."""
    rows = db.query("SELECT seq, kind, op FROM unreadable ORDER BY seq")
    return [Unreadable(seq, kind, _typed(text)) for seq, kind, text in rows]


def forget(tx: Transaction, seq: int) -> bool:
    """Give up a write that was set aside; False when none such has that number."""
    if not tx.run("DELETE FROM unreadable WHERE seq = ?", seq):
        return False
    tx.changed("outbox")
    return True


def _is_readable(row: tuple[object, ...]) -> bool:
    try:
        row_of(row)
    except StoreError:
        return False
    return True


def _show_without(tx: Transaction, entity: str) -> None:
    """Bring in step what the write may have changed: the thing it queued under, and the parts of that."""
    parts = tx.rows(
        "SELECT noun, id FROM docs WHERE id = ? OR (parent_id = ? AND noun IN ('checklists', 'comments'))"
        " OR (noun = 'notifications' AND ? = ?) ORDER BY noun = 'cards'",
        entity,
        entity,
        entity,
        INBOX,
    )
    for noun, ident in parts:
        rebase.refresh(tx, (noun, ident), entity)
    for ident in rebase.wearers(tx, entity):
        rebase.refresh(tx, ("cards", ident))


def _refuse_orphans(tx: Transaction) -> None:
    """Refuse what waits for the service's name of something that no write is left to make."""
    waiting = tx.rows("SELECT seq, needs FROM outbox WHERE state = 'waiting' AND needs != '' ORDER BY seq")
    marks = ",".join("?" * len(PENDING))
    texts = tx.rows(f"SELECT op FROM outbox WHERE state IN ({marks})", *PENDING)
    made = {registry.parse_json(text).created for (text,) in texts}
    for seq, needs in waiting:
        if not made.issuperset(needs.split()):
            # One that is refused takes along what it was to make itself.
            refuse(tx, seq, _NEEDED, instead=False)


def _typed(text: str) -> str:
    found = []
    for match in _TYPED.finditer(text):
        try:
            found.append(json.loads(match[1], strict=False))
        except ValueError:
            found.append(match[1].strip('"'))
    return max(found, key=len, default="")
