"""When to ask again, how often, and how long to wait. tenacity does it, and is hidden here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from secrets import SystemRandom
from typing import TYPE_CHECKING, TypeVar

import tenacity

from tui.errors import Ambiguous, RateLimited, RemoteError, ServerFault, Unreachable

if TYPE_CHECKING:
    from tui.clock import Clock

T = TypeVar("T")

ATTEMPTS = 4
"""How often one call is asked at most."""

FIRST_WAIT = 0.5
"""Seconds before the second attempt; doubled for each that follows, and jittered."""

LONGEST_WAIT = 10.0
"""Seconds between two attempts at most, where the service names none."""

_SPREAD = 0.25
"""Part of a named wait that is added by chance, so that two programs do not come back together."""

_random = SystemRandom().random


class Patience:
    """How long one call may still take, and the rule for asking again.

    Args:
        clock: Time.
        deadline: Seconds in all.
        chance: 0 to 1, for the jitter.
    """

    def __init__(self, clock: Clock, deadline: float, chance: Callable[[], float] = _random) -> None:
        self._clock = clock
        self._ends = clock.monotonic() + deadline
        self._chance = chance
        self._unsure: Ambiguous | None = None

    def left(self) -> float:
        """Seconds left."""
        return self._ends - self._clock.monotonic()

    def excuse(self, seconds: float) -> None:
        """Do not count ``seconds`` that we made ourselves wait."""
        self._ends += seconds

    async def run(self, attempt: Callable[[], Awaitable[T]], may_repeat: Callable[[RemoteError], bool]) -> T:
        """Call ``attempt`` until it answers, or asking again is not safe, or time is up.

        Args:
            attempt: Asks once.
            may_repeat: Whether it may be sent again after this failure, though it arrived or may have.

        Raises:
            RemoteError: The last attempt's; Ambiguous when an earlier one may have arrived and none since
                has said otherwise.
        """
        retrying = tenacity.AsyncRetrying(
            sleep=self._clock.sleep,
            retry=tenacity.retry_if_exception(lambda error: self._worth(error, may_repeat)),
            stop=self._stop,
            wait=self._wait,
            reraise=True,
        )

        async def once() -> T:
            return await attempt()

        try:
            return await retrying(once)
        except (Unreachable, ServerFault, RateLimited) as error:
            if self._unsure is not None:
                raise self._unsure from error
            raise

    def _worth(self, error: BaseException, may_repeat: Callable[[RemoteError], bool]) -> bool:
        if isinstance(error, Ambiguous):
            self._unsure = error
            return may_repeat(error)
        if isinstance(error, Unreachable) and not error.status:
            return error.retryable
        return isinstance(error, RemoteError) and error.retryable and may_repeat(error)

    def _stop(self, state: tenacity.RetryCallState) -> bool:
        return state.attempt_number >= ATTEMPTS or state.upcoming_sleep >= self.left()

    def _wait(self, state: tenacity.RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome is not None else None
        if isinstance(error, RateLimited):
            named: float = error.retry_after
            return named * (1 + _SPREAD * self._chance())
        whole: float = min(LONGEST_WAIT, FIRST_WAIT * 2 ** (state.attempt_number - 1))
        # Equal jitter: never less than half, because full jitter can come near zero.
        return whole / 2 + whole / 2 * self._chance()
