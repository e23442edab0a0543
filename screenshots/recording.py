"""A recording of a terminal as one SVG that plays by itself: style sheet animations only, no script, no font from outside.

A line of the screen that is the same in several frames is drawn once, and shown while it is on the screen.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from html import escape, unescape
from itertools import pairwise
from typing import NamedTuple

CELL, LINE = 10, 19
"""Width and height of a cell in the recording."""

_WIDE, _HIGH = 12.2, 24.4  # of a cell in a screenshot
_EDGE = 12
_GROUND, _BAR = "#11161b", "#202830"
_FONT = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"

_STYLE = re.compile(r"-(r\d+) \{ (.*?) \}")
_RECT = re.compile(r'<rect fill="(#\w+)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="24.65"')
_TEXT = re.compile(
    r'<text class="[\w-]+-(r\d+)" x="([\d.]+)" y="([\d.]+)" textLength="([\d.]+)"[^>]*>([^<]*)<'
)


class Frame(NamedTuple):
    """What is shown for a while.

    Attributes:
        screenshot: The screen, as the toolkit exports it.
        seconds: For how long.
        key: The key that led to it.
        words: What the key does.
    """

    screenshot: str
    seconds: float
    key: str
    words: str


def recording(frames: Sequence[Frame], columns: int, rows: int, title: str) -> str:
    """Draw the frames one after the other, again and again, as SVG.

    Args:
        frames: The frames; where nothing moves, because animations are off, the first one stays.
        columns: Width of the screen in cells.
        rows: Height of the screen in lines.
        title: What is recorded, for who does not see it.
    """
    styles = _Names()
    shown: defaultdict[str, list[int]] = defaultdict(list)
    for number, frame in enumerate(frames):
        for line in (*_lines(frame.screenshot, styles), _caption(frame, rows)):
            shown[line].append(number)
    times = _Names()
    drawn = [
        f'<g class="{times.of(_keyframes(numbers, frames))}{"" if 0 in numbers else " h"}">{line}</g>'
        for line, numbers in shown.items()
    ]
    seconds = sum(frame.seconds for frame in frames)
    sheet = [
        f"text{{font:16.6px {_FONT};white-space:pre}}",
        "rect:not([rx]){shape-rendering:crispEdges}",
        ".h{visibility:hidden}",
        *(f".{name}{{{style}}}" for style, name in styles.items("s")),
        *(
            f".{name}{{animation:{name} {seconds:g}s step-end infinite}}@keyframes {name}{{{style}}}"
            for style, name in times.items("t")
            if style
        ),
        "@media (prefers-reduced-motion:reduce){g{animation:none!important}}",
    ]
    width, height = columns * CELL + 2 * _EDGE, (rows + 2) * LINE + 2 * _EDGE
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>{''.join(sheet)}</style>",
            f'<rect width="{width}" height="{height}" rx="8" fill="{_GROUND}"/>',
            f'<g transform="translate({_EDGE} {_EDGE})">',
            *drawn,
            "</g></svg>\n",
        )
    )


class _Names:
    """Short names for texts, in the order in which they come."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}

    def of(self, text: str) -> str:
        """Return the name of ``text``: ``t`` and a number."""
        return f"t{self._known.setdefault(text, len(self._known))}"

    def items(self, letter: str) -> Iterable[tuple[str, str]]:
        """Return each text with its name, which begins with ``letter``."""
        return [(text, f"{letter}{number}") for text, number in self._known.items()]


def _lines(screenshot: str, styles: _Names) -> Iterable[str]:
    """Return the lines of a screenshot as SVG, each with the place where it is drawn."""
    look = dict(_STYLE.findall(screenshot))
    parts: defaultdict[int, list[str]] = defaultdict(list)
    spans: list[tuple[int, int, int, str]] = []
    for fill, x, y, width in _RECT.findall(screenshot):
        row, start, cells = (
            round((float(y) - 1.5) / _HIGH),
            round(float(x) / _WIDE),
            round(float(width) / _WIDE),
        )
        if spans and spans[-1][0] == row and spans[-1][3] == fill and sum(spans[-1][1:3]) == start:
            _, start, before, _ = spans.pop()
            cells += before
        spans.append((row, start, cells, fill))
    for row, start, cells, fill in spans:
        if fill != _GROUND:
            place = f'x="{start * CELL}" y="{row * LINE}" width="{cells * CELL}" height="{LINE}"'
            parts[row].append(f'<rect {place} fill="{fill}"/>')
    for name, x, y, length, raw in _TEXT.findall(screenshot):
        text = unescape(raw)
        row, start, cells = (
            round((float(y) - 20) / _HIGH),
            round(float(x) / _WIDE),
            round(float(length) / _WIDE),
        )
        left, right = len(text) - len(text.lstrip("\xa0 ")), len(text) - len(text.rstrip("\xa0 "))
        if left < len(text):
            place = f'x="{(start + left) * CELL}" y="{row * LINE + 14.5:g}"'
            size = f'textLength="{(cells - left - right) * CELL}" lengthAdjust="spacingAndGlyphs"'
            style = styles.of(look[name].replace("font-weight: bold", "font-weight:bold")).replace("t", "s")
            said = escape(text.strip("\xa0 ").replace(" ", "\xa0"), quote=False)
            parts[row].append(f'<text class="{style}" {place} {size}>{said}</text>')
    return ["".join(drawn) for drawn in parts.values()]


def _caption(frame: Frame, rows: int) -> str:
    """Return the line below the screen, with the key and what it does."""
    top = rows * LINE + 12
    width = (len(frame.key) + 2) * CELL
    key = (
        f'<rect x="0" y="{top}" width="{width}" height="24" rx="5" fill="{_BAR}" stroke="#f2bd5c"/>'
        f'<text x="{CELL}" y="{top + 17}" fill="#f2bd5c" font-weight="bold">{escape(frame.key)}</text>'
        if frame.key
        else ""
    )
    left = width + CELL if frame.key else 0
    return f'{key}<text x="{left}" y="{top + 17}" fill="#98a4ae">{escape(frame.words)}</text>'


def _keyframes(numbers: Sequence[int], frames: Sequence[Frame]) -> str:
    """Return the keyframes that show what is on the frames of these numbers; "" for what always is."""
    if len(numbers) == len(frames):
        return ""
    ends = [0.0]
    for frame in frames:
        ends.append(ends[-1] + frame.seconds)
    on = [number in numbers for number in range(len(frames))]
    turns = [0, *(at + 1 for at, (before, after) in enumerate(pairwise(on)) if before != after)]
    return "".join(
        f"{100 * ends[at] / ends[-1]:.5g}%{{visibility:{'visible' if on[at] else 'hidden'}}}" for at in turns
    )
