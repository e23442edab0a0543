"""Rereader: rereads a page after changes, but limits the rate so that keys stay fast."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.timer import Timer

    from tui.app.screens.screen import WorkspaceScreen
    from tui.clock import Clock

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
