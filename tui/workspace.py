"""The workspace: the only interface of the front ends to an account's data and its sync.

Reads come from the local store and take about a millisecond, online or not. Writes are in the store, and
safe from a crash, when the call returns; the sync thread sends them later. Nothing here draws, and only
methods whose docstrings say so wait for the network.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tui.errors import CardscoutError
from tui.model.enrich.spending import Caps
from tui.services.access import Access
from tui.services.boards import Boards
from tui.services.cards import Cards
from tui.services.memory import Drafts, Memory
from tui.services.sync import Sync
from tui.services.writes import Writes
from tui.store.opening import open_store
from tui.sync.engine import Engine
from tui.sync.link import Link, OtherService, Service

if TYPE_CHECKING:
    # For types only: the first paint must not import these.
    from tui.adapters.adapter import Adapter
    from tui.api.enrich.sample import SampleReading
    from tui.clock import Clock
    from tui.errors import StoreError
    from tui.model.change import Doer
    from tui.services.activity import Activity
    from tui.services.agenda import Agenda
    from tui.services.archive import Archive
    from tui.services.conflicts import Conflicts
    from tui.services.enrich.bulk import Bulk
    from tui.services.enrich.held import HeldRecords
    from tui.services.enrich.lookups import Lookups
    from tui.services.enrich.people import People
    from tui.services.enrich.sharing import Sharing
    from tui.services.enrich.spending import Spending
    from tui.services.enrich.suppression import Suppression
    from tui.services.enrich.withdrawals import Withdrawals
    from tui.services.events import Events
    from tui.services.files import Files
    from tui.services.inbox import Inbox
    from tui.services.names import NameResolver
    from tui.services.outbox import Outbox
    from tui.services.search import Search
    from tui.store.store import Store

__all__ = ["Link", "OtherService", "Service", "Workspace", "import_services", "read_sample", "try_out"]


Result = TypeVar("Result")
"""The type of the result in each account."""


class Workspace:
    """An open account: its local store, and the engine that syncs the store with the services.

    Its methods are grouped in parts. Those that the first paint needs are created at once; the others are
    imported at their first use.

    Args:
        engine: The sync engine, not started yet.

    Attributes:
        boards: Boards with their lists, labels and members.
        drafts: Texts that are being typed or were left unfinished.
        memory: State of the front ends that is kept between two runs.
        sync: The state of the sync, and the watched board and card.
        writes: Changes, undo and redo.
    """

    def __init__(
        self, store: Store, engine: Engine, *, list_labels: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        self._store, self._engine, self._list_labels = store, engine, list_labels or {}
        self.access = Access(store, engine)
        self.drafts = Drafts(store, engine)
        self.memory = Memory(store, engine)
        self.sync = Sync(store, engine)
        self.writes = Writes(store, engine, self.access)
        self.boards = Boards(store, engine, self.writes.submit_all)
        self.cards = Cards(store, engine, self.writes.submit_all, self._default_labels)

    def _default_labels(self, list_id: str) -> tuple[str, ...]:
        return self.names.default_labels(list_id) if self._list_labels else ()

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
        list_labels: Mapping[str, Sequence[str]] | None = None,
        revision: Callable[[], str] | None = None,
        interactive: bool = True,
        doer: Doer = "command",
    ) -> Workspace:
        """Open the store; nothing is sent or fetched before ``start()``.

        Args:
            store_path: The account's SQLite file; created if it is missing.
            account: The account's name, for messages and logs.
            connect: Called once, in the sync thread, so that its imports do not delay the first paint.
            clock: The clock.
            caps: The spending limits for lookups if the account has none of its own.
            country: The country of telephone numbers without one on a card, ``AU`` or ``NZ``.
            list_labels: Names of the labels that a new card gets, by the name of its list, or ``BOARD/LIST``.
            revision: Returns the board service's revision without a connection, if possible; then no
                connection is made before there is something to send or to fetch.
            interactive: Whether somebody types in this process, so that reads must not delay keys.
            doer: Who writes.

        Raises:
            StoreError: The file cannot be opened, or was written by a newer Cardscout.
        """
        store = open_store(store_path, clock, doer)
        store.enrichment.ledger.fallback = caps or Caps()
        store.country = country
        engine = Engine(
            store,
            connect,
            clock,
            account=account,
            state_dir=store_path.parent,
            revision=revision,
            interactive=interactive,
        )
        return cls(store, engine, list_labels=list_labels)

    async def start(self) -> None:
        """Start the sync thread: it connects, recovers from a crash, then sends and fetches."""
        self._engine.start()

    async def close(self) -> None:
        """Stop the sync thread (two seconds at most) and close the store; pending writes are kept."""
        await asyncio.to_thread(self._engine.close)
        self._store.close()

    @property
    def repaired(self) -> str:
        """The damage found when the store was opened, and how it was repaired; "" for none."""
        return self._store.notice

    @property
    def trouble(self) -> StoreError | None:
        """The reason why nothing can be saved on this machine now, or None; each write tries again."""
        return self._store.trouble

    def has_interrupted_lookup(self) -> bool:
        """Return whether a bulk lookup was interrupted and can be resumed.

        Reads only the store, because every start calls this, and ``bulk`` takes a tenth of a second to
        import.
        """
        return any(run.state == "paused" for run in self._store.enrichment.bulk.recent(100))

    @cached_property
    def activity(self) -> Activity:
        """The actions on a board or card."""
        from tui.services.activity import Activity

        return Activity(self._store, self._engine)

    @cached_property
    def agenda(self) -> Agenda:
        """The account's own cards and those that are due, across all boards."""
        from tui.services.agenda import Agenda

        return Agenda(self._store, self._engine)

    @cached_property
    def archive(self) -> Archive:
        """The archived lists and cards of a board."""
        from tui.services.archive import Archive

        return Archive(self._store, self._engine)

    @cached_property
    def bulk(self) -> Bulk:
        """Lookups of many cards in one run."""
        from tui.services.enrich.bulk import Bulk

        return Bulk(self._store, self._engine, self.writes.submit_all)

    @cached_property
    def conflicts(self) -> Conflicts:
        """Conflicts: fields that two people changed differently."""
        from tui.services.conflicts import Conflicts

        return Conflicts(self._store, self._engine)

    @cached_property
    def events(self) -> Events:
        """The events on the account's boards, for triggers."""
        from tui.services.events import Events

        return Events(self._store, self._engine)

    @cached_property
    def files(self) -> Files:
        """Files and links on cards: attach, remove, download."""
        from tui.services.files import Files

        return Files(self._store, self._engine, self.writes.submit_all)

    @cached_property
    def held(self) -> HeldRecords:
        """All that is held of a person."""
        from tui.services.enrich.held import HeldRecords

        return HeldRecords(self._store, self._engine)

    @cached_property
    def inbox(self) -> Inbox:
        """The account's notifications."""
        from tui.services.inbox import Inbox

        return Inbox(self._store, self._engine, self.writes.submit_all)

    @cached_property
    def lookups(self) -> Lookups:
        """Lookups of the people and companies on cards, and their results."""
        from tui.services.enrich.lookups import Lookups

        return Lookups(self._store, self._engine, self.writes.submit_all)

    @cached_property
    def names(self) -> NameResolver:
        """Finds boards, lists, labels and members by the user's words."""
        from tui.services.names import NameResolver

        return NameResolver(self._store, self._engine, self._list_labels)

    @cached_property
    def outbox(self) -> Outbox:
        """The writes that the service does not have yet: refused and waiting ones."""
        from tui.services.outbox import Outbox

        return Outbox(self._store, self._engine)

    @cached_property
    def people(self) -> People:
        """Searches for people, and cards created from the hits."""
        from tui.services.enrich.people import People

        return People(self._store, self._engine, self.writes.submit_all, self._default_labels)

    @cached_property
    def search(self) -> Search:
        """Search for boards, cards and people, in the store and at the service."""
        from tui.services.search import Search

        return Search(self._store, self._engine)

    @cached_property
    def sharing(self) -> Sharing:
        """The user's agreement to private values on shared boards."""
        from tui.services.enrich.sharing import Sharing

        return Sharing(self._store, self._engine)

    @cached_property
    def spending(self) -> Spending:
        """Credits spent on lookups, and the limits."""
        from tui.services.enrich.spending import Spending

        return Spending(self._store, self._engine)

    @cached_property
    def suppression(self) -> Suppression:
        """The suppression list: people who must not be looked up."""
        from tui.services.enrich.suppression import Suppression

        return Suppression(self._store, self._engine)

    @cached_property
    def withdrawals(self) -> Withdrawals:
        """Deletion of stored and attached data about people who opted out."""
        from tui.services.enrich.withdrawals import Withdrawals

        return Withdrawals(self._store, self._engine, self.writes.submit_all, self.access, self.suppression)


