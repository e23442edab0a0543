"""Likeness of a word's spelling to that of names, by the letters that follow each other."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from tui.recognise.words.lexicon import fold

LETTERS = " abcdefghijklmnopqrstuvwxyz"
"""The letters of a word; the blank stands before the first and after the last."""

EVEN, SCALE = 75, 10
"""Code of the character that means even odds, and number of codes per unit of the logarithm."""

TABLE = Path(__file__).with_name("spelling.txt")
"""A line for every first letter; on it a character for every second and third."""

_LIKELIHOODS = "".join(TABLE.read_text("ascii").split("\n"))


def triples(word: str) -> Iterator[int]:
    """Yield the index of every three letters in a row; other letters than those of ``LETTERS`` are left out."""
    codes = [0, *(ord(letter) - 96 for letter in word if "a" <= letter <= "z"), 0]
    for one, two, three in zip(codes, codes[1:], codes[2:], strict=False):
        yield (one * len(LETTERS) + two) * len(LETTERS) + three


@lru_cache(maxsize=1024)
def name_spelling(word: str) -> float:
    """Return the mean logarithm of the odds that letters of ``word`` are those of a name: above 0 for a name."""
    found = [ord(_LIKELIHOODS[index]) - EVEN for index in triples(fold(word))]
    return sum(found) / len(found) / SCALE if found else 0.0
