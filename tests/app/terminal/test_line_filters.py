"""The screen without colours."""

from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from tui.app.terminal.line_filters import Colourless, ControlFilter


def test_colours_go_and_weight_and_clicks_stay():
    style = Style.parse("bold reverse #ff0000 on #00ff00") + Style.from_meta({"@click": "x"})
    (cell,) = Colourless().apply([Segment("a", style)], Color(0, 0, 0))
    assert cell.style is not None
    assert cell.style.color is None
    assert cell.style.bgcolor is None
    assert cell.style.bold
    assert cell.style.reverse
    assert cell.style.meta == {"@click": "x"}


def test_what_has_no_style_is_left_alone():
    assert Colourless().apply([Segment("a")], Color(0, 0, 0)) == [Segment("a")]


def test_the_second_net_stops_what_a_widget_let_through():
    bold = Style(bold=True)
    lines = ControlFilter().apply([Segment("a\x1b]52;c;x\x07", bold), Segment("plain", bold)], Color(0, 0, 0))
    assert [segment.text for segment in lines] == ["a\ufffd]52;c;x\ufffd", "plain"]
    assert lines[0].style == bold
    untouched = [Segment("plain")]
    assert ControlFilter().apply(untouched, Color(0, 0, 0)) is untouched
