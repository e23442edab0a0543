"""AccountReader: reads the data of the account: its member, its boards and its inbox."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from tui.model.values.scalars import is_local
from tui.store.outbox.arrivals import Arrival, Arrived
from tui.sync.reading.board_access import BoardAccess
from tui.sync.reading.inbox import REST, Inbox

if TYPE_CHECKING:
    from tui.api.board.client import BoardClient
    from tui.clock import Clock
    from tui.store.store import Store


class AccountReader:
    """A reader of the account's own member, list of boards, and inbox.

    Args:
        far: Whether requests are limited; members are then requested rarely.

    Attributes:
        listed: The boards in the service's last list.
        missing: The boards that were missing there; they are removed only if they are missing a second time.
    """

    def __init__(
        self,
        store: Store,
        client: BoardClient,
        clock: Clock,
        arrive: Callable[[Arrived], Awaitable[Arrival]],
        *,
        far: bool,
    ) -> None:
        self._store, self._client, self._arrive = store, client, arrive
        self._inbox = Inbox(store, client, clock, REST if far else 0)
        self.access = BoardAccess(store, client)
        self.missing = self.listed = frozenset[str]()

    async def read(self) -> None:
        """Update our own member, the list of boards, and the inbox.

        Raises:
            RemoteError: The service did not answer; what came so far is in the store.
        """
        await self._inbox.read_me()
        mark = self._store.mark()
        # Read before the request, because a board created meanwhile has not vanished.
        known = frozenset(board.id for board in self._store.boards.every() if not is_local(board.id))
        boards = await self._client.boards.mine(filter="all")
        listed = frozenset(board.id for board in boards)
        missing = self._vanished(known - listed) if not boards.skipped else frozenset[str]()
        gone = {ident for ident in missing if await self.access.is_gone(ident)}
        await self.access.listed(listed)
        self.listed = listed
        await self._arrive(
            Arrived(boards=tuple(boards), gone=tuple(("boards", ident) for ident in sorted(gone)), since=mark)
        )
        await self._inbox.read_newest()

    def _vanished(self, missing: frozenset[str]) -> frozenset[str]:
        """Return boards that left this account: those that two pulls in a row do not find."""
        gone, self.missing = missing & self.missing, missing
        return gone
