"""Days as they are written with a number: ``28/11``, ``24 Nov``, ``2026-11-28``, ``the 15th``. Pure."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""The first letters of the weekdays."""

_MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
WEEKDAY = re.compile(r"mon(day)?|tues?(day)?|wed(nesday)?|thur?s?(day)?|fri(day)?|sat(urday)?|sun(day)?")
"""A weekday."""

_ISO = re.compile(r"(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})")
"""The year first, with or without signs between: ``2026-12-01``, ``2026/12/1``, ``20261201``."""
_SLASH = re.compile(r"(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}|\d{2}))?\.?")
_DASH = re.compile(r"(\d{1,2})-(\d{1,2})-(\d{4}|\d{2})")
"""With hyphens only a whole date, as spreadsheets write it; ``3-4`` may be a range."""
_NAMED_DASH = re.compile(r"(\d{1,2})([-/])([a-z]{3,9})\2(\d{4}|\d{2})")
DAY_OF_MONTH = re.compile(r"(?:the )?(\d{1,2})(?:st|nd|rd|th)")
"""A day of this month or the next: ``the 15th``."""

_YEAR = r"(?:\s(\d{4}|['’]\d{2}|2[4-9]|3\d))?"
"""Of two figures only what is no hour, or has the sign of what was left out: ``24 nov 9``, ``4 dec 26``, ``4 dec '31``."""
_DAY_MONTH = re.compile(rf"(?:the )?(\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?([a-z]{{3,9}})\.?{_YEAR}")
_MONTH_DAY = re.compile(rf"([a-z]{{3,9}})\.?\s(\d{{1,2}})(?:st|nd|rd|th)?{_YEAR}")


def read_day(words: str, today: date) -> date | None:
    """Return the day that ``words`` name, without a year its next occurrence; None if they name none."""
    name, _, rest = words.partition(" ")
    if rest and WEEKDAY.fullmatch(name):
        # A date written out in full; a weekday that does not match the date is a typing error.
        day = read_day(rest, today)
        return day if day is not None and DAYS[day.weekday()] == name[:3] else None
    if (found := DAY_OF_MONTH.fullmatch(words)) is not None:
        return next_day(int(found[1]), today)
    return _numbers(words, today) or _named_month(words, today)


def next_day(number: int, today: date) -> date | None:
    """Return the next day of that number in a month; None if no month has it."""
    months = (divmod(today.year * 12 + today.month - 1 + ahead, 12) for ahead in range(13))
    days = (_valid_date(year, month + 1, number) for year, month in months)
    return next((day for day in days if day is not None and day >= today), None)


def _numbers(words: str, today: date) -> date | None:
    """Parse a date in figures: ``28/11``, ``28-11-2026``, ``2026-11-28``."""
    if found := _ISO.fullmatch(words):
        whole = found[2] or len(words) == 8  # without signs every figure is there
        return _date(found[4], found[3], found[1], today) if whole else None
    if found := _SLASH.fullmatch(words) or _DASH.fullmatch(words):
        return _date(found[1], found[2], found[3], today)
    return None


def _named_month(words: str, today: date) -> date | None:
    """Parse a day and the name of its month: ``28 Nov``, ``Nov 28 2026``, ``28-Nov-26``."""
    if found := _NAMED_DASH.fullmatch(words):
        return _date(found[1], month_number(found[3]), found[4], today)
    if found := _DAY_MONTH.fullmatch(words):
        return _date(found[1], month_number(found[2]), found[3], today)
    if found := _MONTH_DAY.fullmatch(words):
        return _date(found[2], month_number(found[1]), found[3], today)
    return None


def month_number(word: str) -> str | None:
    """Return the number of a month from its name or the beginning of it."""
    at = next((n for n, name in enumerate(_MONTHS, 1) if name.startswith(word)), None)
    return None if at is None else str(at)


def _date(day: str, month: str | None, year: str | None, today: date) -> date | None:
    """Return the date, without a year its next occurrence; None if there is no such day."""
    if month is None:
        return None
    try:
        if year is not None:
            years = int(year.lstrip("'’"))
            return date(years + (2000 if len(year) < 4 else 0), int(month), int(day))  # two digits
        here = next(
            d
            for y in range(today.year, today.year + 9)
            if (d := _valid_date(y, int(month), int(day))) and d >= today
        )
    except (ValueError, StopIteration):
        return None
    return here


def _valid_date(year: int, month: int, day: int) -> date | None:
    """Return the date, or None if it does not exist in that year, such as 29 Feb."""
    return date(year, month, day) if 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1] else None
