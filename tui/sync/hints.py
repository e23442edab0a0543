"""Hints: causes early pulls, for example after a webhook message, and limits how often they happen."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.clock import Clock

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
