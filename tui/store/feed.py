"""The feed, which notifies subscribers of committed changes."""

from collections.abc import Callable
from logging import getLogger
from threading import Lock

from tui.model.change import Change

Listener = Callable[[Change], object]


class Feed:
    """Listeners that are called one after another on the writer's thread after each commit."""

    def __init__(self) -> None:
        self._listeners: tuple[Listener, ...] = ()
        self._lock = Lock()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` with each Change from now on; return a function that unsubscribes it.

        A listener runs on the writer's thread, so it must be fast and must not wait for a write of the store.
        """
        with self._lock:
            self._listeners += (listener,)

        def unsubscribe() -> None:
            with self._lock:
                # Compared by identity, because listeners may be equal (two bound methods of one screen).
                self._listeners = tuple(other for other in self._listeners if other is not listener)

        return unsubscribe

    def publish(self, change: Change) -> None:
        """Call every listener with ``change``; a failing listener stops neither the write nor the others."""
        for listener in self._listeners if change.nouns else ():
            try:
                listener(change)
            except Exception:
                getLogger(__name__).exception("A listener of the feed failed.")
