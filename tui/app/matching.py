"""Matching of typed words against texts: each word must occur in the text in one piece, or else scattered letters."""

import re
from itertools import pairwise

from tui.model.search import fold_text
from tui.model.values.fields import Frozen

_AT_START, _AT_WORD, _INSIDE = range(3)


class Match(Frozen):
    """The places in a text where a query's words were found.

    Attributes:
        rank: Smaller is better: word starts rank before word insides, the query's order before any other.
        spans: Start and end index of each word of the query, or of each piece of its scattered letters.
    """

    rank: tuple[int, bool, int]
    spans: tuple[tuple[int, int], ...]


def fold(text: str) -> str:
    """Normalise ``text`` for comparison: without case, accents and macrons, but with the same length."""
    if text.isascii():
        return text.lower()
    return "".join(_plain(char) for char in text)


def _plain(char: str) -> str:
    return fold_text(char)[:1] or char


def match(query: str, text: str) -> Match | None:
    """Find the words of ``query`` in ``text``; return None if one is missing.

    A word must occur in one piece; scattered letters do not match. The words may be in any order, but matches
    in the query's order rank first.
    """
    plain = fold(text)
    spans: list[tuple[int, int]] = []
    places: list[int] = []
    for word in fold(query).split():
        place, start = min(((_place_rank(plain, at), at) for at in _starts(word, plain)), default=(0, -1))
        if start < 0:
            return None
        places.append(place)
        spans.append((start, start + len(word)))
    disordered = spans != sorted(spans)
    return Match((sum(places), disordered, spans[0][0] if spans else 0), tuple(spans))


def _starts(word: str, text: str) -> list[int]:
    return [found.start() for found in re.finditer(f"(?={re.escape(word)})", text)]


def _place_rank(text: str, at: int) -> int:
    if not at:
        return _AT_START
    return _INSIDE if text[at - 1].isalnum() else _AT_WORD


_SCATTERED = 1_000
"""First rank of scattered letters: behind all matches of words."""

_LEAST = 3  # letters below which nearly every text would have them


def match_letters(query: str, text: str) -> Match | None:
    """Find the letters of ``query`` scattered in ``text``, as ``mvcl`` in *Move card to list*; None if they are not there.

    Each word gives its first letter, and then any of its others in order; words may be left out. Fewer pieces
    rank first, then an earlier end.
    """
    letters = "".join(fold(query).split())
    if len(letters) < _LEAST:
        return None
    plain = fold(text)
    rest = iter(plain)
    if not all(letter in rest for letter in letters):
        return None
    begins = [-1] * len(plain)  # where the word of each letter begins
    for at, char in enumerate(plain):
        if char.isalnum():
            begins[at] = begins[at - 1] if at and begins[at - 1] >= 0 else at
    # The places of the letters so far, with the fewest pieces, by the place of the last one.
    found: dict[int, tuple[int, ...]] = {
        at: (at,) for at, char in enumerate(plain) if char == letters[0] and begins[at] == at
    }
    for letter in letters[1:]:
        ways = [
            (*way, at)
            for at, char in enumerate(plain)
            if char == letter
            for last, way in found.items()
            if last < at and begins[at] in {at, begins[last]}
        ]
        found = {way[-1]: way for way in sorted(ways, key=_pieces, reverse=True)}
    if not found:
        return None
    best = min(found.values(), key=_pieces)
    return Match((_SCATTERED + _pieces(best), False, best[-1]), tuple((at, at + 1) for at in best))


def _pieces(places: tuple[int, ...]) -> int:
    return 1 + sum(after - before > 1 for before, after in pairwise(places))
