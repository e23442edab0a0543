"""Spans of time and moments on the command line: ``15m``, ``2h``, ``3d``, ``2031-02-03T04:05``."""

import re
from datetime import UTC, datetime, timedelta

from tui.clock import SystemClock
from tui.errors import UsageError

_SPAN = re.compile(r"(\d+)\s*(m|min|h|d|w)", re.IGNORECASE)
_MINUTES = {"m": 1, "min": 1, "h": 60, "d": 1440, "w": 10080}


def parse_minutes(text: str) -> int:
    """Parse a span of time; return whole minutes.

    Raises:
        UsageError: It is none.
    """
    span = _SPAN.fullmatch(text.strip())
    if span is None:
        raise UsageError(f"{text!r} is no span of time", hint="write 15m, 2h, 1d or 1w")
    return int(span[1]) * _MINUTES[span[2].lower()]


def parse_since(text: str) -> datetime:
    """Parse a moment: a span of time before now, or a date with or without a time.

    Raises:
        UsageError: It is neither.
    """
    if _SPAN.fullmatch(text.strip()):
        return SystemClock().now() - timedelta(minutes=parse_minutes(text))
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except ValueError as error:
        raise UsageError(
            f"{text!r} is no moment", hint="write 2h, 3d, 2031-02-03 or 2031-02-03T04:05"
        ) from error
