"""Frame: the cells that the terminal shows, so that an update sends only changed cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, groupby, product
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len, get_character_cell_size
from rich.color import Color, ColorSystem
from rich.palette import Palette
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

_CUBE, _FIXED = (0, 95, 135, 175, 215, 255), 16
"""The parts of the colours of xterm's cube, and the number of the first: those before it are whatever the user set."""

_XTERM = Palette([*product(_CUBE, _CUBE, _CUBE), *[(grey, grey, grey) for grey in range(8, 248, 10)]])
"""The colours of a terminal of 256 that are the same in all: the cube, and the greys."""

_SKIP = 4
"""Bytes of the sequence that moves the cursor right, over unchanged cells."""


class Rendition(NamedTuple):
    """How text looks, as parameters of SGR, the sequence that selects its graphic rendition (ECMA-48, 8.3.117).

    Attributes:
        attributes: Such as bold.
        text: The colour of the text; "" for the terminal's own.
        ground: The colour behind it.
        link: The address that the text opens, with the id of the link's parts (OSC 8); "" for none.
    """

    attributes: frozenset[str]
    text: str
    ground: str
    link: str

    @property
    def is_ground(self) -> bool:
        """Whether it is nothing but a colour behind the text."""
        return not (self.attributes or self.text or self.link)

    def on_blanks(self) -> Rendition:
        """Return what of it is seen on blanks."""
        if self.link or self.attributes & _ON_BLANKS:
            return self
        return _PLAIN._replace(ground=self.ground)


_PLAIN = Rendition(frozenset(), "", "", "")
"""The rendition after a reset."""

_END = {
    attribute: end
    for attributes, end in {
        "1 2": "22", "3": "23", "4 21": "24", "5 6": "25", "7": "27", "8": "28", "9": "29", "51 52": "54", "53": "55"
    }.items()
    for attribute in attributes.split()
}  # fmt: skip
"""The parameter that ends an attribute; some end two, as 22 ends bold and dim."""

_ON_BLANKS = frozenset({"4", "7", "9", "21", "53"})
"""The attributes that show on blanks: underlined, reverse, struck through, twice underlined, overlined."""

Cell = tuple[str, Rendition]
"""A character, and what is seen of its rendition.

Characters that are not one cell wide are joined into one cell, followed by empty cells.
"""

_RENDITION = itemgetter(1)


class CellWriter:
    """The writer of a frame's cells, which sends only necessary moves of the cursor, and of a rendition only what changes."""

    def __init__(self) -> None:
        self._rendition = _PLAIN
        self._y, self._x = -1, 0  # where the cursor is; row -1 if that is not certain

    def write(self, y: int, x: int, cells: Sequence[Cell]) -> str:
        """Return the sequences that write ``cells`` at a position."""
        written, ascii_only = [self._move(y, x)], True
        for rendition, group in groupby(cells, _RENDITION):
            text = "".join([char for char, _ in group])
            before, after = self._rendition, rendition
            if text.isspace() and after.is_ground and before.on_blanks().is_ground:
                after = before._replace(ground=after.ground)
            self._rendition = after
            written += _change(before, after), text
            ascii_only = ascii_only and text.isascii()
        # A terminal may draw other characters wider or narrower, which shifts the cells after them.
        self._y, self._x = y if ascii_only else -1, x + len(cells)
        return "".join(written)

    def end(self) -> str:
        """Return the escape sequence that ends the last rendition."""
        return _change(self._rendition, _PLAIN)

    def _move(self, y: int, x: int) -> str:
        """Return the sequence that moves the cursor."""
        right = x - self._x
        if y != self._y or right < 0:
            return f"\x1b[{y + 1};{x + 1}H"
        return f"\x1b[{right}C" if right else ""


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
        writer = CellWriter()
        return "".join(self._piece(x, y, strip, colors, writer) for y, x, strip in pieces) + writer.end()

    def _piece(self, x: int, y: int, strip: Strip, colors: ColorSystem, writer: CellWriter) -> str:
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
            return writer.write(y, x, now)
        return "".join(writer.write(y, x + first, now[first:last]) for first, last in _runs(now, shown))


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
        rendition, blank = (_PLAIN, _PLAIN) if style is None else _renditions(style, colors)
        if text.isascii() or _is_single(text):
            cells += [(char, blank if char == " " else rendition) for char in text]
            continue
        single = False
        if size := cell_len(text):
            cells += [(text, rendition), *[("", rendition)] * (size - 1)]
        elif cells:
            cells[-1] = (cells[-1][0] + text, cells[-1][1])
    return cells, single


