"""Reminders: so long before the due date of a card, as they are typed and told. Pure."""

from __future__ import annotations

import re
from datetime import datetime

_TYPED = re.compile(r"(?:(\d{1,5}) ?|an? )(m|min|mins|minutes?|h|hours?|d|days?|w|weeks?)(?: before)?")
_MINUTES = {"m": 1, "h": 60, "d": 1440, "w": 10080}
_AT_ONCE = "when it is due"
_UNITS = ((10080, "week"), (1440, "day"), (60, "hour"), (1, "minute"))

OFFERED = (-1, 0, 5, 10, 15, 30, 60, 120, 1440, 2880)
"""Minutes before the due date that are offered: those of the service, and half an hour; -1 is never."""


def read_before(text: str) -> int | None:
    """Read a time such as ``30 min``, ``1h``, ``2 days before`` or ``when it is due``; return its minutes, or None."""
    words = text.strip().lower()
    if words == _AT_ONCE:
        return 0
    found = _TYPED.fullmatch(words)
    return None if found is None else int(found[1] or 1) * _MINUTES[found[2][0]]


def read_until(moment: datetime, due: datetime) -> int | None:
    """Return the minutes from a reminder at ``moment`` to the due date; None if it would come after that."""
    return round((due - moment).total_seconds() / 60) if moment <= due else None


def before_words(minutes: int) -> str:
    """Return when a reminder comes: ``when it is due``, ``an hour before``, ``90 minutes before``; or ``never``."""
    if minutes <= 0:
        return "never" if minutes < 0 else _AT_ONCE
    size, unit = next((size, unit) for size, unit in _UNITS if minutes % size == 0)
    count = minutes // size
    if count == 1:
        return f"{'an' if unit == 'hour' else 'a'} {unit} before"
    return f"{count} {unit}s before"
