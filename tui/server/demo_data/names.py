"""Generator of different names for fictional companies, enough for a country."""

import math
from collections.abc import Iterator

from tui.server.demo_data.words import LAND, LAST_NAMES, NATURE, PLACES, TRADES
from tui.server.enrich.fold import fold

_PLAIN_LAST = tuple(name for name in LAST_NAMES if name.isalpha())
_FORMS = ("wild", "wild", "wild", "wild", "town", "town", "town", "pair", "pair", "family")
"""The forms of names, each as often as it is common."""

_SIZES = {
    "wild": len(NATURE) * len(LAND),
    "town": len(PLACES) * len(NATURE),
    "family": len(_PLAIN_LAST),
    "pair": len(_PLAIN_LAST) ** 2,
}


def company_names(taken: set[str], seed: int) -> Iterator[tuple[str, int]]:
    """Yield names that are all different, each with the index of its trade in ``TRADES``.

    Each form's names come in an order that depends on ``seed``, each name once; when a form is used up, pairs
    of surnames replace it, of which there are a million.

    Args:
        taken: Folded names that are in use; the new ones are added.
        seed: Any number.
    """
    walks = {form: _walk(size * len(TRADES), seed) for form, size in _SIZES.items()}
    turn = 0
    while True:
        form = _FORMS[turn % len(_FORMS)]
        turn += 1
        place = next(walks[form], None)
        if place is None:
            form, place = "pair", next(walks["pair"])
        stem, trade = divmod(place, len(TRADES))
        name = f"{_stem(form, stem)} {TRADES[trade].word}"
        if (folded := fold(name)) not in taken:
            taken.add(folded)
            yield name, trade


def _stem(form: str, place: int) -> str:
    if form == "wild":
        which, land = divmod(place, len(LAND))
        return f"{NATURE[which]} {LAND[land]}"
    if form == "town":
        town, which = divmod(place, len(NATURE))
        return f"{PLACES[town].city} {NATURE[which]}"
    if form == "family":
        return _PLAIN_LAST[place]
    first, second = divmod(place, len(_PLAIN_LAST))
    return f"{_PLAIN_LAST[first]} & {_PLAIN_LAST[second]}"


def _walk(size: int, seed: int) -> Iterator[int]:
    """Yield every number below ``size`` once, consecutive ones far apart."""
    step = size * 5 // 8 | 1
    while math.gcd(step, size) != 1:
        step += 2
    at = seed % size
    for _ in range(size):
        yield at
        at = (at + step) % size
