"""Rendering without any colour, for users who set ``NO_COLOR``.

Textual turns colours into greys, which are still colours. Here no colour is sent: bold, dim and reversed
cells, which the style sheets set through the variables below, replace the backgrounds.
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
"""CSS variables that replace colours in Textual's own widgets."""


class Colourless(LineFilter):
    """Line filter that removes colours and keeps weight, underlines and reversed cells."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 - Textual's
        """Return the segments without their colours."""
        return [
            Segment(text, None if style is None else without_colour(style), control)
            for text, style, control in segments
        ]


@lru_cache(2048)
def without_colour(style: Style) -> Style:
    """Return ``style`` without its colours; its click actions stay."""
    return style.without_color + Style.from_meta(style.meta) if style.meta else style.without_color
