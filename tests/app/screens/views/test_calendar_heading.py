"""What the heading of the calendar leaves out first in a narrow window."""

from datetime import date

import pytest

from tui.app.screens.views.calendar_heading import DueOnDay, calendar_heading

DAY = date(2026, 11, 21)


@pytest.mark.parametrize(
    ("due", "reading", "first", "last"),
    [
        (
            DueOnDay(0, "Sat 21 Nov", "Mon 23 Nov"),
            "",
            "Leads · November 2026 · nothing due on Sat 21 Nov, next Mon 23 Nov",
            "nothing due on Sat 21 Nov",
        ),
        (
            DueOnDay(3, "Sat 21 Nov", "Mon 23 Nov"),
            "",
            "Leads · November 2026 · 3 due on Sat 21 Nov",
            "3 due on Sat 21 Nov",
        ),
        (
            DueOnDay(0, "Sat 21 Nov", ""),
            "",
            "Leads · November 2026 · nothing due on Sat 21 Nov",
            "nothing due on Sat 21 Nov",
        ),
        (DueOnDay(0, "Sat 21 Nov", ""), "reading …", "Leads · November 2026 · reading …", "reading …"),
    ],
)
def test_the_day_is_told_in_every_width(due: DueOnDay, reading: str, first: str, last: str) -> None:
    forms = calendar_heading("Leads", DAY, due, reading)
    assert (forms[0], forms[-1]) == (first, last)


def test_each_form_is_shorter_than_the_one_before() -> None:
    forms = calendar_heading("Pipeline of the whole region", DAY, DueOnDay(0, "Sat 21 Nov", "Mon 23 Nov"))
    lengths = [len(form) for form in forms]
    assert lengths[:5] == sorted(lengths[:5], reverse=True), "while the next day is told"
    assert lengths[5:] == sorted(lengths[5:], reverse=True), "and without it"
    assert "Pipelin… · Nov 2026 · nothing due on Sat 21 Nov" in forms
