"""Word lists: files of ``lists``, each read when the module that names it is imported.

A word has a number with a bit for every list it stands in, so that sets of words are combined without copies.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator
from functools import reduce
from operator import or_
from pathlib import Path

_LISTS = Path(__file__).with_name("lists")

_LONG = 20_000
"""Number of characters from which a list is kept as text and searched."""

_STEP = 512
"""Number of characters of a long list between two words that are kept apart."""

_MOST_KNOWN = 16_384
"""Greatest number of words whose lists are remembered."""


def word_list(name: str) -> frozenset[str]:
    """Read ``lists/NAME.txt``, whose words are separated by blanks and line breaks."""
    return frozenset(_text(name).split())


def _text(name: str) -> str:
    return (_LISTS / f"{name}.txt").read_text("utf-8")


class _SortedText:
    """The words of a long list as one text in alphabetical order, a fraction of the size of a set."""

    def __init__(self, text: str, bit: int) -> None:
        self.bit = bit
        self._text = f" {text.replace(chr(10), ' ')} "
        self._starts = [0, *(self._text.index(" ", at) for at in range(_STEP, len(text) - _STEP, _STEP))]
        self._words = [self._text[at + 1 : self._text.index(" ", at + 1)] for at in self._starts]
        self._starts.append(len(self._text))

    def __contains__(self, word: str) -> bool:
        page = max(bisect_right(self._words, word), 1)
        return self._text.find(f" {word} ", self._starts[page - 1], self._starts[page] + 1) >= 0

    def __iter__(self) -> Iterator[str]:
        return iter(self._text.split())


class _Lists(dict[str, int]):
    """The lists of every word that was looked up, a bit for each."""

    def __init__(self) -> None:
        super().__init__()
        self._short: dict[str, int] = {}
        self._long: list[_SortedText] = []
        self._count = 0

    def __missing__(self, word: str) -> int:
        if len(self) > _MOST_KNOWN:
            self.clear()
        bits = self._short.get(word, 0)
        for one in self._long:
            if word in one:
                bits |= one.bit
        self[word] = bits
        return bits

    def read(self, name: str) -> int:
        """Read the list of a file, and return its bit."""
        bit = 1 << self._count
        self._count += 1
        text = _text(name)
        if len(text) > _LONG:
            self._long.append(_SortedText(text, bit))
        else:
            numbers: dict[int, int] = {}
            for word in text.split():
                bits = self._short.get(word, 0) | bit
                self._short[word] = numbers.setdefault(bits, bits)
        return bit

    def all_of(self, bits: int) -> Iterator[str]:
        """Yield the words of the lists that ``bits`` mean."""
        yield from (word for word, known in self._short.items() if known & bits)
        yield from (word for one in self._long if one.bit & bits for word in one)


_LISTS_OF = _Lists()


class Words(Container[str]):
    """The words of some lists, or of some lists and not of others.

    Attributes:
        bits: The lists that have the words.
        without: The lists that do not have them.
        more: Other words of the set.
    """

    __slots__ = ("bits", "more", "without")

    def __init__(self, bits: int, without: int = 0, more: frozenset[str] = frozenset()) -> None:
        self.bits, self.without, self.more = bits, without, more

    def __contains__(self, word: object, known: dict[str, int] = _LISTS_OF) -> bool:
        lists = known[word]  # type: ignore[index]  # whatever is asked for is a word
        return (lists & self.bits and not lists & self.without) or word in self.more

    def __iter__(self) -> Iterator[str]:
        listed = (word for word in _LISTS_OF.all_of(self.bits) if not _LISTS_OF[word] & self.without)
        return iter(dict.fromkeys((*listed, *self.more)))

    def __or__(self, other: Words | Iterable[str]) -> Words:
        if isinstance(other, Words):
            if self.without or other.without:
                raise ValueError("a set without words of a list cannot be joined with others")
            return Words(self.bits | other.bits, 0, self.more | other.more)
        return Words(self.bits, self.without, self.more.union(other))

    def __sub__(self, other: Words) -> Words:
        return Words(self.bits, self.without | other.bits, self.more - other.more)

    def has_any(self, words: Iterable[str]) -> bool:
        """Whether any of ``words`` is in the set."""
        return any(word in self for word in words)

    def has_all(self, words: Iterable[str]) -> bool:
        """Whether all of ``words`` are in the set."""
        return all(word in self for word in words)


def words(*names: str) -> Words:
    """Return the words of the lists of some files."""
    return Words(reduce(or_, map(_LISTS_OF.read, names)))
