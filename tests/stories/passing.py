"""Time that passes while a test waits."""

import threading

from tests.stories.world import PatientClock


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
