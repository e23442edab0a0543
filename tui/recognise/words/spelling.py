"""Likeness of a word's spelling to that of names, by the letters that follow each other."""

from functools import lru_cache
from pathlib import Path

from tui.recognise.words.lexicon import fold

LETTERS = " abcdefghijklmnopqrstuvwxyz"
"""The letters of a word; the blank stands before the first and after the last."""

EVEN, SCALE = 75, 10
"""Code of the character that means even odds, and number of codes per unit of the logarithm."""

TABLE = Path(__file__).with_name("spelling.txt")
"""A line for every first letter; on it a character for every second and third."""

_LIKELIHOODS = TABLE.read_bytes().replace(b"\n", b"")
_SIZE = len(LETTERS)
_CODES = bytes(max(0, LETTERS.find(chr(sign))) for sign in range(256))
_OTHERS = bytes(sign for sign in range(256) if chr(sign) not in LETTERS)
"""The index in ``LETTERS`` of every sign, and the signs that are left out."""


def triples(word: str) -> list[int]:
    """Return the index of every three letters in a row; other letters than those of ``LETTERS`` are left out."""
    codes = f" {word.replace(' ', '')} ".encode("ascii", "ignore").translate(_CODES, _OTHERS)
    some = zip(codes, codes[1:], codes[2:], strict=False)
    return [(one * _SIZE + two) * _SIZE + three for one, two, three in some]


@lru_cache(maxsize=1024)
def name_spelling(word: str) -> float:
    """Return the mean logarithm of the odds that letters of ``word`` are those of a name: above 0 for a name."""
    found = [_LIKELIHOODS[index] - EVEN for index in triples(fold(word))]
    return sum(found) / len(found) / SCALE if found else 0.0
