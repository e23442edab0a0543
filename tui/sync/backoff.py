"""Backoff after failures of a service, with random jitter."""

from collections.abc import Callable
from secrets import SystemRandom

FIRST = 0.5
"""Seconds to wait after the first failure, doubled with each further one."""

LONGEST = 60.0
"""Maximum wait in seconds, before jitter; an outage of an hour then costs sixty probes."""

_SPREAD = 0.25
"""Fraction of the maximum wait that jitter may add, so that two programs do not retry together."""

PROBE = 15.0
"""Seconds to the first probe once the service counts as away."""

AWAY = 5
"""Failures in a row after which the service counts as away."""

_random = SystemRandom().random


class Breaker:
    """A circuit breaker that counts failures in a row and sets the time of the next try.

    Args:
        chance: Returns a random number from 0 to 1, for the jitter.
    """

    def __init__(self, chance: Callable[[], float] = _random) -> None:
        self._chance = chance
        self._failures = 0
        self._until = 0.0

    def wait(self, now: float) -> float:
        """Return the seconds until the service may be asked again, on the monotonic clock; 0.0 for now."""
        return max(0.0, self._until - now)

    def failed(self, now: float) -> float:
        """Record a failure, and return the seconds until the next try.

        Concurrent requests that fail together count as one failure.
        """
        if self.wait(now) > 0:
            return self.wait(now)
        self._failures += 1
        delay = FIRST * 2 ** (self._failures - 1)
        if self._failures > AWAY:
            delay = PROBE * 2 ** (self._failures - AWAY - 1)
        if delay >= LONGEST:
            self._until = now + LONGEST * (1 + _SPREAD * self._chance())
        else:
            # Equal jitter: full jitter can come near zero.
            self._until = now + delay / 2 + delay / 2 * self._chance()
        return self.wait(now)

    def answered(self) -> None:
        """Reset the count after any answer: the service is reachable."""
        self._failures = 0
        self._until = 0.0
