"""The time of a service, according to the Date header of its answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.clock import Clock

_PRECISION = timedelta(seconds=3)
"""Minimum difference that is believed: the header has whole seconds, and an answer takes time to arrive."""


_BELIEVED = timedelta(days=3650)
"""Largest difference that is believed: beyond it no date could be reckoned with."""


def date_of(headers: Mapping[str, str]) -> datetime | None:
    """Return the time in the Date header of an answer, or None if it has none."""
    try:
        date = parsedate_to_datetime(headers.get("date", ""))
    except ValueError:
        return None
    return date if date.tzinfo is not None else date.replace(tzinfo=UTC)


def offset_of(headers: Mapping[str, str], now: datetime) -> timedelta | None:
    """Return by how much a service's clock is ahead of ``now``, from a new answer; None if it has no date."""
    date = date_of(headers)
    if date is None or abs(date - now) > _BELIEVED:
        return None
    return timedelta() if abs(date - now) < _PRECISION else date - now


class ServerClock:
    """A clock with a service's time, which waits like the clock of this machine.

    Args:
        offset: Returns by how much the service's clock is ahead, as far as is known.
    """

    def __init__(self, clock: Clock, offset: Callable[[], timedelta]) -> None:
        self._clock, self._offset = clock, offset

    def now(self) -> datetime:
        """Return the service's current time, in UTC."""
        return self._clock.now() + self._offset()

    def monotonic(self) -> float:
        """Return seconds that never run backwards."""
        return self._clock.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Sleep for ``seconds``."""
        await self._clock.sleep(seconds)
