"""Bars: as long as their numbers, never invisible, and what has no room is summed up or left out."""

import re
from datetime import UTC, datetime

import pytest

from tui.app.theme import TOKENS
from tui.app.widgets.card_face import CardStyle
from tui.app.widgets.views.bar_plot import BarPlot
from tui.presentation.figures import Bar

STYLE = CardStyle(0, "compact", datetime(2026, 11, 21, tzinfo=UTC), {**TOKENS, "background": "#11161b"})


def text(plot):
    return [plot.render_line(y).text.rstrip() for y in range(plot.size.height)]


@pytest.fixture
async def plot(stage):
    """Runs a plot of 30 by 5."""
    from contextlib import asynccontextmanager

    @asynccontextmanager
    async def run(bars, *, latest=False, note="", width=30):
        widget = BarPlot("Cards", latest=latest)
        widget.styles.width, widget.styles.height = width, 5
        async with stage(widget).run_test(size=(40, 8)) as pilot:
            widget.show(bars, STYLE, note)
            await pilot.pause()
            yield widget

    return run


async def test_bars_are_as_long_as_their_numbers(plot):
    async with plot([Bar("Leads", 200), Bar("Won", 100), Bar("Tiny", 1), Bar("None", 0)]) as p:
        lines = text(p)
        assert lines[0] == " Cards  301"
        blocks = [line[11:] for line in lines[1:]]
        assert blocks[0] == "━" * 18
        assert blocks[1] == "━" * 9
        assert (blocks[2], blocks[3]) == ("╸", "")
        assert lines[1].startswith(" Leads 200 ")


async def test_what_has_no_room_is_summed_up_or_the_oldest_are_left_out(plot):
    bars = [Bar(f"n{n}", n) for n in range(1, 9)]
    async with plot(bars) as p:
        assert [re.sub(r" +", " ", line[:12]).strip().rstrip("━╸ ") for line in text(p)[1:]][
            -1
        ] == "+5 more 30"
    async with plot(bars, latest=True) as p:
        assert [line.split()[0] for line in text(p)[1:]] == ["n5", "n6", "n7", "n8"]


async def test_without_numbers_the_reason_is_said_and_names_are_safe(plot):
    async with plot([], note="offline \x1b[31m") as p:
        assert text(p)[1].startswith(" offline")
        assert "\x1b" not in "".join(text(p))
    async with plot([Bar("\x1b]0;x\x07長い名前" * 9, 3)], width=12) as p:
        assert all(len(line) <= 12 for line in text(p))


async def test_a_name_as_long_as_an_age_is_whole_in_half_of_a_narrow_terminal(plot):
    async with plot([Bar("under 3 months", 7), Bar("a label with a long name", 2)], width=28) as p:
        assert text(p)[1].startswith(" under 3 months 7 ━")
        assert text(p)[2].startswith(" a label with … 2 ━")
