"""Hints: whatever says that a pull is worth it before its time, such as a webhook's message, and how often it is heard."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.clock import Clock

LEAST = 1.0
"""Least seconds between pulls that hints cause: a thousand at once cause one pull."""


class Hints:
    """Wakes the pull for any number of hints once, LEAST seconds after the last pull at the earliest.

    Attributes:
        waiting: The wait of a hint that was taken; None before the first.
    """

    def __init__(self, clock: Clock, wake: asyncio.Event) -> None:
        self._clock, self._wake = clock, wake
        self._pulled_at = float("-inf")
        self.waiting: asyncio.Task[None] | None = None

    def pulled(self) -> None:
        """Record that a pull begins now."""
        self._pulled_at = self._clock.monotonic()

    def take(self) -> None:
        """Take a hint, in the loop of the sync."""
        if self.waiting is None or self.waiting.done():
            self.waiting = asyncio.get_running_loop().create_task(self._wait())

    async def _wait(self) -> None:
        await self._clock.sleep(max(0.0, self._pulled_at + LEAST - self._clock.monotonic()))
        self._wake.set()
