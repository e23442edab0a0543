"""Garbage: objects that only refer to each other are looked for while nobody types, and not in the middle of a key.

A look at the objects of a board with 10,000 cards takes 50 ms, which is three frames of a held key.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.app.type_ahead import TypeAhead

LOOKS = 1.0
"""Seconds between two looks at whether there is a pause and something to collect."""

_PAUSE = 0.8  # seconds without a key after which young objects are collected
_AWAY = 30.0  # seconds without a key after which all are
_FEW = 1_000  # young objects for which a collection is not worth its while
_MANY_PASSES = 10  # collections of young objects after which the old ones are worth a look


class IdleCollector:
    """The garbage collection in the pauses of typing; without pauses the interpreter's own still comes, rarely.

    Args:
        ahead: Knows when the last key came.
    """

    def __init__(self, ahead: TypeAhead) -> None:
        self._ahead = ahead

    def look(self) -> None:
        """Collect garbage, if the pause between keys is long enough for it."""
        pause = self._ahead.seconds_since_key
        young, _, passes = gc.get_count()
        if pause >= _AWAY and passes >= _MANY_PASSES:
            gc.collect()
        elif pause >= _PAUSE and young >= _FEW:
            gc.collect(1)
