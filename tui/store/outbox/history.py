"""The history: the user's changes, newest first, and the undo of everything back to an entry."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tui.model.values.fields import Frozen
from tui.model.writes.registry import parse_readable
from tui.store.outbox.revert import LIVE, Told, Undone, revert
from tui.store.windows.window import is_closed, is_of_rules

if TYPE_CHECKING:
    from tui.model.change import Whose
    from tui.model.writes.base import Write
    from tui.store.db import Database, Transaction


class PastBatch(Frozen):
    """Writes that were submitted together.

    Attributes:
        role: ``do``, ``undo`` or ``redo``.
        meant: What was done, or of an undo what was undone.
        undone: Whether their inverses have been submitted.
        live: Whether at least one of them can be undone.
    """

    batch: int
    at: datetime
    role: str
    writes: tuple[Write, ...]
    meant: tuple[Write, ...]
    undone: bool
    live: bool
    refused: bool
    window: str


def recent(db: Database, limit: int) -> list[PastBatch]:
    """Return the newest batches, newest first."""
    found = db.query(
        "SELECT batch, min(made_at), min(role), max(undone), max("
        f"{LIVE}), max(state = 'refused'), min(window), json_group_array(op), json_group_array(inverse) FROM"
        " (SELECT * FROM outbox ORDER BY seq) GROUP BY batch ORDER BY batch DESC LIMIT ?",
        limit,
    )
    return [_batch(row) for row in found]


def _batch(row: Any) -> PastBatch:
    batch, at, role, undone, live, refused, window, texts, inverses = row
    writes = tuple(parse_readable([(text,) for text in json.loads(texts)]))
    meant = writes
    if role == "undo":
        # The inverse of an undo is what was undone.
        back = [json.dumps(one) for text in reversed(json.loads(inverses)) for one in json.loads(text)]
        meant = tuple(parse_readable([(text,) for text in back])) or writes
    when = datetime.fromtimestamp(at, UTC)
    return PastBatch(batch, when, role, writes, meant, bool(undone), bool(live), bool(refused), window)


def window_state(window: str, own: str) -> Whose:
    """Return in which window something was done, for the window ``own``."""
    if window == own:
        return "here"
    if is_of_rules(window):
        return "rules"
    return "closed" if is_closed(window) else "open"


def revert_to(tx: Transaction, batch: int, own: str, told: Told | None = None) -> list[Undone]:
    """Undo a batch and all later ones, newest first, except those of other open windows.

    Batches that are undone already stay undone, so their undo is skipped.
    """
    rows = tx.rows(
        f"SELECT batch, min(window) FROM outbox WHERE batch >= ? AND role IN ('do', 'redo') AND {LIVE}"
        " GROUP BY batch ORDER BY batch DESC",
        batch,
    )
    mine = [number for number, window in rows if window_state(window, own) not in {"open", "rules"}]
    return [done for number in mine if (done := revert(tx, number, "undo", told)) is not None]
