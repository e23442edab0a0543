"""What causes a pull before the next one is due: hints, such as webhook messages, and glances at the shown board."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tui.errors import CardscoutError
from tui.model.values.scalars import format_instant, is_local
from tui.store.key_values import activity_of

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.store.store import Store
    from tui.sync.session import SyncSession
    from tui.sync.status import StatusTracker

LEAST = 1.0
"""Minimum seconds between pulls caused by hints; a thousand hints at once cause one pull."""


class Hints:
    """Wakes the pull once for any number of hints, at least LEAST seconds after the last pull.

    Attributes:
        waiting: The delayed wake-up for the last hint; None before the first.
    """

    def __init__(self, clock: Clock, wake: asyncio.Event) -> None:
        self._clock, self._wake = clock, wake
        self._pulled_at = float("-inf")
        self.waiting: asyncio.Task[None] | None = None

    def pulled(self) -> None:
        """Record that a pull begins now."""
        self._pulled_at = self._clock.monotonic()

    def take(self) -> None:
        """Receive a hint; called in the sync loop."""
        if self.waiting is None or self.waiting.done():
            self.waiting = asyncio.get_running_loop().create_task(self._wait())

    async def _wait(self) -> None:
        await self._clock.sleep(max(0.0, self._pulled_at + LEAST - self._clock.monotonic()))
        self._wake.set()


EVERY = 4.0
"""Seconds between two checks."""


class Glance:
    """Finds out whether a board has changes that no pull has read.

    Args:
        store: Holds the last activity of each board that a pull has read, and the unsent writes.
        status: Tells whether the last pull succeeded.
    """

    def __init__(self, store: Store, status: StatusTracker) -> None:
        self._store, self._status = store, status
        self._last: tuple[str, ...] = "", ""

    async def is_worth_a_pull(self, session: SyncSession, board_id: str | None) -> bool:
        """Return whether the board has changes, or does not answer, in which case a pull finds the reason.

        While writes wait or the service is away, no request is sent, because the next pull comes anyway. Each
        activity and each error is reported once: a pull does not always find the cause of an activity, and a
        board that is gone or forbidden stays so.
        """
        if board_id is None or is_local(board_id) or session.events.webhook_registration.works:
            return False
        if self._status.read().state != "synced" or self._store.outbox.counts()[0]:
            return False
        try:
            when = await session.client.boards.last_activity(board_id)
        except CardscoutError as error:
            return self._is_news(board_id, type(error).__name__)
        news = self._is_news(board_id, "" if when is None else format_instant(when))
        return news and when is not None and self._last[1] != self._store.cursors.get(activity_of(board_id))

    def _is_news(self, *found: str) -> bool:
        told, self._last = found == self._last, found
        return not told
