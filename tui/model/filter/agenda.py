"""The sections of an agenda: overdue, due today, in the next seven days or later, and done."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Literal, get_args

from tui.model.filter.when import day, week_end
from tui.model.values.scalars import format_instant

Section = Literal["overdue", "today", "week", "later", "done"]
"""A part of an agenda."""

SECTIONS: tuple[Section, ...] = get_args(Section)
"""The sections, in their order."""

TITLES: Mapping[Section, str] = MappingProxyType(
    {"overdue": "Overdue", "today": "Today", "week": "Next 7 days", "later": "Later", "done": "Done"}
)
"""The titles of the sections."""


def bounds(now: datetime) -> tuple[str, str, str]:
    """Return now, the end of today and that of the seven days after it, as the store writes moments."""
    return format_instant(now), format_instant(day(now, 1)), format_instant(week_end(now))


def section_of(due: str, ends: tuple[str, str, str], *, done: bool) -> Section:
    """Return the section of a due date.

    Args:
        due: The date as the store writes it.
        ends: What ``bounds`` returned.
        done: Whether the card is finished.
    """
    if done:
        return "done"
    return next((name for name, end in zip(SECTIONS, ends, strict=False) if due < end), "later")
