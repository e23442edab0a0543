"""Scheduling of waiting writes: which may be sent now, and when the next may."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tui.model.writes.boards import CopyBoard, UpdateBoard
from tui.model.writes.cards import CopyCard
from tui.model.writes.lists import CopyList, UpdateList
from tui.model.writes.registry import EVERY, kind_of
from tui.store.outbox.row import COLUMNS
from tui.store.tables.rows import IS_PENDING

if TYPE_CHECKING:
    from tui.store.db import Database

CLOCK_SLIP = 120.0
"""Seconds; a wait that ends later was set under another clock, and counts as over: no wait is so long."""

_DELETING_KINDS = ", ".join(f"'{kind_of(one)}'" for one in EVERY if one.deletes and one.deletes == one.queue)
_CLOSING_KINDS = ", ".join(f"'{kind_of(one)}'" for one in (UpdateBoard, UpdateList))
_REMOVES_TARGET = (
    f"(o.kind IN ({_DELETING_KINDS}) OR (o.kind IN ({_CLOSING_KINDS})"
    " AND CASE WHEN json_valid(o.op) THEN json_extract(o.op, '$.closed') END = 1))"
)
"""SQL condition for writes that remove the target of earlier ones, such as the deletion of a label."""

_COPIES_MUCH = f"o.kind IN ('{kind_of(CopyBoard)}', '{kind_of(CopyList)}')"
_COPIED_BOARD = (
    f"CASE WHEN json_valid(o.op) THEN json_extract(o.op, iif(o.kind = '{kind_of(CopyList)}',"
    " '$.board_id', '$.source_id')) END"
)
"""SQL expression for the board of which such a write copies a part, or all of it."""


def ready_rows(db: Database, now: float, limit: int) -> list[Any]:
    """Return rows of the writes that may be sent at ``now``, oldest first; see ``Outbox.ready``."""
    return db.query(
        f"SELECT {COLUMNS} FROM outbox AS o WHERE state = 'waiting' AND needs = ''"
        " AND (not_before IS NULL OR not_before <= ? OR not_before > ?)"
        " AND NOT EXISTS (SELECT 1 FROM outbox AS e WHERE e.entity = o.entity AND e.seq < o.seq"
        f"  AND (e.{IS_PENDING} OR (e.late_until > ? AND e.late_until <= ?)))"
        f" AND (o.kind != '{kind_of(CopyCard)}' OR NOT EXISTS (SELECT 1 FROM outbox AS s"
        "  WHERE s.entity = CASE WHEN json_valid(o.op) THEN json_extract(o.op, '$.source_id') END AND s.seq < o.seq"
        f"  AND s.{IS_PENDING}))"
        f" AND NOT ({_COPIES_MUCH} AND EXISTS (SELECT 1 FROM outbox AS b WHERE b.seq < o.seq"
        f"  AND b.{IS_PENDING} AND instr(b.op, {_COPIED_BOARD}) > 0))"
        f" AND NOT ({_REMOVES_TARGET} AND EXISTS (SELECT 1 FROM outbox AS n WHERE n.seq < o.seq"
        f"  AND n.{IS_PENDING} AND instr(n.op, o.entity) > 0))"
        " ORDER BY seq LIMIT ?",
        *(now, now + CLOCK_SLIP) * 2,
        limit,
    )


def next_at(db: Database, now: float) -> float | None:
    """Return when the next delayed write, or one behind a write that may arrive late, may be sent."""
    row = db.first(
        "SELECT min(at) FROM (SELECT not_before AS at FROM outbox WHERE state = 'waiting' UNION ALL"
        " SELECT late_until FROM outbox AS e WHERE late_until > ? AND EXISTS (SELECT 1 FROM outbox AS o"
        "  WHERE o.entity = e.entity AND o.seq > e.seq AND o.state = 'waiting'))",
        now,
    )
    at: float | None = row[0]
    return at
