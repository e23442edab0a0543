"""Days that are written with a number, seen from Saturday 21 November 2026."""

from datetime import date

import pytest

from tui.presentation.written_day import month_number, next_day, read_day

TODAY = date(2026, 11, 21)


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("28/11", date(2026, 11, 28)),
        ("20/11", date(2027, 11, 20)),
        ("28.11.31", date(2031, 11, 28)),
        ("28-11-2026", date(2026, 11, 28)),
        ("2026-11-28", date(2026, 11, 28)),
        ("20261128", date(2026, 11, 28)),
        ("24 nov", date(2026, 11, 24)),
        ("nov 24 2027", date(2027, 11, 24)),
        ("4 dec '31", date(2031, 12, 4)),
        ("6-may-31", date(2031, 5, 6)),
        ("sat 28/11", date(2026, 11, 28)),
        ("the 15th", date(2026, 12, 15)),
        ("29/2", date(2028, 2, 29)),
        ("sun 28/11", None),
        ("31/2", None),
        ("3-4", None),
        ("2026-1128", None),
        ("24 nonsense", None),
        ("tomorrow", None),
    ],
)
def test_a_day_is_read(words, day):
    assert read_day(words, TODAY) == day


def test_a_month_is_known_by_its_beginning_and_a_day_that_few_months_have_is_in_the_next_of_them():
    assert (month_number("nov"), month_number("november"), month_number("x")) == ("11", "11", None)
    assert (next_day(31, TODAY), next_day(32, TODAY)) == (date(2026, 12, 31), None)
