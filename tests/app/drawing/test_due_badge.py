"""The badge of a due date: its sign, its day, and its time where there is room."""

import time
from datetime import UTC, datetime, timedelta

import pytest

from tui.app.drawing.due_badge import due_badge, item_badge, time_of
from tui.model.values.scalars import format_instant

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("due", "done", "badge"),
    [
        (NOW - timedelta(minutes=1), False, "▲ 08:59"),
        (NOW - timedelta(days=400), False, "▲ 17 Oct 2025"),
        (NOW + timedelta(hours=3), False, "△ 12:00"),
        (NOW + timedelta(hours=23), False, "△ tomorrow"),
        (NOW + timedelta(days=2), False, "◷ Mon"),
        (NOW + timedelta(days=6), False, "◷ Fri"),
        (NOW + timedelta(days=7), False, "◷ 28 Nov"),
        (NOW + timedelta(days=9), False, "◷ 30 Nov"),
        (NOW - timedelta(days=3), False, "▲ 18 Nov"),
        (NOW - timedelta(days=2), True, "✓ 19 Nov"),
        (NOW + timedelta(days=2), True, "✓ 23 Nov"),
    ],
)
def test_due(due, done, badge):
    assert due_badge(format_instant(due), done=done, now=NOW)[0] == badge


@pytest.mark.parametrize(
    ("due", "badge"),
    [
        ("2026-11-30T09:30:00Z", "◷ 30 Nov 09:30"),
        ("2026-11-22T08:00:00Z", "△ tomorrow 08:00"),
        ("2026-11-27T08:00:00Z", "◷ Fri 08:00"),
        ("2027-01-04T14:00:00Z", "◷ 4 Jan 2027 14:00"),
        ("2026-11-30T17:00:00Z", "◷ 30 Nov"),
        ("2026-11-21T12:00:00Z", "△ 12:00"),
        ("soon", "◷ soon"),
    ],
)
def test_where_there_is_room_a_time_that_was_set_is_told(due, badge):
    assert due_badge(due, done=False, now=NOW, timed=True)[0] == badge


def test_due_is_told_in_the_time_of_the_place(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Australia/Sydney")
        time.tzset()
        here = [
            due_badge(format_instant(NOW + timedelta(hours=hours)), done=False, now=NOW)[0]
            for hours in (3, 5, 100)
        ]
    time.tzset()
    assert here == ["△ 23:00", "△ tomorrow", "◷ Thu"]


def test_a_due_date_nobody_can_read_is_shown_and_does_no_harm():
    assert due_badge("next\x1b week", done=False, now=NOW)[0] == "◷ next␛ week"


def test_an_item_has_a_sign_of_its_own_before_the_day():
    assert item_badge("2026-11-30T17:00:00Z", now=NOW)[0] == "☐◷ 30 Nov"


def test_a_day_alone_has_no_time_of_day():
    assert time_of("2026-11-30T09:30:00Z") == "09:30"
    assert not time_of("2026-11-30T17:00:00Z")
    assert not time_of("soon")


def test_the_first_and_the_last_hours_of_the_calendar_are_told(monkeypatch):
    with monkeypatch.context() as patch:
        for zone in ("Pacific/Auckland", "America/New_York"):
            patch.setenv("TZ", zone)
            time.tzset()
            assert due_badge("9999-12-31T23:30:00.000Z", done=False, now=NOW)[0] == "◷ 31 Dec 9999"
            assert due_badge("0001-01-01T00:30:00.000Z", done=False, now=NOW)[0] == "▲ 1 Jan 1"
    time.tzset()
