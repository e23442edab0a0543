"""Rereader: has a page read again what changed, so seldom that keys come first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.timer import Timer

    from tui.app.screens.screen import WorkspaceScreen
    from tui.clock import Clock

_RESTS = 8
"""Pause between two readings, as a multiple of how long the last one took."""

_LEAST_REST = 0.03
"""Seconds between two readings, however short."""


class Rereader:
    """The pace at which a page is read again.

    Args:
        read: Reads the page, within ``timed``.
    """

    def __init__(self, page: WorkspaceScreen, clock: Clock, read: Callable[[], object]) -> None:
        self._page, self._clock, self._read = page, clock, read
        self._timer: Timer | None = None
        self._next_at = 0.0

    def soon(self) -> None:
        """Read the page now, or as soon as it has rested from the last time."""
        if self._timer is not None:
            return
        wait = self._next_at - self._clock.monotonic()
        if wait > 0:
            self._timer = self._page.set_timer(wait, self._read)
        else:
            self._read()

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Time a reading, which stands for one that was to come."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        began = self._clock.monotonic()
        yield
        now = self._clock.monotonic()
        self._next_at = now + max(_RESTS * (now - began), _LEAST_REST)
