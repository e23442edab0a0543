"""The queue of ops, inside a transaction: appended, folded, confirmed, refused."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, cast

from tui.errors import StoreError
from tui.model.base import is_local
from tui.model.op import Op, entity, mentions, op_json
from tui.store.arrive import Arrived, take_in
from tui.store.db import Transaction
from tui.store.ops import about, rebase
from tui.store.ops.contested import starts
from tui.store.ops.effect import Key
from tui.store.ops.row import COLUMNS, PENDING, OpRow, State, rows_of


def fetch(tx: Transaction, where: str, *args: Any) -> list[OpRow]:
    """Op rows that meet ``where`` and can be read, oldest first."""
    rows = tx.rows(f"SELECT {COLUMNS} FROM outbox WHERE {where} ORDER BY seq", *args)
    return rows_of(rows)[0]


def append(
    tx: Transaction,
    op: Op,
    *,
    key: str,
    batch: int | None,
    role: str,
    inverse: Iterable[Op] = (),
    renames: str = "{}",
    base: Mapping[str, Any] | None = None,
) -> int:
    """Write ``op`` down as waiting; its seq. ``batch`` None begins a new one."""
    cursor = tx.conn.execute(
        "INSERT INTO outbox (key, batch, role, entity, kind, op, inverse, renames, needs, state, made_at,"
        " base, window) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?, ?)",
        (
            key,
            batch or 0,
            role,
            entity(op),
            op.kind,
            op_json(op),
            list_json(inverse),
            renames,
            about.needs(op),
            tx.now.timestamp(),
            None if base is None else json.dumps(base),
            tx.window,
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


def move(
    tx: Transaction,
    seq: int,
    state: State,
    come_from: tuple[State, ...],
    *,
    reason: str = "",
    not_before: float | None = None,
    cause: int | None = None,
) -> None:
    """Put an op into another state, if it is in one of ``come_from``."""
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


def confirm(tx: Transaction, seq: int, bound: dict[str, str], arrived: Arrived | None) -> frozenset[Key]:
    """See ``Outbox.confirm``."""
    overtaken = frozenset[Key]()
    rows = fetch(tx, "seq = ? AND state IN ('waiting', 'inflight', 'uncertain')", seq)
    if rows:
        made = about.created(rows[0].op)
        if any(is_local(ident) and ident not in bound for ident in made):
            raise StoreError(f"Write {seq} was confirmed without the service's id for what it made.")
        op = rebase.bind(tx, bound, rows[0].op)
        move(tx, seq, "done", PENDING)
        overtaken = rebase.accept(tx, op, None if arrived is None else arrived.since)
        rebase.refresh_naming(tx, set(bound.values()))
    if arrived is not None:
        take_in(tx, arrived, but=overtaken)
    return overtaken


def refuse(tx: Transaction, seq: int, reason: str, *, instead: bool) -> None:
    """See ``Outbox.refuse``."""
    for row in fetch(tx, "seq = ? AND state IN ('waiting', 'inflight', 'uncertain')", seq):
        move(tx, seq, "refused", PENDING, reason=reason)
        taken_along = _dependents(tx, row.op)
        for other in taken_along:
            move(tx, other.seq, "refused", ("waiting",), reason=f"Needs a refused write: {reason}", cause=seq)
        back = _instead(tx, row) if instead else []
        begin_again(tx, row, back)
        rebase.refresh_after(tx, [row.op, *(other.op for other in (*taken_along, *back))])


def _instead(tx: Transaction, refused: OpRow) -> list[OpRow]:
    """The ops that ``refused`` took the place of, waiting again: they may do where it did not."""
    folded = fetch(tx, "state = 'folded' AND cause = ?", refused.seq)
    for row in folded:
        move(tx, row.seq, "waiting", ("folded",))
    return folded


def begin_again(tx: Transaction, refused: OpRow, back: Iterable[OpRow] = ()) -> None:
    """The next change of a field began with what the service will not have: it begins earlier.

    Args:
        tx: The write under way.
        refused: What the service will not have.
        back: What waits again in its stead.
    """
    held = {name: value for name, value in (refused.base or {}).items() if name in starts(refused.op)}
    for row in back:
        held |= {name: value for name, value in starts(row.op).items() if name in held}
    later = fetch(tx, f"entity = ? AND seq > ? AND {rebase.PENDING}", entity(refused.op), refused.seq)
    for row in later:
        if about.alike(row.op, refused.op):
            begun = {name: held.pop(name) for name in starts(row.op) if name in held}
            if begun:
                rebegin(tx, row.seq, begun)


def rebegin(tx: Transaction, seq: int, base: Mapping[str, Any]) -> None:
    """Let a write begin with these values of its fields."""
    if not base:
        return
    row = tx.one("SELECT coalesce(base, '{}') FROM outbox WHERE seq = ?", seq)
    text = json.dumps({**json.loads(row[0]), **base})
    tx.run("UPDATE outbox SET base = ? WHERE seq = ?", text, seq)


def _dependents(tx: Transaction, op: Op) -> list[OpRow]:
    """Waiting ops that name something ``op`` was to make, and what those were to make in turn."""
    found: dict[int, OpRow] = {}
    names = [ident for ident in about.created(op) if is_local(ident)]
    while names:
        ident = names.pop()
        for row in fetch(tx, "state = 'waiting' AND instr(op, ?) > 0", ident):
            if row.seq not in found and ident in mentions(row.op):
                found[row.seq] = row
                names.extend(about.created(row.op))
    return list(found.values())


def settle_refused(tx: Transaction, seq: int, state: State) -> None:
    """Put a refused op, and those it took along, into another state.

    One that was taken along cannot be sent without the op that took it: trying it again tries that again too.
    """
    if state == "waiting":
        cause = tx.one(
            "SELECT c.seq FROM outbox AS o JOIN outbox AS c ON c.seq = o.cause"
            " WHERE o.seq = ? AND o.state = 'refused' AND c.state = 'refused'",
            seq,
        )
        seq = seq if cause is None else cause[0]
    rows = fetch(tx, "state = 'refused' AND (seq = ? OR cause = ?)", seq, seq)
    for row in rows:
        move(tx, row.seq, state, ("refused",))
    rebase.refresh_after(tx, [row.op for row in rows])


def cancel_unsent(tx: Transaction, op: Op) -> list[Op]:
    """What need not be sent because ``op`` deletes something the service was never told of.

    The create and all that names the thing are folded into the delete, and that (its row must exist) is
    done: both can still be undone. Empty when the service was told, or may have been.
    """
    target = about.deleted(op)
    if target is None or not rebase.unsent(tx, target):
        return []
    rows = fetch(tx, "state = 'waiting' AND instr(op, ?) > 0", target)
    rows = [row for row in rows if target in mentions(row.op)]
    for row in rows:
        move(tx, row.seq, "done" if about.deleted(row.op) == target else "folded", ("waiting",))
    return [row.op for row in rows]


def fold(tx: Transaction, seq: int, op: Op) -> None:
    """Earlier ops, never sent, whose whole effect ``op`` repeats need not be sent at all.

    They stay in the order for undo: each step of a card pushed along can still be taken back. A field is then
    changed from what the first of them found, which is what the service has.
    """
    for row in fetch(
        tx,
        "entity = ? AND kind = ? AND seq < ? AND state = 'waiting' AND attempts = 0",
        entity(op),
        op.kind,
        seq,
    ):
        if about.covers(op, row.op):
            move(tx, row.seq, "folded", ("waiting",), cause=seq)
            rebegin(tx, seq, {name: value for name, value in (row.base or {}).items() if name in starts(op)})
