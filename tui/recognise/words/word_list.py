"""Word lists: files of ``lists``, each read when the module that names it is imported, and the table of long lists.

A word has a number with a bit for every list it stands in, so that sets of words are combined without copies.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import reduce
from mmap import ACCESS_READ, mmap
from operator import or_
from pathlib import Path

_LISTS = Path(__file__).with_name("lists")

TABLE = Path(__file__).with_name("names.txt")
"""The words of the long lists in alphabetical order, packed by ``tests/recognise/words/table.py``.

Words with the same first two letters are a group, in which they are written without them. Letters that often follow each other
are one sign; another sign stands behind each word, and means the lists that it stands in. The first lines say which is which.
"""

_LETTERS = {
    "common": "c", "family_names": "f", "given_names": "g", "rare_family_names": "F", "rare_given_names": "G", "well_known": "w",
}  # fmt: skip
_ONLY = "F"
"""The letters of the long lists, and the one of words behind which a line ends: half of the words."""

_HEAD, _SAME = b"=", 2
"""What stands before the first letters of the words of a group, and how many those are."""

_STEP = 512
"""Number of bytes of the table between two words that are kept apart."""

_MOST_KNOWN = 8192
"""Greatest number of words whose lists are remembered."""


def word_list(name: str) -> frozenset[str]:
    """Read ``lists/NAME.txt``, whose words are separated by blanks and line breaks."""
    return frozenset((_LISTS / f"{name}.txt").read_text("utf-8").split())


def groups(name: str) -> list[tuple[frozenset[str], frozenset[str]]]:
    """Read ``lists/NAME.txt``, each of whose lines has words, an equals sign, and the words that go with them."""
    lines = (_LISTS / f"{name}.txt").read_text("utf-8").splitlines()
    sides = (line.partition(" = ")[::2] for line in lines)
    return [(frozenset(some.split()), frozenset(others.split())) for some, others in sides]


class _Table:
    """The table of long lists, searched where it lies on disk: the system shares its pages, and may drop them."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self._text = mmap(file.fileno(), 0, access=ACCESS_READ)
        ends, signs = (self._legend() for _ in range(2))
        self._lists = {end: letters.decode() for end, letters in ends.items()} | {b"\n"[0]: _ONLY}
        self._signs = {letters: bytes((sign,)) for sign, letters in signs.items()}
        often = sorted(self._signs, key=len, reverse=True)
        self._often = re.compile(b"|".join(often))
        self._letters = {sign: letters.decode() for sign, letters in signs.items()}
        self._end = re.compile(b"[%b]" % bytes(self._lists))
        self._words: list[str] = []
        self._starts: list[int] = []
        at = self._text.find(_HEAD, 0)
        while at >= 0:
            following = self._text.find(_HEAD, at + 1)
            self._add_pages(at, following if following >= 0 else len(self._text))
            at = following
        self._starts.append(len(self._text))
        self._bits: dict[str, int] = {}
        self._known: dict[int, int] = {}

    def _legend(self) -> dict[int, bytes]:
        """Read what signs mean from a line before the first group."""
        while b": " not in (line := self._text.readline()):
            pass
        return {one[0]: one[1:] for one in line.split(b": ")[1].split()}

    def _add_pages(self, at: int, end: int) -> None:
        """Keep the first word of every page of a group."""
        start = self._text.find(b"\n", at)
        first = self._text[at + len(_HEAD) : start].decode()
        while start < end - 1:
            behind = self._end.search(self._text, start + 1)
            word = self._text[start + 1 : behind.start()] if behind else b""
            self._words.append(first + word.decode().translate(self._letters))
            self._starts.append(start)
            following = self._end.search(self._text, start + _STEP, end)
            start = following.start() if following else end

    def add(self, letter: str, bit: int) -> None:
        """Give the words with a letter a bit."""
        self._bits[letter] = bit
        self._known = {
            end: reduce(or_, (self._bits.get(one, 0) for one in letters))
            for end, letters in self._lists.items()
        }

    def bits(self, word: str) -> int:
        """Return the bits of a word."""
        if not word.isascii():
            return 0
        page = bisect_right(self._words, word) - 1
        if page < 0 or self._words[page][:_SAME] != word[:_SAME]:
            return 0
        rest, known = self._often.sub(self._sign, word[_SAME:].encode()), self._known
        start = self._starts[page]
        # A copy of the page is searched faster than the map; its last sign is the one behind the last word that may be found.
        text = self._text[start : (self._starts[page + 1] if rest else start) + 2]
        at = text.find(rest, 1, -1)
        while at >= 0:
            behind = text[at + len(rest)]
            if behind in known and text[at - 1] in known:
                return known[behind]
            at = text.find(rest, at + 1, -1)
        return 0

    def _sign(self, found: re.Match[bytes]) -> bytes:
        return self._signs[found[0]]

    def words_of(self, bits: int) -> Iterator[str]:
        """Yield the words that have one of some bits."""
        if not any(bit & bits for bit in self._bits.values()):
            return
        for group in self._text[self._text.find(_HEAD, 0) + 1 :].split(_HEAD):
            first, _, rest = group.partition(b"\n")
            for found in re.finditer(b"([^%b]*)([%b])" % ((bytes(self._lists),) * 2), rest):
                if self._known[found[2][0]] & bits:
                    yield (first + found[1]).decode().translate(self._letters)


