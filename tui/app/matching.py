"""Matching of typed words against texts: each word must occur in the text in one piece."""

import re

from tui.model.search import fold_text
from tui.model.values.fields import Frozen

_AT_START, _AT_WORD, _INSIDE = range(3)


class Match(Frozen):
    """The places in a text where a query's words were found.

    Attributes:
        rank: Smaller is better: word starts rank before word insides, the query's order before any other.
        spans: Start and end index of each word of the query.
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
