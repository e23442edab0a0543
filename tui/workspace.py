"""The one door: everything a front end may know of an account, opened and closed together.

Reads come from the local store and take about a millisecond, online or not. Writes are in the store, and
safe from a crash, when the call returns; the sync thread sends them later. Nothing here draws, and nothing
waits for the network but what says so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from tui.model.enrich.spending import Caps
from tui.services.access import Access
from tui.services.boards import Boards
from tui.services.cards import Cards
from tui.services.memory import Drafts, Memory
from tui.services.sync import Sync
from tui.services.writes import Writes
from tui.store.store import Store
from tui.sync.engine import Engine
from tui.sync.link import Dialect, Link, Service

if TYPE_CHECKING:
    # The first paint needs none of them.
    from tui.clock import Clock
    from tui.errors import StoreError
    from tui.services.archive import Archive
    from tui.services.bulk import Bulk
    from tui.services.conflicts import Conflicts
    from tui.services.files import Files
    from tui.services.inbox import Inbox
    from tui.services.lookups import Lookups
    from tui.services.outbox import Outbox
    from tui.services.people import People
    from tui.services.search import Search
    from tui.services.spending import Spending
    from tui.services.suppression import Suppression

__all__ = ["Dialect", "Link", "Service", "Workspace", "try_out"]


class Workspace:
    """An account: its local truth, and the engine that keeps it in step with the services.

    It is asked through its parts. Those that the first paint needs are there at once; the others are imported
    when they are first used.

    Args:
        store: The local truth, open.
        engine: Not started yet.

    Attributes:
        access: What the account may do.
        boards: Boards with their lists, labels and members.
        cards: Cards with their checklists and comments.
        drafts: What is being typed, and what was left unfinished.
        memory: What the front ends remember between two runs.
        sync: How it stands to the services, and what is kept fresh.
        writes: Making changes, undo and redo.
    """

    def __init__(self, store: Store, engine: Engine) -> None:
        self._store, self._engine = store, engine
        self.access = Access(store, engine)
        self.drafts = Drafts(store, engine)
        self.memory = Memory(store, engine)
        self.sync = Sync(store, engine)
        self.writes = Writes(store, engine, self.access, self.drafts)
        self.boards = Boards(store, engine, self.writes.submit_all)
        self.cards = Cards(store, engine, self.writes.submit_all)

    @classmethod
    def open(
        cls,
        *,
        store_path: Path,
        account: str,
        connect: Callable[[], Link],
        clock: Clock,
        caps: Caps | None = None,
        country: str = "AU",
    ) -> Workspace:
        """Open the store; nothing is sent or fetched before ``start()``.

        Args:
            store_path: The account's SQLite file; made when it is missing.
            account: Its name, for messages and logs.
            connect: Called once, in the sync thread, so that what it imports is not in first paint's way.
            clock: Time.
            caps: How much may be spent on lookups where nothing else was set in the account.
            country: Whose telephone number it is when a card does not say, ``AU`` or ``NZ``.

        Raises:
            StoreError: The file cannot be opened, or was written by a newer Cardscout.
        """
        store = Store.open(store_path, clock)
        store.ledger.fallback = caps or Caps()
        store.country = country
        return cls(store, Engine(store, connect, clock, account=account, state_dir=store_path.parent))

    async def start(self) -> None:
        """Start the sync thread: it connects, recovers what a crash left, then sends and fetches."""
        self._engine.start()

    async def close(self) -> None:
        """Stop the sync thread (two seconds at most) and close the store; what waits is sent next time."""
        await asyncio.to_thread(self._engine.close)
        self._store.close()

    @property
    def repaired(self) -> str:
        """What was damaged when the store was opened, and what became of it; "" for nothing."""
        return self._store.notice

    @property
    def trouble(self) -> StoreError | None:
        """Why nothing can be saved on this machine at the moment, or None; each write tries again."""
        return self._store.trouble

    def was_cut_off(self) -> bool:
        """Whether a lookup of many cards was cut off, and waits to be gone on with.

        Asked at each start, so of the store alone: ``bulk`` takes a tenth of a second to import.
        """
        return any(run.state == "paused" for run in self._store.bulk.recent(100))

    @cached_property
    def archive(self) -> Archive:
        """What was put away on a board."""
        from tui.services.archive import Archive

        return Archive(self._store, self._engine)

    @cached_property
    def bulk(self) -> Bulk:
        """Lookups of many cards in one run."""
        from tui.services.bulk import Bulk

        return Bulk(self._store, self._engine, self.writes.submit_all)

    @cached_property
    def conflicts(self) -> Conflicts:
        """What two people changed differently."""
        from tui.services.conflicts import Conflicts

        return Conflicts(self._store, self._engine)

    @cached_property
    def files(self) -> Files:
        """Files and links on cards: attach, remove, download."""
        from tui.services.files import Files

        return Files(self._store, self._engine, self.writes.submit_all)

    @cached_property
    def inbox(self) -> Inbox:
        """The account's notifications."""
        from tui.services.inbox import Inbox

        return Inbox(self._store, self._engine, self.writes.submit_all)

    @cached_property
    def lookups(self) -> Lookups:
        """The people and companies that cards name, and what is found of them."""
        from tui.services.lookups import Lookups

        return Lookups(self._store, self._engine, self.writes.submit_all)

    @cached_property
    def outbox(self) -> Outbox:
        """What the service does not have: refused and waiting writes."""
        from tui.services.outbox import Outbox

        return Outbox(self._store, self._engine)

    @cached_property
    def people(self) -> People:
        """People searched for, and cards made of them."""
        from tui.services.people import People

        return People(self._store, self._engine, self.writes.submit_all)

    @cached_property
    def search(self) -> Search:
        """Finding boards, cards and people, here and at the service."""
        from tui.services.search import Search

        return Search(self._store, self._engine)

    @cached_property
    def spending(self) -> Spending:
        """What was spent on lookups, and how much may be."""
        from tui.services.spending import Spending

        return Spending(self._store, self._engine)

    @cached_property
    def suppression(self) -> Suppression:
        """Who must not be looked up."""
        from tui.services.suppression import Suppression

        return Suppression(self._store, self._engine, self.writes.submit_all)


async def try_out(link: Link, clock: Clock) -> int | None:
    """Credits left at the enrichment service of ``link``, asked by a call for nobody; None where it does not tell.

    Raises:
        RemoteError: Its address, key or shape is wrong; the message says which.
    """
    from tui.sync.session import try_out as ask

    return await ask(link, clock)
