"""The grid of a calendar: its weeks, what does not fit on a day, and the ends of all time."""

from datetime import UTC, date, datetime, timedelta

import pytest

from tests.thinned import thinned
from tui.app.theme import TOKENS
from tui.app.widgets.card_face import CardStyle
from tui.app.widgets.views.calendar_grid import CalendarGrid
from tui.model.card import CardFace, PlacedCard

STYLE = CardStyle(0, "compact", datetime(2026, 11, 21, tzinfo=UTC), {**TOKENS, "background": "#11161b"})


def placed(ident, name, due, list_name="To do", item=""):
    return PlacedCard(CardFace(ident, "l", name, 1, due=due), "b", "Team", list_name, item)


CARDS = {date(2026, 11, 21): [placed(f"{n}", f"Card {n}", "2026-11-21T09:00:00Z") for n in range(9)]}


def text(grid):
    return [grid.render_line(y).text for y in range(grid.size.height)]


@pytest.fixture(name="drawn")
def _drawn(stage):
    """Draws the cards of days in a window of 80 by 24: ``await drawn(days, width, height)`` returns the lines."""

    async def draw(days, width, height):
        grid = CalendarGrid(date(2026, 11, 21))
        grid.styles.width, grid.styles.height = width, height
        async with stage(grid).run_test(size=(80, 24)) as pilot:
            grid.show(days, STYLE)
            await pilot.pause()
            return text(grid)

    return draw


@pytest.mark.parametrize(
    ("day", "weeks", "first"),
    [
        (date(2026, 11, 21), 6, date(2026, 10, 26)),
        (date(2026, 2, 1), 5, date(2026, 1, 26)),
        (date(2027, 2, 14), 4, date(2027, 2, 1)),
    ],
)
async def test_a_month_has_whole_weeks_from_monday(stage, day, weeks, first):
    grid = CalendarGrid(day)
    grid.styles.width, grid.styles.height = 112, 31
    async with stage(grid).run_test(size=(120, 40)) as pilot:
        grid.show(CARDS, STYLE)
        await pilot.pause()
        lines = text(grid)
        assert lines[0].split() == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        assert f"{first.day} {first:%b}" in lines[1]
        assert grid._weeks == weeks
        assert {len(line) for line in lines} == {112}
        if day.month == 11:
            assert "21 today" in lines[1 + 3 * 5]
            assert any("+6 more" in line for line in lines)


async def test_a_week_is_shown_where_there_is_no_room_for_a_month(drawn):
    lines = await drawn(CARDS, 60, 14)
    assert [line[1:11].strip() for line in lines[::2]] == [
        "Mon 16 Nov", "Tue 17 Nov", "Wed 18 Nov", "Thu 19 Nov", "Fri 20 Nov", "Sat 21 Nov", "Sun 22 Nov",
    ]  # fmt: skip
    assert "△ 09:00 Card 0" in lines[10]
    assert "+8 more" in lines[11]


async def test_a_day_with_one_line_that_shows_no_card_gives_their_number(drawn):
    assert (await drawn(CARDS, 60, 7))[5].split() == ["▌Sat", "21", "Nov", "9", "cards"]


async def test_an_open_item_of_a_finished_card_has_the_sign_of_an_item_alone(drawn):
    day = "2026-11-20T17:00:00Z"
    days = {
        date(2026, 11, 20): [placed("a", "Send it", day, "Won", item="i"), placed("b", "Sign", day, "Won")]
    }
    lines = [line.split() for line in await drawn(days, 60, 14)]
    assert ["Fri", "20", "Nov", "☐", "Send", "it"] in lines
    assert ["✓", "Sign"] in lines


async def test_a_title_has_more_lines_while_a_day_of_a_month_has_room(stage):
    grid = CalendarGrid(date(2026, 11, 21))
    grid.styles.width, grid.styles.height = 126, 31
    due, long = "2026-11-24T17:00:00Z", "Voicemail for Jarrah Kirkbride"
    timed = placed("c", "Coffee with Lars Halvorsen", "2026-11-25T09:30:00Z")
    days = {
        date(2026, 11, 23): [placed("a", f"{long} (Brolga Water and others)", due)],
        date(2026, 11, 24): [placed("a", long, due), placed("b", long, due), placed("d", "Ring", due)],
        date(2026, 11, 25): [timed, placed("e", "Send it", due, "Won", item="i")],
        date(2026, 11, 26): [placed(f"{n}", long, due) for n in range(9)],
    }
    async with stage(grid).run_test(size=(130, 40)) as pilot:
        grid.show(days, STYLE)
        await pilot.pause()
        week = [line[:72] for line in text(grid)[22:26]]
        assert [[line[at : at + 18].rstrip() for line in week] for at in range(0, 72, 18)] == [
            [" ◷ Voicemail for", "   Jarrah", "   Kirkbride", "   (Brolga Water…"],
            [" ◷ Voicemail for", "   Jarrah Kirkbr…", " ◷ Voicemail for…", " ◷ Ring"],
            [" ◷ 09:30 Coffee", "   with Lars", "   Halvorsen", " ☐ Send it"],
            [" ◷ Voicemail for…", " ◷ Voicemail for…", " ◷ Voicemail for…", " +6 more"],
        ]
        of_lines = [grid._card_at(18 + 3, y) for y in range(21, 26)]
        assert [card and card.face.id for card in of_lines] == [None, "a", "a", "b", "d"]
        assert grid._card_at(54 + 3, 25) is None