def import_services() -> None:
    """Import what the first card, palette and undo of a start ask; call it in a thread, as it takes some milliseconds."""
    import tui.services.enrich.people
    import tui.services.names
    import tui.services.search
    import tui.store.outbox.undo
    import tui.store.search  # noqa: F401 - to have them in memory


async def in_each(
    workspaces: Mapping[str, Workspace], work: Callable[[Workspace], Awaitable[Result]]
) -> tuple[dict[str, Result], dict[str, str]]:
    """Run ``work`` in several accounts concurrently; a failure in one does not affect the results of others.

    Returns:
        The results, and why an account failed, by its name.
    """
    done: dict[str, Result] = {}
    failed: dict[str, str] = {}

    async def one(name: str, workspace: Workspace) -> None:
        try:
            done[name] = await work(workspace)
        except CardscoutError as error:
            failed[name] = str(error)

    await asyncio.gather(*(one(name, workspace) for name, workspace in workspaces.items()))
    # In the order of the accounts, not of their answers.
    return {name: done[name] for name in workspaces if name in done}, failed


async def try_out(link: Link, clock: Clock) -> int | None:
    """Test the enrichment service of ``link`` with a lookup of nobody, and return the credits left or None.

    Raises:
        RemoteError: The service's address, key or adapter is wrong; the message says which.
    """
    from tui.sync.enrich.connect import try_out as ask

    return await ask(link, clock)


def read_sample(adapter: Adapter, data: bytes, status: int = 200) -> list[SampleReading]:
    """Return what each lookup of ``adapter`` reads from a sample answer of its service, with its HTTP status.

    Raises:
        RemoteError: The sample is not in the format of the adapter.
    """
    from tui.api.enrich.sample import read_sample as read

    return read(adapter, data, status)
