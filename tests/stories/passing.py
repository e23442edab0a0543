"""Time that passes while a test waits."""

import asyncio
import threading
from collections.abc import Callable

from tests.stories.world import PatientClock
from tui.workspace import Workspace


class Passing:
    """Time passing, a second at a time, while a test waits for what the loops do later."""

    def __init__(self, clock: PatientClock) -> None:
        self.clock, self.over = clock, threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> None:
        self.thread.start()

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.thread.join()

    def _run(self) -> None:
        while not self.over.wait(0.01):
            self.clock.advance(1.0)


async def passing(
    workspace: Workspace, clock: PatientClock, true: Callable[[], bool], *, patience: float = 0.05
) -> float:
    """Let time pass until ``true``; the seconds that took.

    Args:
        patience: Real seconds that each tenth of a second lasts without news; more where the result is compared, as
            a busy machine is slow.
    """
    begun, news = clock.monotonic(), threading.Event()
    end = workspace.sync.subscribe(lambda _: news.set())
    try:
        for _ in range(200):
            if true():
                return clock.monotonic() - begun
            clock.advance(0.1)
            await asyncio.to_thread(news.wait, patience)
            news.clear()
    finally:
        end()
    raise AssertionError("it never came")
