"""A table of cards: its fields, the cursor that walks over headings, and that only visible rows are drawn."""

from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest
from textual import events
from textual.pilot import Pilot

from tui.app.screens.views.all_accounts import AgendaPage, MyCardsPage
from tui.app.screens.views.table import TablePage
from tui.app.theme import TOKENS
from tui.app.widgets.card_face import CardStyle
from tui.app.widgets.views.card_table import CardTable, Cells, TableField, widths

FIELDS = (TableField("due", 6), TableField("title", 8, share=1), TableField("where", 6, rank=1))
STYLE = CardStyle(0, "compact", datetime(2026, 11, 21, tzinfo=UTC), {**TOKENS, "background": "#11161b"})


class Watched(CardTable):
    """A table that knows which of its rows were drawn."""

    pilot: Pilot[None]

    def __init__(self) -> None:
        super().__init__(FIELDS)
        self.drawn: list[int] = []

    def cells(self, index: int, _style: CardStyle) -> Cells:
        """What a row says: its id nine times."""
        self.drawn.append(index)
        key = self.keys[index]
        return (
            {"title": [(key * 9, "ink")], "where": [("L", "ink-quiet")]}
            if key
            else {"": [("Head", "cursor")]}
        )


@pytest.fixture
async def table(stage):
    """Runs a table of 40 by 6 with rows of these ids; a row without one is a heading."""

    @asynccontextmanager
    async def run(keys):
        widget = Watched()
        widget.styles.width, widget.styles.height = 40, 6

        async with stage(widget).run_test(size=(40, 8)) as pilot:
            widget.show(keys, widget.cells, STYLE)
            widget.focus()
            await pilot.pause()
            widget.pilot = pilot
            yield widget

    return run


def text(table):
    return [table.render_line(y).text for y in range(table.size.height)]


def test_fields_share_what_is_left_and_the_least_needed_go_first():
    assert widths(FIELDS, 40) == {"due": 6, "title": 24, "where": 6}
    assert widths(FIELDS, 20) == {"due": 6, "title": 12}
    assert len(widths(FIELDS, 3)) == 1


def test_what_a_field_need_not_have_is_for_the_others():
    fields = (
        TableField("title", 20, share=5),
        TableField("list", 9, share=1, most=9),
        TableField("labels", 8, share=1, most=12),
        TableField("where", 14, share=2, most=40),
    )
    assert widths(fields, 57) == {"title": 20, "list": 9, "labels": 8, "where": 14}
    assert widths(fields, 97) == {"title": 45, "list": 9, "labels": 12, "where": 24}
    assert widths(fields, 197) == {"title": 130, "list": 9, "labels": 12, "where": 40}
    assert widths(fields[1:3], 60) == {"list": 9, "labels": 12}


async def test_the_cursor_walks_over_headings_and_stops_at_the_ends(table):
    async with table(["", "a", "b", "", "c"]) as t:
        assert t.current == "a"
        seen = []
        for key in ("j", "down", "j", "k", "up", "up", "G", "home"):
            await t.pilot.press(key)
            seen.append(t.current)
        assert seen == ["b", "c", "c", "b", "a", "a", "c", "a"]
        assert text(t)[:2] == [f"{' Head':40}", f"▌ {'':6}  {'a' * 9:21}  {'L':6} "]


async def test_the_first_heading_comes_back_into_sight_with_the_first_row(table):
    async with table(["", *"abcdefghij"]) as t:
        await t.pilot.press("G")
        assert text(t)[-2].startswith("▌")
        await t.pilot.press("home")
        assert text(t)[0].startswith(" Head")
        await t.pilot.press("pagedown", "ctrl+u", "ctrl+d", "pageup")
        assert t.current == "a"


async def test_the_cursor_stays_on_its_row_by_its_new_id_or_else_on_its_line(table):
    async with table(list("abcd")) as t:
        t.go_to("c")
        t.show(["x", "y", "new", "z"], t.cells, STYLE, moved={"c": "new"})
        assert t.current == "new"
        t.show(["x", "y", "z"], t.cells, STYLE)
        assert t.current == "z"
        t.show([], t.cells, STYLE)
        assert t.current is None
        await t.pilot.press("j", "k", "G", "pageup")
        t.show(["", "a"], t.cells, STYLE)
        assert t.current == "a"


@pytest.mark.usefixtures("all_drawn")
async def test_only_the_rows_on_the_screen_are_drawn_and_a_step_draws_two(table):
    async with table([f"{n}" for n in range(10_000)]) as t:
        assert set(t.drawn) <= set(range(6))
        t.drawn.clear()
        t.action_cursor_down()
        for _ in range(200):
            await t.pilot.pause(0.02)
            if t.drawn:
                break
        # It once drew nothing in four seconds: what it waited for then is told.
        paused = not t.screen._update_timer._active.is_set()
        waits = (
            t._repaint_required,
            t.screen._dirty_widgets,
            t.screen._layout_required,
            t.app._batch_count,
            paused,
        )
        assert set(t.drawn) == {0, 1}, (t.size, t.cursor, t._top, t.is_attached, t.screen.is_current, waits)


