"""Dates in the filter language."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.model.filter.test_filter import NOW, card, passes
from tui.model.filter.agenda import bounds, section_of
from tui.model.filter.facts import NamedThing
from tui.model.filter.filter import FilterError, parse_filter
from tui.model.filter.when import day, monday
from tui.model.values.scalars import format_instant


def passes_at(now: datetime, text: str, **moments: datetime) -> bool:
    return parse_filter(text).passes(card(**moments), now)


HOT, COLD = (
    NamedThing(id="1" * 24, name="Hot lead", other="red"),
    NamedThing(id="2" * 24, name="", other="blue"),
)


@pytest.mark.parametrize(
    ("text", "hours", "expected"),
    [
        ("due:overdue", -1, True),
        ("due:overdue", 1, False),
        ("due:today", 5, True),
        ("due:today", 40, False),
        ("due:tomorrow", 24, True),
        ("due:week", 24 * 4, True),
        ("due:week", 24 * 7, True),
        ("due:week", 24 * 8, False),
        ("due:week", -24, False),
        ("due:later", 24 * 8, True),
        ("due:later", 24 * 7, False),
        ("due:month", 24 * 28, True),
        ("due:month", 24 * 29, False),
        ("due:<7d", 24 * 6, True),
        ("due:<7d", -1, False),
        ("due:>7d", 24 * 8, True),
        ("due:<2026-11-26", 5, True),
        ("due:>2026-11-26", 24 * 3, True),
        ("due:>2026-11-26", 24, False),
        ("due:2026-11-26", 24, True),
        ("due:today,tomorrow", 24, True),
        ("due:<-7d", -24 * 8, True),
        ("due:<-7d", -24 * 6, False),
        ("due:<-7d", 24, False),
        ("due:>-7d", -24 * 6, True),
        ("due:>-7d", -24 * 8, False),
        ("due:26/11", 24 * 2, False),
        ("due:26/11", 24, True),
        ("due:26/11/2026", 24, True),
        ("due:26/11/2027", 24, False),
    ],
)
def test_due_dates(text: str, hours: float, expected: bool) -> None:
    # Noon of the day it is here, so that an hour more or less stays on it.
    now = day(NOW) + timedelta(hours=12)
    found = parse_filter(text).passes(card(due=now + timedelta(hours=hours)), now)
    assert found == expected
    assert parse_filter(f"-{text}").passes(card(due=now + timedelta(hours=hours)), now) == (not expected)


@pytest.mark.parametrize(
    "text",
    [
        "overdue",
        "today",
        "week",
        "month",
        "<2h",
        ">2026-11-01",
        "<2031-02-03",
        "2026-11-25",
        "later",
        "tomorrow",
    ],
)
@pytest.mark.parametrize("finished", [{"due_complete": True}, {"list_name": "Won"}])
def test_a_finished_card_is_not_due_unless_finished_ones_are_asked_for(
    text: str, finished: dict[str, Any]
) -> None:
    hours = {"overdue": -1, "later": 24 * 9, "tomorrow": 24}.get(text, 1)
    due, asked = NOW + timedelta(hours=hours), parse_filter(f"due:{text}")
    assert asked.passes(card(due=due), NOW)
    done = card(due=due, **finished)
    assert not asked.passes(done, NOW)
    assert not parse_filter(f"due:{text} -is:done").passes(done, NOW)
    assert not parse_filter(f"due:{text} or is:archived").passes(done, NOW)
    for also in (f"due:{text} is:done", f"is:done due:{text}", f"-is:done or is:done due:{text}"):
        assert parse_filter(also).passes(done, NOW)
    assert parse_filter(f"due:none,{text} or due:any").passes(done, NOW)
    assert parse_filter("due:none").passes(card(**finished), NOW)


@pytest.mark.parametrize("weekday", range(7))
def test_a_week_is_as_long_on_every_day_of_it(weekday: int) -> None:
    now = monday(NOW) + timedelta(days=weekday, hours=12)
    ahead = [passes_at(now, "due:week", due=now + timedelta(days=days)) for days in range(-1, 10)]
    assert ahead == [False, *[True] * 8, False, False]
    ago = [passes_at(now, "edited:week", edited=now - timedelta(days=days)) for days in range(-1, 10)]
    assert ago == [False, *[True] * 8, False, False]


@pytest.mark.parametrize("weekday", range(7))
def test_the_agenda_and_the_filter_mean_the_same_by_a_week(weekday: int) -> None:
    now = monday(NOW) + timedelta(days=weekday, hours=12)
    for days in range(10):
        due = now + timedelta(days=days, hours=1)
        section = section_of(format_instant(due), bounds(now), done=False)
        assert passes_at(now, "due:week", due=due) == (section in {"today", "week"})
        assert passes_at(now, "due:later", due=due) == (section == "later")


def test_what_is_done_is_not_overdue() -> None:
    late = NOW - timedelta(days=1)
    assert passes("due:overdue", due=late)
    assert not passes("due:overdue", due=late, due_complete=True)
    assert passes("is:done", due=late, due_complete=True)


def test_how_long_ago() -> None:
    old, fresh = NOW - timedelta(days=8), NOW - timedelta(minutes=90)
    assert passes("created:>7d edited:<2h", created=old, edited=fresh)
    assert not passes("created:<7d", created=old)
    assert not passes("edited:>2h", edited=fresh)
    assert not passes("edited:<2h", edited=None)
    assert passes("edited:today", edited=day(NOW))
    assert passes("edited:yesterday", edited=day(NOW) - timedelta(minutes=1))


def test_what_was_changed_since_a_filter_was_typed_was_changed_within_any_span() -> None:
    for text in ("edited:<2h", "edited:<1d"):
        assert passes_at(NOW, text, edited=NOW + timedelta(seconds=5))
        assert passes_at(NOW, text.replace("edited", "created"), created=NOW + timedelta(seconds=5))
    assert not passes_at(NOW, "edited:>2h", edited=NOW + timedelta(seconds=5))
    assert not passes_at(NOW, "due:<2h", due=NOW - timedelta(seconds=5))


def test_a_week_begins_on_monday() -> None:
    begin = monday(NOW).astimezone()
    assert begin.weekday() == 0
    assert begin == day(begin)
    assert begin <= NOW < begin + timedelta(days=7, hours=2)


def test_the_last_day_of_the_calendar_is_a_day() -> None:
    last = datetime(9999, 12, 31, 9, tzinfo=UTC)
    for text in ("due:9999-12-31", "due:>9999-12-30", "due:later"):
        assert passes_at(NOW, text, due=last), text
    for text in ("due:<9999-12-31", "due:>9999-12-31", "due:9999-12-30"):
        assert not passes_at(NOW, text, due=last), text


def test_a_weekday_is_the_next_day_of_that_name() -> None:
    now = day(NOW) + timedelta(hours=12)
    for ahead in range(7):
        due = now + timedelta(days=ahead)
        for word in (f"{due.astimezone():%a}".lower(), f"{due.astimezone():%A}".lower()):
            assert passes_at(now, f"due:{word}", due=due), word
            assert not passes_at(now, f"due:{word}", due=due + timedelta(days=7)), word
            assert not passes_at(now, f"due:{word}", due=due + timedelta(days=1)), word


@pytest.mark.parametrize("word", ["fr", "fridays", "32/1", "1/13", "30/2", "<fri", "1/2/31", "-7d"])
def test_what_is_no_day_is_refused_with_examples(word: str) -> None:
    with pytest.raises(FilterError, match="takes no") as told:
        parse_filter(f"due:{word}")
    assert "fri" in told.value.hint


def test_only_due_dates_are_asked_about_the_past_by_a_minus() -> None:
    for text in ("created:<-7d", "created:fri"):
        with pytest.raises(FilterError, match="takes no"):
            parse_filter(text)
