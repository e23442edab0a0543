"""Cards that nobody touched for long are drawn nearer to their background."""

from datetime import timedelta

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tui.app.drawing.dimming import age_of, dimmed
from tui.clock import ManualClock
from tui.model.card import Card


@pytest.mark.parametrize(
    ("days", "amount"), [(0, 0.0), (6, 0.0), (7, 0.3), (13, 0.3), (14, 0.45), (28, 0.6), (900, 0.6)]
)
def test_the_days_of_the_setting_are_counted_in_steps(now, days, amount):
    card = Card(id="c", date_last_activity=now - timedelta(days=days))
    assert age_of(7, {"c": card}.get, ManualClock(now))("c") == amount


def test_a_card_that_is_gone_or_of_unknown_age_is_not_dimmed(now):
    age = age_of(7, {"c": Card(id="c")}.get, ManualClock(now))
    assert age("c") == age("gone") == 0.0


def test_the_text_comes_nearer_to_its_background_and_keeps_its_weight():
    row = Strip([Segment("a", Style(color="#ffffff", bgcolor="#000000", bold=True)), Segment("b")])
    first, second = dimmed(row, 0.5)
    assert first.style == Style(color="#7f7f7f", bgcolor="#000000", bold=True)
    assert second == Segment("b")
