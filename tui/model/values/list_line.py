"""Lines of a written list, as editors and Markdown have them: ``- [x] eggs``, ``* milk``, ``1. flour``. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_LINE = re.compile(
    r"(?:[-*+•‣◦▪–]\s+|(?P<number>\d{1,3})[.)]\s+)?(?P<rest>(?:(?:\[(?P<box>[ xX✓✔]?)\]|(?P<sign>[☐☑☒✓✔✅]))\s+)?(?P<text>\S.*))",
    re.DOTALL,
)

_EMPTY = frozenset({"", " ", "☐"})


class ListLine(NamedTuple):
    """A line of a list without its marks.

    Attributes:
        done: Whether its box is ticked.
    """

    text: str
    done: bool = False


def read_list(lines: Sequence[str]) -> list[ListLine]:
    """Return the lines of a list without bullets, boxes and numbers.

    Numbers count as such only if they count up, because ``24. December`` is a date.
    """
    found = [_LINE.fullmatch(line.strip()) for line in lines]
    numbers = [int(one["number"]) for one in found if one is not None and one["number"]]
    counted = _count_up(numbers)
    return [
        ListLine(line) if one is None or (one["number"] and not counted) else _without_marks(one)
        for line, one in zip(lines, found, strict=True)
    ]


def read_box(line: str) -> ListLine:
    """Return a single line without its box and the bullet before it; a line without a box stays as it is."""
    found = _LINE.fullmatch(line.strip())
    if found is None or found["number"] or found["rest"] == found["text"]:
        return ListLine(line)
    return _without_marks(found)


def _count_up(numbers: Sequence[int]) -> bool:
    """Return whether the numbers are those of a list: one more each, or all 1, as Markdown allows."""
    first = next(iter(numbers), 0)
    steady = [*numbers] in ([*range(first, first + len(numbers))], [1] * len(numbers))
    return steady and (len(numbers) > 1 or first == 1)


def _without_marks(found: re.Match[str]) -> ListLine:
    mark = found["sign"] if found["box"] is None else found["box"]
    return ListLine(found["text"], mark is not None and mark not in _EMPTY)
