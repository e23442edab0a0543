"""The screen without colours."""

from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from tui.app.terminal.colourless import Colourless


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