@pytest.mark.parametrize(("size", "wide"), [((80, 14), True), ((126, 31), True), ((105, 31), False)])
async def test_a_time_that_was_set_is_told_where_there_is_room(stage, size, wide):
    grid = CalendarGrid(date(2026, 11, 21))
    grid.styles.width, grid.styles.height = size
    days = {
        date(2026, 11, 25): [placed("a", "Ring", "2026-11-25T09:30:00Z")],
        date(2026, 11, 26): [placed("b", "Write", "2026-11-26T17:00:00Z")],
        date(2026, 11, 27): [placed("c", "Sign", "2026-11-27T17:00:00Z", "Won")],
    }
    async with stage(grid).run_test(size=(130, 40)) as pilot:
        grid.show(days, STYLE)
        grid.go_to(date(2026, 11, 25))
        await pilot.pause()
        whole = " ".join(text(grid))
        assert ("◷ 09:30 Ring" in whole) == wide
        assert ("◷ Ring" in whole) != wide
        assert "◷ Write" in whole
        assert "✓ Sign" in whole


async def test_the_calendar_ends_before_time_does(stage):
    grid = CalendarGrid(date(9999, 9, 1))
    grid.styles.width, grid.styles.height = 60, 14
    async with stage(grid).run_test(size=(80, 24)) as pilot:
        grid.show({}, STYLE)
        for _ in range(20):
            grid.action_page_down()
        grid.go_to(date(1, 2, 1))
        grid.action_page_up()
        await pilot.pause()
        assert grid.day == date(1, 2, 1)
        assert text(grid)


async def test_two_weeks_are_seen_where_a_month_has_no_room_and_spare_rows_go_to_days_with_cards(stage):
    grid = CalendarGrid(date(2026, 11, 21))
    grid.styles.width, grid.styles.height = 80, 22
    days = {**CARDS, date(2026, 11, 24): [placed("a", "A", "2026-11-24T09:00:00Z")] * 2}
    async with stage(grid).run_test(size=(80, 24)) as pilot:
        grid.show(days, STYLE)
        await pilot.pause()
        lines = text(grid)
        named = [line[1:11].strip() for line in lines if line[1:11].strip()]
        assert (named[0], named[-1], len(named)) == ("Mon 16 Nov", "Sun 29 Nov", 14)
        assert sum("Card" in line for line in lines) == 7
        assert sum(line.rstrip().endswith(" A") for line in lines) == 2
        grid.go_to(date(2026, 11, 29))
        assert grid.first == date(2026, 11, 16)
        grid.action_step("down")
        assert (grid.day, grid.first) == (date(2026, 11, 30), date(2026, 11, 23))
        grid.action_page_up()
        assert (grid.day, grid.first) == (date(2026, 11, 2), date(2026, 11, 2))
        grid.action_page_up()
        await pilot.pause()
        assert sum(bool(line[1:11].strip()) for line in text(grid)) == 21, "few cards leave room for a third"
        await pilot.click(offset=(3, 20))
        assert grid.day == date(2026, 10, 25)
        assert grid.next_day == date(2026, 11, 21)


@pytest.mark.parametrize("height", thinned([22, 26, 30, 36], 3))
async def test_the_day_with_the_cursor_is_shown_where_busy_weeks_follow_quiet_ones(stage, height):
    busy = {
        date(2026, 12, 7 + n): [placed(f"{n}{m}", "Card", "2026-12-07T09:00:00Z") for m in range(4)]
        for n in range(14)
    }
    grid = CalendarGrid(date(2026, 11, 16))
    grid.styles.width, grid.styles.height = 80, height
    async with stage(grid).run_test(size=(80, 40)) as pilot:
        grid.show(busy, STYLE)
        await pilot.pause()
        for _ in range(40):
            grid.go_to(grid.day + timedelta(days=1))
            assert grid.day in [day for day, _, _ in grid._listed()]
