"""Contested fields: values changed differently by two people or windows, both kept until the user discards one.

The earlier change wins: theirs at the service, the first window's on this machine. The later one is recorded
as a conflict, for the user to choose.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from tui.errors import StoreError
from tui.model.values.fields import Frozen
from tui.model.writes import registry
from tui.model.writes.cards import MoveCard, UpdateCard
from tui.model.writes.contested import TEXTS, fields, reduce_to_field, typed_field, values_equal, with_value
from tui.store.outbox import ids, rebase
from tui.store.outbox.queue import correct_next_base, fetch, list_json, move, refuse
from tui.store.outbox.rebase import ShownRows, accepted, lacking, shown_fields
from tui.store.outbox.submit import submit_one
from tui.store.tables.rows import IS_PENDING

if TYPE_CHECKING:
    from tui.model.sync import Chosen, Why
    from tui.model.writes.base import Write
    from tui.store.db import Transaction
    from tui.store.outbox.row import QueuedWrite

Merge = Callable[[str, str, str], str | None]
"""Maps (base, mine, theirs) to a text with both changes, or to None if they overlap."""

_SAME_FIELD = "why = ? AND field = ? AND json_extract(op, '$.card_id') = ? AND json_extract(op, '$.kind') = ?"
"""The condition for the conflicts of a kind, of one field of one card, that changes of one kind have caused."""

KEPT = timedelta(days=30)
"""How long a settled conflict keeps the text that was not chosen, unless the user discards it sooner."""


class ContestedField(Frozen):
    """A field that was changed on both sides.

    Attributes:
        base: The value before both changes.
    """

    field: str
    base: Any
    theirs: Any


def edit(tx: Transaction, writes: tuple[Write, ...], seen: Mapping[str, Any], merge: Merge) -> int:
    """Submit ``writes`` as one batch, except fields that changed from what the user had ``seen`` at first.

    Args:
        tx: The transaction.
        writes: The writes.
        seen: Values by field when the user began to edit.
        merge: Merges texts.

    Returns:
        How many fields were changed meanwhile and became conflicts.

    Raises:
        StoreError: A write names a thing that does not exist; then none is submitted.
        UsageError: A text is too long or a name empty; then none is submitted.
    """
    batch: int | None = None
    count = 0
    for original in writes:
        write = accepted(tx, original)
        if reason := lacking(tx, write):
            raise StoreError(reason, hint="The board has changed since; what is shown is right.")
        now = shown_fields(write, ShownRows(tx))
        left, found = split_conflicts(write, seen, now, merge)
        for one in found:
            record_conflict(tx, "both", reduce_to_field(write, one.field), one)
        count += len(found)
        if left is not None:
            seq = submit_one(tx, left, "do", batch)
            batch = batch or seq
    return count


def split_conflicts(
    write: Write, base: Mapping[str, Any], now: Mapping[str, Any], merge: Merge
) -> tuple[Write | None, list[ContestedField]]:
    """Split ``write`` into the part still to be done and its conflicts. Pure.

    Args:
        write: A change of some fields.
        base: The fields' values when the user began, as far as known.
        now: The fields' values now.
        merge: Merges texts.
    """
    found: list[ContestedField] = []
    settled: dict[str, Any] = {}
    for name, mine in fields(write).items():
        if name not in base or name not in now or values_equal(now[name], base[name]):
            continue
        theirs = now[name]
        merged = _merged(name, base[name], mine, theirs, merge)
        if merged is not None and not values_equal(merged, theirs):
            write = with_value(write, name, merged)
            continue
        settled[name] = theirs
        # A value that is equal by now, or was not changed here, is no conflict.
        if merged is None and not any(values_equal(mine, other) for other in (theirs, base[name])):
            found.append(ContestedField(name, base[name], theirs))
    return write.without(settled) if settled else write, found


def _merged(name: str, base: Any, mine: Any, theirs: Any, merge: Merge) -> str | None:
    texts = all(isinstance(value, str) for value in (base, mine, theirs))
    return merge(base, mine, theirs) if name in TEXTS and texts else None


def contest(tx: Transaction, seq: int, found: Sequence[ContestedField], left: Write | None) -> None:
    """See ``Outbox.contest``."""
    for row in fetch(tx, f"seq = ? AND {IS_PENDING}", seq):
        _reduce(tx, row, left)
        correct_next_base(tx, row)
        rebase.refresh_after(tx, [row.write])
        # After that, as a conflict keeps what is shown without this write.
        for one in found:
            record_conflict(
                tx, _why_contested(tx, row.write, one), reduce_to_field(row.write, one.field), one
            )


def _reduce(tx: Transaction, row: QueuedWrite, left: Write | None) -> None:
    """Reduce a pending write, and its inverse, to the part ``left``."""
    if left is None:
        move(
            tx,
            row.seq,
            "dropped",
            ("waiting", "inflight", "uncertain"),
            reason="Somebody else changed it too.",
        )
        return
    gone = dict.fromkeys(fields(row.write).keys() - fields(left).keys())
    inverses = [reduced for one in row.inverse if (reduced := one.without(gone) if gone else one) is not None]
    tx.run(
        "UPDATE outbox SET op = ?, inverse = ? WHERE seq = ?", left.to_stored(), list_json(inverses), row.seq
    )
    tx.changed("outbox")


def refuse_orphaned(tx: Transaction, seq: int, reason: str) -> None:
    """See ``Outbox.refuse_orphaned``."""
    refuse(tx, seq, reason, instead=False)
    rows = fetch(tx, "state = 'refused' AND (seq = ? OR cause = ?)", seq, seq)
    if not rows or typed_field(rows[0].write) is None:
        return
    for row in rows:
        if (typed := typed_field(row.write)) is not None:
            record_conflict(
                tx, "deleted", row.write, ContestedField(typed, (row.base or {}).get(typed, ""), "")
            )
        # A write without typed text has nothing to keep, now that its target is gone.
        move(tx, row.seq, "dropped", ("refused",), reason=reason)


def record_conflict(
    tx: Transaction, why: Why, write: Write, found: ContestedField, chosen: Chosen = "", who: str = ""
) -> None:
    """Record a conflict."""
    ident, noun = (
        (write.about_card, "cards")
        if write.about_card
        else (write.entity, "lists" if hasattr(write, "list_id") else "boards")
    )
    tx.run(
        "INSERT INTO conflicts (at, why, op, field, base, theirs, board, thing, chosen, who, chosen_at, shown)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        tx.now.timestamp(),
        why,
        write.to_stored(),
        found.field,
        json.dumps(found.base),
        json.dumps(found.theirs),
        _name(tx, "boards", write.board_id),
        _name(tx, noun, ident),
        chosen,
        who,
        tx.now.timestamp(),
        json.dumps(shown_fields(write, ShownRows(tx)).get(found.field)),
    )
    tx.changed("conflicts")


def record_older_text(tx: Transaction, write: UpdateCard, field: str, older: str) -> None:
    """Record that the service has an older value of a field again, and what it had lost by that.

    A change that began from the lost value, and is kept already as neither was sent, was not contested by anybody.
    """
    if tx.run(
        f"UPDATE conflicts SET why = 'older' WHERE {_SAME_FIELD} AND chosen = '' AND base = ?",
        "both",
        field,
        write.card_id,
        write.kind,
        json.dumps(fields(write)[field]),
    ):
        tx.changed("conflicts")
        return
    record_conflict(tx, "older", write, ContestedField(field, older, older))


def _why_contested(tx: Transaction, write: Write, found: ContestedField) -> Why:
    """Return why a change cannot be sent: the value it began from was changed by somebody, or lost by the service."""
    lost = tx.rows(
        f"SELECT op FROM conflicts WHERE {_SAME_FIELD}", "older", found.field, write.about_card, write.kind
    )
    values = (fields(registry.parse_json(text)).get(found.field) for (text,) in lost)
    return "older" if any(values_equal(value, found.base) for value in values) else "both"


def _name(tx: Transaction, noun: str, ident: str) -> str:
    """Return a thing's name at the service, or else the name shown here."""
    sql = "SELECT json_extract(coalesce(base, shown), '$.name') FROM docs WHERE noun = ? AND id = ?"
    return tx.text(sql, noun, ident) or ""


