"""Bulk runs over many cards: their plans, their owners, and the state of each item."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tui.errors import UsageError
from tui.model.enrich.bulk import FAILED, OPEN, BulkItem, BulkRun, ItemState, RunState
from tui.model.subject import Subject
from tui.store.enrich.ledger import Ledger
from tui.store.enrich.reservations import HELD
from tui.store.tables import rows
from tui.store.windows.window import is_gone

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.finding import Quote
    from tui.store.db import Database, Transaction

KEPT = 50
"""Number of runs that are kept; of older runs only the ledger's costs remain."""

_RUN = "id, state, made_at, cards, low, high, attach, why, owner, until, again, services"


class Bulk:
    """Queries on bulk runs; a run whose process has ended counts as paused."""

    def __init__(self, db: Database, clock: Clock) -> None:
        self._db, self._clock = db, clock

    def get(self, run: str) -> BulkRun | None:
        """Return the run with its counts, or None."""
        row = self._db.first(f"SELECT {_RUN} FROM bulk_runs WHERE id = ?", run)
        return None if row is None else self._read(row)

    def recent(self, limit: int = 20) -> list[BulkRun]:
        """Return the latest runs, newest first."""
        found = self._db.query(f"SELECT {_RUN} FROM bulk_runs ORDER BY made_at DESC, id DESC LIMIT ?", limit)
        return [self._read(row) for row in found]

    def items(
        self, run: str, offset: int = 0, limit: int | None = None, state: ItemState | None = None
    ) -> list[BulkItem]:
        """Return the run's items in the order of the cards."""
        found = self._db.query(
            "SELECT place, card_id, subject, state, cost, why, sure FROM bulk_items"
            " WHERE run = ? AND (? IS NULL OR state = ?) ORDER BY place LIMIT ? OFFSET ?",
            run,
            state,
            state,
            -1 if limit is None else limit,
            offset,
        )
        return [_item(row) for row in found]

    def open_items(self, run: str, *, failed: bool = False) -> list[BulkItem]:
        """Return the items that still have to be looked up, including those of a killed process.

        With ``failed``, those that failed or were ambiguous are among them.
        """
        states = (*OPEN, *FAILED) if failed else OPEN
        found = [item for state in states for item in self.items(run, state=state)]
        return sorted(found, key=lambda item: item.place)

    def is_mine(self, run: str, owner: str) -> bool:
        """Return whether ``owner`` still has the lease of the run, and it is not paused or cancelled."""
        row = self._db.first("SELECT state, owner FROM bulk_runs WHERE id = ?", run)
        return row is not None and tuple(row) == ("running", owner)

    def _read(self, row: Any) -> BulkRun:
        ident, state, made_at, cards, low, high, attach, why, owner, until, again, services = row
        held = owner and self._clock.now().timestamp() < until and not is_gone(owner)
        counts = self._db.query("SELECT state, count(*) FROM bulk_items WHERE run = ? GROUP BY state", ident)
        spent = self._db.first("SELECT coalesce(sum(cost), 0) FROM ledger WHERE run = ?", ident)[0]
        return BulkRun(
            id=ident,
            state="paused" if state == "running" and not held else state,
            made_at=datetime.fromtimestamp(made_at, UTC),
            cards=cards,
            low=low,
            high=high,
            spent=int(spent),
            counts=MappingProxyType(dict(counts)),
            why=why,
            credits_left=Ledger(self._db).balance(),
            attach=bool(attach),
            again=bool(again),
            services=frozenset(json.loads(services)),
        )


def make(tx: Transaction, run: BulkRun, items: Sequence[BulkItem]) -> None:
    """Store a planned run, and delete the oldest inactive runs beyond KEPT."""
    tx.run(
        "INSERT INTO bulk_runs (id, state, made_at, cards, low, high, attach, again, services)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        run.id, run.state, run.made_at.timestamp(), run.cards, run.low, run.high, run.attach, run.again,
        json.dumps(sorted(run.services)),
    )  # fmt: skip
    tx.conn.executemany(
        "INSERT INTO bulk_items (run, place, card_id, type, key, subject, state, cost, why)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(run.id, *_row(item)) for item in items],
    )
    old = tx.rows(
        "SELECT id FROM bulk_runs WHERE state IN ('done', 'cancelled', 'planned') AND id != ?"
        " ORDER BY made_at DESC LIMIT -1 OFFSET ?",
        run.id,
        KEPT,
    )
    for (ident,) in old:
        drop(tx, ident)
    tx.changed("bulk")


def drop(tx: Transaction, run: str) -> None:
    """Delete a run and its items; its findings and its costs are kept."""
    tx.run("DELETE FROM bulk_items WHERE run = ?", run)
    tx.run("DELETE FROM bulk_runs WHERE id = ?", run)
    tx.changed("bulk")


