"""Operations on the queue of writes inside a transaction: append, fold, confirm, refuse."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from tui.errors import StoreError
from tui.model.values.scalars import is_local
from tui.model.writes.base import Key, Write, quoted
from tui.model.writes.cards import CardCreation
from tui.model.writes.contested import base_values
from tui.model.writes.labels import CreateLabel, RemoveCardLabel
from tui.store.outbox import rebase
from tui.store.outbox.accept import accept, with_other_texts
from tui.store.outbox.arrivals import Arrived, take_in
from tui.store.outbox.ids import NAMES, bind, keep_ids, keep_new_ids
from tui.store.outbox.row import COLUMNS, PENDING, QueuedWrite, State, rows_of
from tui.store.tables.rows import IS_PENDING

if TYPE_CHECKING:
    from tui.store.db import Transaction


def fetch(tx: Transaction, where: str, *args: Any) -> list[QueuedWrite]:
    """Fetch the readable writes that meet ``where``, oldest first."""
    rows = tx.rows(f"SELECT {COLUMNS} FROM outbox WHERE {where} ORDER BY seq", *args)
    return rows_of(rows)[0]


def append(
    tx: Transaction,
    write: Write,
    *,
    key: str,
    batch: int | None,
    role: str,
    inverse: Sequence[Write] = (),
    renames: Mapping[str, str] = MappingProxyType({}),
    base: Mapping[str, Any] | None = None,
) -> int:
    """Append ``write`` as waiting and return its seq; ``batch`` None begins a new batch."""
    row = _new_row(tx, write, key, batch or 0, role, inverse, renames, base)
    seq = tx.taken = cast("int", tx.conn.execute(_ADD, (None, *row)).lastrowid)
    keep_ids(tx, seq, (write, *inverse), renames)
    if batch is None:
        tx.run("UPDATE outbox SET batch = seq WHERE seq = ?", seq)
    tx.changed("outbox")
    return seq


_ADD = (
    "INSERT INTO outbox (seq, key, batch, role, entity, kind, op, inverse, renames, needs, state, made_at,"
    " base, window) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?, ?)"
)


def _new_row(
    tx: Transaction,
    write: Write,
    key: str,
    batch: int,
    role: str,
    inverse: Iterable[Write],
    renames: Mapping[str, str] = MappingProxyType({}),
    base: Mapping[str, Any] | None = None,
) -> tuple[Any, ...]:
    """Return the columns of a write that begins to wait, without its number."""
    return (
        key,
        batch,
        role,
        write.entity,
        write.kind,
        write.to_stored(),
        list_json(inverse),
        json.dumps(dict(renames)),
        " ".join(write.unbound_ids),
        tx.now.timestamp(),
        None if base is None else json.dumps(base),
        tx.window,
    )


def append_all(
    tx: Transaction, writes: Sequence[tuple[Write, str, Sequence[Write]]], *, batch: int | None, role: str
) -> list[QueuedWrite]:
    """Append many writes as waiting, each with its key and its inverse, in one statement."""
    first = int(tx.one("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'outbox'")[0]) + 1
    batch = batch or first
    tx.conn.executemany(
        _ADD,
        [
            (seq, *_new_row(tx, write, key, batch, role, inverse))
            for seq, (write, key, inverse) in enumerate(writes, first)
        ],
    )
    keep_new_ids(tx, ((seq, (write, *inverse)) for seq, (write, _, inverse) in enumerate(writes, first)))
    tx.taken = first + len(writes) - 1
    tx.changed("outbox")
    return [
        QueuedWrite(
            seq=seq,
            key=key,
            write=write,
            inverse=tuple(inverse),
            state="waiting",
            attempts=0,
            not_before=None,
            first_sent_at=None,
            reason="",
            batch=batch,
            role=role,
            undone=False,
            cause=None,
            base=None,
        )
        for seq, (write, key, inverse) in enumerate(writes, first)
    ]


def list_json(writes: Iterable[Write]) -> str:
    """Serialise several writes as a JSON list."""
    return f"[{','.join(write.to_stored() for write in writes)}]"


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
    """Put a write into another state, if it is in one of ``come_from``."""
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
    rows = fetch(tx, f"seq = ? AND {IS_PENDING}", seq)
    if rows:
        made = rows[0].write.created_id
        if made is not None and is_local(made) and made not in bound:
            raise StoreError(f"Write {seq} was confirmed without the service's id for what it made.")
        write = bind(tx, bound, rows[0].write)
        move(tx, seq, "done", PENDING)
        overtaken = accept(tx, write, None if arrived is None else arrived.since)
        rebase.refresh_naming(tx, set(bound.values()))
    if arrived is not None:
        # What was found before a write that cannot be sent arrives here too; a new card has no other text than ours.
        if not rows or rows[0].write.created_id is None:
            overtaken |= with_other_texts(tx, arrived.cards, (rows[0].base or {}) if rows else {})
        take_in(tx, arrived, but=overtaken)
    return overtaken


def refuse(tx: Transaction, seq: int, reason: str, *, instead: bool) -> None:
    """See ``Outbox.refuse``."""
    for row in fetch(tx, f"seq = ? AND {IS_PENDING}", seq):
        move(tx, seq, "refused", PENDING, reason=reason)
        spared = _spare_cards(tx, row, reason)
        dependents = _dependents(tx, row.write)
        for other in dependents:
            move(tx, other.seq, "refused", ("waiting",), reason=f"Needs a refused write: {reason}", cause=seq)
        restored = _restore_folded(tx, row) if instead else []
        correct_next_base(tx, row, restored)
        rebase.refresh_after(tx, [row.write, *spared, *(other.write for other in (*dependents, *restored))])


def _spare_cards(tx: Transaction, refused: QueuedWrite, reason: str) -> list[Write]:
    """Take a refused new label off the new cards that wait for it, so that they are made without it.

    What would put it on a card is kept as refused too: sent again with the label, it brings the label there.

    Returns:
        The writes of the cards.
    """
    label = refused.write
    if not isinstance(label, CreateLabel):
        return []
    name = quoted(label.name, label.color or "")
    spared: list[Write] = []
    for row in fetch(tx, f"state = 'waiting' AND {NAMES}", label.label_id):
        if not isinstance(row.write, CardCreation) or label.label_id not in row.write.label_ids:
            continue
        card, put_on = row.write.without_label(label.label_id)
        needs = " ".join(card.unbound_ids)
        tx.run("UPDATE outbox SET op = ?, needs = ? WHERE seq = ?", card.to_stored(), needs, row.seq)
        keep_ids(tx, row.seq, (card, *row.inverse), {})
        back = RemoveCardLabel(board_id=card.board_id, card_id=card.card_id, label_id=label.label_id)
        key = os.urandom(16).hex()
        seq = append(tx, put_on, key=key, batch=row.batch, role=row.role, inverse=(back,))
        move(
            tx,
            seq,
            "refused",
            ("waiting",),
            reason=f"made without label {name}: {reason}",
            cause=refused.seq,
        )
        spared.append(card)
    return spared


def _restore_folded(tx: Transaction, refused: QueuedWrite) -> list[QueuedWrite]:
    """Set the writes that were folded into ``refused`` back to waiting, because they may succeed without it."""
    folded = fetch(tx, "state = 'folded' AND cause = ?", refused.seq)
    for row in folded:
        move(tx, row.seq, "waiting", ("folded",))
    return folded


def correct_next_base(tx: Transaction, refused: QueuedWrite, back: Iterable[QueuedWrite] = ()) -> None:
    """Correct the base of the next write to each field, which started from a refused value.

    Args:
        tx: The transaction.
        refused: The write that the service refused.
        back: The writes that wait again in its stead.
    """
    old_base = {
        name: value for name, value in (refused.base or {}).items() if name in base_values(refused.write)
    }
    for row in back:
        old_base |= {name: value for name, value in base_values(row.write).items() if name in old_base}
    later = fetch(tx, f"entity = ? AND seq > ? AND {IS_PENDING}", refused.write.entity, refused.seq)
    for row in later:
        if row.write.is_like(refused.write):
            new_base = {name: old_base.pop(name) for name in base_values(row.write) if name in old_base}
            if new_base:
                replace_base(tx, row.seq, new_base)


def replace_base(tx: Transaction, seq: int, base: Mapping[str, Any]) -> None:
    """Replace these values in the base of a write."""
    if not base:
        return
    row = tx.one("SELECT coalesce(base, '{}') FROM outbox WHERE seq = ?", seq)
    text = json.dumps({**json.loads(row[0]), **base})
    tx.run("UPDATE outbox SET base = ? WHERE seq = ?", text, seq)


def _dependents(tx: Transaction, write: Write) -> list[QueuedWrite]:
    """Find waiting writes that depend on something ``write`` would have created, and their dependents in turn."""
    found: dict[int, QueuedWrite] = {}
    names = [write.created_id] if write.created_id and is_local(write.created_id) else []
    while names:
        ident = names.pop()
        for row in fetch(tx, f"state = 'waiting' AND {NAMES}", ident):
            if row.seq not in found and ident in row.write.referenced_ids:
                found[row.seq] = row
                names += [row.write.created_id] if row.write.created_id else []
    return list(found.values())


def settle_refused(tx: Transaction, seq: int, state: State) -> None:
    """Put a refused write, and those refused because of it, into another state.

    A write refused because of another one cannot be sent without it, so retrying it retries both.
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
    rebase.refresh_after(tx, [row.write for row in rows])


