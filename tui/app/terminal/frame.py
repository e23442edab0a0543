"""Frame: the cells that the terminal shows, so that an update sends only changed cells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from rich.cells import cell_len, get_character_cell_size
from rich.color import ColorSystem
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

Cell = tuple[str, str]
"""A character and the escape sequences around it.

Characters that are not one cell wide are joined into one cell, followed by empty cells.
"""

_GAP = 8
"""Number of unchanged cells from which on moving the cursor is shorter than sending them again."""


class Frame:
    """The cells that the terminal shows, by row."""

    def __init__(self) -> None:
        self._rows: dict[int, list[Cell | None]] = {}
        self._width = self._height = 0
        self._not_single: set[int] = set()  # rows that ever had a character not one cell wide

    def forget(self) -> None:
        """Forget all cells, because the terminal was resized or another program wrote to it."""
        self._rows.clear()
        self._not_single.clear()

    def fit(self, width: int, height: int) -> None:
        """Forget all cells if the terminal has another size now, because it moves its contents then."""
        if (self._width, self._height) != (width, height):
            self._width, self._height = width, height
            self.forget()

    def sequences(self, update: LayoutUpdate | ChopsUpdate, width: int, console: Console) -> str:
        """Return the escape sequences that draw ``update``, and store its cells as shown.

        Args:
            update: What was painted.
            width: The cells of a row of the terminal.
            console: Renders the cells.
        """
        self.fit(width, self._height)
        colors = console._color_system or ColorSystem.TRUECOLOR  # noqa: SLF001 - as Textual asks for it
        pieces = _whole_rows(update) if isinstance(update, LayoutUpdate) else _changed_pieces(update)
        if colors is ColorSystem.STANDARD:
            from tui.app.terminal.sixteen import in_sixteen

            pieces = ((y, x, in_sixteen(strip)) for y, x, strip in pieces)
        return "".join(self._piece(x, y, strip, colors, console) for y, x, strip in pieces)

    def _piece(self, x: int, y: int, strip: Strip, colors: ColorSystem, console: Console) -> str:
        row = self._rows.setdefault(y, [None] * self._width)
        end = x + strip.cell_length
        (now, single), shown = _cells(strip, colors), row[x:end]
        if now == shown:
            return ""
        row[x:end] = now
        if not single:
            self._not_single.add(y)
        if len(now) != len(shown) or (
            y in self._not_single
            and any(cell is not None and len(cell[0]) != 1 for cell in chain(now, shown))
        ):
            # A terminal may draw such a character wider or narrower, which shifts the cells after it.
            return f"\x1b[{y + 1};{x + 1}H{strip.render(console)}"
        runs = _runs(now, shown)
        if single:
            return "".join(
                f"\x1b[{y + 1};{x + first + 1}H{_rendered(strip, first, last, colors)}"
                for first, last in runs
            )
        return "".join(
            f"\x1b[{y + 1};{x + first + 1}H{strip.crop(first, last).render(console)}" for first, last in runs
        )


class FrameUpdate(CompositorUpdate):
    """An update that sends only the cells that differ from the frame.

    Args:
        width: The cells of a row of the terminal.
    """

    def __init__(self, update: LayoutUpdate | ChopsUpdate, width: int, frame: Frame) -> None:
        self._update, self._width, self._frame = update, width, frame
        self._text: str | None = None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the whole update, because a printing console knows nothing of the terminal's contents."""
        yield from self._update.__rich_console__(console, options)

    def render_segments(self, console: Console) -> str:
        """Return the escape sequences of the changed cells; the first call stores these cells as shown."""
        if self._text is None:
            self._text = self._frame.sequences(self._update, self._width, console)
        return self._text


def _whole_rows(update: LayoutUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Yield row, column and cells of each row."""
    for y, strips in enumerate(update.strips, update.region.y):
        yield y, update.region.x, Strip.join(list(strips))


def _changed_pieces(update: ChopsUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Yield row, column and cells of each piece that changed."""
    for y, left, right in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is not None and x <= right and end > left:
                yield y, x, strip if x >= left and end <= right else strip.crop(0, min(end, right) - x)


def _cells(strip: Strip, colors: ColorSystem) -> tuple[list[Cell], bool]:
    """Return the cells of a strip, and whether each has exactly one character."""
    cells: list[Cell] = []
    single = True
    for text, style, control in strip:
        if control:
            continue
        look, blank = ("", "") if style is None else _escape_sequences(style, colors)
        if text.isascii() or _is_single(text):
            cells += [(char, blank if char == " " else look) for char in text]
            continue
        single = False
        if size := cell_len(text):
            cells += [(text, look), *[("", look)] * (size - 1)]
        elif cells:
            cells[-1] = (cells[-1][0] + text, cells[-1][1])
    return cells, single


def _rendered(strip: Strip, first: int, last: int, colors: ColorSystem) -> str:
    """Render the cells from ``first`` to before ``last`` of a strip whose every character is one cell wide.

    Cropping a strip, as the toolkit does, measures each character, which takes most of the time of a frame.
    """
    rendered: list[str] = []
    at = 0
    for text, style, control in strip:
        if control:
            continue
        if some := text[max(first - at, 0) : max(last - at, 0)]:
            rendered.append(some if style is None else Strip.render_style(style, some, color_system=colors))
        at += len(text)
        if at >= last:
            break
    return "".join(rendered)


@lru_cache(maxsize=4096)
def _is_single(text: str) -> bool:
    """Return whether each character of a text is one cell wide."""
    return all(get_character_cell_size(char) == 1 for char in text)


@lru_cache(maxsize=1024)
def _escape_sequences(style: Style, colors: ColorSystem) -> tuple[str, str]:
    """Return the visible part of a style: for cells with a character, and for blank cells."""
    look = Strip.render_style(style, "", color_system=colors)
    if style.link or style.underline or style.underline2 or style.reverse or style.strike or style.overline:
        return look, look
    return look, Strip.render_style(Style(bgcolor=style.bgcolor), "", color_system=colors)


def _runs(now: list[Cell], shown: list[Cell | None]) -> Iterator[tuple[int, int]]:
    """Yield start and end of each run of changed cells; short gaps between them are included."""
    first = last = -1
    for at, (cell, was) in enumerate(zip(now, shown, strict=True)):
        if cell != was:
            if last >= 0 and at - last > _GAP:
                yield first, last + 1
                first = at
            elif first < 0:
                first = at
            last = at
    if first >= 0:
        yield first, last + 1
