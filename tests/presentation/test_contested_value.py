"""Values of contested fields in words: dates and reminders are not shown as the service writes them."""

from datetime import UTC, datetime, timedelta

import pytest

from tui.model.sync import Shape
from tui.model.values.scalars import format_instant
from tui.presentation.contested_value import value_words
from tui.presentation.timestamps import day_time

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


def test_a_moment_is_a_date_and_time_here() -> None:
    due = NOW + timedelta(days=3)
    assert value_words(format_instant(due), "moment", NOW) == day_time(due, NOW)


@pytest.mark.parametrize(
    ("value", "words"), [("60", "an hour before"), ("60.0", "an hour before"), ("-1", "never")]
)
def test_a_reminder_is_told_in_words(value: str, words: str) -> None:
    assert value_words(value, "reminder", NOW) == words


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        *(("", "moment"), ("", "reminder"), ("2026", "line"), ("red", "value")),
        *(("soon", "moment"), ("soon", "reminder"), ("inf", "reminder")),
    ],
)
def test_anything_else_stays(value: str, shape: Shape) -> None:
    assert value_words(value, shape, NOW) == value
