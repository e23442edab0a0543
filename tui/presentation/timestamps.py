"""Formatting of moments for the user: as an age, a date, or a date and time."""

from datetime import datetime, time

from tui.model.values.scalars import created_at, local_time

END_OF_DAY = time(17)
"""The time of a due day without one: when offices close."""

MINUTE, HOUR, DAY = 60, 3_600, 86_400
_FRESH = 45
_DAYS = 30
_YEAR = 365 * DAY


def ago(moment: datetime, now: datetime) -> str:
    """Format the age of ``moment``: ``just now``, ``5 minutes ago``, ``3 days ago``, then the date."""
    seconds = (now - moment).total_seconds()
    if seconds < _FRESH:
        return "just now"
    for size, word, limit in ((MINUTE, "minute", HOUR), (HOUR, "hour", DAY), (DAY, "day", _DAYS * DAY)):
        if seconds < limit:
            count = max(1, round(seconds / size))
            return f"{count} {word}{'' if count == 1 else 's'} ago"
    return day(moment, now)


def undivided_ago(moment: datetime, now: datetime) -> str:
    """Format the age of ``moment`` with no-break spaces, so that it is not divided over two lines."""
    return ago(moment, now).replace(" ", "\u00a0")


def day(moment: datetime, now: datetime) -> str:
    """Format the local date: ``21 Nov``, with the year if it is not the current one."""
    local = local_time(moment)
    year = "" if local.year == now.astimezone().year else f" {local.year}"
    return f"{local.day} {local:%b}{year}"


def day_time(moment: datetime, now: datetime) -> str:
    """Format the local date and time: ``Sat 21 Nov 17:00``."""
    local = local_time(moment)
    return f"{local:%a} {day(moment, now)} {local:%H:%M}"


def due_time(moment: datetime, now: datetime) -> str:
    """Format the local date and time of something due, and whether it is past, which may be a slip: ``… 17:00, past``."""
    return f"{day_time(moment, now)}{', past' if moment < now else ''}"


def has_time(moment: datetime) -> bool:
    """Return whether a time of day was set, and not only a day, which ends at END_OF_DAY."""
    local = local_time(moment)
    return (local.hour, local.minute) != (END_OF_DAY.hour, END_OF_DAY.minute)


def age(ident: str, now: datetime) -> str:
    """Format the age of the thing with the id ``ident``: ``5m``, ``3h``, ``12d``, ``2y``; "" if unknown."""
    made = created_at(ident)
    return "" if made is None else short_ago(made, now)


def short_ago(moment: datetime, now: datetime) -> str:
    """Format the age of ``moment`` for a column: ``5m``, ``3h``, ``12d``, ``2y``."""
    seconds = max((now - moment).total_seconds(), 0)
    for size, unit, limit in ((MINUTE, "m", HOUR), (HOUR, "h", DAY), (DAY, "d", 2 * _YEAR)):
        if seconds < limit:
            return f"{int(seconds // size)}{unit}"
    return f"{int(seconds // _YEAR)}y"
