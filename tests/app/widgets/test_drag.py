"""A press becomes a drag, and edges pull; the board screen's tests drag real cards."""

import pytest
from textual.geometry import Offset, Region

from tests.app.widgets.test_column import look
from tui.app.widgets.drag import Drag, Ghost, scroll_direction
from tui.model.card import CardFace

FACE = CardFace("1", "l", "Ring Ana", 1.0)


@pytest.mark.parametrize(
    ("to", "moving"),
    [((10, 5), False), ((11, 5), False), ((12, 5), True), ((8, 5), True), ((10, 6), True), ((10, 4), True)],
)
def test_a_press_becomes_a_drag(to, moving):
    drag = Drag(FACE, Offset(10, 5), Offset(0, 0), Offset(10, 5))
    assert drag.update_pointer(Offset(*to)) is moving


def test_a_drag_stays_one_when_it_comes_back():
    drag = Drag(FACE, Offset(10, 5), Offset(0, 0), Offset(10, 5))
    drag.update_pointer(Offset(30, 9))
    assert drag.update_pointer(Offset(10, 5))


@pytest.mark.parametrize(
    ("pointer", "way"),
    [
        ((50, 20), (0, 0)),
        ((0, 20), (-1, 0)),
        ((99, 20), (1, 0)),
        ((4, 20), (-1, 0)),
        ((95, 20), (1, 0)),
        ((94, 20), (0, 0)),
        ((50, 1), (0, -1)),
        ((50, 39), (0, 1)),
        ((0, 39), (-1, 1)),
    ],
)
def test_edges_pull(pointer, way):
    assert scroll_direction(Offset(*pointer), Region(0, 1, 100, 39)) == way


async def test_the_ghost_looks_like_the_card_and_vanishes(stage):
    ghost = Ghost()
    async with stage(ghost).run_test(size=(60, 20)) as pilot:
        ghost.set_card(FACE, look())
        ghost.follow(Offset(5, 3))
        await pilot.pause()
        assert "█ Ring Ana" in pilot.app.text()
        ghost.set_card(FACE, look(), 3)
        await pilot.pause()
        assert "◆ 3 cards" in pilot.app.text()
        ghost.vanish()
        await pilot.pause()
        assert "Ring Ana" not in pilot.app.text()
