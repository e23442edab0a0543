"""Recognition: what a create has made whose answer was lost, or whether it may simply be sent again."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from tui.sync.sending.base import SKEW, candidates, choose

if TYPE_CHECKING:
    from concurrent.futures import Future

    from tui.api.board.client import BoardClient
    from tui.api.transport import Transport
    from tui.clock import Clock
    from tui.store.outbox.row import QueuedWrite
    from tui.store.store import Store

_BEHIND = "clock behind"
"""The name in ``meta`` of the clock's error at which creates were sent, in seconds."""


class Recognition:
    """The search for things that writes with a lost answer have created.

    Args:
        transport: The client's transport, which knows whether the service honours idempotency keys.
    """

    def __init__(self, store: Store, client: BoardClient, transport: Transport, clock: Clock) -> None:
        self._store, self._client, self._transport, self._clock = store, client, transport, clock
        self._has_asked = False

    async def may_repeat(self) -> bool:
        """Return whether a create can simply be repeated, which the service's first answer shows."""
        if not self._has_asked and not self._transport.honours_keys:
            await self._client.members.me()
            self._has_asked = True
        return self._transport.honours_keys

    def clock_note(self, row: QueuedWrite) -> Future[None] | None:
        """Store by how much the service's clock is behind as creates are sent: this one may be set by the time they are searched.

        Returns None if nothing new is to be stored.
        """
        behind, noted = min(timedelta(), self._transport.clock_offset), self._noted()
        if len(self._store.outbox.in_state("inflight", "uncertain")) > 1:
            # Besides this one, which is in flight.
            behind = min(behind, noted)
        if row.write.created_id is None or abs(behind - noted) <= SKEW / 2:
            return None
        return self._store.meta.set(_BEHIND, str(behind.total_seconds()))

    async def find(self, row: QueuedWrite) -> str | None:
        """Return the id of what ``row`` created; None if nothing is found, or it is uncertain which."""
        # The service dates what it makes by its own clock, which may be behind this one. Ahead, it costs a few more to see.
        behind = min(timedelta(), self._transport.clock_offset, self._noted())
        sent = (row.first_sent_at or self._clock.now()) + behind
        me = self._store.members.me()
        found = await candidates(row.write, self._client, sent)
        taken = self._store.outbox.named(candidate.id for candidate in found)
        return choose(row.write, found, first_sent=sent, me=me.id if me else None, taken=taken)

    def _noted(self) -> timedelta:
        return timedelta(seconds=float(self._store.meta.get(_BEHIND) or 0))
