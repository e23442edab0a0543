"""Leaving the screens: sends the last writes before the program ends, if that takes only a moment."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from tui.cli import output
from tui.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from tui.clock import Clock
    from tui.model.sync import SyncState, SyncStatus

MOST = 1.0
"""Maximum seconds that the end of the program waits for sending; the next start sends the rest."""

_QUIET = 0.15
"""Seconds after which a message explains why the program is still running."""

_STEP = 0.02

_UP: frozenset[SyncState] = frozenset({"starting", "loading", "sending", "synced"})
"""States of an account whose service answers, as far as is known."""


def send_rest(
    send: Callable[[], Awaitable[None]], statuses: Callable[[], Mapping[str, SyncStatus]], clock: Clock
) -> None:
    """Wait until all pending writes are sent, at most MOST seconds; ctrl+c ends the wait without losing anything.

    Keys typed ahead are left to the shell.

    Args:
        send: Sends pending writes without a delay.
        statuses: Returns the status of each open account.
        clock: The clock.
    """
    with suppress(KeyboardInterrupt, StoreError):
        asyncio.run(_wait(send, statuses, clock))


async def _wait(
    send: Callable[[], Awaitable[None]], statuses: Callable[[], Mapping[str, SyncStatus]], clock: Clock
) -> None:
    begun, said = clock.monotonic(), False
    try:
        await send()
        while (count := _on_the_way(statuses())) and clock.monotonic() - begun < MOST:
            if not said and clock.monotonic() - begun >= _QUIET and sys.stderr.isatty():
                said = True
                changes = output.plural(count, "changes")
                sys.stderr.write(f"sending {changes} … ctrl+c leaves it to the next start")
                sys.stderr.flush()
            await clock.sleep(_STEP)
    finally:
        if said:
            sys.stderr.write("\r\x1b[K")


def _on_the_way(statuses: Mapping[str, SyncStatus]) -> int:
    """Return how many changes wait that can be sent now."""
    return sum(one.waiting for one in statuses.values() if one.state in _UP)
