"""Recognition: what a create has made whose answer was lost, or whether it may simply be sent again."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from tui.sync.sending.base import candidates, choose

if TYPE_CHECKING:
    from tui.api.board.client import BoardClient
    from tui.api.transport import Transport
    from tui.clock import Clock
    from tui.store.outbox.row import QueuedWrite
    from tui.store.store import Store


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

    async def find(self, row: QueuedWrite) -> str | None:
        """Return the id of what ``row`` created; None if nothing is found, or it is uncertain which."""
        # The service dates what it makes by its own clock, which may be behind this one. Ahead, it costs a few more to see.
        sent = (row.first_sent_at or self._clock.now()) + min(timedelta(), self._transport.clock_offset)
        me = self._store.members.me()
        found = await candidates(row.write, self._client, sent)
        taken = self._store.outbox.named(candidate.id for candidate in found)
        return choose(row.write, found, first_sent=sent, me=me.id if me else None, taken=taken)
