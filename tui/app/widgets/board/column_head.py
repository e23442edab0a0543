"""Texts of a column beside its cards: counts, off-screen neighbours, a collapsed list's name, empty lists.

These are pure functions; ``Column`` draws their results.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len, split_graphemes

from tui.app.drawing.beyond import beyond_words
from tui.app.drawing.wrapping import fit, wrap
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from textual.geometry import Size

    from tui.app.widgets.card_list import CardList
    from tui.model.board import BoardList
    from tui.model.card import CardFace


FOLD_MARK = "«"
"""The sign in the head of the list with the cursor; a click on it collapses the list."""


def count_words(board_list: BoardList, cards: CardList) -> tuple[str, bool]:
    """Format the number of cards, and the limit or the number of filter matches; also return whether it is exceeded."""
    limit = board_list.soft_limit
    text = f"{_found(cards)} of {cards.total}" if cards.filtered else str(cards.total)
    if not cards.total and not cards.nothing.known:
        return "…", False
    if limit is None:
        return text, False
    over = is_over(board_list, cards)
    # Beside "2 of 12" the limit would read as a third number of the filter.
    text = text if cards.filtered else f"{text}/{limit}"
    return f"▲ {text}" if over else text, over


def is_over(board_list: BoardList, cards: CardList) -> bool:
    """Return whether a list has more cards than its limit."""
    return board_list.soft_limit is not None and cards.nothing.known and cards.total > board_list.soft_limit


def name_room(count: str, width: int) -> int:
    """Return the width in cells for the name of a list beside its count."""
    return max(width - cell_len(count) - 4, 1)


def title_words(board_list: BoardList, cards: CardList, width: int) -> tuple[str, str, bool]:
    """Return the name and the count of a list, which fill the head but for a sign, and whether the limit is exceeded."""
    count, over = count_words(board_list, cards)
    name = wrap(safe_line(board_list.name), name_room(count, width), 1)[0]
    gap = " " * max(width - cell_len(name) - cell_len(count) - 3, 0)
    return f" {name}{gap}", f"{count} ", over


def _found(cards: CardList) -> str:
    """Return the number of filter matches; ``…`` while some cards are not tested yet."""
    return str(len(cards)) if cards.settled else "…"


def folded_words(board_list: BoardList, cards: CardList, row: int, size: Size) -> str:
    """Return a row of a collapsed list: first its count, then from ``row`` 0 on its name, one character per row.

    With a filter, the count is the number of matches; ``▲`` tells that the limit is exceeded, where it fits; a name that is too long ends in ``…``.
    """
    if row < 0:
        count = "…" if not cards.nothing.known else _found(cards) if cards.filtered else str(cards.total)
        if is_over(board_list, cards) and len(count) < size.width:
            count = f"▲{count}"
        return (count if len(count) <= size.width else "+" * size.width).center(size.width)
    safe = safe_line(board_list.name)
    letters = [safe[start:end] for start, end, _ in split_graphemes(safe)[0]]
    if row < len(letters) and 2 + row < size.height:
        return " …" if 3 + row == size.height and row + 1 < len(letters) else f" {letters[row]}"
    return ""


def above_words(cards: CardList, top: int) -> str:
    """Return the number of cards above the line ``top``, including one whose head is cut off."""
    if not top:
        return ""
    first = cards.at(top) or 0
    return f" {beyond_words(first + (cards.start(first) < top), 0)} "


def below_words(cards: CardList, last: int, line: int) -> str:
    """Return the number of cards below ``line``, including a cut one; ``last`` is the last one with a row."""
    missing = len(cards) - 1 - last + (last >= 0 and cards.end(last) > line)
    if not cards.settled:
        return "↓ …" if missing > 0 else ""
    return beyond_words(0, max(missing, 0))


def empty_words(cards: CardList, line: int, *, active: bool) -> str:
    """Return the text of a line of a list without cards; the list with the cursor also gets a hint."""
    if cards.filtered:
        return "nothing matches here" if line == 1 and cards.settled else ""
    return {1: cards.nothing.words, 2: cards.nothing.hint if active else ""}.get(line, "")


def news_words(news: Mapping[str, str], face: CardFace | None) -> str:
    """Return who has just changed a card, for the gap under it; "" for nobody."""
    who = "" if face is None else news.get(face.id, "")
    return f"  ✱ {safe_line(who)}, just now" if who else ""


def before_words(names: Sequence[str], room: int) -> str:
    """Format the lists off the screen to the left as ``‹ Leads``, the nearest first if not all have room."""
    return f"‹ {_join_names(list(reversed(names)), room - 3)} " if names else ""


def after_words(names: Sequence[str], room: int) -> str:
    """Format the lists off the screen to the right as ``Proposal · Won ›``."""
    return f" {_join_names(list(names), room - 3)} ›" if names else ""


def _join_names(names: list[str], room: int) -> str:
    """Join as many whole names as fit, followed by the number of the others; at least a part of the first."""
    safe = [safe_line(name) for name in names]
    for shown in range(len(safe), 0, -1):
        more = f" +{len(safe) - shown}" if shown < len(safe) else ""
        words = " · ".join(safe[:shown]) + more
        if cell_len(words) <= room:
            return words
    more = f" +{len(safe) - 1}" if len(safe) > 1 else ""
    return fit(safe[0], max(room - len(more), 1)) + more