def cancel_unsent(tx: Transaction, write: Write) -> list[Write]:
    """Cancel writes that need not be sent because ``write`` deletes something the service never knew.

    The create and all writes on the thing are folded into the delete, whose row must exist and is marked
    done; all of them can still be undone. Nothing is cancelled if the service may know the thing, or if
    something else is made from it first: a copy of a card, a card with a label. Refused writes on the thing
    are dropped, as they could never be sent again.
    """
    target = write.deleted_id
    if target is None or not rebase.unsent(tx, target):
        return []

    def naming(state: str) -> list[QueuedWrite]:
        rows = fetch(tx, f"state = ? AND {NAMES}", state, target)
        return [row for row in rows if target in row.write.referenced_ids]

    rows = naming("waiting")
    if any(row.write.outlives(target) for row in rows):
        return []
    for row in rows:
        move(tx, row.seq, "done" if row.write.deleted_id == target else "folded", ("waiting",))
    for row in naming("refused"):
        move(tx, row.seq, "dropped", ("refused",))
    return [row.write for row in rows]


def fold(tx: Transaction, seq: int, write: Write) -> None:
    """Fold earlier unsent writes whose whole effect ``write`` repeats.

    They stay in the queue for undo, so that each step of a card moved along can still be undone. The base of
    a field then becomes that of the first of them, which is the value the service has.
    """
    # With the plus it is found by the thing, of which few writes wait, and not by the kind, of which all may be.
    for row in fetch(
        tx,
        "entity = ? AND +kind = ? AND seq < ? AND state = 'waiting' AND attempts = 0",
        write.entity,
        write.kind,
        seq,
    ):
        if write.covers(row.write):
            move(tx, row.seq, "folded", ("waiting",), cause=seq)
            replace_base(
                tx,
                seq,
                {name: value for name, value in (row.base or {}).items() if name in base_values(write)},
            )
