"""Ids say what they are and when the thing was made; moments and JSON are written as the services write them."""

import time
from datetime import UTC, datetime, timedelta, timezone

import pytest

from tui.model.card import Card
from tui.model.values.scalars import (
    created_at,
    creation_instant,
    format_instant,
    from_local,
    is_local,
    local_time,
    new_local_id,
    part_of,
    to_json,
)


def test_local_ids_are_ours_ordered_and_dated() -> None:
    first, second = new_local_id(), new_local_id()
    assert is_local(first)
    assert not is_local("66a1f1002f7c3b0011aa0100")
    assert first < second or first[:18] == second[:18]
    made = created_at(first)
    assert made is not None
    assert made.year >= 2024


def test_an_object_id_says_when_it_was_made() -> None:
    assert created_at("55841b8000000000000000aa") == datetime(2015, 6, 19, 13, 39, 12, tzinfo=UTC)
    assert created_at("not an id") is None
    assert creation_instant("55841b8000000000000000aa") == "2015-06-19T13:39:12.000Z"
    assert creation_instant("not an id") is None


def test_dates_go_out_as_the_services_write_them() -> None:
    sydney = timezone(timedelta(hours=11))
    moment = datetime(2031, 2, 3, 15, 5, 6, 7_891, tzinfo=sydney)
    assert format_instant(moment) == "2031-02-03T04:05:06.007Z"
    card = Card.parse({"id": "a", "due": "2031-02-03T04:05:06.000Z"})
    assert card.wire()["due"] == "2031-02-03T04:05:06.000Z"


def test_a_local_time_that_the_clocks_skip_is_an_hour_later(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Australia/Melbourne")
        time.tzset()
        found = [from_local(datetime(2027, 10, 3, hour, 30)) for hour in (1, 2, 3)]  # noqa: DTZ001 - naive
    time.tzset()
    assert [f"{moment:%d %H:%M}" for moment in found] == ["02 15:30", "02 16:30", "02 16:30"]


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), -float("inf"), "\ud800"])
def test_what_json_cannot_hold_is_not_written_down(wrong: object) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - each writer has its own words
        Card(id="a").replace(more=[wrong]).as_json()
    with pytest.raises(ValueError):  # noqa: PT011 - as above
        Card(id="a").replace(pos=wrong).as_json()
    with pytest.raises(ValueError):  # noqa: PT011 - as above
        to_json({"a": wrong})


@pytest.mark.parametrize(
    ("data", "part"), [({"card": {"id": "c"}}, {"id": "c"}), ({"card": "c"}, {}), ({}, {})]
)
def test_a_part_of_data_is_an_object_whatever_is_in_its_place(data, part):
    assert part_of(data, "card") == part


@pytest.mark.parametrize(
    ("zone", "moment", "local"),
    [
        ("Australia/Sydney", datetime(2026, 11, 21, 9, tzinfo=UTC), "2026-11-21T20:00:00+11:00"),
        ("Australia/Sydney", datetime(2026, 11, 21, 9), "2026-11-21T20:00:00+11:00"),  # noqa: DTZ001
        ("Australia/Sydney", datetime(9999, 12, 31, 12, 30, tzinfo=UTC), "9999-12-31T23:30:00+11:00"),
        ("Australia/Sydney", datetime(9999, 12, 31, 23, 30, tzinfo=UTC), "9999-12-31T23:30:00+00:00"),
        ("America/New_York", datetime(9999, 12, 31, 23, 30, tzinfo=UTC), "9999-12-31T18:30:00-05:00"),
        ("America/New_York", datetime(1, 1, 1, 0, 30), "0001-01-01T00:30:00+00:00"),  # noqa: DTZ001
    ],
)
def test_a_moment_without_a_local_time_stays_as_it_is(
    zone: str, moment: datetime, local: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        here = local_time(moment)
    time.tzset()
    assert here.isoformat() == local
