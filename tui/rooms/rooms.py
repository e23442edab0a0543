"""The doors inside: a workspace has the rooms, and each is built when it is first entered."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from tui.errors import StoreError
from tui.model.op import Op
from tui.store.store import Store
from tui.sync.engine import Engine

if TYPE_CHECKING:
    # The first paint needs none of them.
    from tui.rooms.access import Access
    from tui.rooms.archive import Archive
    from tui.rooms.bulk import Bulk
    from tui.rooms.conflicts import Conflicts
    from tui.rooms.deeds import Deeds
    from tui.rooms.drafts import Drafts
    from tui.rooms.files import Files
    from tui.rooms.finder import Finder
    from tui.rooms.inbox import Inbox
    from tui.rooms.outbox import Outbox
    from tui.rooms.people import People
    from tui.rooms.spending import Spending
    from tui.rooms.suppression import Suppression


class Rooms(ABC):
    """What is asked of a workspace less often."""

    _store: Store
    _engine: Engine

    @abstractmethod
    async def submit_all(self, ops: Sequence[Op]) -> int:
        """Make several writes as one deed; the workspace says how."""

    @cached_property
    def access(self) -> "Access":
        """What the account's token may do."""
        from tui.rooms.access import Access

        return Access(self._store, self._engine, self.submit_all)

    @cached_property
    def deeds(self) -> "Deeds":
        """Deeds of several writes: make a board, copy a card, move cards to another board."""
        from tui.rooms.deeds import Deeds

        return Deeds(self._store, self._engine, self.submit_all)

    @cached_property
    def drafts(self) -> "Drafts":
        """What is being typed, and what was left unfinished."""
        from tui.rooms.drafts import Drafts

        return Drafts(self._store, self._engine, self.submit_all)

    @cached_property
    def files(self) -> "Files":
        """Files and links on cards: attach, remove, download."""
        from tui.rooms.files import Files

        return Files(self._store, self._engine, self.submit_all)

    @cached_property
    def archive(self) -> "Archive":
        """What was put away on a board."""
        from tui.rooms.archive import Archive

        return Archive(self._store, self._engine, self.submit_all)

    @cached_property
    def inbox(self) -> "Inbox":
        """The account's notifications."""
        from tui.rooms.inbox import Inbox

        return Inbox(self._store, self._engine, self.submit_all)

    @cached_property
    def outbox(self) -> "Outbox":
        """What the service does not have: refused and waiting writes."""
        from tui.rooms.outbox import Outbox

        return Outbox(self._store, self._engine, self.submit_all)

    @cached_property
    def conflicts(self) -> "Conflicts":
        """What two people changed differently."""
        from tui.rooms.conflicts import Conflicts

        return Conflicts(self._store, self._engine, self.submit_all)

    @cached_property
    def finder(self) -> "Finder":
        """Finding boards, cards and people, here and at the service."""
        from tui.rooms.finder import Finder

        return Finder(self._store, self._engine, self.submit_all)

    @cached_property
    def people(self) -> "People":
        """People searched for, and cards made of them."""
        from tui.rooms.people import People

        return People(self._store, self._engine, self.submit_all)

    @cached_property
    def spending(self) -> "Spending":
        """What was spent on lookups, and how much may be."""
        from tui.rooms.spending import Spending

        return Spending(self._store, self._engine, self.submit_all)

    @cached_property
    def suppression(self) -> "Suppression":
        """Who must not be looked up."""
        from tui.rooms.suppression import Suppression

        return Suppression(self._store, self._engine, self.submit_all)

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

        Asked at each start, so of the store alone: the room takes a tenth of a second to import.
        """
        return any(run.state == "paused" for run in self._store.bulk.recent(100))

    @cached_property
    def bulk(self) -> "Bulk":
        """Runs over many cards."""
        from tui.rooms.bulk import Bulk

        return Bulk(self._store, self._engine, self.submit_all)
