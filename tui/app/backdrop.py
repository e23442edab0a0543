"""The empty background of a board, drawn as one repeated strip.

The area behind the columns is blank, but Textual would create, crop and style each of its lines, which is a
third of the first paint. Here all lines share one strip.
"""

from typing import cast

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


def backdrop(widget: Widget, crop: Region) -> list[Strip]:
    """Return the blank lines of ``crop`` for a widget that has no border and draws nothing itself."""
    background = widget.background_colors[1]
    blank = Strip([Segment(" " * crop.width, Style.from_color(bgcolor=background.rich_color))], crop.width)
    for each in widget.get_line_filters():
        blank = blank.apply_filter(each, background)
    return [blank] * crop.height


class Blank:
    """The part of a container without a border that draws the background between its children."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the background."""
        return backdrop(cast("Widget", self), crop)
