"""Poll: asks a service for everything that the triggers which are set can fire for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.sync.events.account import AccountPoller
from tui.sync.events.boards import BoardPoller

if TYPE_CHECKING:
    from datetime import datetime

    from tui.api.board.client import BoardClient
    from tui.clock import Clock
    from tui.model.event import Event, Source
    from tui.store.store import Store
    from tui.store.tables.events import LoggedEvent
    from tui.sync.events.interest import Interest


class EventPoller:
    """Asks one account's board service what happened, and logs it.

    Args:
        source: How the events become known: ``poll``, or ``local`` where the service is in this process.
    """

    def __init__(self, store: Store, client: BoardClient, clock: Clock, source: Source = "poll") -> None:
        self._boards = BoardPoller(store, client, clock, source)
        self._account = AccountPoller(store, client, source)

    async def look(
        self, interest: Interest, *, polled: bool = True, begun: datetime | None = None
    ) -> list[LoggedEvent]:
        """Log what happened since the last look; return the new events, feed by feed in the order they happened.

        Args:
            interest: What the triggers look at.
            polled: Whether to look for what is only ever polled too: due dates and the inbox.
            begun: From when on counts what a feed tells that is read for the first time; by default from now on.

        Raises:
            RemoteError: The service did not answer; what was read until then is kept, and the next look goes on.
        """
        new = await self._boards.look(interest, remind=polled, begun=begun)
        if interest.new_boards:
            new += await self._account.look_for_boards(begun)
        if interest.notifications and polled:
            new += await self._account.look_in_inbox(begun)
        return new

    async def history(self, interest: Interest, since: datetime) -> list[Event]:
        """Return what happened since a moment as far as the feeds tell it, oldest first; nothing is logged.

        Raises:
            RemoteError: The service did not answer.
        """
        events = await self._boards.history(interest, since)
        if interest.new_boards:
            events += await self._account.boards_since(since)
        if interest.notifications:
            events += await self._account.inbox_since(since)
        unique = {event.id: event for event in events}
        return sorted(unique.values(), key=lambda event: (event.at, event.id))
