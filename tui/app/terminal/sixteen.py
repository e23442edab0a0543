"""Rendering in sixteen colours, by hue.

The nearest of the sixteen to a soft colour is a grey; then labels look alike, and so do late and done dates.
"""

from bisect import bisect_right
from collections.abc import Sequence
from colorsys import rgb_to_hsv
from functools import lru_cache

from rich.color import Color, ColorSystem, ColorType
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.strip import Strip

_GREY = 0.25  # saturation below which a colour is drawn as a grey
_BLACK, _VIVID = 0.3, 0.6  # value below which text is drawn as a grey, and saturation from which it is not
_DARK = 0.45  # value below which the nearest colour is used for a background
_DEEP = 0.75  # value below which text gets the darker of two colours
_HUES = (18, 38, 65, 105, 165, 180, 205, 250, 290, 345)
"""Upper ends, in degrees, of the hues of ``_BRIGHT``; above the last one it is red again."""

_LEAST = 3.2
"""Least contrast of a text with its ground, if that is a colour or the dark grey."""

_LEAST_ON_LIGHT = 2.0
"""Least contrast of a text with a light grey or white ground; many a palette has darker colours than xterm."""

_LIGHT = frozenset({7, 15})
"""Numbers of the light grey and of white."""

_DARK_GREY = 8
"""Number of the ground of a row with the cursor in our dark theme."""

_SHAPES = frozenset("■━╸ ")
"""Characters of swatches and bars, whose colour is all that they tell; in black or grey they would tell nothing."""

_LINEAR = 0.03928  # part of a colour below which its luminance is a multiple of it

_XTERM = TerminalTheme(
    (0, 0, 0), (229, 229, 229),
    [(0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229)],
    [(127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255)],
)  # fmt: skip
"""The colours of xterm, whose yellow, green and cyan are lighter, and whose blue is brighter, than most others."""

_BRIGHT = (9, 3, 11, 10, 2, 6, 14, 12, 5, 13, 9)
_GREYS = ((0.25, 0), (0.5, 8), (0.86, 7), (2.0, 15))
_GROUNDS = ((0.92, 7), (2.0, 15))


def in_sixteen(strip: Strip) -> Strip:
    """Return ``strip`` with those of the sixteen colours that match the hues."""
    segments = [
        Segment(text, None if style is None else _style(style, shape=_SHAPES.issuperset(text)), control)
        for text, style, control in strip
    ]
    return Strip(segments, strip.cell_length)


@lru_cache(2048)
def _style(style: Style, *, shape: bool = False) -> Style:
    ink, ground = _of_hue(style.color), _of_hue(style.bgcolor, ground=True)
    if style.color == style.bgcolor:
        ink = ground
    elif ink is not None and ink == ground:
        # Faint text, as on a page under a box, would be invisible.
        ink = Color.from_ansi(8)
    elif ink is not None and ground is not None and not shape:
        ink = _readable(ink, ground, faint=_value(style.color) >= _DEEP)
    return style + Style(color=ink, bgcolor=ground)


def _readable(ink: Color, ground: Color, *, faint: bool) -> Color:
    """Return ``ink``, or a grey, black or white instead if it cannot be read on its ground."""
    number = ground.downgrade(ColorSystem.STANDARD).number
    if not number:
        return ink
    under = _luminance(Color.from_ansi(number))
    if _ratio(_luminance(ink), under) >= (_LEAST_ON_LIGHT if number in _LIGHT else _LEAST):
        return ink
    if number in _LIGHT:
        # Black would make the page under a box as strong as the box.
        return Color.from_ansi(8 if faint or ink.number in _LIGHT else 0)
    if number == _DARK_GREY:
        # Many terminals have a far darker one, on which black cannot be read.
        return Color.from_ansi(15)
    return max(Color.from_ansi(0), Color.from_ansi(15), key=lambda each: _ratio(_luminance(each), under))


def _value(color: Color | None) -> float:
    """Return the brightest part of a true colour; other colours have 0."""
    return max(color.triplet) / 255 if color is not None and color.triplet is not None else 0.0


def _ratio(one: float, other: float) -> float:
    """Return the contrast of two luminances, as WCAG has it."""
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def _luminance(color: Color) -> float:
    """Return the relative luminance of a colour, as xterm has it."""
    parts = [part / 255 for part in color.get_truecolor(_XTERM)]
    red, green, blue = (x / 12.92 if x <= _LINEAR else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _of_hue(color: Color | None, *, ground: bool = False) -> Color | None:
    """Return the one of the sixteen colours for a true colour; other colours stay as they are."""
    if color is None or color.type is not ColorType.TRUECOLOR or color.triplet is None:
        return color
    hue, saturation, value = rgb_to_hsv(*(part / 255 for part in color.triplet))
    if ground and value < _DARK:
        return color
    return Color.from_ansi(_number_of(hue, saturation, value, _GROUNDS if ground else _GREYS))


def _number_of(hue: float, saturation: float, value: float, greys: Sequence[tuple[float, int]]) -> int:
    """Return the number of the nearest of the sixteen colours; ``greys`` are (upper value, number) pairs."""
    if saturation < _GREY or (value < _BLACK and saturation < _VIVID):
        return next(number for end, number in greys if value < end)
    number = _BRIGHT[bisect_right(_HUES, hue * 360)]
    return number - 8 if number > 8 and value < _DEEP else number
