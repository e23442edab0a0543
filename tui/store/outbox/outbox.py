"""Outbox: the writes the service has not got yet, in the order they were made.

States::

    waiting ──mark_inflight──▶ inflight ──confirm──▶ done
       ▲  ▲                      │ │ └─refuse─▶ refused ──retry──▶ waiting
       │  └────────back──────────┘ └─uncertain─▶ uncertain ──▶ confirm, back or refuse
       └─ waiting ──▶ folded: a later write says all of it        refused ──drop──▶ dropped: given up

``waiting``, ``inflight`` and ``uncertain`` are *pending*: what is shown is the service's word with every
pending write applied to it, oldest first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tui.errors import StoreError
from tui.model.writes.cards import MoveCard
from tui.store.outbox.contest import ContestedField, bereave, contest
from tui.store.outbox.leaving import CLOCK_SLIP, next_at, ready_rows
from tui.store.outbox.places import placed, put_away
from tui.store.outbox.quarantine import Unreadable, forget, set_aside, unreadable
from tui.store.outbox.queue import confirm, move, refuse, settle_refused
from tui.store.outbox.row import COLUMNS, PENDING, QueuedWrite, State, moment, row_of, rows_of
from tui.store.spool import SPOOLED
from tui.store.tables.rows import IS_UNSETTLED

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.writes.base import Key, Write
    from tui.store.db import Database, Transaction
    from tui.store.outbox.arrive import Arrived

KEPT = 1000
"""Settled writes that are kept for undo."""


class Outbox:
    """Reads on any thread; every write is a Future whose result comes once it is durable."""

    def __init__(self, db: Database, clock: Clock) -> None:
        self._db = db
        self._clock = clock

    # --- looking ---------------------------------------------------------------

    def ready(self, limit: int = 20) -> list[QueuedWrite]:
        """Writes that may be sent now, oldest first.

        Waiting, not before their time, with no earlier write on the same entity that is pending or may still arrive,
        and naming nothing that the service has not been told of (what a create makes is no such name). A copy also
        waits for what was written to its source before, and what deletes or closes a thing for all that names it.
        """
        found, spoiled = rows_of(self._ready(limit))
        if not spoiled:
            return found
        # Taken out of the way first: what waited behind it may be sent now, and nothing would wake us for it.
        self._db.write(set_aside).result()
        return rows_of(self._ready(limit))[0]

    def _ready(self, limit: int) -> list[Any]:
        return ready_rows(self._db, self._clock.now().timestamp(), limit)

    def next_at(self) -> datetime | None:
        """When the next waiting write that was put off, or waits for what may arrive late, may be sent; None for none."""
        return moment(next_at(self._db, self._clock.now().timestamp()))

    def get(self, seq: int) -> QueuedWrite | None:
        """The write numbered ``seq``, or None."""
        row = self._db.first(f"SELECT {COLUMNS} FROM outbox WHERE seq = ?", seq)
        return None if row is None else row_of(row)

    def in_state(self, *states: State) -> list[QueuedWrite]:
        """Every write in one of ``states``, oldest first."""
        marks = ",".join("?" * len(states))
        rows = self._db.query(f"SELECT {COLUMNS} FROM outbox WHERE state IN ({marks}) ORDER BY seq", *states)
        return self._readable(rows)

    def of_batch(self, batch: int) -> list[QueuedWrite]:
        """The writes of one composite write, in its order."""
        rows = self._db.query(f"SELECT {COLUMNS} FROM outbox WHERE batch = ? ORDER BY seq", batch)
        return self._readable(rows)

    def _readable(self, rows: list[Any]) -> list[QueuedWrite]:
        """The rows that can be read; the others are taken out of the way of all that follows."""
        found, spoiled = rows_of(rows)
        if spoiled:
            self._db.write(set_aside)
        return found

    def look_through(self) -> None:
        """Set aside what cannot be read, before anything behind it waits for it."""
        self.in_state(*PENDING, "refused")

    def unreadable(self) -> list[Unreadable]:
        """The writes that were set aside, oldest first; they count as refused."""
        return unreadable(self._db)

    def counts(self) -> tuple[int, int]:
        """(pending, refused)."""
        row = self._db.first(
            "SELECT count(CASE WHEN state != 'refused' THEN 1 END), count(CASE WHEN state = 'refused' THEN 1 END)"
            f" + (SELECT count(*) FROM unreadable) FROM outbox WHERE {IS_UNSETTLED}"
        )
        return row[0], row[1]

    def last(self) -> int:
        """The number of the last write that was taken on, also of one that is forgotten by now; 0 for none."""
        row = self._db.first("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'")
        return 0 if row is None else int(row[0])

    def spooled(self) -> frozenset[str]:
        """Names of the copied files that some write may still need, one that cannot be read included."""
        found = self._db.query(
            "SELECT op FROM outbox WHERE kind = 'upload_file' AND state NOT IN ('done', 'dropped', 'folded')"
            " UNION ALL SELECT op FROM unreadable WHERE kind = 'upload_file'"
        )
        return frozenset(name for (text,) in found for name in SPOOLED.findall(text))

    def idempotency_key(self, seq: int) -> str:
        """The op's name in front of the service, the same at each attempt."""
        row = self._db.first("SELECT key FROM outbox WHERE seq = ?", seq)
        if row is None:
            raise StoreError(f"There is no write {seq} in the outbox.")
        return str(row[0])

    def named(self, idents: Iterable[str]) -> frozenset[str]:
        """Those of the service's ids that some write of ours made already."""
        wanted = sorted(set(idents))
        marks = ",".join("?" * len(wanted))
        return frozenset(
            row[0] for row in self._db.query(f"SELECT server FROM bound WHERE server IN ({marks})", *wanted)
        )

    # --- what becomes of a write -----------------------------------------------------

    def mark_inflight(self, seq: int) -> Future[QueuedWrite | None]:
        """Say that ``seq`` leaves now, before its first byte does.

        The row to send: an id in it may have been bound since ``ready``. None when it is not waiting any
        more (taken back or folded meanwhile): then nothing may be sent.
        """

        def work(tx: Transaction) -> QueuedWrite | None:
            if not tx.run(
                "UPDATE outbox SET state = 'inflight', attempts = attempts + 1, not_before = NULL,"
                " first_sent_at = coalesce(first_sent_at, ?) WHERE seq = ? AND state = 'waiting' AND needs = ''",
                tx.now.timestamp(),
                seq,
            ):
                return None
            tx.changed("outbox")
            return row_of(tx.one(f"SELECT {COLUMNS} FROM outbox WHERE seq = ?", seq))

        return self._db.write(work)

    def confirm(
        self, seq: int, bound: Mapping[str, str] | None = None, arrived: Arrived | None = None
    ) -> Future[frozenset[Key]]:
        """The service has it: its effect becomes the service's word, and it is done.

        The answer is what a pull was quicker with: heard since ``arrived.since``, it may be from before the
        write or hold somebody's later change. The effect stays on top of it, and it is to be read again.

        Args:
            seq: The write. One that is no longer pending is left as it is.
            bound: Local id to the service's id of what it created. Every row, draft, finding and other write
                that has the local id gets the service's in the same transaction; where a pull brought the
                thing already, the two become one.
            arrived: What the service answered, taken in after that.
        """
        return self._db.write(lambda tx: confirm(tx, seq, dict(bound or {}), arrived))

    def back(
        self, seq: int, not_before: datetime | None = None, late_until: datetime | None = None
    ) -> Future[None]:
        """It surely was not carried out, or may be asked again: back to waiting.

        Args:
            seq: The write.
            not_before: Until when it waits.
            late_until: Until when what was sent of it may still arrive. What is written to the same entity next waits
                until then, also when this is done by a second attempt: else it could be taken back by the first.
        """
        at = None if not_before is None else not_before.timestamp()

        def work(tx: Transaction) -> None:
            move(tx, seq, "waiting", PENDING, not_before=at)
            if late_until is not None:
                tx.run("UPDATE outbox SET late_until = ? WHERE seq = ?", late_until.timestamp(), seq)

        return self._db.write(work)

    def landed(self, seq: int) -> Future[None]:
        """All that was sent of it has arrived: what is written next need not wait."""

        def work(tx: Transaction) -> None:
            tx.run("UPDATE outbox SET late_until = NULL WHERE seq = ?", seq)

        return self._db.write(work)

    def uncertain(self, seq: int) -> Future[None]:
        """It left, and nobody knows whether it was carried out."""
        return self._db.write(lambda tx: move(tx, seq, "uncertain", ("inflight",)))

    def refuse(self, seq: int, reason: str, *, instead: bool = False) -> Future[None]:
        """The service will not have it: it is taken out of what is shown, and kept for the user.

        Waiting writes that name something it would have created are refused with it (their ``cause``).

        Args:
            seq: The write.
            reason: Why, for the user.
            instead: Whether what was folded into it is to be sent in its stead.
        """
        return self._db.write(lambda tx: refuse(tx, seq, reason, instead=instead))

    def contest(self, seq: int, found: Sequence[ContestedField], left: Write | None) -> Future[None]:
        """Somebody else changed these fields too: theirs stand, what was written here is kept as conflicts.

        Args:
            seq: The write, which is inflight.
            found: The fields.
            left: What of the write is still to be sent; None for nothing.
        """
        return self._db.write(lambda tx: contest(tx, seq, found, left))

    def bereave(self, seq: int, reason: str) -> Future[None]:
        """What it was for is deleted: what was typed for it is kept as a conflict, and what was not is refused."""
        return self._db.write(lambda tx: bereave(tx, seq, reason))

    def placed(self, row: QueuedWrite) -> Write:
        """The write of ``row``; a move puts the card between the same two as when it was made, wherever they are now."""
        return placed(self._db, row.write, row.base) if isinstance(row.write, MoveCard) else row.write

    def put_away(self, row: QueuedWrite) -> str | None:
        """Name of the list that ``row`` puts a card into, where somebody else archived that since; else None."""
        return put_away(self._db, row)

    def retry(self, seq: int) -> Future[None]:
        """A refused write waits again, with those that were refused because of it.

        Raises:
            StoreError: It cannot be read, so it cannot be sent.
        """

        def work(tx: Transaction) -> None:
            if tx.one("SELECT 1 FROM unreadable WHERE seq = ?", seq) is not None:
                raise StoreError(
                    "This change cannot be read any more, so it cannot be sent.",
                    hint="Copy what was typed, do it again, and give this one up.",
                )
            settle_refused(tx, seq, "waiting")

        return self._db.write(work)

    def drop(self, seq: int) -> Future[None]:
        """The user gives a refused write up, with those that were refused because of it."""

        def work(tx: Transaction) -> None:
            if not forget(tx, seq):
                settle_refused(tx, seq, "dropped")

        return self._db.write(work)

    def recover(self) -> Future[int]:
        """After a crash: what was inflight is uncertain. How many writes that is.

        Only for the holder of the lease: another process may be sending. Writes settled long ago are
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

    def lease(self, owner: str, now: datetime, seconds: float = 30.0) -> Future[bool]:
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

    def release(self, owner: str) -> Future[None]:
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
