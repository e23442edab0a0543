"""The send lease: only one of the user's processes on this machine sends at a time."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from tui.store.db import until_written
from tui.store.windows.window import is_gone, process_name

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.store.store import Store

LEASE = 30.0
"""Seconds for which one process holds the lease; it is renewed while the process works."""


STRAY = timedelta(days=1)
"""The age from which a spooled file without a write is deleted."""


class Lease:
    """The exclusive right to send the writes of a store."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._outbox, self._spool, self._clock = store.outbox, store.spool, clock
        self.owner = process_name()
        """The name of this process as a holder."""
        self._held = False
        self._renew_at = 0.0

    async def take(self) -> bool:
        """Acquire or renew the lease, and return whether it is ours; a new holder recovers interrupted writes.

        Raises:
            StoreError: The store cannot be written.
        """
        now = self._clock.monotonic()
        if self._held and now < self._renew_at:
            return True
        if (holder := self._outbox.leader()) is not None and is_gone(holder):
            await until_written(self._outbox.release(holder))
        ours = await until_written(self._outbox.lease(self.owner, self._clock.now(), LEASE))
        if ours and not self._held:
            self._outbox.set_aside_unreadable()
            await until_written(self._outbox.recover())
            self._spool.sweep(self._outbox.spooled(), self._clock.now() - STRAY)
        self._held, self._renew_at = ours, now + LEASE / 3
        return ours

    def invalidate(self) -> None:
        """Make the next ``take`` acquire the lease anew, and recover writes wrongly marked as in flight."""
        self._held = False

    async def release(self) -> None:
        """Release the lease, so that another process can have it at once."""
        await until_written(self._outbox.release(self.owner))
