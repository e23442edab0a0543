"""Finding by a few typed letters: every word typed stands in the text, as it was typed."""

import re

from tui.model.fields import Frozen
from tui.model.search import folded

_AT_START, _AT_WORD, _INSIDE = range(3)


class Match(Frozen):
    """Where what was typed stands in a text.

    Attributes:
        rank: Smaller is better: words at the start of words before words inside words, in order before out of it.
        spans: First and end index of each word that was typed.
    """

    rank: tuple[int, bool, int]
    spans: tuple[tuple[int, int], ...]


def fold(text: str) -> str:
    """``text`` as it is compared: no case, no accents or macrons, and exactly as long as it was."""
    if text.isascii():
        return text.lower()
    return "".join(_plain(char) for char in text)


def _plain(char: str) -> str:
    return folded(char)[:1] or char


def match(query: str, text: str) -> Match | None:
    """Where the words of ``query`` stand in ``text``; None when one does not.

    A word must stand there whole: letters of it scattered over the text are no match. The order is free, but in
    order ranks first.
    """
    plain = fold(text)
    spans: list[tuple[int, int]] = []
    places: list[int] = []
    for word in fold(query).split():
        place, start = min(((_place(plain, at), at) for at in _all(word, plain)), default=(0, -1))
        if start < 0:
            return None
        places.append(place)
        spans.append((start, start + len(word)))
    disordered = spans != sorted(spans)
    return Match((sum(places), disordered, spans[0][0] if spans else 0), tuple(spans))


def _all(word: str, text: str) -> list[int]:
    return [found.start() for found in re.finditer(f"(?={re.escape(word)})", text)]


def _place(text: str, at: int) -> int:
    if not at:
        return _AT_START
    return _INSIDE if text[at - 1].isalnum() else _AT_WORD
