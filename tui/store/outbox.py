"""Outbox: the writes the service has not got yet, in the order they were made.

States::

    waiting ──mark_inflight──▶ inflight ──confirm──▶ done
       ▲  ▲                      │ │ └─refuse─▶ refused ──retry──▶ waiting
       │  └────────back──────────┘ └─uncertain─▶ uncertain ──▶ confirm, back or refuse
       └─ waiting ──▶ folded (a later write says all of it) or dropped (given up, never sent)

``waiting``, ``inflight`` and ``uncertain`` are *pending*: what is shown is the service's word with every
pending op applied to it, oldest first.
"""

from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal, cast

from pydantic import TypeAdapter, ValidationError

from tui.clock import Clock
from tui.errors import StoreError
from tui.model.base import is_local
from tui.model.op import OPS, Op, entity, mentions, op_json
from tui.store import rebase
from tui.store.arrive import Arrived, take_in
from tui.store.db import Database, Transaction

State = Literal["waiting", "inflight", "uncertain", "done", "refused", "dropped", "folded"]

PENDING: tuple[State, ...] = ("waiting", "inflight", "uncertain")
"""States of an op that the service may not have, and that is shown."""

KEPT = 1000
"""Settled ops that are kept for undo."""

CLOCK_SLIP = 3600.0
"""Seconds; a wait that ends later than this was made under another clock, and is over."""

_COLUMNS = (
    "seq, key, op, inverse, state, attempts, not_before, first_sent_at, reason, batch, role, undone, cause"
)


@dataclass(frozen=True, slots=True)
class OpRow:
    """One write, and how far it has come.

    Attributes:
        seq: Its place in the order; grows for ever.
        key: What it is called in front of the service (idempotency key); never changes.
        inverse: The ops that take it back, in order; empty when nothing can.
        state: See the module.
        attempts: How often it was sent.
        not_before: When it may be sent again, or None for at once.
        first_sent_at: When it was sent first, or None.
        reason: Why the service refused it, or "".
        batch: ``seq`` of the first op of the same deed: ops of one batch are undone together.
        role: ``do``, ``undo`` or ``redo``.
        undone: Whether its inverse has been submitted.
        cause: ``seq`` of the refused op that took this one along, or None.
    """

    seq: int
    key: str
    op: Op
    inverse: tuple[Op, ...]
    state: State
    attempts: int
    not_before: datetime | None
    first_sent_at: datetime | None
    reason: str
    batch: int
    role: str
    undone: bool
    cause: int | None


_OP_LIST: TypeAdapter[tuple[Op, ...]] = TypeAdapter(tuple[Op, ...])


def row_of(values: Any) -> OpRow:
    """An outbox row as stored.

    Raises:
        StoreError: The row cannot be read.
    """
    seq, key, op, inverse, state, attempts, not_before, first_sent, *rest = values
    try:
        return OpRow(
            seq,
            key,
            OPS.validate_json(op),
            _OP_LIST.validate_json(inverse),
            state,
            attempts,
            _moment(not_before),
            _moment(first_sent),
            rest[0],
            rest[1],
            rest[2],
            bool(rest[3]),
            rest[4],
        )
    except ValidationError as error:
        raise StoreError(
            f"Write {seq} in the outbox cannot be read.", hint="Drop it in the outbox."
        ) from error


