"""The clock that is passed as an argument to all code that waits or needs the time.

Nothing else in the project reads the wall clock or sleeps, so that a test controls the time and never waits.
``asyncio`` is imported only for sleeping, because completion and the formatting of dates do not need it.
"""

import os
import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """The interface of a clock: wall time, monotonic time and sleep."""

    def now(self) -> datetime:
        """Return the current time, in UTC."""

    def monotonic(self) -> float:
        """Seconds that never run backwards, for waits and deadlines."""

    async def sleep(self, seconds: float) -> None:
        """Sleep for ``seconds``."""


class SystemClock:
    """The machine's real clock."""

    def now(self) -> datetime:
        """Return the current time, in UTC."""
        return datetime.now(UTC)  # noqa: TID251 - the one home of the wall clock

    def monotonic(self) -> float:
        """Seconds that never run backwards."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Sleep for ``seconds`` without blocking the event loop."""
        import asyncio

        await asyncio.sleep(seconds)


def use_time_zone(name: str) -> None:
    """Make ``name``, such as ``Pacific/Auckland``, the local time of this process and of those that it starts.

    All local times are made by Python's own conversion, which asks the process for its zone.
    """
    os.environ["TZ"] = name
    time.tzset()


class ManualClock:
    """A clock for tests: it moves only by ``advance`` and ``sleep``, and never waits.

    Args:
        start: The first ``now()``.
    """

    def __init__(self, start: datetime = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)) -> None:
        self._now = start
        self._monotonic = 1000.0
        self.slept: list[float] = []
        """All requested waits in seconds, oldest first."""

    def now(self) -> datetime:
        """Return the time last set."""
        return self._now

    def monotonic(self) -> float:
        """Seconds advanced so far, from an arbitrary start."""
        return self._monotonic

    def advance(self, seconds: float) -> None:
        """Move both clocks on by ``seconds``."""
        self._now += timedelta(seconds=seconds)
        self._monotonic += seconds

    async def sleep(self, seconds: float) -> None:
        """Advance by ``seconds`` at once, and yield to the event loop one time."""
        self.slept.append(seconds)
        self.advance(seconds)
        import asyncio

        await asyncio.sleep(0)
