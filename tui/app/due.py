"""A date as people type it: ``fri 17:00``, ``+3d``, ``tomorrow``, ``24 Nov``, ``24/11 9am``.

Days and months are written as in Australia and New Zealand, the day first. All of it is local time.
"""

import re
from calendar import monthrange
from datetime import UTC, date, datetime, time, timedelta

EXAMPLES = "fri 17:00 · tomorrow 9am · +3d · 24 Nov · none"
"""What to write, for whoever asks."""

END_OF_DAY = time(17)
"""The time of a day that comes without one: when offices close."""

NEVER = frozenset({"", "-", "none", "never", "no", "clear", "off"})
"""Words for no date."""

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_NEAR = {"today": 0, "tod": 0, "tonight": 0, "tomorrow": 1, "tom": 1, "tmr": 1, "tmrw": 1}
_HOURS = {"noon": time(12), "midday": time(12), "midnight": time(0), "eod": END_OF_DAY, "tonight": time(20)}
_WEEKDAY = re.compile(r"mon(day)?|tues?(day)?|wed(nesday)?|thur?s?(day)?|fri(day)?|sat(urday)?|sun(day)?")
_TIME = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?\s?(am|pm|h)?")
_STEP = re.compile(
    r"\+?(\d{1,4})\s?(min|mins|m|h|hour|hours|d|day|days|w|wk|week|weeks|mo|month|months|y|year|years)"
)
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_SLASH = re.compile(r"(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}|\d{2}))?\.?")
_DAY_MONTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\s([a-z]{3,9})\.?(?:\s(\d{4}))?")
_MONTH_DAY = re.compile(r"([a-z]{3,9})\.?\s(\d{1,2})(?:st|nd|rd|th)?(?:\s(\d{4}))?")


def read_due(text: str, now: datetime) -> datetime | None:
    """The moment ``text`` means, seen from ``now``; None when it says that there is none.

    A day without a time is at END_OF_DAY. A time without a day is the next time it is that late. A weekday is the
    next one, today's while its time is still to come; a day of the year is the next one.

    Args:
        text: What was typed.
        now: With a time zone; local time is the machine's.

    Raises:
        ValueError: It cannot be read; says so in words.
    """
    words = " ".join(text.lower().replace(",", " ").split())
    if words in NEVER:
        return None
    try:
        here = now.astimezone().replace(tzinfo=None)
        found = _exact(text.strip()) or _step(words, here) or _day_and_time(words, here)
        if found is None:
            raise ValueError(f"“{text}” is no date I know: {EXAMPLES}")
        return found.astimezone(UTC)
    except (OverflowError, OSError):
        raise ValueError(f"“{text}” is out of the calendar: {EXAMPLES}") from None


def _exact(text: str) -> datetime | None:
    """An ISO moment, with its own zone when it has one."""
    if "T" not in text.upper():
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def _step(words: str, here: datetime) -> datetime | None:
    """So long from now: hours and minutes to the minute, days at the end of the day."""
    step = _STEP.fullmatch(words)
    if step is None or (words[0] != "+" and step[2] == "m"):
        return None
    count, unit = int(step[1]), step[2]
    if unit in {"min", "mins", "m"}:
        return here.replace(second=0, microsecond=0) + timedelta(minutes=count)
    if unit.startswith("h"):
        return here.replace(second=0, microsecond=0) + timedelta(hours=count)
    return datetime.combine(_later(here.date(), count, unit), END_OF_DAY)


def _later(day: date, count: int, unit: str) -> date:
    if unit.startswith(("mo", "y")):
        months = day.year * 12 + day.month - 1 + count * (12 if unit.startswith("y") else 1)
        year, month = divmod(months, 12)
        if year > date.max.year:
            raise OverflowError
        return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
    return day + timedelta(days=count * (7 if unit.startswith("w") else 1))


def _day_and_time(words: str, here: datetime) -> datetime | None:
    """A day, a time, or both in that order; ``at`` may stand between them."""
    if words in _HOURS and words not in _NEAR:
        return _at(here, _HOURS[words])
    parts = words.replace(" at ", " ").removeprefix("at ").split(" ")
    for cut in range(len(parts), -1, -1):
        head, tail = " ".join(parts[:cut]), " ".join(parts[cut:])
        when = _clock(tail) if tail else _HOURS.get(head, END_OF_DAY)
        if when is None:
            continue
        if not head:
            return _at(here, when)
        if (day := _day(head, here, when)) is not None:
            return datetime.combine(day, when)
    return None


def _at(here: datetime, when: time) -> datetime:
    """The next time it is that late."""
    today = datetime.combine(here.date(), when)
    return today if today > here else today + timedelta(days=1)


def _clock(words: str) -> time | None:
    if words in _HOURS:
        return _HOURS[words]
    found = _TIME.fullmatch(words)
    if found is None or (found[2] is None and found[3] is None):
        return None
    hour, minute = int(found[1]), int(found[2] or 0)
    if found[3] in {"am", "pm"}:
        if not 1 <= hour <= 12:  # noqa: PLR2004 - a clock's face
            return None
        hour = hour % 12 + (12 if found[3] == "pm" else 0)
    return time(hour, minute) if hour < 24 and minute < 60 else None  # noqa: PLR2004 - a day's hours, an hour's minutes


def _day(words: str, here: datetime, when: time) -> date | None:
    today = here.date()
    if words in _NEAR:
        return today + timedelta(days=_NEAR[words])
    if (
        (step := _STEP.fullmatch(words)) is not None
        and words[0] == "+"
        and step[2][0] in "dwmy"
        and step[2] != "m"
    ):
        return _later(today, int(step[1]), step[2])
    if (weekday := _weekday(words, here, when)) is not None:
        return weekday
    return _dated(words, today)


def _weekday(words: str, here: datetime, when: time) -> date | None:
    name = words.removeprefix("next ").removeprefix("this ")
    at = next((n for n, day in enumerate(_DAYS) if name.startswith(day) and _WEEKDAY.fullmatch(name)), None)
    if at is None:
        return None
    ahead = (at - here.weekday()) % 7
    if ahead == 0 and (when <= here.time() or words.startswith("next ")):
        ahead = 7
    return here.date() + timedelta(days=ahead)


def _dated(words: str, today: date) -> date | None:
    if found := _ISO.fullmatch(words):
        return _date(found[3], found[2], found[1], today)
    if found := _SLASH.fullmatch(words):
        return _date(found[1], found[2], found[3], today)
    if found := _DAY_MONTH.fullmatch(words):
        return _date(found[1], _month(found[2]), found[3], today)
    if found := _MONTH_DAY.fullmatch(words):
        return _date(found[2], _month(found[1]), found[3], today)
    return None


def _month(word: str) -> str | None:
    """The number of a month by its name or the beginning of it."""
    at = next((n for n, name in enumerate(_MONTHS, 1) if name.startswith(word)), None)
    return None if at is None else str(at)


def _date(day: str, month: str | None, year: str | None, today: date) -> date | None:
    """That day; without a year the next one there is."""
    if month is None:
        return None
    try:
        if year is not None:
            return date(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day))  # noqa: PLR2004 - two digits
        here = next(
            d
            for y in range(today.year, today.year + 9)
            if (d := _real(y, int(month), int(day))) and d >= today
        )
    except (ValueError, StopIteration):
        return None
    return here


def _real(year: int, month: int, day: int) -> date | None:
    """The day, or None where the year has none: 29 Feb."""
    return date(year, month, day) if 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1] else None  # noqa: PLR2004