def _moment(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


class Outbox:
    """Reads on any thread; every write is a Future whose result comes once it is durable."""

    def __init__(self, db: Database, clock: Clock) -> None:
        self._db = db
        self._clock = clock

    # --- looking ---------------------------------------------------------------

    def ready(self, limit: int = 20) -> list[OpRow]:
        """Ops that may be sent now, oldest first.

        Waiting, not before their time, with no earlier pending op on the same entity, and naming nothing
        that the service has not been told of (what a create makes is no such name).
        """
        now = self._clock.now().timestamp()
        rows = self._db.query(
            f"SELECT {_COLUMNS} FROM outbox AS o WHERE state = 'waiting' AND needs = ''"
            " AND (not_before IS NULL OR not_before <= ? OR not_before > ?)"
            " AND NOT EXISTS (SELECT 1 FROM outbox AS e WHERE e.entity = o.entity AND e.seq < o.seq"
            "  AND e.state IN ('waiting', 'inflight', 'uncertain')) ORDER BY seq LIMIT ?",
            now,
            now + CLOCK_SLIP,
            limit,
        )
        return [row_of(row) for row in rows]

    def next_at(self) -> datetime | None:
        """When the next waiting op that was put off may be sent, or None when none was."""
        row = self._db.first("SELECT min(not_before) FROM outbox WHERE state = 'waiting'")
        return _moment(row[0])

    def get(self, seq: int) -> OpRow | None:
        """The op numbered ``seq``, or None."""
        row = self._db.first(f"SELECT {_COLUMNS} FROM outbox WHERE seq = ?", seq)
        return None if row is None else row_of(row)

    def in_state(self, *states: State) -> list[OpRow]:
        """Every op in one of ``states``, oldest first."""
        marks = ",".join("?" * len(states))
        rows = self._db.query(f"SELECT {_COLUMNS} FROM outbox WHERE state IN ({marks}) ORDER BY seq", *states)
        return [row_of(row) for row in rows]

    def counts(self) -> tuple[int, int]:
        """(pending, refused)."""
        row = self._db.first(
            "SELECT count(CASE WHEN state != 'refused' THEN 1 END), count(CASE WHEN state = 'refused' THEN 1 END)"
            " FROM outbox WHERE state IN ('waiting', 'inflight', 'uncertain', 'refused')"
        )
        return row[0], row[1]

    def idempotency_key(self, seq: int) -> str:
        """The op's name in front of the service, the same at each attempt."""
        row = self._db.first("SELECT key FROM outbox WHERE seq = ?", seq)
        if row is None:
            raise StoreError(f"There is no write {seq} in the outbox.")
        return str(row[0])

    def named(self, idents: Iterable[str]) -> frozenset[str]:
        """Those of the service's ids that some op of ours made already."""
        wanted = sorted(set(idents))
        marks = ",".join("?" * len(wanted))
        return frozenset(
            row[0] for row in self._db.query(f"SELECT server FROM bound WHERE server IN ({marks})", *wanted)
        )

    # --- the fate of an op -----------------------------------------------------

    def mark_inflight(self, seq: int) -> "Future[OpRow | None]":
        """Say that ``seq`` leaves now, before its first byte does.

        The row to send: an id in it may have been bound since ``ready``. None when it is not waiting any
        more (taken back or folded meanwhile): then nothing may be sent.
        """

        def work(tx: Transaction) -> OpRow | None:
            if not tx.run(
                "UPDATE outbox SET state = 'inflight', attempts = attempts + 1, not_before = NULL,"
                " first_sent_at = coalesce(first_sent_at, ?) WHERE seq = ? AND state = 'waiting' AND needs = ''",
                tx.now.timestamp(),
                seq,
            ):
                return None
            tx.changed("outbox")
            return row_of(tx.one(f"SELECT {_COLUMNS} FROM outbox WHERE seq = ?", seq))

        return self._db.write(work)

    def confirm(
        self, seq: int, bound: Mapping[str, str] | None = None, arrived: Arrived | None = None
    ) -> "Future[None]":
        """The service has it: its effect becomes the service's word, and it is done.

        Args:
            seq: The op. One that is no longer pending is left as it is.
            bound: Local id to the service's id of what it created. Every row, draft, finding and other op
                that has the local id gets the service's in the same transaction; where a pull brought the
                thing already, the two become one.
            arrived: What the service answered, taken in after that.
        """
        return self._db.write(lambda tx: _confirm(tx, seq, dict(bound or {}), arrived))

    def back(self, seq: int, not_before: datetime | None = None) -> "Future[None]":
        """It surely was not carried out, or may be asked again: back to waiting, until ``not_before``."""
        at = None if not_before is None else not_before.timestamp()
        return self._db.write(lambda tx: _move(tx, seq, "waiting", PENDING, not_before=at))

    def uncertain(self, seq: int) -> "Future[None]":
        """It left, and nobody knows whether it was carried out."""
        return self._db.write(lambda tx: _move(tx, seq, "uncertain", ("inflight",)))

    def refuse(self, seq: int, reason: str) -> "Future[None]":
        """The service will not have it: it is taken out of what is shown, and kept for the user.

        Waiting ops that name something it would have created are refused with it (their ``cause``).
        """
        return self._db.write(lambda tx: _refuse(tx, seq, reason))

    def retry(self, seq: int) -> "Future[None]":
        """A refused op waits again, with those that were refused because of it."""
        return self._db.write(lambda tx: _settle_refused(tx, seq, "waiting"))

    def drop(self, seq: int) -> "Future[None]":
        """The user gives a refused op up, with those that were refused because of it."""
        return self._db.write(lambda tx: _settle_refused(tx, seq, "dropped"))

    def recover(self) -> "Future[int]":
        """After a crash: what was inflight is uncertain. How many ops that is.

        Only for the holder of the lease: another process may be sending. Deeds settled long ago are
        forgotten here too; the newest thousand can still be undone.
        """

        def work(tx: Transaction) -> int:
            tx.run(
                "DELETE FROM outbox WHERE state IN ('done', 'dropped', 'folded')"
                " AND seq < (SELECT max(seq) FROM outbox) - ?",
                KEPT,
            )
            count = tx.run("UPDATE outbox SET state = 'uncertain' WHERE state = 'inflight'")
            if count:
                tx.changed("outbox")
            return count

        return self._db.write(work)

    def lease(self, owner: str, now: datetime, seconds: float = 30.0) -> "Future[bool]":
        """Take or renew the right to send, for ``seconds``. Whether ``owner`` has it now.

        One process sends for one account. A lease that ended, or that ends impossibly late (another
        clock), may be taken over.
        """

        def work(tx: Transaction) -> bool:
            at = now.timestamp()
            return bool(
                tx.run(
                    "INSERT INTO lease (name, owner, until) VALUES ('send', ?, ?) ON CONFLICT (name) DO UPDATE"
                    " SET owner = excluded.owner, until = excluded.until"
                    " WHERE owner = excluded.owner OR until <= ? OR until > ?",
                    owner,
                    at + seconds,
                    at,
                    at + CLOCK_SLIP,
                )
            )

        return self._db.write(work)

    def release(self, owner: str) -> "Future[None]":
        """Give the right to send up, so that another process need not wait for it."""

        def work(tx: Transaction) -> None:
            tx.run("DELETE FROM lease WHERE name = 'send' AND owner = ?", owner)

        return self._db.write(work)

    def leader(self) -> str | None:
        """Who holds the right to send, or None."""
        row = self._db.first(
            "SELECT owner FROM lease WHERE name = 'send' AND until > ?", self._clock.now().timestamp()
        )
        return None if row is None else str(row[0])


# --- inside a transaction ----------------------------------------------------------


def fetch(tx: Transaction, where: str, *args: Any) -> list[OpRow]:
    """Op rows that meet ``where``, oldest first."""
    return [
        row_of(row) for row in tx.rows(f"SELECT {_COLUMNS} FROM outbox WHERE {where} ORDER BY seq", *args)
    ]


def append(
    tx: Transaction,
    op: Op,
    *,
    key: str,
    batch: int | None,
    role: str,
    inverse: Iterable[Op] = (),
    renames: str = "{}",
) -> int:
    """Write ``op`` down as waiting; its seq. ``batch`` None begins a new one."""
    cursor = tx.conn.execute(
        "INSERT INTO outbox (key, batch, role, entity, kind, op, inverse, renames, needs, state, made_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?)",
        (
            key,
            batch or 0,
            role,
            entity(op),
            op.kind,
            op_json(op),
            list_json(inverse),
            renames,
            rebase.needs(op),
            tx.now.timestamp(),
        ),
    )
    seq = cast("int", cursor.lastrowid)
    if batch is None:
        tx.run("UPDATE outbox SET batch = seq WHERE seq = ?", seq)
    tx.changed("outbox")
    return seq


def list_json(ops: Iterable[Op]) -> str:
    """Several ops as stored."""
    return f"[{','.join(op_json(op) for op in ops)}]"


def _move(
    tx: Transaction,
    seq: int,
    state: State,
    come_from: tuple[State, ...],
    *,
    reason: str = "",
    not_before: float | None = None,
    cause: int | None = None,
) -> None:
    marks = ",".join("?" * len(come_from))
    if tx.run(
        f"UPDATE outbox SET state = ?, reason = ?, not_before = ?, cause = ? WHERE seq = ? AND state IN ({marks})",
        state,
        reason,
        not_before,
        cause,
        seq,
        *come_from,
    ):
        tx.changed("outbox")


def _confirm(tx: Transaction, seq: int, bound: dict[str, str], arrived: Arrived | None) -> None:
    rows = fetch(tx, "seq = ? AND state IN ('waiting', 'inflight', 'uncertain')", seq)
    if rows:
        made = rebase.created(rows[0].op)
        if any(is_local(ident) and ident not in bound for ident in made):
            raise StoreError(f"Write {seq} was confirmed without the service's id for what it made.")
        op = rebase.bind(tx, bound, rows[0].op)
        _move(tx, seq, "done", PENDING)
        rebase.accept(tx, op)
        rebase.refresh_naming(tx, set(bound.values()))
    if arrived is not None:
        take_in(tx, arrived)


def _refuse(tx: Transaction, seq: int, reason: str) -> None:
    for row in fetch(tx, "seq = ? AND state IN ('waiting', 'inflight', 'uncertain')", seq):
        _move(tx, seq, "refused", PENDING, reason=reason)
        taken_along = _dependents(tx, row.op)
        for other in taken_along:
            _move(
                tx, other.seq, "refused", ("waiting",), reason=f"Needs a refused write: {reason}", cause=seq
            )
        rebase.refresh_after(tx, [row.op, *(other.op for other in taken_along)])


def _dependents(tx: Transaction, op: Op) -> list[OpRow]:
    """Waiting ops that name something ``op`` was to make, and what those were to make in turn."""
    found: dict[int, OpRow] = {}
    names = [ident for ident in rebase.created(op) if is_local(ident)]
    while names:
        ident = names.pop()
        for row in fetch(tx, "state = 'waiting' AND instr(op, ?) > 0", ident):
            if row.seq not in found and ident in mentions(row.op):
                found[row.seq] = row
                names.extend(rebase.created(row.op))
    return list(found.values())


def _settle_refused(tx: Transaction, seq: int, state: State) -> None:
    rows = fetch(tx, "state = 'refused' AND (seq = ? OR cause = ?)", seq, seq)
    for row in rows:
        _move(tx, row.seq, state, ("refused",))
    rebase.refresh_after(tx, [row.op for row in rows])


def cancel_unsent(tx: Transaction, op: Op) -> list[Op]:
    """What need not be sent because ``op`` deletes something the service was never told of.

    The create and all that names the thing are dropped, and the delete itself (its row must exist) is done.
    Empty when the service was told, or may have been.
    """
    target = rebase.deleted(op)
    if target is None or not rebase.unsent(tx, target):
        return []
    rows = fetch(tx, "state = 'waiting' AND instr(op, ?) > 0", target)
    rows = [row for row in rows if target in mentions(row.op)]
    for row in rows:
        _move(tx, row.seq, "done" if rebase.deleted(row.op) == target else "dropped", ("waiting",))
    return [row.op for row in rows]


def fold(tx: Transaction, seq: int, op: Op) -> None:
    """Earlier ops, never sent, whose whole effect ``op`` repeats need not be sent at all.

    They stay in the order for undo: each step of a card pushed along can still be taken back.
    """
    for row in fetch(
        tx,
        "entity = ? AND kind = ? AND seq < ? AND state = 'waiting' AND attempts = 0",
        entity(op),
        op.kind,
        seq,
    ):
        if rebase.covers(op, row.op):
            _move(tx, row.seq, "folded", ("waiting",), cause=seq)
