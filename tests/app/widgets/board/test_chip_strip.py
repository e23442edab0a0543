"""The line of chips: what is pressed, dragged, dropped and clicked, and what does not fit."""

from contextlib import asynccontextmanager

import pytest
from textual.content import Content
from textual.events import MouseMove, MouseScrollDown, MouseScrollUp

from tui.app.widgets.board.chip_strip import Chip, ChipStrip

CHIPS = tuple(Chip("label", name, Content(f"▪{name}")) for name in ("hot", "cold", "renewal", "referral"))


@pytest.fixture
def strip(stage):
    @asynccontextmanager
    async def run(width=60):
        strip = ChipStrip()
        app = stage(strip)
        async with app.run_test(size=(width, 8), message_hook=app.heard.append) as pilot:
            strip.show(CHIPS)
            await pilot.pause()
            yield app, pilot

    return run


async def move(pilot, to, button=1, kind=MouseMove):
    await pilot._post_mouse_events([kind], None, to, button)


async def test_a_chip_is_dragged_and_dropped(strip):
    async with strip() as (app, pilot):
        await pilot.mouse_down(offset=(9, 0))
        await move(pilot, (10, 0))
        assert not app.said(ChipStrip.ChipDragged), "within the first cell it is a click yet"
        await move(pilot, (20, 5))
        await pilot.mouse_up(offset=(21, 5))
        dragged, [dropped] = app.said(ChipStrip.ChipDragged)[0], app.said(ChipStrip.ChipDropped)
        assert (dragged.chip, dragged.pointer) == (CHIPS[1], (20, 5))
        assert (dropped.chip, dropped.pointer) == (CHIPS[1], (21, 5))
        assert not app.said(ChipStrip.ChipClicked)
        assert app.mouse_captured is None


async def test_a_chip_is_clicked_and_the_gaps_are_not(strip):
    async with strip() as (app, pilot):
        await pilot.click(offset=(0, 0))
        await pilot.click(offset=(6, 0))
        await pilot.click(offset=(9, 0), button=3)
        assert not app.said(ChipStrip.ChipSaid)
        await pilot.click(offset=(9, 0))
        [clicked] = app.said(ChipStrip.ChipClicked)
        assert clicked.chip.ident == "cold"


async def test_a_button_that_was_let_go_unseen_drops_it(strip):
    async with strip() as (app, pilot):
        await pilot.mouse_down(offset=(3, 0))
        await move(pilot, (20, 5))
        await move(pilot, (22, 5), button=0)
        await pilot.pause()
        assert [said.pointer for said in app.said(ChipStrip.ChipDropped)] == [(22, 5)]


async def test_what_does_not_fit_is_reached_by_the_wheel(strip):
    async with strip(width=20) as (app, pilot):
        assert "▪cold" in app.text()
        assert "▪renewal" not in app.text()
        assert "›" in app.text()
        for _ in range(5):
            await move(pilot, (3, 0), 0, MouseScrollDown)
        await pilot.pause()
        assert "‹ ▪referral" in app.text()
        assert "›" not in app.text()
        await pilot.click(offset=(3, 0))
        assert [said.chip.ident for said in app.said(ChipStrip.ChipClicked)] == ["referral"]
        for _ in range(5):
            await move(pilot, (3, 0), 0, MouseScrollUp)
        await pilot.pause()
        assert "▪hot" in app.text()


async def test_the_wheel_during_a_drag_is_for_what_is_under_it(strip):
    async with strip(width=20) as (app, pilot):
        await pilot.mouse_down(offset=(3, 0))
        await move(pilot, (9, 5))
        await move(pilot, (9, 5), 0, MouseScrollDown)
        await pilot.pause()
        assert [said.way for said in app.said(ChipStrip.ChipWheeled)] == [1]
        assert "▪hot" in app.text()


async def test_without_chips_it_says_so(strip):
    async with strip() as (app, pilot):
        app.query_one(ChipStrip).show(())
        await pilot.pause()
        assert "no labels and no members" in app.text()