async def test_a_click_takes_the_cursor_and_a_wheel_scrolls(table):
    async with table(["", *"abcdefghij"]) as t:
        await t.pilot.click(t, offset=(3, 2))
        assert t.current == "b"
        await t.pilot.click(t, offset=(3, 0))
        assert t.current == "b"
        t.on_mouse_scroll_down(events.MouseScrollDown(t, 1, 1, 0, 1, 0, False, False, False))
        assert text(t)[0].strip().startswith("ccc")
        t.on_mouse_scroll_up(events.MouseScrollUp(t, 1, 1, 0, -1, 0, False, False, False))
        assert text(t)[0].startswith(" Head")
        assert t.current == "b"


async def test_rows_that_come_and_go_do_not_move_what_one_looks_at(table):
    async with table([f"{n}" for n in range(50)]) as t:
        t.go_to("20")
        before = text(t)[:-1]
        t.show(["new", *t.keys], t.cells, STYLE)
        assert text(t)[:-1] == before
        t.on_mouse_scroll_down(events.MouseScrollDown(t, 1, 1, 0, 1, 0, False, False, False))
        away = text(t)[:-1]
        assert away != before
        t.show(t.keys[1:], t.cells, STYLE)
        assert text(t)[:-1] == away
        t.show(t.keys[:4], t.cells, STYLE)
        assert text(t)[3].startswith("▌")


@pytest.mark.parametrize("page", [TablePage, MyCardsPage, AgendaPage], ids=lambda page: page.__name__)
def test_every_page_of_cards_shows_titles_and_dates_in_a_narrow_terminal(page):
    assert {"title", "due"} <= set(widths(page.fields, 37))
    assert list(widths(page.fields, 30)) == ["title"]
    assert set(widths(page.fields, 117)) == {field.name for field in page.fields}


async def test_the_last_line_tells_how_many_cards_are_above_and_below(table):
    async with table(["", *"abcdefgh"]) as t:
        assert text(t)[-1] == "  ↓ 4 more ".rjust(40)
        assert "a" in text(t)[1]
        await t.pilot.press("G")
        assert text(t)[-1] == "  ↑ 3 ".rjust(40)
        assert text(t)[-2].startswith("▌         hhh")
        await t.pilot.press("k", "k", "k", "k", "k")
        assert text(t)[-1] == "  ↑ 2  ↓ 1 more ".rjust(40)
        await t.pilot.click(CardTable, offset=(2, 5))  # no row is there
        assert t.current == "c"
        t.show(list("abcdef"), t.cells, STYLE)
        assert "more" not in "".join(text(t))
        assert "f" in text(t)[-1]


async def test_the_cursor_stays_in_sight_when_the_line_of_the_counts_comes(table):
    async with table([*"abcdef"]) as shown:
        shown.action_last()
        shown.show([*"abcdefg"], shown.cells, STYLE)
        assert shown.current == "f"
        assert shown._top <= shown.cursor < shown._top + shown._lines


@pytest.mark.parametrize(("follow", "current"), [(True, "b"), (False, "c")])
async def test_the_cursor_goes_with_its_row_if_it_follows(table, follow, current):
    async with table([*"abcd"]) as shown:
        shown.go_to("b")
        shown.show([*"acdb"], shown.cells, STYLE, follow=follow)
        assert shown.current == current


@pytest.mark.parametrize(
    ("first", "title", "line"),
    [
        ("due", "Ring her", "▌ fri     09:00 Ring her      "),
        ("due", "Ring her at once today", "▌ fri     09:00 Ring her at…  "),
        ("title", "Ring her", "▌ Ring her 09:00      fri     "),
        ("title", "Ring her at once today", "▌ Ring her at… 09:00  fri     "),
    ],
)
async def test_what_is_beside_a_text_follows_it_whole_in_the_first_field(stage, first, title, line):
    fields = [TableField("due", 6), TableField("title", 18)]
    cells = {"due": [("fri", "ink")], "beside title": [("09:00", "ink")], "title": [(title, "ink")]}
    widget = CardTable(fields if first == "due" else fields[::-1])
    widget.styles.width, widget.styles.height = len(line), 1
    async with stage(widget).run_test(size=(40, 3)):
        widget.show(["a"], lambda *_: cells, STYLE)
        assert text(widget)[0].rstrip() == line.rstrip()
