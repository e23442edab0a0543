"""The store: the local data of one account, read by the screens, written by the user and by the sync.

``store/opening.py`` opens it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import AbstractContextManager
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar, get_args

from tui.model.change import Change, Noun
from tui.store.bound_ids import BoundIds
from tui.store.enrich.enrichment import Enrichment
from tui.store.key_values import KeyValues
from tui.store.lost_drafts import LostDrafts
from tui.store.outbox.arrivals import Arrival, Arrived, take_in
from tui.store.outbox.conflicts import Conflicts
from tui.store.outbox.outbox import Outbox
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
from tui.store.windows.window import close_window
from tui.store.writes import StoreWrites

if TYPE_CHECKING:
    # Not needed for the first paint.
    from tui.clock import Clock
    from tui.errors import Unwritable
    from tui.model.values.scalars import Json
    from tui.store.db import Database, Transaction
    from tui.store.feed import Feed
    from tui.store.search import Search
    from tui.store.tables.events import Events

T = TypeVar("T")

EVERYTHING = Change(frozenset(get_args(Noun)) - {"rules", "sync"})
"""The change to publish when another process wrote: everything may have changed."""


class Store:
    """The local store of an account: a reader for each noun, the user's writes, and what the service says.

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
        writes: What the user does: ``submit(write) undo() redo() history(limit) describe(write)``
        enrichment: ``ledger findings suppression bulk``, and how an answer is stored.
        cursors: How far the pulls have read: ``get(key) set(key, value) all()``
        drafts: Unfinished texts, by window: ``get(key) left(key) set(key, value)``
        meta: Other persistent values, with the methods of ``cursors``.
        outbox: Writes that the service does not have yet.
        conflicts: Fields that two people changed differently.
        lost_drafts: Unfinished texts for what is gone: ``all() count()``
        spool: Copies of files that wait to be attached.
        feed: ``subscribe(listener) -> unsubscribe``
        window: The name of this window among those that have the file open.
        closing: Callbacks to run after closing.
        notice: A message for the user about damage that was repaired, or about lost writes; "" for none.
    """

    def __init__(self, db: Database, clock: Clock, feed: Feed, window: str) -> None:
        self.feed = feed
        self._clock = clock
        self.country = "AU"
        self.window = window
        self.notice = ""
        self._db = db
        self.boards = Boards(db)
        self.lists = Lists(db)
        self.cards = Cards(db)
        self.labels = Labels(db)
        self.members = Members(db)
        self.checklists = Checklists(db)
        self.actions = Actions(db)
        self.notifications = Notifications(db)
        self.writes = StoreWrites(db, window, self._name)
        self.enrichment = Enrichment(db, clock)
        self.cursors = KeyValues(db, "cursors")
        self.drafts = Drafts(db, window)
        self.meta = KeyValues(db, "meta")
        self.outbox = Outbox(db, clock)
        self.conflicts = Conflicts(db)
        self.lost_drafts = LostDrafts(db, window)
        self.spool = Spool(db.path.with_name(f"{db.path.stem}-files"))
        self.closing: list[Callable[[], None]] = []
        self._data_version = db.pragma("PRAGMA data_version").result()
        self._bound = BoundIds(db)

    def close(self) -> None:
        """Finish the running writes and close the file."""
        self._db.close()
        close_window(self.window)
        while self.closing:
            self.closing.pop()()

    @cached_property
    def events(self) -> Events:
        """The log of events, for triggers."""
        from tui.store.tables.events import Events

        return Events(self._db)

    @cached_property
    def search(self) -> Search:
        """The local search: ``everything(text, limit)``."""
        from tui.store.search import Search

        return Search(self._db)

    @property
    def trouble(self) -> Unwritable | None:
        """The reason why nothing can be written now, or None; each write tries again."""
        return self._db.trouble

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

        Pass about 100 cards at a time, because keys wait for the transaction. The future raises ``Unexplained`` if
        ``arrived.told`` does not tell who has taken away something that was typed.
        """
        if arrived.told is not None or arrived.older:
            from tui.store.outbox.losses import take_in_comparing

            return self._db.write(lambda tx: take_in_comparing(tx, arrived))
        return self._db.write(lambda tx: take_in(tx, arrived))

    def write(self, work: Callable[[Transaction], T]) -> Future[T]:
        """Run a write of ``tui.store.enrich`` in one transaction."""
        return self._db.write(work)

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
