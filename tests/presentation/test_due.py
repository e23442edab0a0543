"""Dates as people type them, seen from Saturday 21 November 2026, 10:00."""

import time
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.presentation.due import read_date, read_due

NOW = datetime(2026, 11, 21, 10, 0, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("today", "2026-11-21 17:00"),
        ("Tomorrow", "2026-11-22 17:00"),
        ("tomorrow 9am", "2026-11-22 09:00"),
        ("tonight", "2026-11-21 20:00"),
        ("fri 17:00", "2026-11-27 17:00"),
        ("friday at 5:30pm", "2026-11-27 17:30"),
        ("sat", "2026-11-21 17:00"),
        ("sat 9:00", "2026-11-28 09:00"),
        ("next sat", "2026-11-28 17:00"),
        ("thurs", "2026-11-26 17:00"),
        ("+3d", "2026-11-24 17:00"),
        ("3 days", "2026-11-24 17:00"),
        ("+2w 9am", "2026-12-05 09:00"),
        ("+4h", "2026-11-21 14:00"),
        ("+30m", "2026-11-21 10:30"),
        ("+3 months", "2027-02-21 17:00"),
        ("24 Nov", "2026-11-24 17:00"),
        ("nov 24 16:15", "2026-11-24 16:15"),
        ("20 nov", "2027-11-20 17:00"),
        ("29 feb", "2028-02-29 17:00"),
        ("1st March 2028", "2028-03-01 17:00"),
        ("the 15th", "2026-12-15 17:00"),
        ("21st", "2026-11-21 17:00"),
        ("21st 9am", "2026-12-21 09:00"),
        ("31st 9am", "2026-12-31 09:00"),
        ("9am on the 1st", "2026-12-01 09:00"),
        ("the 15th of january", "2027-01-15 17:00"),
        ("fri @ 3pm", "2026-11-27 15:00"),
        ("mon lunch", "2026-11-23 12:00"),
        ("24/11", "2026-11-24 17:00"),
        ("3/12/27 8am", "2027-12-03 08:00"),
        ("2026-12-01", "2026-12-01 17:00"),
        ("2026-12-01 17:30", "2026-12-01 17:30"),
        ("2026-12-01T17:00+13:00", "2026-12-01 04:00"),
        ("9am", "2026-11-22 09:00"),
        ("17:00", "2026-11-21 17:00"),
        ("noon", "2026-11-21 12:00"),
        ("eod", "2026-11-21 17:00"),
        ("now", "2026-11-21 10:00"),
        ("in 2 weeks", "2026-12-05 17:00"),
        ("in two weeks at 9am", "2026-12-05 09:00"),
        ("in a week", "2026-11-28 17:00"),
        ("in a fortnight", "2026-12-05 17:00"),
        ("in 3 days 9", "2026-11-24 09:00"),
        ("in an hour", "2026-11-21 11:00"),
        ("in 30 minutes", "2026-11-21 10:30"),
        ("in a month", "2026-12-21 17:00"),
        ("2 weeks time", "2026-12-05 17:00"),
        ("3 days ago", "2026-11-18 17:00"),
        ("yesterday", "2026-11-20 17:00"),
        ("yesterday 9am", "2026-11-20 09:00"),
        ("day after tomorrow", "2026-11-23 17:00"),
        ("next friday 9", "2026-11-27 09:00"),
        ("fri 5", "2026-11-27 17:00"),
        ("24 nov 9", "2026-11-24 09:00"),
        ("24 nov 23", "2026-11-24 23:00"),
        ("4 dec 26", "2026-12-04 17:00"),
        ("4 dec 26 9am", "2026-12-04 09:00"),
        ("Dec 4 '31", "2031-12-04 17:00"),
        ("fri, 4 december 26", "2026-12-04 17:00"),
        ("friday morning", "2026-11-27 09:00"),
        ("tomorrow afternoon", "2026-11-22 14:00"),
        ("friday in the evening", "2026-11-27 18:00"),
        ("this evening", "2026-11-21 18:00"),
        ("this afternoon", "2026-11-21 14:00"),
        ("on monday", "2026-11-23 17:00"),
        ("monday week", "2026-11-30 17:00"),
        ("last friday", "2026-11-20 17:00"),
        ("last sat", "2026-11-14 17:00"),
        ("next week", "2026-11-23 17:00"),
        ("next month", "2026-12-01 17:00"),
        ("weekend", "2026-11-21 17:00"),
        ("eow", "2026-11-27 17:00"),
        ("eom", "2026-11-30 17:00"),
        ("end of the month", "2026-11-30 17:00"),
        ("end of next month noon", "2026-12-31 12:00"),
        ("eoy", "2026-12-31 17:00"),
        ("fri cob", "2026-11-27 17:00"),
        ("tomorrow arvo", "2026-11-22 14:00"),
        ("by fri 3pm", "2026-11-27 15:00"),
        ("fri next week", "2026-11-27 17:00"),
        ("next week on friday 9am", "2026-11-27 09:00"),
        ("tuesday of next week", "2026-11-24 17:00"),
        ("end of next week", "2026-11-27 17:00"),
        ("end of next year", "2027-12-31 17:00"),
        ("end of november", "2026-11-30 17:00"),
        ("end of feb 9am", "2027-02-28 09:00"),
        ("the week after next", "2026-11-30 17:00"),
        ("next weekend", "2026-11-28 17:00"),
        ("start of next week", "2026-11-23 17:00"),
        ("beginning of next month", "2026-12-01 17:00"),
        ("in 3d", "2026-11-24 17:00"),
        ("in 2h", "2026-11-21 12:00"),
        ("in ten days", "2026-12-01 17:00"),
        ("3 days from now", "2026-11-24 17:00"),
        ("in half an hour", "2026-11-21 10:30"),
        ("Tue 24 Nov 2026 09:30", "2026-11-24 09:30"),
        ("01-12-2026", "2026-12-01 17:00"),
        ("1-12-26 9:30", "2026-12-01 09:30"),
        ("1-Dec-26", "2026-12-01 17:00"),
        ("01/Dec/2026 14:00", "2026-12-01 14:00"),
        ("2026/12/01", "2026-12-01 17:00"),
        ("2026.12.1 9am", "2026-12-01 09:00"),
        ("20261201", "2026-12-01 17:00"),
        ("20261201T0930", "2026-12-01 09:30"),
        ("1/12/2026 9:30:00 AM", "2026-12-01 09:30"),
        ("2026-12-01 09:30:00", "2026-12-01 09:30"),
        ("2026-12-01 09:30:00+13:00", "2026-11-30 20:30"),
        ("2026-12-01 09:30:00Z", "2026-12-01 09:30"),
    ],
)
def test_a_date_is_read(text, moment):
    due = read_due(text, NOW)
    assert f"{due:%Y-%m-%d %H:%M}" == moment


