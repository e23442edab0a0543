"""The store: the local data of one account, read by the screens, written by the user and by the sync."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, ExitStack
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, get_args

from tui.errors import StoreError, Unwritable
from tui.model.change import Change, Noun
from tui.presence import Presence
from tui.store.bound_ids import BoundIds
from tui.store.change_counter import ChangeCounter, loss_message
from tui.store.connection import journal
from tui.store.db import AS_IT_IS, Database, Transaction, Upgrade
from tui.store.enrich.ledger import Ledger
from tui.store.enrich.settlement import record_balance
from tui.store.faults import marker
from tui.store.feed import Feed
from tui.store.key_values import KeyValues
from tui.store.migrate import check, keep_before, migrate, newest_schema, version_of
from tui.store.outbox.arrivals import Arrival, Arrived, take_in
from tui.store.outbox.conflicts import Conflicts
from tui.store.outbox.contested_fields import Merge, edit
from tui.store.outbox.outbox import Outbox
from tui.store.outbox.submit import submit, submit_each, submit_once
from tui.store.repair.start_check import is_usable
from tui.store.spool import Spool
from tui.store.tables.actions import Actions
from tui.store.tables.boards import Boards, note_opened
from tui.store.tables.card_rows import note_subjects
from tui.store.tables.cards import Cards
from tui.store.tables.checklists import Checklists
from tui.store.tables.labels import Labels
from tui.store.tables.lists import Lists
from tui.store.tables.members import Members
from tui.store.tables.notifications import Notifications
from tui.store.tables.rows import resolve
from tui.store.windows.drafts import Drafts
from tui.store.windows.window import close_window, open_window

if TYPE_CHECKING:
    # Not needed for the first paint.
    from tui.clock import Clock
    from tui.model.finding import Finding
    from tui.model.values.json_values import Json
    from tui.model.writes.base import Write
    from tui.store.enrich.bulk import Bulk
    from tui.store.enrich.findings import Findings
    from tui.store.enrich.reservations import Reservation
    from tui.store.enrich.suppression import Suppression
    from tui.store.outbox.history import PastBatch
    from tui.store.outbox.revert import Told, Undone
    from tui.store.outbox.row import QueuedWrite
    from tui.store.search import Search
    from tui.store.tables.events import Events

T = TypeVar("T")

EVERYTHING = Change(frozenset(get_args(Noun)) - {"rules", "sync"})
"""The change to publish when another process wrote: everything may have changed."""


class Store:
    """The local store of an account: a reader for each noun, and the writes.

    Reads are synchronous, work on any thread, and see what is committed. Writes are queued for the writer's
    thread and return a ``concurrent.futures.Future``, which completes when the write is on the disk; in a
    coroutine, wait for it with ``written``.

    Attributes:
        boards: ``all() get(id) find(text) recent(limit)``
        lists: ``of_board(board_id, closed=False) get(id)``
        cards: ``faces(list_id, offset, limit) face(id) get(id) counts(board_id)``
        labels: ``of_board(board_id) get(id)``
        members: ``of_board(board_id) get(id) me()``
        checklists: ``of_card(card_id) get(id)``
        actions: ``comments(card_id)``
        notifications: ``all(unread_only, limit) unread() newest()``
        country: The country of telephone numbers without a country code, ``AU`` or ``NZ``.
        ledger: ``spent(since) balance() entries(limit)``
        cursors: How far the pulls have read: ``get(key) set(key, value) all()``
        drafts: Unfinished texts, by window: ``get(key) left(key) set(key, value)``
        meta: Other persistent values, with the methods of ``cursors``.
        outbox: Writes that the service does not have yet.
        conflicts: Fields that two people changed differently.
        spool: Copies of files that wait to be attached.
        feed: ``subscribe(listener) -> unsubscribe``
        window: The name of this window among those that have the file open.
        closing: Callbacks to run after closing.
        notice: A message for the user about damage that was repaired, or about lost writes; "" for none.
    """

    def __init__(self, path: Path, clock: Clock) -> None:
        self.feed = Feed()
        self._clock = clock
        self.country = "AU"
        self.window = open_window()
        self.notice = ""
        self._db = db = Database(path, clock, self.feed, _prepare, self.window, _readable)
        self.boards = Boards(db)
        self.lists = Lists(db)
        self.cards = Cards(db)
        self.labels = Labels(db)
        self.members = Members(db)
        self.checklists = Checklists(db)
        self.actions = Actions(db)
        self.notifications = Notifications(db)
        self.ledger = Ledger(db)
        self.cursors = KeyValues(db, "cursors")
        self.drafts = Drafts(db, self.window)
        self.meta = KeyValues(db, "meta")
        self.outbox = Outbox(db, clock)
        self.conflicts = Conflicts(db)
        self.spool = Spool(path.with_name(f"{path.stem}-files"))
        self.closing: list[Callable[[], None]] = []
        with ExitStack() as failed:
            failed.callback(self.close)
            self._data_version = db.pragma("PRAGMA data_version").result()
            self._bound = BoundIds(db)
            failed.pop_all()

    @classmethod
    def open(cls, path: Path, clock: Clock) -> Store:
        """Open the store at ``path``, creating or migrating it if necessary.

        A damaged store is set aside under another name, and replaced by its readable contents: see
        ``notice``. A store that cannot be written to can still be read: see ``trouble``.

        Raises:
            StoreTooNew: A newer Cardscout wrote the store; it is left untouched.
            StoreBusy: Another process holds its lock.
            StoreError: The store cannot be opened, or is damaged and cannot be repaired now.
        """
        presence, counter = Presence(path.parent), ChangeCounter(path)
        # Read before opening, because other processes may write and update the counter meanwhile.
        counted = counter.last() if path.exists() else 0
        with ExitStack() as failed:
            failed.callback(presence.leave)
            notice = _repair_if_damaged(path, clock, presence)
            try:
                store = cls._open_checked(path, clock)
            except StoreError:
                if not marker(path).exists():
                    raise
                notice = _repair_if_damaged(path, clock, presence)
                store = cls._open_checked(path, clock)
            failed.pop_all()
        stored = store.outbox.last()
        if counted > stored and not notice:
            notice = loss_message(path, counted - stored)
        if store.trouble is None:
            counter.start_again(stored)
        store.notice = notice
        store.closing.append(presence.leave)
        return store

    @classmethod
    def _open_checked(cls, path: Path, clock: Clock) -> Store:
        """Open the store and read what every start reads, so that damage is found now."""
        with ExitStack() as failed:
            store = cls(path, clock)
            failed.callback(store.close)
            store.boards.all()
            store.meta.all()
            store.outbox.counts()
            failed.pop_all()
        return store

    def close(self) -> None:
        """Finish the running writes and close the file."""
        self._db.close()
        close_window(self.window)
        while self.closing:
            self.closing.pop()()

    @cached_property
    def bulk(self) -> Bulk:
        """The bulk runs over many cards."""
        from tui.store.enrich.bulk import Bulk

        return Bulk(self._db, self._clock)

    @cached_property
    def events(self) -> Events:
        """The log of events, for triggers."""
        from tui.store.tables.events import Events

        return Events(self._db)

    @cached_property
    def findings(self) -> Findings:
        """The stored findings on subjects: ``get(key, type) attached_comment(card_id, key)``."""
        from tui.store.enrich.findings import Findings

        return Findings(self._db)

    @cached_property
    def search(self) -> Search:
        """The local search: ``everything(text, limit)``."""
        from tui.store.search import Search

        return Search(self._db)

    @cached_property
    def suppression(self) -> Suppression:
        """The list of people and companies that opted out."""
        from tui.store.enrich.suppression import Suppression

        return Suppression(self._db)

    @property
    def trouble(self) -> Unwritable | None:
        """The reason why nothing can be written now, or None; each write tries again."""
        return self._db.trouble

    # --- what the user does ------------------------------------------------------

    def submit(self, write: Write) -> Future[QueuedWrite]:
        """Submit ``write``: store it as waiting, with its inverse, and show its effect, in one transaction.

        Local ids that have been bound meanwhile are accepted.

        Raises:
            StoreError: The write names a thing that does not exist (any more), or could not be stored.
        """
        return self._db.write(lambda tx: submit(tx, (write,))[0])

    def submit_all(self, writes: Sequence[Write]) -> Future[tuple[QueuedWrite, ...]]:
        """Submit several writes as one batch: all or none are stored, and they are undone together."""
        return self._db.write(lambda tx: submit(tx, tuple(writes)))

    def submit_each(self, writes: Sequence[Write]) -> Future[list[tuple[Write, str]]]:
        """Submit as one batch the writes whose targets exist; return the others, each with the reason."""
        return self._db.write(lambda tx: submit_each(tx, tuple(writes)))

    def submit_once(self, key: str, writes: Sequence[Write]) -> Future[bool]:
        """Submit ``writes`` as one batch, unless this was done before under ``key``; return whether it was done now."""
        return self._db.write(lambda tx: submit_once(tx, key, tuple(writes)))

    def edit(self, writes: Sequence[Write], seen: Mapping[str, object], merge: Merge) -> Future[int]:
        """Submit ``writes``, except fields that changed since the user had ``seen`` them, by field.

        Returns:
            How many fields became conflicts.
        """
        return self._db.write(lambda tx: edit(tx, tuple(writes), seen, merge))

    def undo(self, board_id: str | None = None, told: Told | None = None) -> Future[Undone | None]:
        """Undo this window's newest batch that can be undone, as far as possible; return None if there is none.

        A write that was never sent is just deleted; a card created and sent is archived. This works after a
        restart: the writes of closed windows are undone after those of this one.

        Args:
            board_id: Only undo writes on this board, or to boards as such; None for any.
            told: Called in the writer's thread with the number of undone writes and the total.
        """
        from tui.store.outbox.undo import Reach, undo

        return self._db.write(lambda tx: undo(tx, Reach(self.window, board_id, told)))

    def redo(self, board_id: str | None = None, told: Told | None = None) -> Future[Undone | None]:
        """Redo the last undo, unless something else was done since; return None if there is none."""
        from tui.store.outbox.undo import Reach, redo

        return self._db.write(lambda tx: redo(tx, Reach(self.window, board_id, told)))

    def revert_to(self, batch: int, told: Told | None = None) -> Future[list[Undone]]:
        """Undo a batch and all later ones, except those of other open windows."""
        from tui.store.outbox.history import revert_to

        return self._db.write(lambda tx: revert_to(tx, batch, self.window, told))

    def history(self, limit: int) -> list[PastBatch]:
        """Return the newest batches of writes, newest first."""
        from tui.store.outbox.history import recent

        return recent(self._db, limit)

    def describe(self, write: Write) -> str:
        """Describe ``write`` for the user: ``Moved “Ana Ray” to Contacted``."""
        return write.describe(self._name)

    # --- what the service says ---------------------------------------------------

    def current_id(self, ident: str) -> str:
        """Return the service's id for a local one, once assigned; any other id unchanged."""
        return resolve(self._db, ident)

    def snapshot(self) -> AbstractContextManager[None]:
        """Let the queries of a block, on this thread, see one state of the file: no id is replaced between two of them."""
        return self._db.snapshot()

    def mark(self) -> int:
        """Return the current version for ``Arrived.since``; call it before requesting the data."""
        return int(self._db.first("SELECT value FROM counter")[0])

    def arrive(self, arrived: Arrived) -> Future[Arrival]:
        """Merge data from the service in one transaction, with pending writes still shown on top.

        Pass about 100 cards at a time, because keys wait for the transaction.
        """
        return self._db.write(lambda tx: take_in(tx, arrived))

    def remember(
        self,
        finding: Finding,
        names: Sequence[str] = (),
        reservation: Reservation | None = None,
        run: str = "",
    ) -> Future[Finding]:
        """Store a finding, its cost, and the balance reported with it.

        Args:
            finding: The answer, indexed by its key and every identifier it contains.
            names: More identifiers to index it by (``email:ana@…``), those it was requested by.
            reservation: The answered request; entered in the ledger once, however often this is called.
            run: Id of the run that the request was part of.

        Returns:
            The finding as stored: stripped if its subject opted out.
        """
        from tui.store.enrich.findings import remember

        return self._db.write(lambda tx: remember(tx, finding, names, reservation, run))

    def write(self, work: Callable[[Transaction], T]) -> Future[T]:
        """Run a write of ``tui.store.enrich`` in one transaction."""
        return self._db.write(work)

    def record_balance(
        self, credits_left: int, began: datetime | None = None, provider: str | None = None
    ) -> Future[None]:
        """Store the enrichment account's newly reported balance; ``began`` is when it was requested."""
        return self._db.write(lambda tx: record_balance(tx, credits_left, began, "", provider))

    def now(self) -> datetime:
        """Return the current time of the store's clock."""
        return self._clock.now()

    # --- smaller notes -------------------------------------------------------------

    def record_opened(self, board_id: str) -> Future[None]:
        """Record that the user opened a board, for the order of ``boards.all()``."""
        return self._db.write(lambda tx: note_opened(tx, board_id))

    def note_subjects(self, found: Mapping[str, bool]) -> Future[None]:
        """Record on which cards the recogniser found subjects; kept until the card's text changes."""
        return self._db.write(lambda tx: note_subjects(tx, found))

    def changed_elsewhere(self) -> bool:
        """Return whether another process wrote since the last call; if so, publish a change of everything."""
        seen = self._db.pragma("PRAGMA data_version").result()
        if seen == self._data_version:
            return False
        self._data_version = seen
        self._db.publish(EVERYTHING.replace(bound=self._bound.newly_bound()))
        return True

    def raw_state(self, noun: Noun, of: str, *, of_card: bool = False) -> list[Json]:
        """Return the service's last state of the things of a board or card, as wire JSON."""
        at = "parent_id" if of_card else "board_id"
        found = self._db.query(
            f"SELECT base FROM docs WHERE noun = ? AND {at} = ? AND base IS NOT NULL ORDER BY id", noun, of
        )
        return [json.loads(text) for (text,) in found]

    def _name(self, ident: str) -> str:
        for reader in (self.lists, self.labels, self.members, self.cards, self.checklists, self.boards):
            if name := reader.name(ident):
                return name
        return ""


def _repair_if_damaged(path: Path, clock: Clock, presence: Presence) -> str:
    """Repair a damaged store and return a message for the user; "" if there is no damage."""
    if is_usable(path):
        return ""
    from tui.store.repair.recovery import mend

    return mend(path, clock, presence)


def _readable(conn: sqlite3.Connection) -> Upgrade | None:
    check(conn)
    version = version_of(conn)
    if version == newest_schema():
        return AS_IT_IS
    return migrate if version else None


def _prepare(conn: sqlite3.Connection, path: Path) -> None:
    check(conn)
    journal(conn, path)
    if 0 < (version := version_of(conn)) < newest_schema():
        keep_before(path, version)
    migrate(conn)
