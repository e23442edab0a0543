"""The outbox: writes that the service does not have yet, in the order they were made.

States::

    waiting ──mark_inflight──▶ inflight ──confirm──▶ done
       ▲  ▲                      │ │ └─refuse─▶ refused ──retry──▶ waiting
       │  └────────back──────────┘ └─uncertain─▶ uncertain ──▶ confirm, back or refuse
       └─ waiting ──▶ folded: a later write says all of it        refused ──drop──▶ dropped: given up

``waiting``, ``inflight`` and ``uncertain`` are *pending*: what is shown is the service's state with every
pending write applied to it, oldest first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from tui.errors import StoreError
from tui.model.writes.attachments import UploadFile
from tui.store.outbox.contested_fields import ContestedField, contest, refuse_orphaned
from tui.store.outbox.positions import archived_target, placed, unsent_places
from tui.store.outbox.quarantine import Unreadable, forget, set_aside, unreadable
from tui.store.outbox.queue import confirm, move, refuse, settle_refused
from tui.store.outbox.row import COLUMNS, PENDING, QueuedWrite, State, moment, row_of, rows_of
from tui.store.outbox.schedule import CLOCK_SLIP, next_at, ready_rows
from tui.store.spool import SPOOLED
from tui.store.tables.rows import IS_PENDING, IS_UNSETTLED

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.event import Event
    from tui.model.writes.base import Key, Write
    from tui.store.db import Database, Transaction
    from tui.store.firing_records import RuleFiring
    from tui.store.outbox.arrivals import Arrived

KEPT = 1000
"""Number of settled writes that are kept for undo."""


class Outbox:
    """The queue of writes, readable on any thread; each change is a Future, done once it is durable."""

    def __init__(self, db: Database, clock: Clock) -> None:
        self._db = db
        self._clock = clock

    # --- looking ---------------------------------------------------------------

    def ready(self, limit: int = 20) -> list[QueuedWrite]:
        """Return writes that may be sent now, oldest first.

        Such a write is waiting and not delayed, no earlier write on its entity is pending or may still arrive
        late, and it names nothing unknown to the service, except what it creates. A copy also waits for
        earlier writes to its source (of a list or a board, to anything on the board), and a deletion or closing for
        all earlier writes that name the thing.
        """
        found, spoiled = rows_of(self._ready(limit))
        if not spoiled:
            return found
        # Set aside first, because writes that waited for it may be sent now, and nothing else would trigger
        # that.
        self._db.write(set_aside).result()
        return rows_of(self._ready(limit))[0]

    def _ready(self, limit: int) -> list[Any]:
        return ready_rows(self._db, self._clock.now().timestamp(), limit)

    def next_at(self) -> datetime | None:
        """Return when the next delayed write, or one behind a late arrival, may be sent; None for none."""
        return moment(next_at(self._db, self._clock.now().timestamp()))

    def get(self, seq: int) -> QueuedWrite | None:
        """Return the write numbered ``seq``, or None."""
        row = self._db.first(f"SELECT {COLUMNS} FROM outbox WHERE seq = ?", seq)
        return None if row is None else row_of(row)

    def in_state(self, *states: State) -> list[QueuedWrite]:
        """Return every write in one of ``states``, oldest first."""
        return self._readable(f"state IN ({','.join('?' * len(states))})", *states)

    def sent_to(self, entity: str) -> list[QueuedWrite]:
        """Return the writes of a thing that the service has, oldest first."""
        return self._readable("entity = ? AND state = 'done'", entity)

    def sent_since(self, after: int) -> list[tuple[int, str, str, str]]:
        """Return the writes after a number that the service has, in order: (number, board, card or "", kind)."""
        return self._db.query(
            "SELECT o.seq, o.board, coalesce(b.server, o.card, ''), o.kind FROM (SELECT seq, kind,"
            " json_extract(op, '$.board_id') AS board, json_extract(op, '$.card_id') AS card"
            " FROM outbox WHERE state = 'done' AND seq > ?) AS o LEFT JOIN bound AS b ON b.local = o.card"
            " ORDER BY o.seq",
            after,
        )

    def last_sent(self) -> int:
        """Return the number of the newest write that the service has; 0 if there is none."""
        return int(self._db.first("SELECT coalesce(max(seq), 0) FROM outbox WHERE state = 'done'")[0])

    def of_batch(self, batch: int) -> list[QueuedWrite]:
        """Return the writes of one batch, in order."""
        return self._readable("batch = ?", batch)

    def _readable(self, where: str, *values: Any) -> list[QueuedWrite]:
        """Return the readable rows as writes, oldest first, and have the unreadable ones set aside."""
        rows = self._db.query(f"SELECT {COLUMNS} FROM outbox WHERE {where} ORDER BY seq", *values)
        found, spoiled = rows_of(rows)
        if spoiled:
            self._db.write(set_aside)
        return found

    def set_aside_unreadable(self) -> None:
        """Set unreadable writes aside, before other writes wait behind them."""
        self.in_state(*PENDING, "refused")

    def unreadable(self) -> list[Unreadable]:
        """Return the writes that were set aside, oldest first; they count as refused."""
        return unreadable(self._db)

    def counts(self) -> tuple[int, int]:
        """Return the numbers of (pending, refused) writes."""
        row = self._db.first(
            "SELECT count(CASE WHEN state != 'refused' THEN 1 END), count(CASE WHEN state = 'refused' THEN 1 END)"
            f" + (SELECT count(*) FROM unreadable) FROM outbox WHERE {IS_UNSETTLED}"
        )
        return row[0], row[1]

    def unsettled(self) -> frozenset[int]:
        """Return the numbers of all pending, refused and unreadable writes."""
        rows = self._db.query(
            f"SELECT seq FROM outbox WHERE {IS_UNSETTLED} UNION ALL SELECT seq FROM unreadable"
        )
        return frozenset(seq for (seq,) in rows)

    def last(self) -> int:
        """Return the number of the last submitted write, even if it is deleted by now; 0 for none."""
        row = self._db.first("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'")
        return 0 if row is None else int(row[0])

    def spooled(self) -> frozenset[str]:
        """Return names of the spooled files that some write, readable or not, may still need."""
        found = self._db.query(
            "SELECT op FROM outbox WHERE kind = 'upload_file' AND state NOT IN ('done', 'dropped', 'folded')"
            " UNION ALL SELECT op FROM unreadable WHERE kind = 'upload_file'"
        )
        return frozenset(name for (text,) in found for name in SPOOLED.findall(text))

    def bytes_to_upload(self) -> int:
        """Return the size in bytes of the files that wait to be sent."""
        writes = (row.write for row in self._readable(f"kind = 'upload_file' AND {IS_PENDING}"))
        return sum(write.size for write in writes if isinstance(write, UploadFile))

    def named(self, idents: Iterable[str]) -> frozenset[str]:
        """Return those of the service's ids that belong to things created by our writes."""
        wanted = sorted(set(idents))
        marks = ",".join("?" * len(wanted))
        return frozenset(
            row[0] for row in self._db.query(f"SELECT server FROM bound WHERE server IN ({marks})", *wanted)
        )

    def reversals(self, events: Sequence[Event], ahead: timedelta) -> frozenset[str]:
        """Return the ids of the events that are an undo or a redo made on this machine.

        Args:
            events: The events from the service.
            ahead: By how much the service's clock is ahead of ours.
        """
        from tui.store.outbox.sent_events import reversals

        return reversals(self._db, events, ahead)

    def firings_of(self, rows: Sequence[QueuedWrite], ahead: timedelta) -> list[RuleFiring]:
        """Return the firings of rules caused by some writes, as far as known on this machine.

        Args:
            rows: The writes.
            ahead: By how much the service's clock is ahead of ours.
        """
        from tui.store.outbox.sent_events import firings_of

        return firings_of(self._db, self._clock, rows, ahead)

    # --- what becomes of a write -----------------------------------------------------

    def mark_inflight(self, seq: int) -> Future[QueuedWrite | None]:
        """Mark ``seq`` as in flight, before its first byte is sent.

        Returns the row to send, in which ids may have been bound since ``ready``; or None if the write is
        not waiting any more (undone or folded meanwhile): then nothing may be sent.
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
        """Mark a write as done, and apply its effect to the service's state.

        Returns keys of things that a pull received since ``arrived.since``: these may predate the write or
        hold somebody's later change. The effect is applied on top, and they have to be reread.

        Args:
            seq: The write; if it is no longer pending, nothing happens.
            bound: The service's id, by local id, of what the write created. In the same transaction every
                row, draft, finding and other write gets it, and a thing that a pull brought already is
                merged.
            arrived: The service's answer, stored after that.
        """
        return self._db.write(lambda tx: confirm(tx, seq, dict(bound or {}), arrived))

    def requeue(
        self, seq: int, not_before: datetime | None = None, late_until: datetime | None = None
    ) -> Future[None]:
        """Set a write that was surely not carried out, or may safely be repeated, back to waiting.

        Args:
            seq: The write.
            not_before: The earliest time of the next attempt.
            late_until: Until when the sent request may still arrive. The next write to the same entity waits
                until then, even if a second attempt succeeds: else the late first attempt could undo it.
        """
        at = None if not_before is None else not_before.timestamp()

        def work(tx: Transaction) -> None:
            move(tx, seq, "waiting", PENDING, not_before=at)
            if late_until is not None:
                tx.run("UPDATE outbox SET late_until = ? WHERE seq = ?", late_until.timestamp(), seq)

        return self._db.write(work)

    def clear_late_until(self, seq: int) -> Future[None]:
        """Record that no sent request of the write can arrive late: the next write need not wait."""

        def work(tx: Transaction) -> None:
            tx.run("UPDATE outbox SET late_until = NULL WHERE seq = ?", seq)

        return self._db.write(work)

    def uncertain(self, seq: int) -> Future[None]:
        """Mark a write as sent without knowing whether it was carried out."""
        return self._db.write(lambda tx: move(tx, seq, "uncertain", ("inflight",)))

    def refuse(self, seq: int, reason: str, *, instead: bool = False) -> Future[None]:
        """Mark a write as refused by the service: its effect is no longer shown, and it is kept for the user.

        Waiting writes that name something it would have created are refused too (it is their ``cause``).

        Args:
            seq: The write.
            reason: Why, for the user.
            instead: Whether to send the writes folded into it instead.
        """
        return self._db.write(lambda tx: refuse(tx, seq, reason, instead=instead))

    def contest(self, seq: int, found: Sequence[ContestedField], left: Write | None) -> Future[None]:
        """Keep others' values of fields changed on both sides, and keep our values as conflicts.

        Args:
            seq: The write, which is inflight.
            found: The fields.
            left: The part of the write that is still to be sent; None for nothing.
        """
        return self._db.write(lambda tx: contest(tx, seq, found, left))

    def refuse_orphaned(self, seq: int, reason: str) -> Future[None]:
        """Refuse a write whose target is deleted, keeping typed text as a conflict."""
        return self._db.write(lambda tx: refuse_orphaned(tx, seq, reason))

    def placed(self, row: QueuedWrite) -> Write:
        """Return the write of ``row``, a move being updated to keep its neighbours, wherever they are now."""
        return placed(self._db, row)

    def unsent_places(self, list_id: str) -> dict[str, float]:
        """Return the positions at the service, as far as known, of cards of a list whose moves wait to be sent; by id."""
        return unsent_places(self._db, list_id)

    def archived_list_of(self, row: QueuedWrite) -> str | None:
        """Return the name of ``row``'s target list if somebody else archived that since; else None."""
        return archived_target(self._db, row)

    def retry(self, seq: int) -> Future[None]:
        """Set a refused write, and those refused because of it, back to waiting.

        Raises:
            StoreError: The write cannot be read, so it cannot be sent.
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
        """Drop a refused write at the user's request, with those refused because of it."""

        def work(tx: Transaction) -> None:
            if not forget(tx, seq):
                settle_refused(tx, seq, "dropped")

        return self._db.write(work)

    def recover(self) -> Future[int]:
        """Mark writes that were in flight at a crash as uncertain, and return how many there were.

        Only for the holder of the lease: another process may be sending. Writes settled long ago are deleted
        here too; the newest thousand can still be undone.
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
        """Acquire or renew the send lease for ``seconds``, and return whether ``owner`` has it now.

        Only one process sends for an account. A lease that has expired, or that expires impossibly late (set
        under another clock), may be taken over.
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
        """Release the send lease, so that another process need not wait for it."""

        def work(tx: Transaction) -> None:
            tx.run("DELETE FROM lease WHERE name = 'send' AND owner = ?", owner)

        return self._db.write(work)

    def leader(self) -> str | None:
        """Return the holder of the send lease, or None."""
        now = self._clock.now().timestamp()
        return self._db.text("SELECT owner FROM lease WHERE name = 'send' AND until > ?", now)
