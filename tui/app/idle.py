"""Work that is done while nobody types: IdleCollector collects garbage, and Preload imports the first pages."""

from __future__ import annotations

import gc
import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.timer import Timer

    from tui.app.type_ahead import TypeAhead

LOOKS = 1.0
"""Seconds between two checks whether a collection is due."""

_PAUSE = 0.8  # seconds without a key before young objects are collected
_LONG_PAUSE = 30.0  # seconds without a key before all objects are collected
_MIN_YOUNG = 1_000  # minimum number of young objects that is worth a collection
_MIN_PASSES = 10  # collections of young objects before a full one is worth its time
_SHORT_PAUSE = 0.6  # seconds without a key before anything is imported

MODULES = (
    "textual.document._document",
    "textual.widgets._text_area",
    "markdown_it.rules_inline",
    "markdown_it.rules_block",
    "markdown_it.main",
    "tui.model.writes.cards",
    "tui.model.filter.filter",
    "tui.presentation.quick_date",
    "tui.presentation.quick_card",
    "tui.app.widgets.comments",
    "tui.app.widgets.checklist_editor",
    "tui.app.screens.card_parts.content",
    "tui.app.screens.card_parts.facts",
    "tui.app.screens.card_parts.writer",
    "tui.app.screens.card",
    "tui.app.screens.help",
    "tui.app.screens.boxes.palette",
    "tui.app.screens.labels",
    "tui.app.screens.boards",
    "tui.app.screens.board_parts.quick_add",
)
"""In this order each takes a few milliseconds, where the page of a card alone would take 60 at once."""


class IdleCollector:
    """Garbage collection in the pauses of typing; without pauses the interpreter still collects, rarely.

    A full collection with a board of 10,000 cards takes 50 ms, which is three frames of a held key.

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


class Preload:
    """Imports of what the first pages need, so that the first card opens as fast as the next.

    Args:
        ahead: Knows when the last key came.

    Attributes:
        pause: Seconds between two imports.
        timer: The timer that calls ``look``.
    """

    pause = 0.1

    def __init__(self, ahead: TypeAhead) -> None:
        self._ahead = ahead
        self._left = list(MODULES)
        self.timer: Timer | None = None

    def look(self) -> None:
        """Import the next module, if nobody types; after the last one, read a text, and stop the timer."""
        if self._ahead.seconds_since_key < _SHORT_PAUSE:
            return
        while self._left:
            name = self._left.pop(0)
            if name not in sys.modules:
                import_module(name)
                return
        # The first text that is read builds the parser and the patterns of addresses.
        from tui.app.markdown import prose

        prose("https://example.com")
        if self.timer is not None:
            self.timer.stop()