def note_moves(tx: Transaction, row: QueuedWrite, was: str, who: str) -> None:
    """Record that our move overrode somebody's: where they had put the card, and who ("" if unknown)."""
    if isinstance(row.write, MoveCard):
        base = (row.base or {}).get("list_id", "")
        record_conflict(tx, "moved", row.write, ContestedField("list_id", base, was), "mine", who)


def note_overwritten(tx: Transaction, row: QueuedWrite, field: str, was: str, who: str) -> None:
    """Record, once, that our change has replaced somebody's text ``was``, which it did not begin from."""
    write = reduce_to_field(row.write, field)
    known = tx.one(
        "SELECT 1 FROM conflicts WHERE op = ? AND field = ? AND theirs = ?",
        write.to_stored(),
        field,
        json.dumps(was),
    )
    if known is None:
        base = (row.base or {}).get(field, "")
        record_conflict(tx, "both", write, ContestedField(field, base, was), "mine", who)


def note_archived(tx: Transaction, row: QueuedWrite, who: str) -> None:
    """Record that our change was applied to a card that somebody else archived meanwhile."""
    write = UpdateCard(board_id=row.write.board_id, card_id=row.write.about_card, closed=False)
    record_conflict(tx, "archived", write, ContestedField("closed", False, True), "mine", who)


