"""Rereader: rereads a page after changes, but limits the rate so that keys stay fast."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from textual.timer import Timer

    from tui.app.screens.screen import WorkspaceScreen
    from tui.clock import Clock

Found = TypeVar("Found")

_RESTS = 8
"""Pause between two reads, as a multiple of the last one's duration."""

_LEAST_REST = 0.03
"""Minimum seconds between two reads."""


class Rereader:
    """The rate limit for rereading a page.

    Args:
        read: Reads the page, within ``timed``.
    """

    def __init__(self, page: WorkspaceScreen, clock: Clock, read: Callable[[], object]) -> None:
        self._page, self._clock, self._read = page, clock, read
        self._timer: Timer | None = None
        self._next_at = 0.0
        self._reading = self._again = self._shown = False

    @property
    def reading_first(self) -> bool:
        """Whether a thread reads what the page will show first."""
        return self._reading and not self._shown

    def soon(self) -> None:
        """Read the page now, or as soon as the pause after the last read is over."""
        if self._timer is not None:
            return
        wait = self._next_at - self._clock.monotonic()
        if wait > 0:
            self._timer = self._page.set_timer(wait, self._read)
        else:
            self._read()

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Measure the time of a read, which replaces a scheduled one."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        began = self._clock.monotonic()
        yield
        now = self._clock.monotonic()
        self._next_at = now + max(_RESTS * (now - began), _LEAST_REST)

    def read_apart(self, fetch: Callable[[], Found], show: Callable[[Found], object]) -> None:
        """Fetch in a thread what takes long, and show it; while that goes on, it is repeated afterwards instead."""
        # What is being fetched may be from before the change that is the reason for this read.
        self._again = self._reading
        if not self._reading:
            self._reading = True
            self._page.run_worker(self._fetch(fetch, show), group="rereader", exit_on_error=False)

    async def _fetch(self, fetch: Callable[[], Found], show: Callable[[Found], object]) -> None:
        try:
            with self.timed(), self._page.boundary():
                found = await asyncio.to_thread(fetch)
                self._shown = True
                show(found)
        finally:
            self._reading = False
        if self._again:
            self.soon()
