"""Inbox: the newest notifications, into the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.api.board.resource import Page
from tui.errors import Forbidden, NotFound
from tui.model.notification import Notification
from tui.store.db import written
from tui.store.outbox.arrive import Arrived

if TYPE_CHECKING:
    from tui.api.board.client import BoardClient
    from tui.clock import Clock
    from tui.store.store import Store

REST = 60.0
"""Seconds between two looks: the hosted service takes few requests about members."""


class Inbox:
    """Reads the notifications now and then.

    Args:
        store: Where they go.
        client: The board service.
        clock: Time.
    """

    def __init__(self, store: Store, client: BoardClient, clock: Clock) -> None:
        self._store, self._client, self._clock = store, client, clock
        self._next = float("-inf")

    async def look(self) -> None:
        """Read the newest, unless that was done a moment ago.

        Raises:
            RemoteError: The service did not answer; the next look asks again.
        """
        if self._clock.monotonic() < self._next:
            return
        mark = self._store.mark()
        try:
            held = await self._client.notifications.mine()
        except (NotFound, Forbidden):
            # A token may be good for the boards and not for its member.
            held = Page[Notification]()
        self._next = self._clock.monotonic() + REST
        _ = await written(self._store.arrive(Arrived(notifications=tuple(held), since=mark)))
