"""Times in a filter: named spans such as ``today``, and comparisons such as ``<7d`` and ``>2031-02-03``.

A day is a day of the machine's time zone, from midnight to midnight. As in the service's search, ``week`` is
not a calendar week, which would have two days left on a Friday; it is today and the seven days after it, or
before it.
"""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache

from tui.model.values.scalars import from_local

Test = Callable[[datetime | None, datetime], bool]
"""Function that tests a moment, or None, at a given current time."""

_SPAN = re.compile(r"(-?)(\d{1,4})(min|m|h|d|w)")
_SLASH = re.compile(r"(\d{1,2})/(\d{1,2})(?:/(\d{4}))?")
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORTEST = 3  # letters of a weekday
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_WEEK, _MONTH = 7, 28  # days, as the service counts them
_YEAR, _LEAP = 365, 2028
_UNITS = {
    "min": timedelta(minutes=1),
    "m": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
}


_LAST = datetime.max.replace(tzinfo=UTC)


@lru_cache(maxsize=16)
def day(now: datetime, days: int = 0) -> datetime:
    """Return the midnight that begins the day of ``now``, or one so many days later, in the machine's time zone."""
    return datetime.combine(now.astimezone().date() + timedelta(days=days), time()).astimezone()


def week_end(now: datetime) -> datetime:
    """Return the midnight that ends the seven days after the day of ``now``, which is the end of ``due:week``."""
    return day(now, _WEEK + 1)


def due_test(word: str) -> Test | None:
    """Return the test for ``due:word``; None if the word is unknown."""
    return _DUE.get(word) or _compared(word, ahead=True) or _weekday(word) or _day_of_year(word)


def past_test(word: str) -> Test | None:
    """Return the test for ``created:word`` or ``edited:word``; None if the word is unknown."""
    return _PAST.get(word) or _compared(word, ahead=False)


@lru_cache(maxsize=4)
def monday(now: datetime, weeks: int = 0) -> datetime:
    """Return the beginning of the week of ``now``, or of one so many weeks later."""
    return day(now, 7 * weeks - now.astimezone().weekday())


def _compared(word: str, *, ahead: bool) -> Test | None:
    """Return the test of ``<7d``, ``>7d``, ``<2031-02-03`` or a date alone.

    A span is counted from now, into the future if ``ahead``: ``due:<7d`` is due within a week,
    ``created:<7d`` was created within the last one.
    """
    sign, rest = (word[0], word[1:]) if word[:1] in {"<", ">"} else ("", word)
    if sign and (span := _SPAN.fullmatch(rest)) is not None:
        length, is_past = int(span[2]) * _UNITS[span[3]], bool(span[1])
        if not is_past:
            return _span_test(length, within=sign == "<", ahead=ahead)
        return _ago_test(length, before=sign == "<") if ahead else None
    return _dated(sign, rest)


def _dated(sign: str, text: str) -> Test | None:
    """Return the test of a day, or of before (``<``) or after (``>``) it; None if the text is no date."""
    if _DATE.fullmatch(text) is None:
        return None
    try:
        first = datetime.fromisoformat(text)
        start, end = from_local(first), _LAST if first.date() == date.max else from_local(first + _UNITS["d"])
    except (ValueError, OverflowError):
        return None
    if sign == "<":
        return lambda at, _now: at is not None and at < start
    if sign == ">":
        return lambda at, _now: at is not None and at >= end
    return lambda at, _now: _between(at, start, end)


def _span_test(length: timedelta, *, within: bool, ahead: bool) -> Test:
    def test(at: datetime | None, now: datetime) -> bool:
        if at is None:
            return False
        distance = at - now if ahead else now - at
        if not within:
            return distance >= length
        # What was done since, or by a clock that is ahead of this one, was done within any span.
        return distance < length and (not ahead or distance >= timedelta())

    return test


def _ago_test(length: timedelta, *, before: bool) -> Test:
    """Return the test for longer ago than ``length`` or, unless ``before``, for later than that."""
    return lambda at, now: at is not None and (now - at > length) is before


def _weekday(word: str) -> Test | None:
    """Return the test for the next day of that name, which may be today; None for no weekday."""
    named = (at for at, name in enumerate(_WEEKDAYS) if len(word) >= _SHORTEST and name.startswith(word))
    if (wanted := next(named, None)) is None:
        return None

    def test(at: datetime | None, now: datetime) -> bool:
        return _days((wanted - now.astimezone().weekday()) % len(_WEEKDAYS))(at, now)

    return test


def _day_of_year(word: str) -> Test | None:
    """Return the test for ``31/12``, the next one, or ``31/12/2031``, the day first; None for no such day."""
    if (found := _SLASH.fullmatch(word)) is None:
        return None
    number, month = int(found[1]), int(found[2])
    if found[3]:
        return _dated("", f"{found[3]}-{month:02}-{number:02}")
    try:
        _ = date(_LEAP, month, number)
    except ValueError:
        return None

    def test(at: datetime | None, now: datetime) -> bool:
        # Within a year from today there is one such day.
        if at is None or at < day(now):
            return False
        local = at.astimezone().date()
        return (local.day, local.month) == (number, month) and at < day(now, _YEAR)

    return test


def _between(at: datetime | None, start: datetime, end: datetime) -> bool:
    return at is not None and start <= at < end


def _days(first: int, count: int = 1) -> Test:
    """Return the test for ``count`` days, the first of them so many days from today."""

    def test(at: datetime | None, now: datetime) -> bool:
        return _between(at, day(now, first), day(now, first + count))

    return test


_PAST: Mapping[str, Test] = {
    "today": _days(0),
    "yesterday": _days(-1),
    "week": _days(-_WEEK, _WEEK + 1),
    "month": _days(-_MONTH, _MONTH + 1),
}
_DUE: Mapping[str, Test] = {
    "overdue": lambda due, now: due is not None and due < now,
    "today": _days(0),
    "tomorrow": _days(1),
    "week": _days(0, _WEEK + 1),
    "month": _days(0, _MONTH + 1),
    "later": lambda due, now: due is not None and due >= week_end(now),
    "none": lambda due, _now: due is None,
    "any": lambda due, _now: due is not None,
}

DUE_WORDS, PAST_WORDS = tuple(_DUE), tuple(_PAST)
"""The words after ``due:``, and those after ``created:`` and ``edited:``, besides comparisons and dates."""
