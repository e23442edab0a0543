"""Submission of many new cards in few statements, ten times as fast as one by one."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from tui.model.values.scalars import is_local
from tui.store.outbox.queue import append_all
from tui.store.outbox.rebase import ShownRows
from tui.store.tables.card_rows import add_unknown, unknown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.model.writes.cards import CreateCard
    from tui.store.db import Transaction
    from tui.store.outbox.row import QueuedWrite

MANY = 20
"""Cards from which it is worth it."""


def submit_cards(
    tx: Transaction, writes: Sequence[CreateCard], role: str, batch: int | None
) -> list[QueuedWrite] | None:
    """Submit writes that create cards, none of which is known, in existing lists.

    Returns:
        The queued writes; None, with nothing done, if a write does not qualify.
    """
    idents = {ident for write in writes for ident in write.referenced_ids if is_local(ident)}
    bound = dict(
        tx.rows(
            "SELECT local, server FROM bound WHERE local IN (SELECT value FROM json_each(?))",
            json.dumps(list(idents)),
        )
    )
    now = [write.with_ids_replaced(bound) for write in writes] if bound else writes
    cards = [write.apply(None) for write in now]
    lists = {write.list_id for write in now}
    there = tx.rows(
        "SELECT id FROM lists WHERE id IN (SELECT value FROM json_each(?))", json.dumps(list(lists))
    )
    if len(there) < len(lists) or len(unknown(tx, cards)) < len(cards):
        return None
    shown = ShownRows(tx)
    queued = [(write, os.urandom(16).hex(), write.inverse(shown).writes) for write in now]
    rows = append_all(tx, queued, batch=batch, role=role)
    add_unknown(tx, cards, ours=True)
    return rows
