"""Which label, member or list is meant by a name that is typed: the beginning of it, or with a typo. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tui.model.search import fold_text

if TYPE_CHECKING:
    from tui.model.filter.facts import NamedThing

_NEAR, _ALIKE, _PART, _COMPARED = 3, 0.66, 3, 20
"""How many names are offered for one that there is not, how much they are like it, letters of it that are found in them, and
how many that have its letters are compared with it."""


def matching(name: str, among: Sequence[NamedThing]) -> list[NamedThing]:
    """Return the first thing of that name, else those whose names begin so, else those with these initials.

    Case and accents do not matter.
    """
    folded = fold_text(name)
    begun = [pair for pair in _folded(tuple(among)).wholes if pair[0].startswith(folded)]
    if not begun:  # the initials that the cards show, which several may have
        return [one for one in among if one.short and fold_text(one.short) == folded]
    exact = next((one for whole, one in begun if whole == folded), None)
    return list({one.id: one for _, one in begun}.values()) if exact is None else [exact]


def nearly(name: str, among: Sequence[NamedThing]) -> list[NamedThing]:
    """Return the things with a similar name, nearest first and at most three: with a typo, or with words before it."""
    return list(_nearly(fold_text(name), tuple(among)))


@lru_cache(maxsize=32)
def _nearly(folded: str, among: tuple[NamedThing, ...]) -> tuple[NamedThing, ...]:
    """Compute the result of ``nearly``; cached, because unknown words of a line are looked up at each key."""
    size, letters, called = len(folded), _letters(folded), _folded(among).called
    likely = []
    for part, (_, has, length) in called.items():
        # An upper bound: the letters that both contain.
        most = size - (letters & ~has).bit_count()
        if 2 * most >= _ALIKE * (size + length):
            most = min(most, length - (has & ~letters).bit_count())
            likely.append((-2 * most / (size + length), part))
    compared = [part for bound, part in sorted(likely)[:_COMPARED] if -bound >= _ALIKE]
    close = get_close_matches(folded, compared, n=_NEAR, cutoff=_ALIKE)
    within = [each for each in called if size >= _PART and folded in each]
    found = (called[each][0] for each in (*close, *within))
    return tuple({one.id: one for one in found}.values())[:_NEAR]


class _Folded(NamedTuple):
    """The names of things without case and accents.

    Attributes:
        wholes: Each name, and the things with it.
        called: The things by each name and its first word, with its letters as bits and its length.
    """

    wholes: list[tuple[str, NamedThing]]
    called: dict[str, tuple[NamedThing, int, int]]


@lru_cache(maxsize=4)
def _folded(among: tuple[NamedThing, ...]) -> _Folded:
    """Fold the names of ``among``, once for all keys of a line."""
    wholes = [(whole, one) for one in among for each in (one.name, one.other) if (whole := fold_text(each))]
    called: dict[str, tuple[NamedThing, int, int]] = {}
    for whole, one in wholes:
        for part in (whole, *whole.split(maxsplit=1)[:1]):
            if part not in called:
                called[part] = one, _letters(part), len(part)
    return _Folded(wholes, called)


def _letters(text: str) -> int:
    return sum(1 << bit for bit in {ord(char) & 63 for char in text})
