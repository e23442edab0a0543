"""Time as an argument: whoever waits or dates something is handed a Clock.

Nothing else in the project reads the wall clock or sleeps, so that a test decides what time it is and
never waits.
"""

import asyncio
import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """What the project knows of time."""

    def now(self) -> datetime:
        """The wall clock, in UTC."""
        ...

    def monotonic(self) -> float:
        """Seconds that never run backwards, for waits and deadlines."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Let ``seconds`` pass."""
        ...


class SystemClock:
    """The machine's own time."""

    def now(self) -> datetime:
        """The wall clock, in UTC."""
        return datetime.now(UTC)  # noqa: TID251 - the one home of the wall clock

    def monotonic(self) -> float:
        """Seconds that never run backwards."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Let ``seconds`` pass, the loop going on."""
        await asyncio.sleep(seconds)


class ManualClock:
    """A clock that moves when it is told to; sleeping moves it.

    Args:
        start: The first ``now()``.
    """

    def __init__(self, start: datetime = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)) -> None:
        self._now = start
        self._monotonic = 1000.0
        self.slept: list[float] = []
        """Every wait asked for, in seconds, oldest first."""

    def now(self) -> datetime:
        """The time last set."""
        return self._now

    def monotonic(self) -> float:
        """Seconds advanced so far, from an arbitrary start."""
        return self._monotonic

    def advance(self, seconds: float) -> None:
        """Move both clocks on by ``seconds``."""
        self._now += timedelta(seconds=seconds)
        self._monotonic += seconds

    async def sleep(self, seconds: float) -> None:
        """Pass ``seconds`` at once, and give the loop one turn."""
        self.slept.append(seconds)
        self.advance(seconds)
        await asyncio.sleep(0)
