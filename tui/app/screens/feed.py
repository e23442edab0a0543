"""ScreenFeed: collects changes of the workspace, and delivers them to a screen at most once per frame."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from textual.message import Message
from textual.screen import Screen

if TYPE_CHECKING:
    from tui.model.change import Change

_FRAME = 1 / 60
_MIN_WAIT = 0.001  # waits shorter than this many seconds are skipped


class Changed(Message):
    """Posted to the screen when changes have arrived; the screen calls ``next_frame``."""


class ScreenFeed:
    """A collector of changes from another thread, which delivers them combined in the screen's thread.

    Args:
        screen: The screen, whose messages and timers are used.

    Attributes:
        bound: The service's ids of things created here, by their local ids.
        minute_passed: Shows what time alone changed, such as what a filter of dates finds, and how long ago something
            was; called in a minute in which nothing is drawn again for other reasons.
    """

    def __init__(self, screen: Screen[Any], show: Callable[[Change], None]) -> None:
        self.screen, self.show = screen, show
        self.bound: dict[str, str] = {}
        self.minute_passed: Callable[[], None] = lambda: None
        self._lock = threading.Lock()
        self._news: Change | None = None
        self._shown_at = 0.0
        self._unsubscribe: Callable[[], None] = lambda: None

    def listen(self, subscribe: Callable[[Callable[[Change], object]], Callable[[], None]]) -> None:
        """Subscribe to changes; ``subscribe`` returns the function that unsubscribes."""
        self._unsubscribe = subscribe(self.receive)

    def close(self) -> None:
        """Unsubscribe from changes."""
        self._unsubscribe()

    def receive(self, change: Change) -> None:
        """Queue ``change`` for the next frame; called from another thread."""
        with self._lock:
            first = self._news is None
            self._news = change if self._news is None else self._news + change
        if first and self.screen.is_running:
            self.screen.post_message(Changed())

    def next_frame(self, message: Changed) -> None:
        """Show the queued changes, at least one frame after the last ones."""
        message.stop()
        wait = self._shown_at + _FRAME - message.time
        self._shown_at = message.time + max(wait, 0)
        if wait > _MIN_WAIT:
            self.screen.set_timer(wait, self.deliver)
        else:
            self.deliver()

    def deliver(self) -> None:
        """Show the queued changes now."""
        with self._lock:
            change, self._news = self._news, None
        if change is not None:
            self.bound.update(change.bound)
            self.show(change)

    def bind(self, asked: str, found: str) -> Mapping[str, str]:
        """Record that the store returned ``found`` for ``asked``, and return the service's ids by the local ones.

        The store knows the service's id a moment before the change with that id is delivered.
        """
        if asked != found:
            self.bound[asked] = found
        return self.bound

    def current_id(self, ident: str) -> str:
        """Return the current id: the service's if it replaced the local id ``ident``."""
        return self.bound.get(ident, ident)