def claim(tx: Transaction, run: str, owner: str, seen: RunState | None = None) -> None:
    """Claim a run for ``owner``, and set items that a killed process was working on back to waiting.

    Args:
        tx: The transaction.
        run: The run.
        owner: Who works on it from now on.
        seen: The state that the run had when it was decided to start it, if that took time.

    Raises:
        UsageError: There is no such run, another process works on it, or it was cancelled since it was ``seen``.
    """
    row = tx.one("SELECT state, owner, until FROM bulk_runs WHERE id = ?", run)
    if row is None:
        raise UsageError("there is no such run", hint="cardscout enrich runs lists them")
    state, holder, until = row
    if state == "running" and holder != owner and tx.now.timestamp() < until and not is_gone(holder):
        raise UsageError("another Cardscout is at this run", hint="look at it there, or wait for its end")
    if state == "cancelled" and seen not in {None, "cancelled"}:
        raise UsageError(
            "the run was cancelled before it began", hint="start it again to look them up after all"
        )
    set_state(tx, run, "running", owner=owner)
    release(tx, run)


def retry(tx: Transaction, run: str) -> None:
    """Set items that failed or were ambiguous back to waiting, even those that may have been charged."""
    for state in FAILED:
        tx.run(
            "UPDATE bulk_items SET state = 'waiting', why = '', sure = 1 WHERE run = ? AND state = ?",
            run,
            state,
        )


def set_state(tx: Transaction, run: str, state: RunState, why: str = "", owner: str = "") -> None:
    """Set the state of a run; with an ``owner`` also its lease, which must be renewed at least once a minute."""
    tx.run(
        "UPDATE bulk_runs SET state = ?, why = ?, owner = ?, until = ? WHERE id = ?",
        state,
        why,
        owner,
        tx.now.timestamp() + HELD if owner else 0,
        run,
    )
    tx.changed("bulk")


def set_price(tx: Transaction, run: str, price: Quote) -> None:
    """Set the price of a run, with what was spent on it already."""
    services = json.dumps(sorted(price.services))
    tx.run(
        "UPDATE bulk_runs SET low = ?, high = ?, services = ? WHERE id = ?",
        price.low,
        price.high,
        services,
        run,
    )
    tx.changed("bulk")


def cancel(tx: Transaction, run: str) -> None:
    """Cancel a run that is not done; its worker stops after the lookups under way."""
    tx.run(
        "UPDATE bulk_runs SET state = 'cancelled', why = '', owner = '' WHERE id = ? AND state != 'done'", run
    )
    tx.changed("bulk")


def renew_lease(tx: Transaction, run: str, owner: str) -> None:
    """Renew the owner's lease on a run."""
    until = tx.now.timestamp() + HELD
    tx.run("UPDATE bulk_runs SET until = ? WHERE id = ? AND owner = ?", until, run, owner)


def set_reason(tx: Transaction, run: str, why: str) -> None:
    """Record what a run waits for; "" for nothing."""
    tx.run("UPDATE bulk_runs SET why = ? WHERE id = ?", why, run)
    tx.changed("bulk")


def end(tx: Transaction, run: str, owner: str, why: str) -> None:
    """Release a run that nobody works on any more: it is done, or paused if items are still waiting."""
    row = tx.one("SELECT state, owner FROM bulk_runs WHERE id = ?", run)
    if row is None or row[1] not in {owner, ""}:
        return
    release(tx, run)
    left = tx.one("SELECT 1 FROM bulk_items WHERE run = ? AND state = 'waiting' LIMIT 1", run)
    if row[0] == "running":
        set_state(tx, run, "paused" if left is not None else "done", why if left is not None else "")
    else:
        tx.changed("bulk")


def add_cost(tx: Transaction, run: str, place: int, cost: int) -> None:
    """Add a service's charge to the cost of an item, whatever its outcome."""
    tx.run("UPDATE bulk_items SET cost = cost + ? WHERE run = ? AND place = ?", cost, run, place)


def set_item_state(tx: Transaction, run: str, place: int, state: ItemState, why: str = "") -> None:
    """Record the state of an item, and the reason for it."""
    tx.run(
        "UPDATE bulk_items SET state = ?, why = ? WHERE run = ? AND place = ?",
        state,
        why[:300],
        run,
        place,
    )
    tx.changed("bulk")


def release(tx: Transaction, run: str) -> None:
    """Set items that were under way back to waiting."""
    tx.run("UPDATE bulk_items SET state = 'waiting' WHERE run = ? AND state = 'working'", run)


def _row(item: BulkItem) -> tuple[Any, ...]:
    subject = item.subject
    if subject is None:
        return item.place, item.card_id, "", "", None, item.state, item.cost, item.why
    text = rows.text_of(subject)
    return item.place, item.card_id, subject.type, subject.key, text, item.state, item.cost, item.why


def _item(row: Any) -> BulkItem:
    place, card_id, subject, state, cost, why, sure = row
    read = None if subject is None else rows.read(Subject, subject)
    return BulkItem(place, card_id, read, state, cost, why, bool(sure))
