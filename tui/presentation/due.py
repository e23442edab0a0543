"""A date as people type it: ``fri 17:00``, ``next friday 9``, ``in 2 weeks``, ``friday morning``, ``24 Nov``, ``eom``.

Days and months are written as in Australia and New Zealand, the day first. All of it is local time.
"""

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta

EXAMPLES = "fri 17:00 · tomorrow 9am · in 2 weeks · 24 Nov · none"
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
_NEAR = {
    "today": 0, "tod": 0, "tonight": 0, "this": 0, "tomorrow": 1, "tom": 1, "tmr": 1, "tmrw": 1, "yesterday": -1,
    "day after tomorrow": 2, "the day after tomorrow": 2, "day before yesterday": -2,
}  # fmt: skip
_HOURS = {
    "morning": time(9), "noon": time(12), "midday": time(12), "lunchtime": time(12), "afternoon": time(14),
    "evening": time(18), "night": time(20), "tonight": time(20), "midnight": time(0),
    "eod": END_OF_DAY, "cob": END_OF_DAY, "close of business": END_OF_DAY, "end of day": END_OF_DAY,
}  # fmt: skip
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "a couple of": 2}
_OFFICE = 7
"""A bare hour before it is in the afternoon: nobody means five in the morning."""
_WEEKDAY = re.compile(r"mon(day)?|tues?(day)?|wed(nesday)?|thur?s?(day)?|fri(day)?|sat(urday)?|sun(day)?")
_TIME = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?\s?(am|pm|h)?")
_STEP = re.compile(
    r"\+?(\d{1,4})\s?(min|mins|m|h|hour|hours|d|day|days|w|wk|week|weeks|mo|month|months|y|year|years)"
)
_IN = re.compile(r"(in\s)?(" + "|".join(_NUMBERS) + r"|\d{1,4})\s(\w+)(\sago|\stime)?")
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_SLASH = re.compile(r"(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}|\d{2}))?\.?")
_DAY_MONTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\s([a-z]{3,9})\.?(?:\s(\d{4}))?")
_MONTH_DAY = re.compile(r"([a-z]{3,9})\.?\s(\d{1,2})(?:st|nd|rd|th)?(?:\s(\d{4}))?")