@pytest.mark.parametrize("text", ["", "none", "Never", "-", " clear "])
def test_no_date_is_an_answer(text):
    assert read_due(text, NOW) is None


@pytest.mark.parametrize(
    "text",
    [
        "soon",
        "31 feb",
        "25:00",
        "13pm",
        "fri 99:99",
        "32/1",
        "2026-13-01",
        "m",
        "5",
        "+99999d",
        "tomorrow soon",
        "in weeks",
        "in a nutshell",
        "9999 years ago",
        "week",
        "mon 24 nov",
        "end of time",
        "last month of sundays",
        "3-4",
        "32nd",
        "the 0th",
        "31-11-2026",
        "1-Dex-26",
        "2026/13/01",
        "2026/12-01",
        "2026121",
        "46357",
        "0215550134",
        "9:30:99",
    ],
)
def test_what_is_no_date_says_what_to_write(text):
    with pytest.raises(ValueError, match="tomorrow 9am"):
        read_due(text, NOW)


def test_a_time_with_its_zone_says_how_that_is_written():
    for text in ("fri 10am NZDT", "fri 10am Auckland"):
        with pytest.raises(
            ValueError, match=r"write it as fri 17:00 .*; of another time zone 2026-11-27T10:00"
        ):
            read_due(text, NOW)
    assert read_due("2026-11-27T10:00+13:00", NOW) == datetime(2026, 11, 26, 21, 0, tzinfo=UTC)
    with pytest.raises(ValueError, match=r"none$"):
        read_due("some day", NOW)


def test_a_time_that_the_clocks_skip_is_told_and_no_other(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Pacific/Auckland")
        time.tzset()
        found = read_date("26/9/2027 02:30", NOW)
        assert found.moment == datetime(2027, 9, 25, 14, 30, tzinfo=UTC)
        assert found.note == "02:30 is skipped on that day, as the clocks go forward: it is 03:30"
        # In April the hour is there twice; the last day of the calendar has no local time of its own.
        for text in ("26/9/2027 01:59", "26/9/2027 03:00", "4/4/2027 02:30", "31 Dec 9999 23:30", "now",
                     "2027-09-26T02:30Z", "none"):  # fmt: skip
            assert read_date(text, NOW).note == "", text
    time.tzset()


@pytest.mark.parametrize(
    ("text", "moment", "end"),
    [
        ("thu 2pm-3pm", "2026-11-26 14:00", "3pm"),
        ("thu 9:30-10:30", "2026-11-26 09:30", "10:30"),
        ("Thu, 2 pm – 3.30 pm", "2026-11-26 14:00", "3.30 pm"),
        ("2-3pm thu", "2026-11-26 14:00", "3pm"),
        ("thu 11-1pm", "2026-11-26 11:00", "1pm"),
        ("thu 9-10am", "2026-11-26 09:00", "10am"),
        ("thu from 9am to 5", "2026-11-26 09:00", "5"),
        ("9am until noon", None, ""),
        ("3/12/2026 09:30-10:30", "2026-12-03 09:30", "10:30"),
        ("10:30-11:30", "2026-11-21 10:30", "11:30"),
        ("thu 2-3", None, ""),
        ("thu 2pm-25:00", None, ""),
        ("thu 14:00", "2026-11-26 14:00", ""),
    ],
)
def test_a_range_of_times_is_its_beginning_and_the_end_is_told(text, moment, end):
    if moment is None:
        with pytest.raises(ValueError, match="is no date"):
            read_date(text, NOW)
        return
    found = read_date(text, NOW)
    assert found.moment is not None
    assert (f"{found.moment:%Y-%m-%d %H:%M}", found.end) == (moment, end)
    assert found.note == (f"a date has no end: {end} is left out" if end else "")


def test_a_time_at_either_end_of_the_calendar_is_refused_in_words(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Pacific/Auckland")
        time.tzset()
        last = read_due("31 Dec 9999 23:30", NOW)
        assert last == datetime(9999, 12, 31, 10, 30, tzinfo=UTC)
        patch.setenv("TZ", "America/New_York")
        time.tzset()
        for text in ("31 Dec 9999 23:30", "0001-01-01T00:30Z", "0999-12-31T12:00Z"):
            with pytest.raises(ValueError, match="is out of the calendar"):
                read_due(text, NOW)
    time.tzset()


@given(st.text(max_size=40))
def test_nothing_typed_ends_the_program(text):
    try:
        due = read_due(text, NOW)
    except ValueError:
        return
    assert due is None or due.tzinfo is UTC


def test_every_day_ahead_is_ahead():
    for count in range(1, 400):
        due = read_due(f"+{count}d", NOW)
        assert due is not None
        assert due > NOW
