"""Choice of the pairs of features that say more together than their weights do: a feature of a model is then "one + other"."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from tui.recognise.model import AND, BIAS, probability

Row = tuple[list[str], bool, float]
"""The features seen of an example, whether the interpretation is right, and what it counts."""

FEWEST = 15
"""Fewest examples in which both features of a pair are seen."""

_SAME = 0.98
"""The share of a feature's examples in which another is seen too, from which on it says nothing that the other does not."""

_SHRINK = 6.0
"""What is added to how much a weight bends the loss, so that a few examples gain little."""

_MOST_OF_ONE = 7
"""Most pairs of one feature that are chosen at once: they say nearly the same."""


def chosen(
    rows: Sequence[Row], weights: Mapping[str, float], most: int, unused: tuple[str, ...]
) -> list[str]:
    """Return the conjunctions that one step along each weight alone says gain most.

    Args:
        rows: The examples.
        weights: The weights that were learned of them, with the conjunctions that were chosen before.
        most: How many are returned.
        unused: Endings of the names of features that are no part of a conjunction: those of variants.
    """
    off, bends = _slopes(rows, weights)
    columns: dict[str, set[int]] = {}
    together = Counter[tuple[str, str]]()
    parts = {name for name in weights if name != BIAS and AND not in name and not name.endswith(unused)}
    for at, (seen, _, _) in enumerate(rows):
        names = sorted(parts.intersection(seen))
        for name in names:
            columns.setdefault(name, set()).add(at)
        together.update(combinations(names, 2))
    gains = []
    for (one, other), number in together.items():
        first, second = columns[one], columns[other]
        if number < FEWEST or number >= _SAME * min(len(first), len(second)):
            continue
        both = first & second
        slope = sum(map(off.__getitem__, both))
        gains.append((slope * slope / (sum(map(bends.__getitem__, both)) + _SHRINK), one, other))
    return _best(sorted(gains, key=lambda gain: (-gain[0], *gain[1:])), most, {*weights})


def _slopes(rows: Sequence[Row], weights: Mapping[str, float]) -> tuple[list[float], list[float]]:
    """Return how far each example's probability is off, and how much it bends the loss."""
    off, bends = [], []
    for seen, right, count in rows:
        chance = probability(weights.get(BIAS, 0.0) + sum([weights.get(name, 0.0) for name in seen]))
        off.append(count * (right - chance))
        bends.append(count * chance * (1 - chance))
    return off, bends


def _best(gains: Iterable[tuple[float, str, str]], most: int, known: set[str]) -> list[str]:
    """Return the first conjunctions, none of whose features is in many of them."""
    used, found = Counter[str](), list[str]()
    for _, one, other in gains:
        name = f"{one}{AND}{other}"
        if len(found) < most and name not in known and max(used[one], used[other]) < _MOST_OF_ONE:
            used.update((one, other))
            found.append(name)
    return found


def joined(rows: Iterable[Row], names: Iterable[str]) -> list[Row]:
    """Return examples with the conjunctions whose features are both seen."""
    of_first: dict[str, list[tuple[str, str]]] = {}
    for name in names:
        one, _, other = name.partition(AND)
        of_first.setdefault(one, []).append((other, name))
    found = []
    for seen, right, count in rows:
        all_seen = {*seen}
        both = [name for one in seen if one in of_first for other, name in of_first[one] if other in all_seen]
        found.append(([*seen, *dict.fromkeys(both)], right, count))
    return found
