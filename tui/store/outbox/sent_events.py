"""Matches events with writes sent from this machine, and finds those that are an undo or a redo.

The service does not report which request an action comes from. So events are matched by their change and by
the time when the write was sent; of equal events the first belongs to the first write.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import closing
from datetime import timedelta
from typing import TYPE_CHECKING

from tui.model.event import Event
from tui.model.values.fields import Frozen
from tui.model.writes.activities import tells_of
from tui.store.firings import DATABASE, FiringLog
from tui.store.outbox.row import COLUMNS, rows_of
from tui.store.tables.members import me

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from tui.clock import Clock
    from tui.model.writes.base import Write
    from tui.store.db import Database
    from tui.store.firing_records import RuleFiring
    from tui.store.outbox.row import QueuedWrite

SKEW = timedelta(seconds=5)
"""How much earlier or later than it should an event may be dated: clocks differ by that, once they are compared."""

ONE_TRY = timedelta(minutes=5)
"""Maximum time between the sending of a write and its event."""

TRIES = timedelta(days=7)
"""The same for a write that was sent more than once, as after days without a line."""

_SENT = "first_sent_at IS NOT NULL AND state NOT IN ('refused', 'dropped', 'folded')"


class SentWrite(Frozen):
    """A write that was sent, and the times of its possible event, by our clock.

    Attributes:
        since: The earliest time.
        until: The latest time; the writes of one entity are sent one after another.
        reverts: Whether it undoes or redoes something that the service had.
    """

    row: QueuedWrite
    since: datetime
    until: datetime
    reverts: bool

    def may_be(self, event: Event, ahead: timedelta) -> bool:
        """Return whether an event may be from this write; the service's clock is ``ahead`` of ours."""
        first = (event.at if event.since is None else event.since) - ahead
        return first <= self.until and event.at - ahead >= self.since and tells_of(event, self.row.write)


def reversals(db: Database, events: Sequence[Event], ahead: timedelta) -> frozenset[str]:
    """Return the ids of the events that are an undo or a redo; the service's clock is ``ahead`` of ours."""
    if not events:
        return frozenset()
    since = min(event.since or event.at for event in events) - ahead - TRIES
    if not _has_reverted(db, since):
        return frozenset()
    sent = _sent(db, since)
    suspects = {event.id: event for event in events if any(_may_revert(one, event, ahead) for one in sent)}
    subjects = {event.subject for event in suspects.values()}
    told = _match(db, _about(db, subjects, events, since + ahead), sent, ahead)
    return frozenset(ident for ident in told.keys() & suspects.keys() if told[ident].reverts)


def _about(db: Database, subjects: set[str], events: Sequence[Event], since: datetime) -> Iterable[Event]:
    """Return all events about some subjects without duplicates: the logged ones from a moment on, and ``events``."""
    found = {event.id: event for subject in subjects for event in _logged(db, since, subject)}
    return (found | {event.id: event for event in events if event.subject in subjects}).values()


def _may_revert(write: SentWrite, event: Event, ahead: timedelta) -> bool:
    return write.reverts and write.may_be(event, ahead)


def _has_reverted(db: Database, since: datetime) -> bool:
    """Return whether an undo or a redo was sent after a moment; checked first, because usually none was."""
    query = f"SELECT 1 FROM outbox WHERE role != 'do' AND {_SENT} AND first_sent_at >= ? LIMIT 1"
    return db.first(query, since.timestamp()) is not None


def firings_of(db: Database, clock: Clock, rows: Sequence[QueuedWrite], ahead: timedelta) -> list[RuleFiring]:
    """Return the firings of rules caused by some writes, from the log beside the store.

    Raises:
        StoreError: The log cannot be read.
    """
    events = _events_of(db, rows, ahead)
    path = db.path.with_name(DATABASE)
    if not events or not path.exists():
        return []
    # A new checklist's firing is recorded by its own id, because the service reports some twice.
    keys = [key for event in events for key in (event.id, event.ident("checklist")) if key]
    with closing(FiringLog(path, clock)) as log:
        return log.for_events(keys)


