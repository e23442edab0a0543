"""The badge of a due date, and of the due date of an item: a sign and a day, in local time."""

from __future__ import annotations

from datetime import datetime

from tui.app.drawing.due_state import DONE, due_standing
from tui.model.values.scalars import local_time
from tui.presentation.safe_text import safe_line
from tui.presentation.timestamps import has_time

_WEEK = 7
"""Days from which a weekday would be taken for the one before."""


DONE_BADGE = (DONE.signed_word, DONE.token)
"""Badge of a card that is done and was never due."""


def due_badge(due: str, *, done: bool, now: datetime, timed: bool = False) -> tuple[str, str]:
    """Return the badge of a due date in local time, with a sign for late, soon, later or done.

    A day of the week ahead is named by its weekday, by which people plan.

    Args:
        due: ISO 8601 text as the service sends it; unreadable text is shown as it is.
        done: Whether the card is marked complete.
        now: Current time in UTC.
        timed: Whether to show the time of day on other days too, if one was set; today's is always shown.
    """
    moment = local_due(due)
    if moment is None:
        return f"◷ {safe_line(due)}", "ink-quiet"
    how, here = due_standing(moment, now, done=done), now.astimezone()
    clock = time_of(due) if timed and moment.date() != here.date() else ""
    return f"{how.sign} {_day(moment, here, done=done)}{clock and f' {clock}'}", how.token


def item_badge(due: str, *, now: datetime, timed: bool = False) -> tuple[str, str]:
    """Return the badge of the due date of an open checklist item: like a card's, after the sign of an item."""
    text, style = due_badge(due, done=False, now=now, timed=timed)
    return f"☐{text}", style


def time_of(due: str) -> str:
    """Return the local time of day that was set in a due date; "" if only a day was set."""
    moment = local_due(due)
    return f"{moment:%H:%M}" if moment is not None and has_time(moment) else ""


def local_due(due: str) -> datetime | None:
    """Return a due date in local time, or None if it cannot be parsed."""
    try:
        return local_time(datetime.fromisoformat(due))
    except ValueError:
        return None


def _day(moment: datetime, now: datetime, *, done: bool) -> str:
    days = (moment.date() - now.date()).days
    if days == 0:
        return f"{moment:%H:%M}"
    if days == 1:
        return "tomorrow"
    if 1 < days < _WEEK and not done:
        return f"{moment:%a}"
    words = f"{moment.day} {moment:%b}"
    return words if moment.year == now.year else f"{words} {moment.year}"
