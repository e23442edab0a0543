"""Formatting of the values of a field that two people changed differently."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from tui.model.values.reminder import before_words
from tui.presentation.timestamps import day_time

if TYPE_CHECKING:
    from tui.model.sync import Shape


def value_words(value: str, shape: Shape, now: datetime) -> str:
    """Format a value of a conflict: a moment as a local date and time, a reminder in words, others unchanged.

    One that cannot be read stays as the service sends it, and so does a moment that is after all time here.
    """
    with suppress(ValueError, OverflowError):
        if value and shape == "moment":
            return day_time(datetime.fromisoformat(value), now)
        if value and shape == "reminder":
            return before_words(int(float(value)))
    return value
