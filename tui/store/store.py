"""Store: the local truth of one account. What the screens read, what the keys and the network write."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tui.errors import StoreError, Unwritable
from tui.model.change import Change, Noun
from tui.presence import Presence
from tui.store.bound import BoundElsewhere
from tui.store.db import AS_IT_IS, Database, Transaction, Upgrade, journal
from tui.store.enrich.ledger import Ledger, Reservation, hear_balance
from tui.store.faults import marker
from tui.store.feed import Feed
from tui.store.key_values import KeyValues
from tui.store.migrate import check, keep_before, migrate, newest_schema, version_of
from tui.store.outbox.arrive import Arrival, Arrived, take_in
from tui.store.outbox.conflicts import Conflicts
from tui.store.outbox.contest import Merge, edit
from tui.store.outbox.outbox import Outbox
from tui.store.outbox.submit import submit
from tui.store.repair.usable import is_usable
from tui.store.spool import Spool
from tui.store.tables.actions import Actions
from tui.store.tables.boards import Boards, note_opened
from tui.store.tables.cards import Cards, note_subjects
from tui.store.tables.checklists import Checklists
from tui.store.tables.labels import Labels
from tui.store.tables.lists import Lists
from tui.store.tables.members import Members, know_me
from tui.store.tables.notifications import Notifications
from tui.store.tally import Tally, lost
from tui.store.windows.drafts import Drafts
from tui.store.windows.window import close_window, open_window

if TYPE_CHECKING:
    # The first paint needs none of them.
    from tui.clock import Clock
    from tui.model.base import Json
    from tui.model.finding import Finding
    from tui.model.member import Member
    from tui.model.writes.base import Write
    from tui.store.enrich.bulk import Bulk
    from tui.store.enrich.findings import Findings
    from tui.store.enrich.suppression import Suppression
    from tui.store.outbox.row import QueuedWrite
    from tui.store.outbox.undo import Undone
    from tui.store.search import Search

T = TypeVar("T")

EVERYTHING = Change(
    frozenset(
        {
            "boards",
            "lists",
            "cards",
            "labels",
            "checklists",
            "members",
            "comments",
            "notifications",
            "findings",
            "bulk",
            "outbox",
            "conflicts",
        }
    )
)
"""What is said when another process wrote: look at all of it again."""


class Store:
    """The nouns to read, and the writes.

    Reading is synchronous, from any thread, and sees what is committed. A write queues up for the one
    writer's thread and returns a ``concurrent.futures.Future``: its result comes when it is on the disk;
    in a coroutine wait for it with ``written``.

    Attributes:
        boards: ``all() get(id) find(text) recent(limit)``
        lists: ``of_board(board_id, closed=False) get(id)``
        cards: ``faces(list_id, offset, limit) face(id) get(id) counts(board_id)``
        labels: ``of_board(board_id) get(id)``
        members: ``of_board(board_id) get(id) me()``
        checklists: ``of_card(card_id)``
        actions: ``comments(card_id)``
        notifications: ``all(unread_only, limit) unread() newest()``
        country: Whose telephone number it is when a card does not say, ``AU`` or ``NZ``.
        ledger: ``spent(since) balance() entries(limit)``
        cursors: How far the pulls have read: ``get(key) set(key, value) all()``
        drafts: What is half typed, by window: ``get(key) left(key) set(key, value)``
        meta: Whatever else is remembered, as the cursors.
        outbox: What the service has not got yet.
        conflicts: What two people changed differently.
        spool: Copies of the files that wait to be attached.
        feed: ``subscribe(listener) -> unsubscribe``
        window: What this window is called among those that have the file open.
        closing: What is to be done once it is closed.
        notice: What the user is to be told of how it was opened: that it was damaged, and repaired, or that its last
            writes are missing; or "".
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
        self._data_version = self._db.own("PRAGMA data_version").result()
        self._bound = BoundElsewhere(db)
        self.closing: list[Callable[[], None]] = []

    @classmethod
    def open(cls, path: Path, clock: Clock) -> Store:
        """The store at ``path``, made or brought to the newest schema where needed.

        A damaged one is put aside under another name, and what can be read of it goes on in its place: see
        ``notice``. Where nothing can be written what is there can be read: see ``trouble``.

        Raises:
            StoreTooNew: A newer Cardscout wrote it; it is left untouched.
            StoreBusy: Another process holds its lock.
            StoreError: It cannot be opened, or it is damaged and cannot be repaired now.
        """
        presence, tally = Presence(path.parent), Tally(path)
        # Before the store is looked into: others may write meanwhile, and note it afterwards.
        last = tally.last() if path.exists() else 0
        with ExitStack() as failed:
            failed.callback(presence.leave)
            notice = _mended(path, clock, presence)
            try:
                store = cls._looked_into(path, clock)
            except StoreError:
                if not marker(path).exists():
                    raise
                notice = _mended(path, clock, presence)
                store = cls._looked_into(path, clock)
            failed.pop_all()
        here = store.outbox.last()
        if last > here and not notice:
            notice = lost(path, last - here)
        if store.trouble is None:
            tally.start_again(here)
        store.notice = notice
        store.closing.append(presence.leave)
        return store

    @classmethod
    def _looked_into(cls, path: Path, clock: Clock) -> Store:
        """The store, and what every start reads of it: damage there is repaired before anybody waits for it."""
        with ExitStack() as failed:
            store = cls(path, clock)
            failed.callback(store.close)
            store.boards.all()
            store.meta.all()
            store.outbox.counts()
            failed.pop_all()
        return store

    def close(self) -> None:
        """Finish the writes under way and let go of the file."""
        self._db.close()
        close_window(self.window)
        while self.closing:
            self.closing.pop()()

    @cached_property
    def bulk(self) -> Bulk:
        """Runs over many cards."""
        from tui.store.enrich.bulk import Bulk

        return Bulk(self._db, self._clock)

    @cached_property
    def findings(self) -> Findings:
        """What is remembered of people and companies: ``get(key, type) attached_comment(card_id, key)``."""
        from tui.store.enrich.findings import Findings

        return Findings(self._db)

    @cached_property
    def search(self) -> Search:
        """``everything(text, limit)``."""
        from tui.store.search import Search

        return Search(self._db)

    @cached_property
    def suppression(self) -> Suppression:
        """The list of those who opted out."""
        from tui.store.enrich.suppression import Suppression

        return Suppression(self._db)

    @property
    def trouble(self) -> Unwritable | None:
        """Why nothing can be written at the moment, or None; each write tries again."""
        return self._db.trouble

    # --- what the user does ------------------------------------------------------

    def submit(self, write: Write) -> Future[QueuedWrite]:
        """Take ``write`` on: written down as waiting, its inverse with it, and shown. One transaction.

        An id of ours that the service has named meanwhile is understood.

        Raises:
            StoreError: It names a thing that is not there (any more), or it could not be written.
        """
        return self._db.write(lambda tx: submit(tx, (write,))[0])

    def submit_all(self, writes: Sequence[Write]) -> Future[tuple[QueuedWrite, ...]]:
        """Take several writes on as one composite write: all or none, and undone together."""
        return self._db.write(lambda tx: submit(tx, tuple(writes)))

    def edit(self, writes: Sequence[Write], seen: Mapping[str, object], merge: Merge) -> Future[int]:
        """Take ``writes`` on, but what was changed since the user began with what they had ``seen``, by field.

        Returns:
            How many fields that were: what was written for them is among the conflicts.
        """
        return self._db.write(lambda tx: edit(tx, tuple(writes), seen, merge))

    def undo(self, board_id: str | None = None) -> Future[Undone | None]:
        """Take the newest composite write of this window back that can be, as far as it can be; None when none can.

        What was never sent is simply forgotten; a card made and sent is archived. Works after a restart: what
        closed windows did comes after what this one did.

        Args:
            board_id: Only what was done on this board, or to boards as such; None for any.
        """
        from tui.store.outbox.undo import Reach, undo

        return self._db.write(lambda tx: undo(tx, Reach(self.window, board_id)))

    def redo(self, board_id: str | None = None) -> Future[Undone | None]:
        """Do again what was undone last, unless something else was done since; None when there is nothing."""
        from tui.store.outbox.undo import Reach, redo

        return self._db.write(lambda tx: redo(tx, Reach(self.window, board_id)))

    def words(self, write: Write) -> str:
        """``write`` for the status line: ``Moved “Ana Ray” to Contacted``."""
        return write.describe(self._name)

    # --- what the service says ---------------------------------------------------

    def mark(self) -> int:
        """A point in time for ``Arrived.since``: take it before asking the service."""
        return int(self._db.first("SELECT value FROM counter")[0])

    def arrive(self, arrived: Arrived) -> Future[Arrival]:
        """Take in what the service said, pending writes staying visible on top of it. One transaction.

        Keep it to about 100 cards at a time: the keys wait for it.
        """
        return self._db.write(lambda tx: take_in(tx, arrived))

    def remember(
        self,
        finding: Finding,
        names: Sequence[str] = (),
        reservation: Reservation | None = None,
        run: str = "",
    ) -> Future[Finding]:
        """Keep a finding, what it cost and the balance told with it.

        Args:
            finding: The answer. It is found again by its key and by every identifier it brought.
            names: More identifiers it answers to (``email:ana@…``), those it was asked by.
            reservation: The request it answers; it is in the ledger once, however often this is called.
            run: Id of the run it was part of.

        Returns:
            The finding as it was kept: without whoever opted out.
        """
        from tui.store.enrich.findings import remember

        return self._db.write(lambda tx: remember(tx, finding, names, reservation, run))

    def write(self, work: Callable[[Transaction], T]) -> Future[T]:
        """Carry out a write of ``tui.store.enrich`` in one transaction."""
        return self._db.write(work)

    def heard_balance(self, credits_left: int, began: datetime | None = None) -> Future[None]:
        """Keep the balance of the enrichment account, as just heard; ``began`` is when it was asked for."""
        return self._db.write(lambda tx: hear_balance(tx, credits_left, began))

    def know_me(self, me: Member) -> Future[None]:
        """Keep who this account is: the author of new comments."""
        return self._db.write(lambda tx: know_me(tx, me))

    def now(self) -> datetime:
        """The time by which what is written here is dated."""
        return self._clock.now()

    # --- smaller notes -------------------------------------------------------------

    def opened(self, board_id: str) -> Future[None]:
        """Note that the user opened a board, for the order of ``boards.all()``."""
        return self._db.write(lambda tx: note_opened(tx, board_id))

    def note_subjects(self, found: Mapping[str, bool]) -> Future[None]:
        """Note on which cards the recogniser found somebody; kept until the card's text changes."""
        return self._db.write(lambda tx: note_subjects(tx, found))

    def changed_elsewhere(self) -> bool:
        """Whether another process wrote since last asked; the feed is then told that everything changed."""
        seen = self._db.own("PRAGMA data_version").result()
        if seen == self._data_version:
            return False
        self._data_version = seen
        self._db.tell(EVERYTHING.but(bound=self._bound.names()))
        return True

    def said(self, noun: Noun, of: str, *, of_card: bool = False) -> list[Json]:
        """What the service last said of the things of a board, or of a card, as the wire spells it."""
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


def _mended(path: Path, clock: Clock, presence: Presence) -> str:
    """What was done about damage, for the user; "" when there is none."""
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