# --- choosing ---------------------------------------------------------------------------


def choose(tx: Transaction, ident: int, chosen: Chosen, value: Any = None, seen: str | None = None) -> bool:
    """Resolve a conflict by one of its values or a merged ``value``; the other is kept until discarded.

    ``seen`` is the other side's value that the user saw when choosing, as text.

    Returns:
        False if the field was changed again meanwhile: then only the conflict is updated.

    Raises:
        StoreError: The conflict is discarded already, or its target is gone.
    """
    row = tx.one("SELECT op, field, theirs, chosen FROM conflicts WHERE id = ?", ident)
    if row is None:
        raise StoreError("That conflict was settled already.")
    write, field, theirs = ids.current(tx, registry.parse_json(row[0])), row[1], json.loads(row[2])
    now = shown_fields(write, ShownRows(tx)).get(field, theirs)
    mine = fields(write).get(field)
    if not row[3] and seen == ("" if now is None else str(now)) and now != mine:
        tx.run("UPDATE conflicts SET theirs = ? WHERE id = ?", json.dumps(now), ident)
        theirs = now
    wanted = {"mine": mine, "theirs": theirs, "merged": value}.get(chosen, theirs)
    if not row[3] and not any(values_equal(now, one) for one in (theirs, mine, wanted)):
        tx.run("UPDATE conflicts SET theirs = ? WHERE id = ?", json.dumps(now), ident)
        tx.changed("conflicts")
        return False
    if field == "closed":
        wanted = chosen == "theirs"
    elif field == "list_id" and chosen != "theirs":
        wanted = getattr(write, "list_id", "")
    # Where a card is, and whether it is archived, is written in any case.
    batch: int | None = None
    if field in {"list_id", "closed"} or not values_equal(now, wanted):
        batch = submit_settling(tx, with_value(write, field, wanted))
    mark_chosen(tx, ident, chosen, batch)
    return True


def mark_chosen(tx: Transaction, ident: int, chosen: Chosen, batch: int | None) -> None:
    """Settle a conflict; when the batch that first settled it is undone, it is open again."""
    first = "UPDATE conflicts SET batch = ?, choice = ? WHERE id = ? AND chosen = ''"
    tx.run(first, batch, chosen, ident)
    at = tx.now.timestamp()
    tx.run("UPDATE conflicts SET chosen = ?, chosen_at = ? WHERE id = ?", chosen, at, ident)
    tx.changed("conflicts")


def submit_settling(tx: Transaction, *writes: Write) -> int | None:
    """Submit the writes that settle a conflict as one batch, and return its number.

    Raises:
        StoreError: The target of one is gone.
    """
    batch: int | None = None
    for write in writes:
        if reason := lacking(tx, write):
            raise StoreError(reason, hint="Its text can be copied.")
        seq = submit_one(tx, write, "do", batch)
        batch = batch or seq
    return batch


def settle(tx: Transaction, ident: int, *writes: Write) -> None:
    """Submit ``writes``, which put a deleted thing's text into a new thing, and settle the conflict.

    Raises:
        StoreError: That was done already.
    """
    if tx.text("SELECT chosen FROM conflicts WHERE id = ?", ident) in {None, "made"}:
        raise StoreError("That conflict was settled already.")
    mark_chosen(tx, ident, "made", submit_settling(tx, *writes))


def discard(tx: Transaction, ident: int) -> None:
    """Delete a conflict, and with it the text that was not chosen."""
    tx.run("DELETE FROM conflicts WHERE id = ?", ident)
    _forget_merges(tx)
    tx.changed("conflicts")


def drop_settled(tx: Transaction) -> None:
    """Delete the conflicts that were settled KEPT ago, and with them the texts that were not chosen."""
    before = (tx.now - KEPT).timestamp()
    if tx.one("SELECT 1 FROM conflicts WHERE chosen != '' AND max(at, chosen_at) < ?", before):
        tx.run("DELETE FROM conflicts WHERE chosen != '' AND max(at, chosen_at) < ?", before)
        _forget_merges(tx)
        tx.changed("conflicts")


def _forget_merges(tx: Transaction) -> None:
    """Delete the drafts of merged texts whose conflicts are deleted."""
    tx.run(
        "DELETE FROM drafts WHERE key LIKE 'merge:%' AND key NOT IN (SELECT 'merge:' || id FROM conflicts)"
    )
