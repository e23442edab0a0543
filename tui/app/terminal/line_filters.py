"""Filters of every drawn line: without control characters, and for users who set ``NO_COLOR`` without colours."""

import re
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


_REPLACED = "\ufffd"
_CONTROL = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


class ControlFilter(LineFilter):
    """A line filter that replaces control characters, whichever widget drew them."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 - Textual's signature
        """Return ``segments`` with every control character replaced."""
        if not _CONTROL.search("".join([text for text, _, control in segments if not control])):
            return segments
        return [
            segment if segment.control else Segment(_CONTROL.sub(_REPLACED, segment.text), segment.style)
            for segment in segments
        ]
