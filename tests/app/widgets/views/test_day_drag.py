"""What the mouse has taken from a day: a press becomes a drag, days are marked, and the edges lead to other weeks."""

from datetime import date

import pytest
from textual.geometry import Offset, Region

from tests.app.fakes import fake
from tui.app.widgets.views.day_drag import DayDrag
from tui.model.card import CardFace, PlacedCard

CARD = PlacedCard(CardFace("a", "l", "Ring", 1), "b", "Board", "List")


class Grid:
    """A calendar of one day in each row, from the first of the month on."""

    region = Region(0, 2, 40, 7)
    view = date(2026, 12, 2), date(2026, 11, 30)

    def __init__(self) -> None:
        self.done: list[object] = []
        self.beat = None

    def day_at(self, x: int, y: int) -> date | None:
        """Return the day of a row."""
        return date(2026, 12, y + 1) if x < 30 else None

    def show_view(self, *view: date) -> None:
        """Keep what is shown again."""
        self.done.append(view)

    def turn(self, way: int) -> None:
        """Keep the way."""
        self.done.append(way)

    def refresh(self) -> None:
        """Keep that it was drawn."""
        self.done.append("drawn")

    def capture_mouse(self) -> None:
        """Keep it."""
        self.done.append("captured")

    def release_mouse(self) -> None:
        """Keep it."""
        self.done.append("released")

    def set_interval(self, _interval: float, callback):
        """Keep what is called."""
        self.beat = callback
        return fake(stop=lambda: self.done.append("stopped"))


@pytest.fixture
def grid():
    return Grid()


@pytest.fixture
def places():
    return []


@pytest.fixture
def drag(grid, places, monkeypatch):
    ghost = fake(set_words=lambda *_: None, follow=places.append, vanish=lambda: None)
    monkeypatch.setattr("tui.app.widgets.views.day_drag.replace", lambda style, **_: style)
    drag = DayDrag(grid, ghost)
    drag.press(CARD, Offset(3, 3), fake())
    return drag


def test_a_press_that_does_not_move_is_no_drag(grid, drag):
    drag.move(Offset(4, 3))
    assert not drag.moving
    assert drag.drop() is None
    assert grid.done == ["captured", "released"]
    drag.move(Offset(9, 9))
    assert not drag.moving, "it was let go"


def test_the_day_under_the_pointer_is_marked_and_gets_the_card(grid, drag):
    drag.move(Offset(3, 5))
    drag.move(Offset(9, 5))
    assert drag.moving
    assert drag.day == date(2026, 12, 4)
    assert drag.drop() == (CARD, date(2026, 12, 4))
    assert grid.done == ["captured", "drawn", "released", "stopped", "drawn"]
    assert drag.day is None


def test_the_title_is_in_the_row_of_the_day_under_the_pointer(grid, drag, places):
    drag.move(Offset(3, 5))
    assert drag.day == grid.day_at(places[-1].x, places[-1].y)


@pytest.mark.parametrize("place", [(35, 5), (3, 1), (3, 9)])
def test_beside_the_days_it_goes_nowhere(drag, place):
    drag.move(Offset(3, 5))
    drag.move(Offset(*place))
    assert drag.day is None
    assert drag.drop() is None


def test_above_and_below_it_goes_to_other_weeks(grid, drag):
    drag.move(Offset(3, 5))
    for y in (5, 1, 9):
        drag.move(Offset(3, y))
        grid.beat()
    assert [one for one in grid.done if isinstance(one, int)] == [-1, 1]
    assert drag.drop() is None
    assert grid.done[-3] == grid.view, "let go outside, it is where it was"
    grid.beat()
    assert [one for one in grid.done if isinstance(one, int)] == [-1, 1]
