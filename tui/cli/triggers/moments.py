"""Spans of time and moments on the command line: ``15m``, ``2h``, ``3d``, ``2031-02-03T04:05``."""

import re
from datetime import UTC, datetime, timedelta

from tui.clock import SystemClock
from tui.errors import UsageError

LONGEST = 100 * 365 * 1440
"""Minutes of the longest span: a hundred years."""

_SPAN = re.compile(r"(\d+)\s*(m|min|h|d|w)", re.IGNORECASE)
_MINUTES = {"m": 1, "min": 1, "h": 60, "d": 1440, "w": 10080}


def parse_minutes(text: str) -> int:
    """Parse a duration; return whole minutes.

    Raises:
        UsageError: The text is no duration, or longer than ``LONGEST``.
    """
    span = _SPAN.fullmatch(text.strip())
    if span is None:
        raise UsageError(f"{text!r} is no span of time", hint="write 15m, 2h, 1d or 1w")
    # The digits are counted first, because Python does not convert a number of thousands of digits.
    minutes = int(span[1]) * _MINUTES[span[2].lower()] if len(span[1]) <= len(str(LONGEST)) else LONGEST + 1
    if minutes > LONGEST:
        raise UsageError(
            f"{text.strip()[:20]!r} is too long a time", hint="a hundred years, 5200w, is the longest"
        )
    return minutes


def parse_since(text: str) -> datetime:
    """Parse a moment: a span of time before now, or a date with or without a time.

    Raises:
        UsageError: It is neither.
    """
    if _SPAN.fullmatch(text.strip()):
        return SystemClock().now() - timedelta(minutes=parse_minutes(text))
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise UsageError(
            f"{text!r} is no moment", hint="write 2h, 3d, 2031-02-03 or 2031-02-03T04:05"
        ) from error
