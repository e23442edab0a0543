"""VisibleCards: collects visible cards that were not scanned for people and companies yet."""

from collections.abc import Callable, Sequence

from textual.app import App
from textual.timer import Timer

_BATCH_DELAY = 0.2
"""Seconds for which visible cards are collected into one batch."""

_KEPT = 200
"""Maximum number of cards in the batch, more than the largest screen shows; the oldest are dropped."""


class VisibleCards:
    """A collector of drawn cards that requests their scan in batches, so that no board is scanned whole.

    Args:
        ask: Called with the ids of the cards, those drawn last at the end.
    """

    def __init__(self, app: App[None], ask: Callable[[Sequence[str]], None]) -> None:
        self._app, self._ask = app, ask
        self._ids: dict[str, None] = {}
        self._timer: Timer | None = None

    def add(self, card_id: str) -> None:
        """Add a card that was drawn."""
        self._ids.pop(card_id, None)
        self._ids[card_id] = None
        if len(self._ids) > _KEPT:
            del self._ids[next(iter(self._ids))]
        if self._timer is None:
            self._timer = self._app.set_timer(_BATCH_DELAY, self._request_scan)

    def _request_scan(self) -> None:
        self._timer = None
        self._ask(tuple(self._ids))
