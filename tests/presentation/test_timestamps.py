from datetime import UTC, datetime, timedelta

import pytest

from tui.presentation.timestamps import ago, day, undivided_ago

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-5, "just now"),
        (10, "just now"),
        (60, "1 minute ago"),
        (300, "5 minutes ago"),
        (3_600, "1 hour ago"),
        (7_300, "2 hours ago"),
        (86_400, "1 day ago"),
        (259_200, "3 days ago"),
    ],
)
def test_ago(seconds, words):
    moment = NOW - timedelta(seconds=seconds)
    assert ago(moment, NOW) == words
    assert undivided_ago(moment, NOW).split("\u00a0") == words.split()


def test_long_ago_is_a_date_and_another_year_says_so():
    assert ago(NOW - timedelta(days=60), NOW) == day(NOW - timedelta(days=60), NOW)
    assert day(NOW - timedelta(days=400), NOW).endswith("2025")
    assert not day(NOW, NOW).endswith("2026")
