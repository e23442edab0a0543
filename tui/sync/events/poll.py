"""EventPoller: polls a service for all events that the configured triggers can fire for."""

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
    """Polls one account's board service for events, and logs them.

    Args:
        source: How the events became known: ``poll``, or ``local`` if the service is in this process.
    """

    def __init__(self, store: Store, client: BoardClient, clock: Clock, source: Source = "poll") -> None:
        self._boards = BoardPoller(store, client, clock, source)
        self._account = AccountPoller(store, client, source)

    async def look(
        self, interest: Interest, *, polled: bool = True, begun: datetime | None = None
    ) -> list[LoggedEvent]:
        """Log the events since the last poll; return the new ones, feed by feed in the order they happened.

        Args:
            interest: The events that the triggers need.
            polled: Whether to include events that only polling finds: due dates and notifications.
            begun: Start of the relevant time for a feed that is read for the first time; None for now.

        Raises:
            RemoteError: The service did not answer; the results so far are stored, and the next poll
                continues.
        """
        new = await self._boards.look(interest, remind=polled, begun=begun)
        if interest.new_boards:
            new += await self._account.look_for_boards(begun)
        if interest.notifications and polled:
            new += await self._account.look_in_inbox(begun)
        return new

    async def history(self, interest: Interest, since: datetime) -> list[Event]:
        """Return the events since a moment that the feeds still have, oldest first; nothing is logged.

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
