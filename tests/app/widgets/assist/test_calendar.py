"""The month in which a day is chosen."""

from datetime import date

import pytest

from tui.app.widgets.assist.calendar import Calendar

TODAY = date(2026, 11, 21)


@pytest.mark.parametrize(
    ("keys", "day"),
    [
        (("right",), date(2026, 11, 22)),
        (("h", "h"), date(2026, 11, 19)),
        (("down", "down"), date(2026, 12, 5)),
        (("up",), date(2026, 11, 14)),
        (("pagedown", "pagedown", "pagedown"), date(2027, 2, 21)),
        (("pageup",), date(2026, 10, 21)),
    ],
)
async def test_arrows_walk_days_and_weeks_and_pages_months(stage, keys, day):
    app = stage(calendar := Calendar(TODAY))
    async with app.run_test(size=(40, 12), message_hook=app.heard.append) as pilot:
        calendar.focus()
        await pilot.press(*keys)
        assert calendar.day == day
        assert app.said(Calendar.Walked)[-1].day == day
        assert f"{day:%B %Y}" in app.text()
        await pilot.press("enter")
        assert [message.day for message in app.said(Calendar.Chosen)] == [day]


async def test_a_day_is_clicked(stage):
    app = stage(calendar := Calendar(TODAY))
    async with app.run_test(size=(40, 12), message_hook=app.heard.append) as pilot:
        await pilot.click(calendar, offset=(13, 3))
        assert calendar.day == date(2026, 11, 6)
        await pilot.click(calendar, offset=(13, 0))
        assert calendar.day == date(2026, 11, 6)


@pytest.mark.parametrize(("first", "key"), [(date.min, "up"), (date.max, "pagedown"), (date.max, "right")])
async def test_at_the_ends_of_time_it_stays(stage, first, key):
    app = stage(calendar := Calendar(first))
    async with app.run_test(size=(40, 12)) as pilot:
        calendar.focus()
        await pilot.press(key)
        assert calendar.day == first


async def test_a_long_month_ends_in_a_short_one(stage):
    app = stage(calendar := Calendar(date(2027, 1, 31)))
    async with app.run_test(size=(40, 12)) as pilot:
        calendar.focus()
        await pilot.press("pagedown")
        assert calendar.day == date(2027, 2, 28)