def read_due(text: str, now: datetime) -> datetime | None:
    """The moment ``text`` means, seen from ``now``; None when it says that there is none.

    A day without a time is at END_OF_DAY. A time without a day is the next time it is that late. A weekday is the
    next one, today's while its time is still to come; a day of the year is the next one. Only ``yesterday``, ``last``
    and ``ago`` are behind.

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
    if words == "now":
        return here.replace(second=0, microsecond=0)
    if (said := _counted(words)) is None:
        return None
    count, unit = said
    if unit in {"min", "mins", "m"}:
        return here.replace(second=0, microsecond=0) + timedelta(minutes=count)
    if unit.startswith("h"):
        return here.replace(second=0, microsecond=0) + timedelta(hours=count)
    return datetime.combine(_later(here.date(), count, unit), END_OF_DAY)


def _counted(words: str) -> tuple[int, str] | None:
    """How many of what unit ``words`` are ahead, or behind: ``+3d``, ``3 days``, ``in a week``, ``2 weeks ago``."""
    if (step := _STEP.fullmatch(words)) is not None:
        return None if words[0] != "+" and step[2] == "m" else (int(step[1]), step[2])
    said = _IN.fullmatch(words)
    if said is None or not (said[1] or said[4]):
        return None
    count, unit = (
        _NUMBERS.get(said[2]) or int(said[2]),
        said[3].removesuffix("s") if len(said[3]) > 1 else said[3],
    )
    if unit == "fortnight":
        count, unit = count * 2, "week"
    if unit in {"minute", "min"}:
        unit = "min"
    elif _STEP.fullmatch(f"+1{unit}") is None:
        return None
    return -count if said[4] == " ago" else count, unit


def _later(day: date, count: int, unit: str) -> date:
    if unit.startswith(("mo", "y")):
        months = day.year * 12 + day.month - 1 + count * (12 if unit.startswith("y") else 1)
        year, month = divmod(months, 12)
        if not date.min.year <= year <= date.max.year:
            raise OverflowError
        return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
    return day + timedelta(days=count * (7 if unit.startswith("w") else 1))


def _day_and_time(words: str, here: datetime) -> datetime | None:
    """A day, a time, or both in that order; ``at`` may stand between them."""
    if words in _HOURS and words not in _NEAR:
        return _at(here, _HOURS[words])
    parts = (
        words.replace(" at ", " ").replace(" in the ", " ").removeprefix("at ").removeprefix("on ").split(" ")
    )
    for cut in range(len(parts), -1, -1):
        head, tail = " ".join(parts[:cut]), " ".join(parts[cut:])
        when = _clock(tail) or (_bare(tail) if head else None) if tail else _HOURS.get(head, END_OF_DAY)
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
        if not 1 <= hour <= 12:  # a clock's face
            return None
        hour = hour % 12 + (12 if found[3] == "pm" else 0)
    return time(hour, minute) if hour < 24 and minute < 60 else None  # a day's hours, an hour's minutes


def _bare(words: str) -> time | None:
    """An hour without a sign of being one, as it may stand behind a day: ``fri 9``."""
    if not words.isdecimal() or len(words) > 2 or not 0 < int(words) < 24:  # a day's hours
        return None
    hour = int(words)
    return time(hour + 12 if hour < _OFFICE else hour)


def _day(words: str, here: datetime, when: time) -> date | None:
    today = here.date()
    if words in _NEAR:
        return today + timedelta(days=_NEAR[words])
    said = None if _STEP.fullmatch(words) and words[0] != "+" else _counted(words)
    if said is not None and said[1][0] in "dwmy" and said[1] not in {"m", "min", "mins"}:
        return _later(today, *said)
    if (ending := _ending(words, today)) is not None:
        return ending
    if (weekday := _weekday(words, here, when)) is not None:
        return weekday
    return _dated(words, today)


def _ending(words: str, today: date) -> date | None:
    """The end, or the beginning, of a week, a month or a year."""
    friday = today + timedelta(days=(4 - today.weekday()) % 7)
    months = today.year * 12 + today.month
    ends: dict[str, Callable[[], date]] = {
        "week": lambda: friday,
        "month": lambda: _month_end(months - 1),
        "next month": lambda: _month_end(months),
        "year": lambda: date(today.year, 12, 31),
    }
    begins: dict[str, Callable[[], date]] = {
        "next week": lambda: today + timedelta(days=7 - today.weekday()),
        "next month": lambda: date(months // 12, months % 12 + 1, 1),
        "next year": lambda: date(today.year + 1, 1, 1),
        "weekend": lambda: today + timedelta(days=(5 - today.weekday()) % 7),
    }
    of = words.replace(" the ", " ").replace(" this ", " ")
    if of.startswith("end of "):
        found = ends.get(of.removeprefix("end of "))
    else:
        found = ends.get({"eow": "week", "eom": "month", "eoy": "year"}.get(words, "")) or begins.get(
            words.removeprefix("the ").removeprefix("this ")
        )
    return None if found is None else found()


def _month_end(month: int) -> date:
    """The last day of a month, counted in months from the year 0."""
    return date(month // 12, month % 12 + 1, monthrange(month // 12, month % 12 + 1)[1])


def _weekday(words: str, here: datetime, when: time) -> date | None:
    # "Monday week" is the Monday after next Monday, here and across the Tasman.
    name, week, rest = words.partition(" week")
    if rest:
        return None
    last = name.startswith("last ")
    name = name.removeprefix("next ").removeprefix("this ").removeprefix("last ")
    at = next((n for n, day in enumerate(_DAYS) if name.startswith(day) and _WEEKDAY.fullmatch(name)), None)
    if at is None:
        return None
    ahead = (at - here.weekday()) % 7
    if last:
        return here.date() - timedelta(days=7 - ahead)
    if ahead == 0 and (when <= here.time() or words.startswith("next ")):
        ahead = 7
    return here.date() + timedelta(days=ahead + (7 if week else 0))


def _dated(words: str, today: date) -> date | None:
    name, _, rest = words.partition(" ")
    if rest and _WEEKDAY.fullmatch(name):
        # As it is written out in full; a weekday that is another's is somebody's slip.
        day = _dated(rest, today)
        return day if day is not None and _DAYS[day.weekday()] == name[:3] else None
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
            return date(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day))  # two digits
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
    return date(year, month, day) if 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1] else None
