"""Undo and redo: a batch of writes is reverted by their inverses; the history is what can be undone."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import chain
from typing import TYPE_CHECKING, Any

from tui.model.card import Card
from tui.model.values.fields import Frozen
from tui.model.writes.boards import BoardCreation, CreateBoard, UpdateBoard
from tui.model.writes.cards import CopyCard, CreateCard, DeleteCard, MoveCard
from tui.model.writes.contested import fields, values_equal
from tui.model.writes.labels import DeleteLabel
from tui.model.writes.registry import parse_readable
from tui.store.outbox import ids, rebase
from tui.store.outbox.ids import NAMES, current_id
from tui.store.outbox.queue import fetch
from tui.store.outbox.rebase import ShownRows, lacking, shown_fields
from tui.store.outbox.submit import submit_one
from tui.store.tables.rows import IS_PENDING
from tui.store.windows.window import is_closed, is_of

if TYPE_CHECKING:
    from tui.model.change import Whose
    from tui.model.writes.base import Write
    from tui.store.db import Database, Transaction
    from tui.store.outbox.row import QueuedWrite

_NOT_OF_THE_BATCH = (
    "SELECT 1 FROM cards WHERE board_id = ? AND closed = 0 AND id NOT IN"
    " (SELECT ident FROM outbox_ids JOIN outbox USING (seq) WHERE batch = ?)"
)
"""Finds a card on a new board that others added, or this member at another machine."""


class Reach(Frozen):
    """The range of batches that may be undone.

    Attributes:
        window: The calling window; writes of other open windows are out of range.
        board_id: The shown board; None for any, "" for the notifications, which belong to none.
        told: Called with the number of reverted writes and the total.
        batch: The batch of another window or a command that the user was told of; no other one of these is undone.
            None for any.
        opened_after: The number of the last write before the calling window was opened.
    """

    window: str
    board_id: str | None = None
    told: Told | None = None
    batch: int | None = None
    opened_after: int = 0

    def covers(self, tx: Transaction, batch: int) -> bool:
        """Return whether a batch is undone without a word: it was made here, or at the screens before these opened."""
        if self.batch in {None, batch}:
            return True
        made_in = tx.text("SELECT window FROM outbox WHERE batch = ?", batch) or ""
        return made_in == self.window or (is_of("screens", made_in) and batch <= self.opened_after)


def undo(tx: Transaction, reach: Reach) -> Undone | None:
    """Undo the newest batch that can be undone, as far as possible; None if there is none."""
    return _revert_newest(tx, "role IN ('do', 'redo')", 0, "undo", reach)


def redo(tx: Transaction, reach: Reach) -> Undone | None:
    """Redo the last undo; return None if there is none, or if something was done since."""
    done = _newest_batch(tx, "role = 'do'", 0, reach)
    return _revert_newest(tx, "role = 'undo'", done or 0, "redo", reach)


def _newest_batch(tx: Transaction, which: str, after: int, reach: Reach) -> int | None:
    """Find the newest batch in reach: one of the window itself, else one of a closed window."""
    others, built_on = None, None
    found = tx.rows(
        f"SELECT batch, window, op FROM outbox WHERE {which} AND seq > ? ORDER BY batch DESC, seq", after
    )
    for batch, window, text in found:
        own = window == reach.window
        if batch == built_on or not (own or (others is None and is_closed(window))):
            continue
        if not _concerns(tx, text, reach.board_id):
            continue
        if _is_built_on(tx, text, batch):
            built_on = batch
        elif own:
            return int(batch)
        else:
            others = int(batch)
    return others


def _is_built_on(tx: Transaction, text: str, batch: int) -> bool:
    """Return whether undoing a write would close a board on which something was done since, by any window or elsewhere."""
    write = next(iter(parse_readable([(text,)])), None)
    if not (isinstance(write, BoardCreation) or (isinstance(write, UpdateBoard) and write.closed is False)):
        return False
    board = current_id(tx, write.board_id)
    if isinstance(write, CreateBoard) and tx.one(_NOT_OF_THE_BATCH, board, batch) is not None:
        return True
    idents = {write.board_id, board}
    later = f"{NAMES} AND batch > ? AND role IN ('do', 'redo') AND kind != 'star_board' AND {LIVE}"
    return any(tx.one(f"SELECT 1 FROM outbox WHERE {later}", ident, batch) is not None for ident in idents)


def _concerns(tx: Transaction, text: str, board_id: str | None) -> bool:
    """Return whether a write concerns a board, or boards as such, which counts on any board."""
    found = parse_readable([(text,)])
    if not found:
        return False  # unreadable: left to the quarantine
    [write] = found
    if board_id == "" or write.noun == "notifications":
        # What is marked read by the way is no change of a board: it is undone where it is shown.
        return board_id == "" and write.noun == "notifications"
    if board_id is None or write.changes_board_list:
        return True
    board = current_id(tx, board_id)
    of_card = "SELECT board_id FROM docs WHERE noun = 'cards' AND id = ?"
    source = tx.text(of_card, write.source_id) if isinstance(write, CopyCard) else None
    return board in {*write.boards, source}


def _revert_newest(tx: Transaction, which: str, after: int, role: str, reach: Reach) -> Undone | None:
    while (newest := _newest_batch(tx, f"{which} AND {LIVE}", after, reach)) is not None:
        if not reach.covers(tx, newest):
            return Undone(fetch(tx, f"batch = ? AND {LIVE}", newest)[0], untold=True)
        if (undone := revert(tx, newest, role, reach.told)) is not None:
            return undone
        # All targets of this batch are gone; the previous batch may still be undone.
    return None


Told = Callable[[int, int], object]
"""Function that is called in the writer's thread with the finished part of a long work, and the total."""

