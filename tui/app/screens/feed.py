"""Feed: what the workspace says has changed, handed to a screen once a frame at most."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.message import Message
from textual.screen import Screen

if TYPE_CHECKING:
    from tui.model.change import Change

_FRAME = 1 / 60
_NOW = 0.001  # seconds that are not worth a timer


class Changed(Message):
    """The feed has something for the screen; the screen answers with ``next_frame``."""


class ScreenFeed:
    """Collects changes, which come from another thread, and hands their sum to a screen in its own thread.

    Args:
        screen: Its messages and timers are used.
        show: Shows a change.

    Attributes:
        bound: The ids that the service gave to things made here, by their local ids.
    """

    def __init__(self, screen: Screen[Any], show: Callable[[Change], None]) -> None:
        self.screen, self.show = screen, show
        self.bound: dict[str, str] = {}
        self._lock = threading.Lock()
        self._news: Change | None = None
        self._shown_at = 0.0
        self._unsubscribe: Callable[[], None] = lambda: None

    def listen(self, subscribe: Callable[[Callable[[Change], None]], Callable[[], None]]) -> None:
        """Begin to receive changes; ``subscribe`` returns what ends it."""
        self._unsubscribe = subscribe(self.receive)

    def close(self) -> None:
        """Receive no more."""
        self._unsubscribe()

    def receive(self, change: Change) -> None:
        """Keep ``change`` for the next frame. Called from another thread."""
        with self._lock:
            first = self._news is None
            self._news = change if self._news is None else self._news + change
        if first and self.screen.is_running:
            self.screen.post_message(Changed())

    def next_frame(self, message: Changed) -> None:
        """Show what has come, a frame after what was shown last."""
        wait = self._shown_at + _FRAME - message.time
        self._shown_at = message.time + max(wait, 0)
        if wait > _NOW:
            self.screen.set_timer(wait, self.deliver)
        else:
            self.deliver()

    def deliver(self) -> None:
        """Show what has come, now."""
        with self._lock:
            change, self._news = self._news, None
        if change is not None:
            self.bound.update(change.bound)
            self.show(change)

    def now_called(self, ident: str) -> str:
        """The id of a thing today: the service's, when ``ident`` is the local one it has been bound from."""
        return self.bound.get(ident, ident)
