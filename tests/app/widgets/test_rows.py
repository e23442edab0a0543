from collections import Counter

import pytest
from textual.content import Content
from textual.geometry import Size

from tui.app.drawing.hanging_lines import HangingLines
from tui.app.widgets.assist.scrolled_text import edge_of
from tui.app.widgets.rows import RowList


async def test_the_cursor_stays_on_its_row_and_twins_do_no_harm(stage):
    rows = RowList()
    async with stage(rows).run_test() as pilot:
        rows.show([("a", Content("A")), ("b", Content("B")), ("b", Content("twin"))])
        rows.move_cursor_to("b")
        rows.show([("z", Content("Z")), ("a", Content("A")), ("c", Content("B"))], bound={"b": "c"})
        await pilot.pause()
        assert rows.current == "c"
        rows.show([])
        assert rows.current is None


@pytest.mark.parametrize(
    ("others", "laid_out"),
    [
        ([("a", Content("A")), ("b", Content.styled("B", "bold"))], False),
        ([("a", Content("A")), ("b", Content.styled("B", "dim"))], True),
        ([("a", Content("A")), ("c", Content.styled("B", "bold"))], True),
        ([("a", Content("A")), ("b", HangingLines(Content("B")))], True),
        ([("a", Content("A"))], True),
        ([("a", Content("A")), None], True),
    ],
)
async def test_the_same_rows_are_not_laid_out_again(stage, monkeypatch, others, laid_out):
    rows, count = RowList(), Counter()
    async with stage(rows).run_test() as pilot:
        rows.show([("a", Content("A")), ("b", Content.styled("B", "bold"))])
        await pilot.pause()
        monkeypatch.setattr(rows, "_update_lines", lambda: count.update(["lines"]))
        rows.show(others)
        assert bool(count) == laid_out


async def test_rows_are_drawn_in_the_colours_of_a_new_theme(stage):
    rows = RowList()
    app = stage(rows)
    async with app.run_test() as pilot:
        rows.show([("a", Content.styled("A", "$secondary"))])
        seen = []
        for name in ("textual-dark", "dracula"):
            app.theme = name
            await pilot.pause()
            rows.show([("a", Content.styled("A", "$secondary"))])
            await pilot.pause()
            drawn = rows.render_line(0)
            seen.append([each.style and each.style.color for each in drawn if "A" in each.text])
        assert seen[0] != seen[1]


async def test_a_page_key_waits_for_rows_that_are_not_laid_out_yet(stage):
    rows = RowList()
    async with stage(rows).run_test() as pilot:
        rows.show([(str(n), Content(str(n))) for n in range(99)])
        rows.display = False
        await pilot.pause()
        rows.show([(str(n), Content(str(n))) for n in range(99)])
        rows.highlighted = 98
        rows._clear_caches()  # as after a change of size
        rows.action_page_up()
        rows.display = True
        await pilot.pause()
        assert rows.current is not None
        assert 0 < int(rows.current) < 98


@pytest.mark.parametrize("width", [-2, 0, 1, 3])
async def test_lines_are_counted_where_a_tiny_terminal_leaves_no_width(stage, width):
    rows = RowList()
    async with stage(rows).run_test():
        rows.show([("a", Content("Ring Ana Reid")), ("b", Content("B"))])
        assert rows.get_content_height(Size(width, 9), Size(width, 9), width) >= 2


def edge(rows):
    return str(edge_of(rows).border_subtitle or "")


async def test_rows_above_and_below_are_counted_in_a_line_of_their_own(stage):
    rows = RowList()
    rows.styles.height = 6
    async with stage(rows).run_test() as pilot:
        rows.show([(str(n), Content(str(n))) for n in range(6)])
        await pilot.pause()
        assert not rows.has_class("-beyond")
        assert edge(rows) == ""
        rows.show([(str(n), Content(str(n))) for n in range(9)])
        await pilot.pause()
        assert rows.has_class("-beyond")
        assert rows.scrollable_content_region.height == 5
        assert edge(rows) == "↓ 4 more"
        rows.highlighted = 6
        await pilot.pause()
        assert edge(rows) == "↑ 2  ↓ 2 more"
        rows.highlighted = 8
        await pilot.pause()
        assert edge(rows) == "↑ 4"
        rows.show([("a", Content("A"))])
        await pilot.pause()
        assert not rows.has_class("-beyond")
        assert edge(rows) == ""


@pytest.mark.parametrize("first", [[], ["new"]], ids=["behind", "before"])
async def test_the_cursor_stays_in_sight_when_the_line_of_the_counts_comes(stage, first):
    rows = RowList()
    rows.styles.height = 6
    async with stage(rows).run_test() as pilot:
        names = [str(n) for n in range(6)]
        rows.show([(name, Content(name)) for name in names])
        await pilot.pause()
        rows.highlighted = 5
        await pilot.pause()
        more = [*first, *names] if first else [*names, "new"]
        rows.show([(name, Content(name)) for name in more])
        await pilot.pause()
        await pilot.pause()
        assert rows.current == "5"
        assert (
            rows.scroll_y <= (rows.highlighted or 0) < rows.scroll_y + rows.scrollable_content_region.height
        )


async def test_rows_are_counted_anew_when_others_take_as_many_lines(stage):
    rows = RowList()
    rows.styles.height = 6
    async with stage(rows).run_test() as pilot:
        rows.show([(str(n), Content("two\nlines")) for n in range(6)])
        await pilot.pause()
        assert edge(rows) == "↓ 4 more"
        rows.show([(str(n), Content("one")) for n in range(12)])
        await pilot.pause()
        await pilot.pause()
        assert edge(rows) == "↓ 7 more"


async def test_a_list_that_is_emptied_and_hidden_keeps_no_line_for_what_was_beyond(stage):
    rows = RowList()
    rows.styles.height = 6
    async with stage(rows).run_test() as pilot:
        rows.show([(str(n), Content(str(n))) for n in range(9)])
        await pilot.pause()
        assert rows.has_class("-beyond")
        rows.show([])
        rows.styles.height = 0  # as of a page whose words for no rows take its place
        await pilot.pause()
        assert not rows.has_class("-beyond")
