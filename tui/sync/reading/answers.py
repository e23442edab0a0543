"""Wait for the answers to writes under way, whose effect may already be in what was read."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

from tui.sync.loops import wait_for

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.store.store import Store

ANSWERED = 10.0
"""Maximum seconds of a wait for an answer, and maximum seconds since the write was sent when the wait begins."""


async def until_created_is_known(store: Store, clock: Clock) -> None:
    """Wait until the service's ids of what is just being created are known: what was read too would be shown twice."""
    under_way = _creating(store, clock)
    if not under_way:
        return
    loop, changed = asyncio.get_running_loop(), asyncio.Event()
    unsubscribe = store.feed.subscribe(lambda _: loop.call_soon_threadsafe(changed.set))
    try:
        while under_way := under_way & _creating(store, clock):
            await wait_for(changed, clock, ANSWERED)
            changed.clear()
    finally:
        unsubscribe()


def _creating(store: Store, clock: Clock) -> set[int]:
    """Return the numbers of the writes that create something, were sent a moment ago, and are not answered yet.

    One that a killed process had sent is not waited for long: nobody will hear its answer.
    """
    now = clock.now()
    return {
        row.seq
        for row in store.outbox.in_state("inflight")
        if row.write.created_id is not None
        and row.attempts == 1
        and row.first_sent_at is not None
        and abs(now - row.first_sent_at) < timedelta(seconds=ANSWERED)
    }
