"""The cards in sight that nobody has looked through for people and companies yet."""

from collections.abc import Callable, Sequence

from textual.app import App
from textual.timer import Timer

_AT_ONCE = 0.2
"""Seconds in which cards come into sight together."""

_KEPT = 200
"""Cards that are remembered: more than the largest screen shows. What was scrolled past long ago can wait."""


class InSight:
    """Gathers what was drawn, and asks for it in one go: a board is never looked through whole.

    Args:
        app: Its timers are used.
        ask: Called with the cards, those seen last at the end.
    """

    def __init__(self, app: App[None], ask: Callable[[Sequence[str]], None]) -> None:
        self._app, self._ask = app, ask
        self._ids: dict[str, None] = {}
        self._timer: Timer | None = None

    def add(self, card_id: str) -> None:
        """A card was drawn."""
        self._ids.pop(card_id, None)
        self._ids[card_id] = None
        if len(self._ids) > _KEPT:
            del self._ids[next(iter(self._ids))]
        if self._timer is None:
            self._timer = self._app.set_timer(_AT_ONCE, self._go)

    def _go(self) -> None:
        self._timer = None
        self._ask(tuple(self._ids))