@lru_cache(maxsize=4096)
def _is_single(text: str) -> bool:
    """Return whether each character of a text is one cell wide."""
    return all(get_character_cell_size(char) == 1 for char in text)


@lru_cache(maxsize=1024)
def _renditions(style: Style, colors: ColorSystem) -> tuple[Rendition, Rendition]:
    """Return the rendition of a style, and what of it is seen on blanks."""
    codes = Strip.render_ansi(style.without_color, colors)
    rendition = Rendition(
        frozenset(codes.split(";")) if codes else frozenset(),
        _parameters(style.color, colors, foreground=True),
        _parameters(style.bgcolor, colors, foreground=False),
        # Rich keeps the id by which a terminal knows the parts of one address to itself.
        f"id={style._link_id};{style.link}" if style.link else "",  # noqa: SLF001
    )
    return rendition, rendition.on_blanks()


def _parameters(color: Color | None, colors: ColorSystem, *, foreground: bool) -> str:
    """Return the parameters of SGR for a colour; "" for the terminal's own."""
    if color is None or color.is_default:
        return ""
    if colors is ColorSystem.EIGHT_BIT and color.triplet is not None:
        # Rich looks in the cube only, whose darkest blue is no grey: cream becomes pink, and a dark card black.
        return f"{38 if foreground else 48};5;{_FIXED + _XTERM.match(color.triplet)}"
    return ";".join(color.downgrade(colors).get_ansi_codes(foreground=foreground))


@lru_cache(maxsize=4096)
def _change(before: Rendition, after: Rendition) -> str:
    """Return the shortest escape sequences from one rendition to another; "" if they are the same."""
    link = f"\x1b]8;{after.link or ';'}\x1b\\" if after.link != before.link else ""
    ended = {_END[each] for each in before.attributes - after.attributes}
    kept = {each for each in before.attributes & after.attributes if _END[each] not in ended}
    codes = sorted(ended) + sorted(after.attributes - kept)
    codes += [] if after.text == before.text else [after.text or "39"]
    codes += [] if after.ground == before.ground else [after.ground or "49"]
    anew = ["0", *sorted(after.attributes), *filter(None, (after.text, after.ground))]
    return link + (f"\x1b[{min(';'.join(anew), ';'.join(codes), key=len)}m" if codes else "")


def _runs(now: list[Cell], shown: list[Cell | None]) -> Iterator[tuple[int, int]]:
    """Yield start and end of each run of changed cells, with the unchanged cells that are shorter than to skip them."""
    first = last = -1
    for at, (cell, was) in enumerate(zip(now, shown, strict=True)):
        if cell != was:
            if first < 0:
                first = at
            elif at - last > 1 and _is_skipped(now, last, at):
                yield first, last + 1
                first = at
            last = at
    if first >= 0:
        yield first, last + 1


def _is_skipped(now: list[Cell], last: int, at: int) -> bool:
    """Return whether to skip the cells between ``last`` and ``at``: they are many, or have another rendition than both."""
    ends = {now[last][1], now[at][1]}
    cheap = ends | {each.on_blanks() for each in ends}
    return at - last > _SKIP or any(rendition not in cheap for _, rendition in now[last + 1 : at])
