"""Lease: of all programs of one user on this machine, one sends."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from tui.store.db import written
from tui.store.windows.window import is_gone, process_name

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.store.store import Store

LEASE = 30.0
"""Seconds for which one process alone may send; renewed while it works."""


STRAY = timedelta(days=1)
"""How old a copied file must be that belongs to no write, to be thrown away."""


class Lease:
    """The right to send what is in a store.

    Args:
        store: Keeps it, for all processes.
        clock: Time.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._outbox, self._spool, self._clock = store.outbox, store.spool, clock
        self.owner = process_name()
        """Who we are among them."""
        self._held = False
        self._renew_at = 0.0

    async def take(self) -> bool:
        """Take or renew it. Whether it is ours now; whoever gets it looks after what a killed one left.

        Raises:
            StoreError: The store cannot be written.
        """
        now = self._clock.monotonic()
        if self._held and now < self._renew_at:
            return True
        if (holder := self._outbox.leader()) is not None and is_gone(holder):
            await written(self._outbox.release(holder))
        ours = await written(self._outbox.lease(self.owner, self._clock.now(), LEASE))
        if ours and not self._held:
            self._outbox.look_through()
            await written(self._outbox.recover())
            self._spool.sweep(self._outbox.spooled(), self._clock.now() - STRAY)
        self._held, self._renew_at = ours, now + LEASE / 3
        return ours

    def doubt(self) -> None:
        """Take it anew next time: what says "inflight" may not be, and is then looked after."""
        self._held = False

    async def release(self) -> None:
        """Let another process have it at once."""
        await written(self._outbox.release(self.owner))