class _Lists(dict[str, int]):
    """The lists of every word that was looked up, a bit for each."""

    def __init__(self) -> None:
        super().__init__()
        self._before: dict[str, int] = {}
        self._short: dict[str, int] = {}
        self._long = _Table(TABLE)
        self._count = 0

    def __missing__(self, word: str) -> int:
        if len(self) >= _MOST_KNOWN // 2:
            # Words that are used all the time are taken over from the older half, the others forgotten.
            self._before = self.copy()
            self.clear()
        bits = self._before.get(word)
        if bits is None:
            bits = self._short.get(word, 0) | self._long.bits(word)
        self[word] = bits
        return bits

    def read(self, name: str) -> int:
        """Read a list, and return its bit."""
        bit = 1 << self._count
        self._count += 1
        self._before = {}
        self.clear()
        if letter := _LETTERS.get(name):
            self._long.add(letter, bit)
            return bit
        numbers: dict[int, int] = {}
        for word in word_list(name):
            bits = self._short.get(word, 0) | bit
            self._short[word] = numbers.setdefault(bits, bits)
        return bit

    def all_of(self, bits: int) -> Iterator[str]:
        """Yield the words of the lists that ``bits`` mean."""
        yield from (word for word, known in self._short.items() if known & bits)
        yield from self._long.words_of(bits)


_LISTS_OF = _Lists()


class Words(Container[str]):
    """The words of some lists, or of some lists and not of others.

    Attributes:
        without: The lists that do not have them.
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

    def covers(self, lists: int) -> bool:
        """Whether a word that stands in ``lists`` is in the set, which has no words but those of its lists."""
        return bool(lists & self.bits) and not lists & self.without

    def has_any(self, words: Iterable[str], known: Mapping[str, int] = _LISTS_OF) -> bool:
        """Whether any of ``words`` is in the set."""
        bits, without, more = self.bits, self.without, self.more
        for word in words:
            lists = known[word]
            if (lists & bits and not lists & without) or word in more:
                return True
        return False

    def has_all(self, words: Iterable[str], known: Mapping[str, int] = _LISTS_OF) -> bool:
        """Whether all of ``words`` are in the set."""
        bits, without, more = self.bits, self.without, self.more
        for word in words:
            lists = known[word]
            if (not lists & bits or lists & without) and word not in more:
                return False
        return True


def lists_of(words: Iterable[str], known: dict[str, int] = _LISTS_OF) -> tuple[int, ...]:
    """Return the lists of every word, a bit for each."""
    return tuple([known[word] for word in words])


def words(*names: str) -> Words:
    """Return the words of some lists."""
    return Words(reduce(or_, map(_LISTS_OF.read, names)))
