"""Retries of failed requests: when, how often, and after which wait. Wraps tenacity."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from secrets import SystemRandom
from typing import TYPE_CHECKING, TypeVar

import tenacity

from tui.errors import Ambiguous, CardscoutError, RateLimited, RemoteError, ServerFault, Unreachable

if TYPE_CHECKING:
    from tui.clock import Clock

T = TypeVar("T")

ATTEMPTS = 4
"""Maximum number of attempts per call."""

FIRST_WAIT = 0.5
"""Seconds before the second attempt; doubled for each further one, and jittered."""

_SPREAD = 0.25
"""Additional random share of a wait named by the service, so that two programs do not return together."""

_random = SystemRandom().random


class RetryBudget:
    """The remaining time of a call, and its retry rule.

    Args:
        deadline: Time limit in seconds.
        chance: Returns a random number from 0 to 1, for the jitter.
    """

    def __init__(self, clock: Clock, deadline: float, chance: Callable[[], float] = _random) -> None:
        self._clock = clock
        self._ends = clock.monotonic() + deadline
        self._chance = chance
        self._unsure: Ambiguous | None = None

    def left(self) -> float:
        """Return the remaining seconds."""
        return self._ends - self._clock.monotonic()

    def excuse(self, seconds: float) -> None:
        """Extend the deadline by ``seconds`` of waiting that our limiter caused."""
        self._ends += seconds

    async def run(self, attempt: Callable[[], Awaitable[T]], may_repeat: Callable[[RemoteError], bool]) -> T:
        """Call ``attempt`` until it succeeds, a retry is unsafe, or time is up.

        Args:
            attempt: Makes one attempt.
            may_repeat: Whether a request with this error may be sent again, although it has or may have
                arrived.

        Raises:
            RemoteError: The last attempt's error; Ambiguous if an earlier attempt may have arrived and the
                last one failed too. A refusal has ``sent`` then.
        """
        retrying = tenacity.AsyncRetrying(
            sleep=self._clock.sleep,
            retry=tenacity.retry_if_exception(lambda error: self._is_worth_retrying(error, may_repeat)),
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
        except CardscoutError as error:
            # A key that was taken away meanwhile says nothing about the attempt before.
            error.sent = error.sent or self._unsure is not None
            raise

    def _is_worth_retrying(self, error: BaseException, may_repeat: Callable[[RemoteError], bool]) -> bool:
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
        whole: float = FIRST_WAIT * 2 ** (state.attempt_number - 1)
        # Equal jitter: never less than half, because full jitter can come near zero.
        return whole / 2 + whole / 2 * self._chance()
