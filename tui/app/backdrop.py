"""The empty ground under a board, drawn as one strip again and again.

What lies under the columns is blank, and the toolkit would make, cut and colour each of its lines anew: a third of
the first paint. One strip for all of them is cut once.
"""

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


def backdrop(widget: Widget, crop: Region) -> list[Strip]:
    """The lines of ``crop`` of a widget that has no border and draws nothing itself."""
    background = widget.background_colors[1]
    blank = Strip([Segment(" " * crop.width, Style.from_color(bgcolor=background.rich_color))], crop.width)
    for each in widget.get_line_filters():
        blank = blank.apply_filter(each, background)
    return [blank] * crop.height