LIVE = "undone = 0 AND inverse != '[]' AND state NOT IN ('refused', 'dropped')"
"""Condition for a write of the outbox that can be undone."""

_PASSED_OVER = 2
"""What ``undone`` is for a batch of which nothing could be undone: it is not tried again, and its effects stay."""


class Undone(Frozen):
    """The result of undoing or redoing a batch.

    Attributes:
        row: The first write of the batch that was undone.
        left: The writes that could not be undone, because their target is gone for good.
        did: The inverses that were submitted for the others, in order.
        kept: The writes that were not, or not fully, undone, because of later changes elsewhere.
        for_good: Whether none of ``did`` can be reverted itself: a removed file cannot come back.
        untold: Whether nothing was undone, because another window or a command made it and the user was not told.
    """

    row: QueuedWrite
    left: tuple[QueuedWrite, ...] = ()
    did: tuple[Write, ...] = ()
    kept: tuple[QueuedWrite, ...] = ()
    for_good: bool = False
    untold: bool = False


def revert(tx: Transaction, batch: int, role: str, told: Told | None = None) -> Undone | None:
    """Submit the inverses of a batch, as far as possible; None if all its targets are gone."""
    # First, because a restored thing may name another one of the batch: a card has a label that is restored
    # too.
    _rename_restored(tx, batch)
    rows = fetch(tx, f"batch = ? AND {LIVE}", batch)
    tx.run("UPDATE outbox SET undone = 1 WHERE batch = ?", batch)
    did, overridden, made = _submit_inverses(tx, rows, role, told)
    if not did:
        tx.run("UPDATE outbox SET undone = ? WHERE batch = ?", _PASSED_OVER, batch)
    elif tx.run(
        # What the batch settled is to be settled again, and redone it is settled.
        "UPDATE conflicts SET batch = ?, chosen = CASE ? WHEN 'undo' THEN '' ELSE choice END WHERE batch = ?",
        made,
        role,
        batch,
    ):
        tx.changed("conflicts")
    if not did and not overridden:
        return None
    left = tuple(row for row in rows if row.seq not in did and row.seq not in overridden)
    kept = tuple(row for row in rows if row.seq in overridden)
    tx.run(
        "UPDATE outbox SET origin = coalesce((SELECT origin FROM outbox WHERE batch = ?), ?) WHERE batch = ?",
        batch,
        batch,
        made,
    )
    first = next((row for row in rows if row.seq in did), None)
    for_good = tx.one(f"SELECT 1 FROM outbox WHERE batch = ? AND {LIVE}", made) is None
    return Undone(first or kept[0], left, tuple(did.values()), kept, for_good)


def _submit_inverses(
    tx: Transaction, rows: list[QueuedWrite], role: str, told: Told | None
) -> tuple[dict[int, Write], set[int], int | None]:
    """Submit the inverses of ``rows`` as one batch, as far as possible.

    Returns:
        The first inverse submitted for each seq, the seqs of writes that others have overridden in part, and the
        batch of the inverses, None without any.
    """
    did: dict[int, Write] = {}
    overridden: set[int] = set()
    batch: int | None = None
    own = frozenset(ids.current_id(tx, row.write.created_id) for row in rows if row.write.created_id)
    for at, row in enumerate(reversed(rows)):
        if told is not None:
            told(at, len(rows))
        for stored in _inverse(tx, row):
            inverse = ids.current(tx, stored)
            write = _without_overridden(tx, ids.current(tx, row.write), inverse, own)
            if write != inverse:
                overridden.add(row.seq)
            if write is not None and not lacking(tx, write):
                seq = submit_one(tx, write, role, batch)
                batch = batch or seq
                did.setdefault(row.seq, write)
    return did, overridden, batch


