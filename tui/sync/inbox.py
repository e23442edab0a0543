"""The pull of the newest notifications."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.api.board.resource import Page
from tui.errors import Forbidden, NotFound
from tui.model.notification import Notification
from tui.store.db import until_written
from tui.store.outbox.arrivals import Arrived

if TYPE_CHECKING:
    from tui.api.board.client import BoardClient
    from tui.clock import Clock
    from tui.store.store import Store

REST = 60.0
"""Seconds between two pulls: the hosted service allows few requests about members."""


class Inbox:
    """A reader that pulls the account's notifications at intervals.

    Args:
        store: The store that receives them.
        client: The client of the board service.
        clock: The clock.
    """

    def __init__(self, store: Store, client: BoardClient, clock: Clock) -> None:
        self._store, self._client, self._clock = store, client, clock
        self._next = float("-inf")

    async def look(self) -> None:
        """Pull the newest notifications, unless that was done less than REST seconds ago.

        Raises:
            RemoteError: The service did not answer; the next call tries again.
        """
        if self._clock.monotonic() < self._next:
            return
        mark = self._store.mark()
        try:
            notifications = await self._client.notifications.mine()
        except (NotFound, Forbidden):
            # A token may be valid for boards but not for its member.
            notifications = Page[Notification]()
        self._next = self._clock.monotonic() + REST
        _ = await until_written(self._store.arrive(Arrived(notifications=tuple(notifications), since=mark)))
