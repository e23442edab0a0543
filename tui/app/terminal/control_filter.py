"""ControlFilter: replaces control characters in every drawn line, as a second safeguard after ``safe_text``."""

import re

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_REPLACED = "\ufffd"
_CONTROL = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


class ControlFilter(LineFilter):
    """A line filter that replaces control characters, whichever widget drew them."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 - Textual's signature
        """Return ``segments`` with every control character replaced."""
        if not any(_CONTROL.search(segment.text) for segment in segments if not segment.control):
            return segments
        return [
            segment if segment.control else Segment(_CONTROL.sub(_REPLACED, segment.text), segment.style)
            for segment in segments
        ]
