"""What the loops of the sync thread share: their waits after failures, and their end."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from tui.errors import Unreachable

if TYPE_CHECKING:
    from tui.model.sync import SyncState


class Retries:
    """The parts of the sync that wait after a failure, until an answer of the service cuts that short.

    A part that had no answer is cut short by every one. Of a part whose own requests the service answers with a
    fault, other answers tell little: it is cut short once, and again when it has done well meanwhile.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, asyncio.Event] = {}
        self._cut: set[str] = set()

    def begin(
        self, part: str, wake: asyncio.Event, failure: tuple[SyncState, str] | None, *, away: bool
    ) -> None:
        """Record that ``part`` waits until ``wake`` is set or its time is over.

        Args:
            part: The part.
            wake: Ends its wait.
            failure: The state that its failure left; None where it did well.
            away: Whether it had no answer.
        """
        if failure is not None and failure[0] == "offline" and (away or part not in self._cut):
            self._waiting[part] = wake

    def end(self, part: str, *, well: bool = False) -> None:
        """Record that ``part`` tries again, or that it did ``well``."""
        self._waiting.pop(part, None)
        if well:
            self._cut.discard(part)

    def cut(self) -> None:
        """Have all of them try again; one that is at it is not asked for more."""
        for part, wake in self._waiting.items():
            self._cut.add(part)
            wake.set()


def not_running() -> Future[Any]:
    """Return the outcome of what is asked of a loop that has ended."""
    failed: Future[Any] = Future()
    failed.set_exception(Unreachable("The sync is not running.", hint="Start Cardscout again."))
    return failed


def end(loop: asyncio.AbstractEventLoop) -> None:
    """Cancel all tasks of a loop and close it, so that nobody waits for an answer that cannot come."""
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()
