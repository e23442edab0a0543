"""Loops: run the parts of the sync in the sync thread, each with its retry delays, until the thread ends."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from datetime import timedelta
from logging import getLogger
from typing import TYPE_CHECKING, Any

from tui.errors import CardscoutError, RateLimited, Unauthorized, Unreachable
from tui.sync.status import StatusTracker, state_of, token_trouble

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.model.sync import SyncState
    from tui.sync.backoff import Breaker

SIGNED_OUT = 60.0
"""Seconds until a refused token is retried automatically; the user's refresh retries at once."""

AGAIN = 30.0
"""Seconds until work that goes on is begun again after it failed."""

_log = getLogger(__name__)


class Retries:
    """The parts of the sync that wait after a failure, until an answer of the service ends the wait.

    A part whose request had no answer is retried after any answer to another request. A part whose own
    requests are answered with an error learns little from other answers: it is retried early only once, and
    again after it has succeeded meanwhile.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, asyncio.Event] = {}
        self._retried: set[str] = set()

    def begin(
        self, part: str, wake: asyncio.Event, failure: tuple[SyncState, str] | None, *, away: bool
    ) -> None:
        """Record that ``part`` waits until ``wake`` is set or its time is over.

        Args:
            part: The part.
            wake: Ends its wait.
            failure: The state that its failure left; None after a success.
            away: Whether its request had no answer.
        """
        if failure is not None and failure[0] == "offline" and (away or part not in self._retried):
            self._waiting[part] = wake

    def end(self, part: str, *, well: bool = False) -> None:
        """Record that ``part`` tries again, or with ``well`` that it succeeded."""
        self._waiting.pop(part, None)
        if well:
            self._retried.discard(part)

    def retry_all(self) -> None:
        """Retry all waiting parts; a part that is running already is not woken again."""
        for part, wake in self._waiting.items():
            self._retried.add(part)
            wake.set()


class Loops:
    """The loops of one account's sync. An error in one is shown in the status and tried again; it ends no loop."""

    def __init__(self, account: str, clock: Clock, tracker: StatusTracker) -> None:
        self._account, self._clock, self._tracker = account, clock, tracker
        self._retries = Retries()

    def retry(self) -> None:
        """Retry the parts that wait after a failure, because the service has answered a request."""
        self._retries.retry_all()

    async def run(self, part: str, wake: asyncio.Event, once: Callable[[], Awaitable[float | None]]) -> None:
        """Run ``once`` repeatedly, until cancelled.

        Args:
            part: The part of the sync, for the status and the log.
            wake: Ends the wait for the next run.
            once: Does the pending work; returns the seconds to wait, or None to wait until woken.
        """
        from tui.sync.backoff import Breaker

        breaker = Breaker()
        reported: tuple[SyncState, str] | None = None
        while True:
            wake.clear()
            try:
                seconds = await once()
                breaker.answered()
                if reported is not None:
                    self._tracker.clear_if_unchanged(part, reported)
                reported = None
                self._retries.end(part, well=True)
            except CardscoutError as error:
                reported = state_of(error), str(error)
                seconds = self._note(part, error, breaker)
            except Exception as error:  # noqa: BLE001 - a loop of the sync: a fault of ours must not end it
                _log.exception("sync %s: %s failed", self._account, part)
                words = f"{type(error).__name__} in the sync; the log has more."
                reported = "offline", words
                self._tracker.note(part, "offline", words)
                seconds = SIGNED_OUT
            self._retries.begin(part, wake, reported, away=part in self._tracker.away)
            await wait_for(wake, self._clock, seconds)
            self._retries.end(part)

    async def keep(
        self,
        work: Callable[[], Awaitable[None]],
        report: Callable[[CardscoutError], object],
        refused: Callable[[], object],
    ) -> None:
        """Run ``work``, which does not end by itself, until cancelled; begin it again after a failure.

        Args:
            work: The work.
            report: Called with each failure.
            refused: Called if the service did not accept the token.
        """
        while True:
            try:
                await work()
            except CardscoutError as error:
                report(error)
                if isinstance(error, Unauthorized):
                    refused()
            except Exception as error:  # noqa: BLE001 - the same
                _log.exception("sync %s: what goes on failed", self._account)
                report(CardscoutError(f"{type(error).__name__} in the sync; the log has more."))
            await self._clock.sleep(AGAIN)

    def _note(self, part: str, error: CardscoutError, breaker: Breaker) -> float:
        """Report an error in the status, and return the seconds until the next run."""
        state, resume_at = state_of(error), None
        if isinstance(error, RateLimited):
            seconds = error.retry_after
            resume_at = self._clock.now() + timedelta(seconds=seconds)
        elif state == "unauthorized":
            seconds = SIGNED_OUT
        else:
            seconds = breaker.failed(self._clock.monotonic())
        away, trouble = isinstance(error, Unreachable), token_trouble(error)
        self._tracker.note(part, state, str(error), resume_at=resume_at, trouble=trouble, away=away)
        return seconds


async def wait_for(wake: asyncio.Event, clock: Clock, seconds: float | None) -> None:
    """Wait until ``wake`` is set, or until so many seconds are over; None for no limit."""
    if seconds is None:
        await wake.wait()
        return
    waits = [asyncio.ensure_future(wake.wait()), asyncio.ensure_future(clock.sleep(seconds))]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()


def not_running() -> Future[Any]:
    """Return a failed Future for a request to a loop that has ended."""
    failed: Future[Any] = Future()
    failed.set_exception(Unreachable("The sync is not running.", hint="Start Cardscout again."))
    return failed


def end(loop: asyncio.AbstractEventLoop) -> None:
    """Cancel all tasks of a loop and close it, so that nothing waits for an answer that cannot come."""
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()
