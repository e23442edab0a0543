"""How long to leave a service alone that does not answer. Pure but for the dice."""

from collections.abc import Callable
from secrets import SystemRandom

FIRST = 0.5
"""Seconds after the first failure, doubled with each that follows."""

LONGEST = 60.0
"""Seconds that the wait grows to, and is never less than from then on: an outage of an hour costs sixty probes."""

_SPREAD = 0.25
"""Part of the longest wait that is added by chance, so that two programs do not come back together."""

PROBE = 15.0
"""Seconds between probes once the service counts as away."""

AWAY = 5
"""Failures in a row after which it does."""

_random = SystemRandom().random


class Breaker:
    """Counts failures in a row, and says when to ask again.

    Args:
        chance: 0 to 1, for the jitter.
    """

    def __init__(self, chance: Callable[[], float] = _random) -> None:
        self._chance = chance
        self._failures = 0
        self._until = 0.0

    def wait(self, now: float) -> float:
        """Seconds to leave the service alone, on the monotonic clock; 0.0 when it may be asked."""
        return max(0.0, self._until - now)

    def failed(self, now: float) -> float:
        """Note a failure. Returns the seconds until the next try.

        Several requests that were under way at once fail together: those count once.
        """
        if self.wait(now) > 0:
            return self.wait(now)
        self._failures += 1
        whole = FIRST * 2 ** (self._failures - 1)
        if self._failures > AWAY:
            whole = PROBE * 2 ** (self._failures - AWAY - 1)
        if whole >= LONGEST:
            self._until = now + LONGEST * (1 + _SPREAD * self._chance())
        else:
            # Equal jitter: full jitter can come near zero.
            self._until = now + whole / 2 + whole / 2 * self._chance()
        return self.wait(now)

    def answered(self) -> None:
        """Note an answer, whatever it said: the service is there."""
        self._failures = 0
        self._until = 0.0
