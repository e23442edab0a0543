"""Parser for dates as people type them: ``fri 17:00``, ``in 2 weeks``, ``friday morning``, ``24 Nov``.

Dates are written as in Australia and New Zealand, the day first. All times are local.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from tui.model.values.scalars import from_local, local_time, to_utc
from tui.presentation.quick_date import TIMES, TO
from tui.presentation.timestamps import END_OF_DAY
from tui.presentation.written_day import DAY_OF_MONTH, DAYS, WEEKDAY, month_number, next_day, read_day

EXAMPLES = "fri 17:00 · tomorrow 9am · in 2 weeks · 24 Nov · none"
"""Examples of accepted dates, for the user."""

_NEAR = {
    "today": 0, "tod": 0, "tonight": 0, "this": 0, "tomorrow": 1, "tom": 1, "tmr": 1, "tmrw": 1, "yesterday": -1,
    "day after tomorrow": 2, "the day after tomorrow": 2, "day before yesterday": -2,
}  # fmt: skip
_HOURS = {
    "morning": time(9), "noon": time(12), "midday": time(12), "lunchtime": time(12), "lunch": time(12), "afternoon": time(14),
    "arvo": time(14),
    "evening": time(18), "night": time(20), "tonight": time(20), "midnight": time(0),
    "eod": END_OF_DAY, "cob": END_OF_DAY, "close of business": END_OF_DAY, "end of day": END_OF_DAY,
}  # fmt: skip
_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "a couple of": 2,
}  # fmt: skip
_OFFICE = 7
"""A bare hour below this is in the afternoon, because nobody means five in the morning."""
_IN_NEXT_WEEK = re.compile(
    rf"next week (?:on )?(?P<after>{WEEKDAY.pattern})|(?P<before>{WEEKDAY.pattern}) (?:of )?next week"
)
_TIME = re.compile(r"(\d{1,2})(?:[:.h](\d{2})(?::[0-5]\d)?)?\s?(am|pm|h)?")
_STEP = re.compile(
    r"(?:\+|in )?(\d{1,4})\s?(min|mins|m|h|hour|hours|d|day|days|w|wk|week|weeks|mo|month|months|y|year|years)"
)
_IN = re.compile(r"(in\s)?(" + "|".join(_NUMBERS) + r"|\d{1,4})\s(\w+)(\sago|\stime|\sfrom\snow)?")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*|\d{8}T.*", re.IGNORECASE)


class ReadDate(NamedTuple):
    """What a text means as a date.

    Attributes:
        moment: The moment; None for no date.
        skipped: The time that was written, if the clocks skip it on that day.
        end: The end of a range of times, of which the moment is the beginning; "" for a single time.
    """

    moment: datetime | None
    skipped: time | None = None
    end: str = ""

    @property
    def note(self) -> str:
        """What of the text is otherwise in the date, in words; "" if nothing is."""
        if self.end:
            return f"a date has no end: {self.end} is left out"
        if self.skipped is None or self.moment is None:
            return ""
        later = f"{local_time(self.moment):%H:%M}"
        return f"{self.skipped:%H:%M} is skipped on that day, as the clocks go forward: it is {later}"


def read_due(text: str, now: datetime) -> datetime | None:
    """Return the moment that ``text`` means, as ``read_date`` does.

    Raises:
        ValueError: The text cannot be parsed; the message is for the user.
    """
    return read_date(text, now).moment


def read_date(text: str, now: datetime) -> ReadDate:
    """Parse ``text`` relative to ``now``; the moment is None if it means no date.

    A day without a time is at END_OF_DAY. A time without a day is its next occurrence. A weekday is the next
    one, or today while its time is still to come; a day of the year is the next one. Only ``yesterday``,
    ``last`` and ``ago`` give a moment in the past. Of a range of times it is the beginning.

    Args:
        text: The typed text.
        now: The current time, with a time zone; local time is the machine's.

    Raises:
        ValueError: The text cannot be parsed; the message is for the user.
    """
    words = (
        " ".join(text.lower().replace(",", " ").split())
        .replace("half an hour", "30 minutes")
        .removeprefix("by ")
    )
    from tui.presentation.typed_number import NONE

    if words in NONE:
        return ReadDate(None)
    try:
        here = now.astimezone().replace(tzinfo=None)
        end = ""
        found = _parse_iso(text.strip()) or _parse_step(words, here) or _day_and_time(words, here)
        if found is None:
            single, end = _beginning(words)
            found = _day_and_time(single, here) if end else None
        if found is None:
            raise ValueError(f"“{text}” is no date I know: write it as {EXAMPLES}{_zone_hint(words, here)}")
        moment = _in_utc(found)
        return ReadDate(moment, found.time() if _is_skipped(found, moment) else None, end)
    except (OverflowError, OSError):
        raise ValueError(f"“{text}” is out of the calendar: write it as {EXAMPLES}") from None


def _zone_hint(words: str, here: datetime) -> str:
    """Return how a time of another zone is written, if the last of ``words`` may name one; else ""."""
    before = _day_and_time(words.rpartition(" ")[0], here) if " " in words else None
    return "" if before is None else f"; of another time zone {before:%Y-%m-%dT%H:%M}+13:00"


def _is_skipped(local: datetime, moment: datetime) -> bool:
    """Return whether the clocks skip a local time, for which ``moment`` was taken instead."""
    here = local_time(moment)
    is_local = local.tzinfo is None and here.tzinfo is not UTC
    return is_local and here.replace(tzinfo=None, microsecond=0) != local.replace(microsecond=0)


def _in_utc(local: datetime) -> datetime:
    try:
        return to_utc(from_local(local))
    except ValueError as error:  # for a time in the first years
        raise OverflowError from error


def _parse_iso(text: str) -> datetime | None:
    """Parse an ISO date with a time, in its own time zone if it has one."""
    if _MOMENT.fullmatch(text) is None:
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def _parse_step(words: str, here: datetime) -> datetime | None:
    """Parse an offset from now: hours and minutes keep the minute, longer units give the end of the day."""
    if words == "now":
        return here.replace(second=0, microsecond=0)
    if (counted := _parse_count(words)) is None:
        return None
    count, unit = counted
    if unit in {"min", "mins", "m"}:
        return here.replace(second=0, microsecond=0) + timedelta(minutes=count)
    if unit.startswith("h"):
        return here.replace(second=0, microsecond=0) + timedelta(hours=count)
    return datetime.combine(_later(here.date(), count, unit), END_OF_DAY)


def _parse_count(words: str) -> tuple[int, str] | None:
    """Parse a signed count and its unit: ``+3d``, ``3 days``, ``in a week``, ``2 weeks ago``."""
    if (step := _STEP.fullmatch(words)) is not None:
        return None if words[0] != "+" and step[2] == "m" else (int(step[1]), step[2])
    found = _IN.fullmatch(words)
    if found is None or not (found[1] or found[4]):
        return None
    count, unit = (
        _NUMBERS.get(found[2]) or int(found[2]),
        found[3].removesuffix("s") if len(found[3]) > 1 else found[3],
    )
    if unit == "fortnight":
        count, unit = count * 2, "week"
    if unit in {"minute", "min"}:
        unit = "min"
    elif _STEP.fullmatch(f"+1{unit}") is None:
        return None
    return -count if found[4] == " ago" else count, unit


def _later(day: date, count: int, unit: str) -> date:
    if unit.startswith(("mo", "y")):
        months = day.year * 12 + day.month - 1 + count * (12 if unit.startswith("y") else 1)
        year, month = divmod(months, 12)
        if not date.min.year <= year <= date.max.year:
            raise OverflowError
        return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
    return day + timedelta(days=count * (7 if unit.startswith("w") else 1))


def _day_and_time(words: str, here: datetime) -> datetime | None:
    """Parse a day, a time, or both in that order; ``at`` may stand between them."""
    if words in _HOURS and words not in _NEAR:
        return _next_at(here, _HOURS[words])
    parts = (
        words.replace(" at ", " ")
        .replace(" @ ", " ")
        .replace(" in the ", " ")
        .removeprefix("at ")
        .removeprefix("on ")
        .split(" ")
    )
    for cut in range(len(parts), -1, -1):
        head, tail = " ".join(parts[:cut]), " ".join(parts[cut:])
        when = _parse_time(tail) or (_hour(tail) if head else None) if tail else _HOURS.get(head, END_OF_DAY)
        if when is None:
            continue
        if not head:
            return _next_at(here, when)
        if (day := _parse_day(head, here, when)) is not None:
            return datetime.combine(day, when)
    return _time_and_day(parts, here)


def _time_and_day(parts: list[str], here: datetime) -> datetime | None:
    """Parse a time and the day after it: ``9am 28/11``, ``9:30 am on Friday``."""
    for cut in range(1, len(parts)):
        when, tail = _parse_time(" ".join(parts[:cut])), " ".join(parts[cut:]).removeprefix("on ")
        if when is not None and (day := _parse_day(tail, here, when)) is not None:
            return datetime.combine(day, when)
    return None


def _beginning(words: str) -> tuple[str, str]:
    """Return the words with the beginning of a range of times in its place, and the end; "" if there is none."""
    times = TIMES.search(words)
    if times is None:
        return words, ""
    start, end = TO.split(times[0].removeprefix("from "), 1)
    first, last = _parse_time(start), _parse_time(end) or _hour(end)
    if end.endswith(("am", "pm")) and not start.endswith("m") and last is not None:
        # Of 2-3pm the first is in the same half of the day, of 11-1pm it is before noon.
        halves = (_parse_time(f"{start}{half}") for half in (end[-2:], "am"))
        first = next((one for one in halves if one is not None and one < last), first)
    if first is None or last is None:
        return words, ""
    return f"{words[: times.start()]}{first:%H:%M}{words[times.end() :]}", end


def _next_at(here: datetime, when: time) -> datetime:
    """Return the next moment with the time of day ``when``."""
    today = datetime.combine(here.date(), when)
    return today if today > here else today + timedelta(days=1)


def _parse_time(words: str) -> time | None:
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
    try:
        return time(hour, minute)
    except ValueError:
        return None


def _hour(words: str) -> time | None:
    """Parse a bare number as an hour, which is allowed after a day: ``fri 9``."""
    if not words.isdecimal() or len(words) > 2 or not 0 < int(words) < 24:  # a day's hours
        return None
    hour = int(words)
    return time(hour + 12 if hour < _OFFICE else hour)


def _parse_day(words: str, here: datetime, when: time) -> date | None:
    today = here.date()
    if words in _NEAR:
        return today + timedelta(days=_NEAR[words])
    counted = None if _STEP.fullmatch(words) and not words.startswith(("+", "in ")) else _parse_count(words)
    if counted is not None and counted[1][0] in "dwmy" and counted[1] not in {"m", "min", "mins"}:
        return _later(today, *counted)
    if (ending := _parse_period(words, today)) is not None:
        return ending
    if (weekday := _weekday(words, here, when)) is not None:
        return weekday
    if (found := DAY_OF_MONTH.fullmatch(words)) is not None:
        # As with a weekday, today is meant only while that time is to come.
        return next_day(int(found[1]), today + timedelta(days=when <= here.time()))
    return read_day(words, today)


def _parse_period(words: str, today: date) -> date | None:
    """Parse the end or the beginning of a week, a month or a year."""
    friday = today + timedelta(days=(4 - today.weekday()) % 7)
    monday = today + timedelta(days=7 - today.weekday())
    months = today.year * 12 + today.month
    ends: dict[str, Callable[[], date]] = {
        "week": lambda: friday,
        "next week": lambda: monday + timedelta(days=4),
        "month": lambda: _month_end(months - 1),
        "next month": lambda: _month_end(months),
        "year": lambda: date(today.year, 12, 31),
        "next year": lambda: date(today.year + 1, 12, 31),
    }
    begins: dict[str, Callable[[], date]] = {
        "next week": lambda: monday,
        "week after next": lambda: monday + timedelta(days=7),
        "next month": lambda: date(months // 12, months % 12 + 1, 1),
        "next year": lambda: date(today.year + 1, 1, 1),
        "weekend": lambda: today + timedelta(days=(5 - today.weekday()) % 7),
        "next weekend": lambda: monday + timedelta(days=5),
    }
    of = words.replace(" the ", " ").replace(" this ", " ")
    if of.startswith("end of "):
        found = ends.get(of.removeprefix("end of ")) or _named_month_end(of.removeprefix("end of "), today)
    else:
        found = ends.get({"eow": "week", "eom": "month", "eoy": "year"}.get(words, "")) or begins.get(
            of.removeprefix("start of ")
            .removeprefix("beginning of ")
            .removeprefix("the ")
            .removeprefix("this ")
        )
    return None if found is None else found()


def _named_month_end(name: str, today: date) -> Callable[[], date] | None:
    """Return a function that returns the end of the next month of that name; None if it is no month."""
    number = month_number(name) if len(name) > 2 else None  # letters that begin one month only
    if number is None:
        return None
    ahead = (int(number) - today.month) % 12
    return lambda: _month_end(today.year * 12 + today.month - 1 + ahead)


def _month_end(month: int) -> date:
    """Return the last day of a month, given in months since the year 0."""
    return date(month // 12, month % 12 + 1, monthrange(month // 12, month % 12 + 1)[1])


def _weekday(words: str, here: datetime, when: time) -> date | None:
    """Parse a weekday: the next one of that name unless the words say another."""
    if (found := _IN_NEXT_WEEK.fullmatch(words)) is not None:
        monday = here.date() + timedelta(days=7 - here.weekday())
        return monday + timedelta(days=_number_of_day(found["after"] or found["before"]))
    # In Australia and New Zealand "Monday week" is the Monday after next Monday.
    name, week, rest = words.partition(" week")
    last = name.startswith("last ")
    name = name.removeprefix("next ").removeprefix("this ").removeprefix("last ")
    if rest or not WEEKDAY.fullmatch(name):
        return None
    ahead = (_number_of_day(name) - here.weekday()) % 7
    if last:
        return here.date() - timedelta(days=7 - ahead)
    if ahead == 0 and (when <= here.time() or words.startswith("next ")):
        ahead = 7
    return here.date() + timedelta(days=ahead + (7 if week else 0))


def _number_of_day(name: str) -> int:
    """Return the number of a weekday, from 0 for Monday."""
    return next(number for number, day in enumerate(DAYS) if name.startswith(day))
