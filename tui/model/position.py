"""Positions: the sort keys of lists, cards, checklists and items. Pure arithmetic.

A position is a positive float within its parent; smaller comes first, and ids break ties. ``top`` is half
the smallest, ``bottom`` the largest plus 16384, and a thing between two others gets the midpoint, as at the
hosted service (docs/reference/board.md, 3.1).
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise

STEP = 16384.0
"""Distance the service leaves below the last sibling."""

TOO_CLOSE = 0.01
"""The smallest usable gap; siblings that are closer to each other must be spread again."""


def between(before: float | None, after: float | None) -> float:
    """Return the position between two neighbours.

    Args:
        before: Position of the sibling above, or None for the top.
        after: Position of the sibling below, or None for the bottom.
    """
    if before is None:
        return STEP if after is None else after / 2
    if after is None:
        return before + STEP
    return (before + after) / 2


def crowded(before: float | None, after: float | None) -> bool:
    """Return whether the midpoint of two neighbours would be too close to either."""
    middle = between(before, after)
    return (before is not None and middle - before < TOO_CLOSE) or (
        after is not None and after - middle < TOO_CLOSE
    )


def at(siblings: Sequence[float], index: int) -> float:
    """Return the position for a thing at ``index`` among ``siblings`` (sorted, without the thing itself).

    An index out of range is clamped.
    """
    return between(*_neighbours(siblings, max(0, min(index, len(siblings)))))


def _neighbours(siblings: Sequence[float], index: int) -> tuple[float | None, float | None]:
    """Return the positions before and after an index among ``siblings``; None at an end."""
    before = siblings[index - 1] if index > 0 else None
    after = siblings[index] if index < len(siblings) else None
    return before, after


def spread(count: int) -> list[float]:
    """Return ``count`` fresh positions, STEP apart."""
    return [STEP * (i + 1) for i in range(count)]


def make_room(
    siblings: Sequence[float], index: int, occupied: Iterable[float] = ()
) -> tuple[float, dict[int, float]]:
    """Return a position at ``index``, and new positions for the siblings that are too close to it.

    As few siblings as possible are moved: the window around the index doubles until its ends are far enough
    apart. No new position is close to an old one: things move one after another, and a service that finds two
    at one place, if only until the second has moved, numbers the whole parent anew (docs/reference/board.md,
    3.1). The positions that were not written yet would then be of the old numbering.

    Args:
        siblings: Sorted positions, without that of the thing itself.
        index: The target index; clamped if out of range.
        occupied: Positions that things have until they are moved too.

    Returns:
        The thing's position, and the new positions of siblings by their index in ``siblings``.
    """
    index = max(0, min(index, len(siblings)))
    before, after = _neighbours(siblings, index)
    occupied = sorted(occupied)
    own = _clear_between(before, after, occupied)
    if own is not None:
        return own, {}
    reach = 1
    while True:
        reach *= 2
        first, end = max(0, index - reach), min(len(siblings), index + reach)
        low = siblings[first - 1] if first > 0 else 0.0
        count = end - first + 1
        step = STEP if end == len(siblings) else (siblings[end] - low) / (count + 1)
        if step >= TOO_CLOSE * 100 or (first == 0 and end == len(siblings)):
            break
    old = sorted([*occupied, *siblings[first:end]])
    places = [_clear_near(low + step * (n + 1), step, old) for n in range(count)]
    own = places.pop(index - first)
    return own, dict(zip(range(first, end), places, strict=True))


def _clear_between(before: float | None, after: float | None, occupied: Sequence[float]) -> float | None:
    """Return a position between two neighbours that is not too close to them or to any of ``occupied``, or None."""
    if crowded(before, after):
        return None
    pos = between(before, after)
    if _is_clear(pos, occupied):
        return pos
    low = 0.0 if before is None else before
    return _in_widest_gap(low, pos * 2 - low, occupied)


def _clear_near(pos: float, step: float, occupied: Sequence[float]) -> float:
    """Return ``pos``, or a position less than half a ``step`` away that is not too close to any of ``occupied``."""
    if _is_clear(pos, occupied):
        return pos
    clear = _in_widest_gap(pos - step / 2, pos + step / 2, occupied)
    return pos if clear is None else clear


def _is_clear(pos: float, occupied: Sequence[float]) -> bool:
    """Return whether no position of ``occupied`` (sorted) is too close to ``pos``."""
    at = bisect_left(occupied, pos - TOO_CLOSE)
    return at == len(occupied) or occupied[at] >= pos + TOO_CLOSE


def _in_widest_gap(low: float, high: float, occupied: Sequence[float]) -> float | None:
    """Return the middle of the widest gap that ``occupied`` (sorted) leaves between two positions, if it is wide enough."""
    inside = occupied[bisect_right(occupied, low) : bisect_left(occupied, high)]
    start, end = max(pairwise([low, *inside, high]), key=lambda gap: gap[1] - gap[0])
    return None if crowded(start, end) else (start + end) / 2
