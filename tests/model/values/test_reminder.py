"""Reminders, as they are typed and told."""

from datetime import UTC, datetime, timedelta

import pytest

from tui.model.values.reminder import OFFERED, before_words, read_before, read_until


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("30 min", 30),
        ("90min", 90),
        ("1h", 60),
        ("2 Days before", 2880),
        ("1 week", 10080),
        ("0m", 0),
        ("a day before", 1440),
        ("an hour", 60),
    ],
)
def test_a_time_is_read(text, minutes):
    assert read_before(text) == minutes


@pytest.mark.parametrize("text", ["", "soon", "min", "-5 min", "1h 30", "h1", "am", "a before"])
def test_anything_else_is_none(text):
    assert read_before(text) is None


def test_a_moment_is_so_long_before_the_due_date_and_none_after_it():
    due = datetime(2031, 5, 9, 17, tzinfo=UTC)
    assert read_until(due - timedelta(hours=9, seconds=20), due) == 540
    assert read_until(due, due) == 0
    assert read_until(due + timedelta(minutes=1), due) is None


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (-1, "never"),
        (0, "when it is due"),
        (1, "a minute before"),
        (60, "an hour before"),
        (90, "90 minutes before"),
        (2880, "2 days before"),
        (10080, "a week before"),
    ],
)
def test_it_is_shown_in_words(minutes, words):
    assert before_words(minutes) == words


def test_what_is_offered_can_be_told_apart():
    assert len({before_words(each) for each in OFFERED}) == len(OFFERED)


def test_what_is_shown_is_read():
    assert [read_before(before_words(each)) for each in OFFERED[1:]] == [*OFFERED[1:]]
