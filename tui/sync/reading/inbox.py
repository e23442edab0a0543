"""The pull of the account's own member and of its newest notifications."""

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

REST = 30.0
"""Seconds between two pulls of notifications: the hosted service allows a hundred requests about members in 15 minutes."""


class Inbox:
    """A reader of the account's own member, and of its notifications at intervals.

    Args:
        rest: Seconds between two pulls of notifications; 0 if requests are not limited.
    """

    def __init__(self, store: Store, client: BoardClient, clock: Clock, rest: float = REST) -> None:
        self._store, self._client, self._clock, self._rest = store, client, clock, rest
        self._next, self._has_met = float("-inf"), False

    async def read_me(self) -> None:
        """Pull the account's own member; only once in a run if requests are limited.

        Raises:
            RemoteError: The service did not answer; the next call tries again.
        """
        if not (self._has_met and self._rest):
            _ = await until_written(self._store.arrive(Arrived(me=await self._client.members.me())))
            self._has_met = True

    async def read_newest(self) -> None:
        """Pull the newest notifications, unless the last pull was less than the rest ago; those that are gone vanish.

        Raises:
            RemoteError: The service did not answer; the next call tries again.
        """
        if self._clock.monotonic() < self._next:
            return
        mark, gone = self._store.mark(), set[str]()
        try:
            page = await self._client.notifications.mine()
        except (NotFound, Forbidden):
            # A token may be valid for boards but not for its member.
            page = Page[Notification]()
        else:
            oldest = (page.oldest or "") if page.may_go_on else ""
            gone = (
                set() if page.skipped else self._store.notifications.since(oldest) - {one.id for one in page}
            )
        self._next = self._clock.monotonic() + self._rest
        arrived = Arrived(
            notifications=tuple(page),
            gone=tuple(("notifications", ident) for ident in sorted(gone)),
            since=mark,
        )
        _ = await until_written(self._store.arrive(arrived))
