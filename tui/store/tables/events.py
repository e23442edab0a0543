"""Events: the log that triggers read, and the board states whose comparison reveals unreported changes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from tui.model.event import Event
from tui.model.values.scalars import to_json
from tui.store.db import storable

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.store.db import Database, Transaction

KEPT = timedelta(days=7)
"""How long an event is remembered; if it is reported again after that, it counts as new."""

SKEW = 2.0
"""Seconds by which the service's clock may differ from ours."""

Held = dict[tuple[str, str], "Json"]
"""Things as they were read: by noun and id, the fields that are compared."""


class LoggedEvent(NamedTuple):
    """An event, and its place in the log, which rises."""

    seq: int
    event: Event


class Events:
    """The log of events of an account, shared by its windows and commands."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def last(self) -> int:
        """Return the place of the newest event; 0 before the first."""
        return int(self._db.first("SELECT coalesce(max(seq), 0) FROM events")[0])

    def after(self, seq: int, limit: int = 500) -> list[LoggedEvent]:
        """Return at most ``limit`` events after position ``seq``, in the order they became known."""
        rows = self._db.query("SELECT seq, event FROM events WHERE seq > ? ORDER BY seq LIMIT ?", seq, limit)
        return [LoggedEvent(seq, Event.parse_json(text)) for seq, text in rows]

    def reading(self, board_id: str) -> Held:
        """Return the things of a board as they were last read; empty for a board that was never read."""
        rows = self._db.query("SELECT noun, id, held FROM readings WHERE board_id = ?", board_id)
        return {(noun, ident): json.loads(held) for noun, ident, held in rows}

    def note(
        self,
        events: Iterable[Event],
        *,
        board_id: str = "",
        reading: Mapping[tuple[str, str], Json | None] | None = None,
        cursors: Mapping[str, str] | None = None,
    ) -> Future[list[LoggedEvent]]:
        """Log events and the read position in one transaction, so that a kill can neither lose nor repeat them.

        Args:
            events: In the order they happened; known ids are ignored.
            board_id: The board of ``reading``.
            reading: Things that have changed since the last read; None for one that is gone.
            cursors: Names and values of cursors.

        Returns:
            The events that are new.
        """
        told = list(events)

        def work(tx: Transaction) -> list[LoggedEvent]:
            new = [LoggedEvent(seq, event) for event in told if (seq := _log(tx, event)) is not None]
            for (noun, ident), held in (reading or {}).items():
                _read(tx, board_id, noun, ident, held)
            for name, value in (cursors or {}).items():
                tx.run("INSERT OR REPLACE INTO cursors (key, value) VALUES (?, ?)", name, storable(value))
            tx.run("DELETE FROM events WHERE heard < ?", (tx.now - KEPT).timestamp())
            if new:
                tx.changed("events")
            return new

        return self._db.write(work)

    def begin(self, cursors: Mapping[str, str]) -> Future[None]:
        """Set cursors that are not set yet, by name."""

        def work(tx: Transaction) -> None:
            for name, value in cursors.items():
                tx.run("INSERT OR IGNORE INTO cursors (key, value) VALUES (?, ?)", name, storable(value))

        return self._db.write(work)


def _log(tx: Transaction, event: Event) -> int | None:
    """Log an event and return its place; None if it is in the log already."""
    ident, subject, at = storable(event.id), storable(event.subject), event.at.timestamp()
    since = None if event.since is None else event.since.timestamp()
    if tx.one("SELECT 1 FROM events WHERE id = ? OR told_by = ?", ident, ident):
        return None
    if since is None and _claim(tx, ident, subject, at):
        return None
    if since is not None and _was_reported(tx, subject, since, at):
        return None
    tx.run(
        "INSERT INTO events (id, board_id, subject, since, at, heard, event) VALUES (?, ?, ?, ?, ?, ?, ?)",
        ident,
        storable(event.ident("board")),
        subject,
        since,
        at,
        tx.now.timestamp(),
        storable(to_json(event.wire())),
    )
    return int(tx.one("SELECT last_insert_rowid()")[0])


def _was_reported(tx: Transaction, subject: str, since: float, at: float) -> bool:
    """Return whether an action between ``since`` and ``at`` already reported the change that was found now."""
    told = "SELECT 1 FROM events WHERE subject = ? AND since IS NULL AND at BETWEEN ? AND ?"
    return tx.one(told, subject, since - SKEW, at + SKEW) is not None


def _claim(tx: Transaction, ident: str, subject: str, at: float) -> bool:
    """Note that the action ``ident`` reports a change found earlier; return whether there was such a change."""
    found = "SELECT min(seq) FROM events WHERE subject = ? AND since <= ? AND at >= ? AND told_by IS NULL"
    return bool(
        tx.run(f"UPDATE events SET told_by = ? WHERE seq = ({found})", ident, subject, at + SKEW, at - SKEW)
    )


def _read(tx: Transaction, board_id: str, noun: str, ident: str, held: Json | None) -> None:
    if held is None:
        tx.run("DELETE FROM readings WHERE board_id = ? AND noun = ? AND id = ?", board_id, noun, ident)
        return
    tx.run(
        "INSERT OR REPLACE INTO readings (board_id, noun, id, held) VALUES (?, ?, ?, ?)",
        board_id,
        noun,
        ident,
        storable(to_json(held)),
    )
