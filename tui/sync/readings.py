"""The moments at which boards, cards and the list of boards were last read from the service."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from tui.model.base import format_instant
from tui.store.db import until_written
from tui.store.key_values import reading

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.store.store import Store

EXACT_TO = timedelta(minutes=1)
"""Least time between two notes of one thing: windows of other processes read the file after each write."""


class ReadingTimes:
    """A recorder of when things were read, so that a reader offline can be told the age of what is shown.

    Args:
        store: Stores the moments.
        clock: The clock.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def note(self, ident: str) -> None:
        """Record that a board or a card, or "" for the list of boards, was read just now."""
        now, noted = self._clock.now(), self._store.cursors.get(reading(ident))
        if noted is None or abs(now - datetime.fromisoformat(noted)) >= EXACT_TO:
            await until_written(self._store.cursors.set(reading(ident), format_instant(now)))
