"""IdleCollector: collects garbage while nobody types, so that a collection does not delay a key.

A full collection with a board of 10,000 cards takes 50 ms, which is three frames of a held key.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.app.type_ahead import TypeAhead

LOOKS = 1.0
"""Seconds between two checks whether a collection is due."""

_PAUSE = 0.8  # seconds without a key before young objects are collected
_LONG_PAUSE = 30.0  # seconds without a key before all objects are collected
_MIN_YOUNG = 1_000  # minimum number of young objects that is worth a collection
_MIN_PASSES = 10  # collections of young objects before a full one is worth its time


class IdleCollector:
    """Garbage collection in the pauses of typing; without pauses the interpreter still collects, rarely.

    Args:
        ahead: Knows when the last key came.
    """

    def __init__(self, ahead: TypeAhead) -> None:
        self._ahead = ahead

    def look(self) -> None:
        """Collect garbage, if the pause between keys is long enough."""
        pause = self._ahead.seconds_since_key
        young, _, passes = gc.get_count()
        if pause >= _LONG_PAUSE and passes >= _MIN_PASSES:
            gc.collect()
        elif pause >= _PAUSE and young >= _MIN_YOUNG:
            gc.collect(1)