def _without_overridden(tx: Transaction, done: Write, back: Write, own: frozenset[str]) -> Write | None:
    """Reduce ``back`` to what nobody has built upon since.

    Args:
        tx: The transaction.
        done: A write.
        back: Its inverse.
        own: Ids of the things that were created together with ``done``.

    Returns:
        ``back`` for the fields that still have the value ``done`` gave them; None if none have, or if it would
        delete a label that other cards have by now.
    """
    shown = ShownRows(tx)
    if isinstance(back, DeleteLabel):
        elsewhere = {card.id for card in shown.cards_with_label(back.label_id)} - own
        return None if elsewhere else back
    if isinstance(done, MoveCard) and isinstance(back, MoveCard):
        card = shown.get(Card, back.card_id)
        return back if card is None or card.id_list == done.list_id else None
    now, made = shown_fields(back, shown), fields(done)
    others = {
        name: now[name]
        for name in fields(back)
        if name in made and not values_equal(now.get(name, made[name]), made[name])
    }
    return back.without(others) if others else back


def _inverse(tx: Transaction, row: QueuedWrite) -> tuple[Write, ...]:
    """Return the inverse of a write; an unsent new card is deleted instead, unless a copy of it waits."""
    if (
        isinstance(row.write, CreateCard)
        and rebase.unsent(tx, row.write.card_id)
        and not _copied(tx, row.write.card_id)
    ):
        return (DeleteCard(board_id=row.write.board_id, card_id=row.write.card_id),)
    return row.inverse


def _copied(tx: Transaction, card_id: str) -> bool:
    """Return whether a pending write copies this card."""
    texts = tx.rows(f"SELECT op FROM outbox WHERE {IS_PENDING} AND {ids.NAMES}", card_id)
    return any(isinstance(write, CopyCard) and write.source_id == card_id for write in parse_readable(texts))


def _rename_restored(tx: Transaction, batch: int) -> None:
    """Replace ids of things that are restored, which have new ones, in the inverses of these and of earlier writes."""
    for (text,) in tx.rows("SELECT renames FROM outbox WHERE batch = ? AND renames != '{}'", batch):
        names = json.loads(text)
        for old in names:
            ids.rename_writes(tx, old, names, inverses_only=True)


class PastBatch(Frozen):
    """Writes that were submitted together.

    Attributes:
        role: ``do``, ``undo`` or ``redo``.
        meant: What was done, of an undo what was undone, and of a redo what was done again.
        back: What undoes ``meant``.
        undone: Whether their inverses have been submitted.
        live: Whether at least one of them can be undone.
    """

    batch: int
    at: datetime
    role: str
    writes: tuple[Write, ...]
    meant: tuple[Write, ...]
    back: tuple[Write, ...]
    undone: bool
    live: bool
    refused: bool
    window: str


def recent(db: Database, limit: int, last: int | None = None) -> list[PastBatch]:
    """Return the newest batches, newest first; with ``last`` those up to it."""
    found = db.query(
        "SELECT batch, min(made_at), min(role), max(undone), max("
        f"{LIVE}), max(state = 'refused'), min(window), json_group_array(op), json_group_array(inverse),"
        " (SELECT json_group_array(op) FROM (SELECT op FROM outbox WHERE batch = one.origin ORDER BY seq)) FROM"
        " (SELECT * FROM outbox WHERE ? IS NULL OR batch <= ? ORDER BY seq) AS one GROUP BY batch"
        " ORDER BY batch DESC LIMIT ?",
        last,
        last,
        limit,
    )
    return [_batch(row) for row in found]


def _batch(row: Any) -> PastBatch:
    batch, at, role, undone, live, refused, window, texts, inverses, origin = row
    writes, back = _parsed(texts), tuple(chain.from_iterable(map(_parsed, json.loads(inverses)[::-1])))
    # Without an origin, as in rows from before it was kept, the inverse of an undo is what was undone.
    meant, back = (back or writes, writes) if role == "undo" else (writes, back)
    when, state = datetime.fromtimestamp(at, UTC), (undone == 1, bool(live), bool(refused))
    return PastBatch(batch, when, role, writes, _parsed(origin) or meant, back, *state, window)


def _parsed(texts: str) -> tuple[Write, ...]:
    """Parse a JSON list of writes, each as JSON or as its text."""
    found = (one if isinstance(one, str) else json.dumps(one) for one in json.loads(texts))
    return tuple(parse_readable([(text,) for text in found]))


def window_state(window: str, own: str) -> Whose:
    """Return in which window something was done, for the window ``own``."""
    if window == own:
        return "here"
    if is_of("rules", window):
        return "closed rules" if is_closed(window) else "rules"
    return "closed" if is_closed(window) else "open"


def revert_to(tx: Transaction, batch: int, own: str, told: Told | None = None) -> list[Undone]:
    """Undo a batch and all later ones, newest first, except those of other open windows, and of rules that run.

    Batches that are undone already stay undone, so their undo is skipped.
    """
    rows = tx.rows(
        f"SELECT batch, min(window) FROM outbox WHERE batch >= ? AND role IN ('do', 'redo') AND {LIVE}"
        " GROUP BY batch ORDER BY batch DESC",
        batch,
    )
    mine = [number for number, window in rows if window_state(window, own) not in {"open", "rules"}]
    return [done for number in mine if (done := revert(tx, number, "undo", told)) is not None]
