"""The screen without any colour, for who has set ``NO_COLOR``.

The toolkit turns colours into greys, which are colours still. Here none is sent: what a background told is told by
weight and by reversed cells, which the style sheets ask for through the variables below.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

VARIABLES: Mapping[str, str] = MappingProxyType(
    {
        "block-cursor-text-style": "bold reverse",
        "block-cursor-blurred-text-style": "bold underline",
        "input-cursor-text-style": "reverse",
        "button-focus-text-style": "bold reverse",
    }
)
"""What stands in for colours in the toolkit's own widgets."""


class Colourless(LineFilter):
    """Takes the colours away and leaves weight, lines under text and reversed cells."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 - the toolkit's
        """The same cells without colours."""
        return [
            Segment(text, None if style is None else without_colour(style), control)
            for text, style, control in segments
        ]


@lru_cache(2048)
def without_colour(style: Style) -> Style:
    """``style`` without its colours; what a click on it does stays."""
    return style.without_color + Style.from_meta(style.meta) if style.meta else style.without_color
