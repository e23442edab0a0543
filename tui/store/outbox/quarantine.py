"""The quarantine of unreadable writes, which block no other write and are kept for the user.

Such a row is left by a disk that lost a few bytes, or by a newer Cardscout with more kinds of writes. All
other writes continue, except those that depend on something it would have created; they are refused.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from tui.errors import StoreError
from tui.model.values.fields import Frozen
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
        kind: The kind it was stored as, such as ``move_card``.
        typed: The longest text that can still be found in it, or "".
    """

    seq: int
    kind: str
    typed: str


def set_aside(tx: Transaction) -> int:
    """Move every unreadable write out of the queue, and return how many there were."""
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
    """Return the writes that were set aside, oldest first."""
    rows = db.query("SELECT seq, kind, op FROM unreadable ORDER BY seq")
    return [Unreadable(seq, kind, _typed(text)) for seq, kind, text in rows]


def forget(tx: Transaction, seq: int) -> bool:
    """Delete a write that was set aside; False if none has that number."""
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
    """Refresh the rows that a removed write may have changed: its entity and the parts of that."""
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
    for ident in rebase.cards_with_label(tx, entity):
        rebase.refresh(tx, ("cards", ident))


def _refuse_orphans(tx: Transaction) -> None:
    """Refuse writes that wait for the id of something that no remaining write creates."""
    waiting = tx.rows("SELECT seq, needs FROM outbox WHERE state = 'waiting' AND needs != '' ORDER BY seq")
    marks = ",".join("?" * len(PENDING))
    texts = tx.rows(f"SELECT op FROM outbox WHERE state IN ({marks})", *PENDING)
    made = {registry.parse_json(text).created_id for (text,) in texts}
    for seq, needs in waiting:
        if not made.issuperset(needs.split()):
            # Refusing a write also refuses those that depend on something it would have created.
            refuse(tx, seq, _NEEDED, instead=False)


def _typed(text: str) -> str:
    found = []
    for match in _TYPED.finditer(text):
        try:
            found.append(json.loads(match[1], strict=False))
        except ValueError:
            found.append(match[1].strip('"'))
    return max(found, key=len, default="")
