"""What a widget let through, the filter over every line stops."""

from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from tui.app.terminal.control_filter import ControlFilter


def test_the_second_net_stops_what_a_widget_let_through():
    bold = Style(bold=True)
    lines = ControlFilter().apply([Segment("a\x1b]52;c;x\x07", bold), Segment("plain", bold)], Color(0, 0, 0))
    assert [segment.text for segment in lines] == ["a\ufffd]52;c;x\ufffd", "plain"]
    assert lines[0].style == bold
    untouched = [Segment("plain")]
    assert ControlFilter().apply(untouched, Color(0, 0, 0)) is untouched
