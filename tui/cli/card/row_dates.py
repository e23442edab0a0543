"""Dates of a table's column: whether the day or the month is first in it, and how one of them is read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, timedelta

from tui.cli import steps
from tui.clock import SystemClock
from tui.errors import UsageError
from tui.presentation.due import ReadDate
from tui.presentation.timestamps import day_time

_FIGURES = re.compile(r"(?<!\S)(\d{1,2})([/-])(\d{1,2})(?=\2\d{2}|\s|$)")
"""Two figures of which either may be the day, maybe after a weekday or a time; with dots the day is first everywhere."""

_YEAR = re.compile(
    r"(\d{1,2}(?:st|nd|rd|th)? [a-z]{3,9}\.?|[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?),? (\d{2})$", re.IGNORECASE
)
"""The end of a date with a month's name and two figures, which in a table are a year, never an hour."""

_SERIAL = re.compile(r"([3-6]\d{4})(?:\.\d+)?")
"""A day as spreadsheets count them, from 1982 to 2091; they write it where a column has no format of dates."""

_ZERO = date(1899, 12, 30)
"""The day 0 of spreadsheets."""

_MONTHS = 12


class RowDates:
    """The dates of a column.

    As the user writes them, the day is first. A table of a program may have the month first: then all its dates do,
    and one of them has a figure that is no month in the second place, and none in the first.

    Args:
        texts: The values of the column.
        order: What is first, ``day`` or ``month``, if the user has said so.

    Attributes:
        is_doubtful: Whether one of the dates could be two, and nothing in the column tells which.
    """

    def __init__(self, texts: Iterable[str], order: str = "") -> None:
        self._texts = list(dict.fromkeys(filter(None, texts)))
        pairs = {
            text: (int(found[1]), int(found[3])) for text in self._texts if (found := _FIGURES.search(text))
        }
        shown = [text for text, (first, second) in pairs.items() if first <= _MONTHS < second]
        hidden = any(second <= _MONTHS < first for first, second in pairs.values())
        self._proof = "" if hidden or order else next(iter(shown), "")
        self._said, self._month_first = order, order == "month" or bool(self._proof)
        self._doubtful = next(
            (
                text
                for text, (first, second) in pairs.items()
                if first != second and max(first, second) <= _MONTHS
            ),
            "",
        )
        self.is_doubtful = bool(self._doubtful) and bool(shown) == hidden
        self._read = {"": ReadDate(None)}

    def read(self, text: str) -> ReadDate:
        """Return what a text of the column means.

        Raises:
            UsageError: It is no date.
        """
        if text not in self._read:
            turned = _FIGURES.sub(_month_first, text, count=1) if self._month_first else text
            self._read[text] = steps.read_date_of("due", _whole(turned))
        return self._read[text]

    def words(self) -> str:
        """Return how a date of the column is read, one that could be two if there is such; "" without dates."""
        for text in (self._doubtful, *self._texts):
            try:
                moment = self.read(text).moment
            except UsageError:
                continue
            if moment is not None:
                return f"{text} is {day_time(moment, SystemClock().now())}{self._order(text)}"
        return ""

    def _order(self, text: str) -> str:
        if text != self._doubtful:
            return ""
        proof = f": there is {self._proof}" if self._proof else ""
        turns = " (--dates month turns it)" if self.is_doubtful and not self._said else ""
        return f", the month first{proof}" if self._month_first else f", the day first{turns}"


def _month_first(figures: re.Match[str]) -> str:
    """Return figures of which the first is the month with the day first; unchanged if it can be no month."""
    first, sign, second = figures.groups()
    return f"{second}{sign}{first}" if int(first) <= _MONTHS else figures[0]


def _whole(text: str) -> str:
    """Return a date as it is, with its whole year, or that of a day which a spreadsheet counted."""
    if (counted := _SERIAL.fullmatch(text)) is not None:
        return (_ZERO + timedelta(days=int(counted[1]))).isoformat()
    return _YEAR.sub(r"\1 20\2", text)