def _events_of(db: Database, rows: Sequence[QueuedWrite], ahead: timedelta) -> list[Event]:
    """Return the logged events from some writes; the service's clock is ``ahead`` of ours."""
    times = [row.first_sent_at for row in rows if row.first_sent_at is not None]
    if not times:
        return []
    if not (logged := _logged(db, min(times) - SKEW + ahead)):
        return []
    sent, wanted = _sent(db, min(times) - SKEW), {row.seq for row in rows}
    told = _match(db, logged, sent, ahead)
    return [event for event in logged if event.id in told and told[event.id].row.seq in wanted]


def _match(
    db: Database, events: Iterable[Event], sent: Sequence[SentWrite], ahead: timedelta
) -> dict[str, SentWrite]:
    """Return the write of each event, by the event's id; of equal writes the first unmatched one."""
    mine, told, found = me(db), set[tuple[int, object]](), dict[str, SentWrite]()
    for event in sorted(events, key=lambda one: (one.at, one.id)):
        if mine is not None and event.member.get("id", mine.id) != mine.id:
            continue
        about = (event.subject, event.changed)
        for one in sent:
            if (one.row.seq, about) not in told and one.may_be(event, ahead):
                told.add((one.row.seq, about))
                found[event.id] = one
                break
    return found


def _logged(db: Database, since: datetime, subject: str | None = None) -> list[Event]:
    """Return the events in the log from a moment on, about one subject or about any."""
    found = db.query(
        "SELECT event FROM events WHERE at >= ? AND ? IN (subject, '')", since.timestamp(), subject or ""
    )
    return [Event.parse_json(text) for (text,) in found]


def _sent(db: Database, since: datetime) -> list[SentWrite]:
    """Return the writes that were first sent after a moment, in order of creation."""
    rows, _ = rows_of(
        db.query(
            f"SELECT {COLUMNS} FROM outbox WHERE {_SENT} AND first_sent_at >= ? ORDER BY seq",
            since.timestamp(),
        )
    )
    folded: dict[int | None, list[QueuedWrite]] = defaultdict(list)
    for row in rows_of(db.query(f"SELECT {COLUMNS} FROM outbox WHERE state = 'folded'"))[0]:
        folded[row.cause].append(row)
    following: dict[str, datetime] = {}
    found: list[SentWrite] = []
    for row in reversed(rows):
        first = row.first_sent_at
        if first is None:
            continue
        last = first + (ONE_TRY if row.attempts == 1 else TRIES)
        until = min(last, following.get(row.write.entity, last))
        following[row.write.entity] = first
        found.append(SentWrite(row, first - SKEW, until + SKEW, _reverts(db, row, folded)))
    return found[::-1]


def _reverts(db: Database, row: QueuedWrite, folded: Mapping[int | None, Sequence[QueuedWrite]]) -> bool:
    """Return whether a write only undid or redid something that the service had.

    A write that was never sent by itself is contained in the write it was folded into, or in the redo that
    was sent first.
    """
    if row.role == "do" or _first_sent_as_redo(db, row):
        return False
    family = [row]
    for one in family:
        family += folded.get(one.seq, ())
    return not any(
        not one.undone and (one.role == "do" or _first_sent_as_redo(db, one)) for one in family[1:]
    )


def _first_sent_as_redo(db: Database, row: QueuedWrite) -> bool:
    """Return whether a write redoes something that was never sent before."""
    if row.role != "redo":
        return False
    earlier = "entity = ? AND seq < ? AND state NOT IN ('refused', 'dropped') ORDER BY seq DESC"
    for one in rows_of(db.query(f"SELECT {COLUMNS} FROM outbox WHERE {earlier}", row.write.entity, row.seq))[
        0
    ]:
        if one.role != "undo" and _sets_the_same(one.write, row.write):
            if one.first_sent_at is not None:
                return False
            if one.role == "do":
                return True
    return False


def _sets_the_same(write: Write, other: Write) -> bool:
    """Return whether two writes do the same, wherever in a list."""
    return write.is_like(other) and ({**write.given, "pos": None} == {**other.given, "pos": None})
