"""A text that does not fit tells how many of its lines are hidden, on the frame around it or on a line of its own."""

import pytest
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from tui.app.widgets.assist.scrolled_text import ScrolledText, edge_of


def lines(count: int) -> Static:
    return Static(Content("\n".join(str(n) for n in range(count))))


def told(pane: ScrolledText) -> str:
    return str(edge_of(pane).border_subtitle or "")


@pytest.mark.parametrize("frame", ["own", "around", "none"])
async def test_hidden_lines_are_counted_where_there_is_a_frame_or_else_on_a_line_of_their_own(stage, frame):
    pane = ScrolledText(lines(20))
    around = Vertical(pane)
    framed = {"own": pane, "around": around}.get(frame)
    if framed is not None:
        framed.styles.border = ("round", "white")
    pane.styles.height = 8 + 2 * (frame == "own")
    async with stage(around).run_test() as pilot:
        await pilot.pause()
        assert edge_of(pane) is (around if frame == "around" else pane)
        assert pane.has_class("-beyond") is (frame == "none")
        seen = pane.scrollable_content_region.height
        assert seen == 8 - (frame == "none")
        assert told(pane) == f"↓ {20 - seen} more"
        pane.scroll_relative(y=3, animate=False)
        await pilot.pause()
        assert told(pane) == f"↑ 3  ↓ {17 - seen} more"
        pane.scroll_end(animate=False)
        await pilot.pause()
        assert told(pane) == f"↑ {20 - seen}"
        pane.query_one(Static).update(Content("short"))
        await pilot.pause()
        assert told(pane) == ""
        assert not pane.has_class("-beyond")


async def test_a_text_that_would_fit_with_one_more_line_loses_none_to_the_words(stage):
    pane = ScrolledText(lines(8))
    pane.styles.height = 8
    async with stage(pane).run_test() as pilot:
        await pilot.pause()
        assert not pane.has_class("-beyond")
        assert not pane.can_focus
