"""Drawing of a column's lines beside its cards: the name, the rule, a drop mark, and plain text; and what all lines pass.

These are pure functions of the texts from ``column_head`` and of the card style; ``Column`` decides their
places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Region
from textual.strip import Strip

from tui.app.widgets.board import column_head
from tui.app.widgets.card_face import merge

if TYPE_CHECKING:
    from textual.color import Color
    from textual.geometry import Size

    from tui.app.widgets.card_face import CardStyle
    from tui.app.widgets.card_list import CardList
    from tui.model.board import BoardList

Side = Literal["", "left", "right"]
"""A side of a column, or neither."""


def line(runs: Sequence[tuple[str, Style]], style: CardStyle, width: int) -> Strip:
    """Draw texts one after another, and blanks to the end of the line."""
    return Strip(merge([*runs])).adjust_cell_length(width, style.between("ink-faint"))


def plain(words: str, style: CardStyle, width: int, *, right: bool = False) -> Strip:
    """Draw faint text, aligned to the left or to the right."""
    pad = " " * max(width - cell_len(words) - 1, 0)
    return line([(f"{pad}{words} " if right else f" {words}{pad}", style.between("ink-faint"))], style, width)


def title(
    board_list: BoardList, cards: CardList, style: CardStyle, width: int, *, active: bool, sign: str
) -> Strip:
    """Draw the name of a list, its count, and a sign of one cell."""
    name, count, over = column_head.title_words(board_list, cards, width)
    ink = style.between("cursor" if active else "ink", bold=True)
    amount = (count, style.between("late" if over else "ink-quiet"))
    return line([(name, ink), amount, (sign, style.between("ink-quiet"))], style, width)


def folded(
    board_list: BoardList, cards: CardList, row: int, style: CardStyle, size: Size, *, active: bool
) -> Strip:
    """Draw a row of a collapsed list: its count, or from ``row`` 0 on a character of its name."""
    words = column_head.folded_words(board_list, cards, row, size)
    over = row < 0 and column_head.is_over(board_list, cards)
    ink = style.between("late" if over else "cursor" if active else "ink", bold=row >= 0)
    return line([(words, ink)], style, size.width)


def rule(before: str, after: str, style: CardStyle, width: int, *, active: bool) -> Strip:
    """Draw the rule under the name, with texts at its ends."""
    sign, ink = ("━", style.between("cursor")) if active else ("─", style.between("rule"))
    quiet = style.between("ink-quiet")
    runs = [(before, quiet), (sign * max(width - cell_len(before) - cell_len(after), 0), ink), (after, quiet)]
    return line([run for run in runs if run[0]], style, width)


def edge(side: Side, style: CardStyle, width: int) -> Strip:
    """Draw the mark at the side where a dragged list would be dropped."""
    words = "━" * max(width - 1, 0)
    words = f"◀{words}" if side == "left" else f"{words}▶"
    return line([(words, style.between("cursor", bold=True))], style, width)


def drop(style: CardStyle, width: int) -> Strip:
    """Draw the mark where a dragged card would be dropped."""
    return line([("▸" + "━" * max(width - 1, 0), style.between("cursor", bold=True))], style, width)


def underlined(strip: Strip, style: CardStyle) -> Strip:
    """Underline the last line of the card above a drop, if there is no gap for a mark."""
    ink = style.between("cursor", bold=True) + Style(underline=True)
    return Strip([Segment(each.text, (each.style or Style()) + ink) for each in strip])


def without_ansi(filters: Iterable[LineFilter]) -> tuple[LineFilter, ...]:
    """Return ``filters`` without the one for colours that only the terminal knows: a theme's are red, green and blue."""
    return tuple(each for each in filters if not isinstance(each, ANSIToTruecolor))


def filtered(strip: Strip, filters: Iterable[LineFilter], background: Color) -> Strip:
    """Apply ``filters`` to a line; creating a strip takes longer than most of them do."""
    given = segments = list(strip)
    for each in filters:
        segments = each.apply(segments, background)
    return strip if segments is given else Strip(segments, strip.cell_length)


def regions(rows: Iterable[int], width: int) -> Iterator[Region]:
    """Yield the regions of these ``rows``, which ascend, with rows that follow each other in one."""
    for _, run in groupby(enumerate(rows), lambda counted: counted[1] - counted[0]):
        (_, first), *others = run
        yield Region(0, first, width, 1 + len(others))
