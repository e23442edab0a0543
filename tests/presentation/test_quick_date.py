"""Dates at the end of a title: which words are one, and that each of them can be read."""

from datetime import UTC, datetime

import pytest

from tui.presentation.due import read_due
from tui.presentation.quick_date import find_date

NOW = datetime(2026, 11, 24, 8, tzinfo=UTC)


@pytest.mark.parametrize(
    "date",
    [
        "next fri", "next week", "in 3 days", "end of month", "end of next month", "end of november", "fri next week",
        "next week on friday 9am", "the week after next", "this weekend", "next weekend", "start of next month",
        "in ten days", "in a couple of days", "in 3d", "in 2 h", "3 days from now", "in half an hour", "next year",
        "in a year", "01-12-2026", "2026/12/1 9am", "1-Dec-26", "the 15th of January", "15th of jan 9am", "fri @ 3pm",
    ],
)  # fmt: skip
def test_a_date_that_is_read_is_found_whole_at_the_end_of_a_title(date):
    words = ["Call", "Ana", *date.split()]
    assert find_date(words) == 2
    assert read_due(date, NOW) is not None


@pytest.mark.parametrize(
    "title",
    [
        "Plan the weekend",
        "End of story",
        "Report for next week",
        "Week in review",
        "Pages 3-4",
        "Score 2-1-3",
        "Ring 0215550134",
        "Report for the 15th",
        "Plan her 30th",
        "Meet at the 2nd",
        "Order Monday lunch",
        "Report for the 15th of January",
    ],
)
def test_what_is_no_date_stays_in_the_title(title):
    words = title.split()
    assert find_date(words) == len(words)


@pytest.mark.parametrize(
    "date", ["the 15th", "15th", "the 1st 9am", "3/4", "mon lunch", "friday lunch", "the 1st @ 3pm"]
)
@pytest.mark.parametrize("joining", ["by", "on", "due"])
def test_a_day_alone_is_a_date_after_a_word_that_introduces_it(joining, date):
    assert find_date(["Call", "Ana", joining, *date.split()]) == 3
    assert read_due(date, NOW) is not None
