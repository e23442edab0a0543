"""Word lists: files of ``lists``, each read when the module that names it is imported, and the table of long lists.

A word has a number with a bit for every list it stands in, so that sets of words are combined without copies.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import reduce
from mmap import ACCESS_READ, mmap
from operator import or_
from pathlib import Path

_LISTS = Path(__file__).with_name("lists")

TABLE = Path(__file__).with_name("names.txt")
"""The words of the long lists in alphabetical order, a line for each without its first two letters, with the letters of its lists."""

_LETTERS = {
    "common": b"c", "family_names": b"f", "given_names": b"g", "rare_family_names": b"F", "rare_given_names": b"G", "well_known": b"w",
}  # fmt: skip
_ONLY = b"F"
"""The letters of the long lists; half of the words are rare family names and nothing else, and have none."""

_HEAD, _SAME = b"\n=", 2
"""What stands before the first letters of the words that follow without them, and how many those are."""

_ENDS = b"\n "
"""What stands behind a word without letters, and behind one before its letters."""

_STEP = 1024
"""Number of bytes of the table between two words that are kept apart."""

_MOST_KNOWN = 8192
"""Greatest number of words whose lists are remembered."""


def word_list(name: str) -> frozenset[str]:
    """Read ``lists/NAME.txt``, whose words are separated by blanks and line breaks."""
    return frozenset((_LISTS / f"{name}.txt").read_text("utf-8").split())


class _Table:
    """The table of long lists, searched where it lies on disk: the system shares its pages, and may drop them."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self._text = mmap(file.fileno(), 0, access=ACCESS_READ)
        self._words: list[bytes] = []
        self._starts: list[int] = []
        self._ends: list[int] = []
        at = self._text.find(_HEAD, 0)
        while at >= 0:
            following = self._text.find(_HEAD, at + 1)
            self._add_pages(at, following if following >= 0 else len(self._text) - 1)
            at = following
        self._known: dict[bytes, int] = {}
        self._bits: dict[int, int] = {}

    def _add_pages(self, at: int, end: int) -> None:
        """Keep the first word of every page of the words with the same first letters."""
        start = self._text.find(b"\n", at + 1)
        letters = self._text[at + len(_HEAD) : start]
        while start < end:
            following = self._text.find(b"\n", start + _STEP, end) if start + _STEP < end else -1
            following = end if following < 0 else following
            line = self._text[start + 1 : self._text.find(b"\n", start + 1)]
            self._words.append(letters + line.partition(b" ")[0])
            self._starts.append(start)
            self._ends.append(following + 1)
            start = following

    def add(self, letter: bytes, bit: int) -> None:
        """Give the words with a letter a bit."""
        self._bits[letter[0]] = bit
        self._known = {}

    def bits(self, word: str) -> int:
        """Return the bits of a word."""
        if not word.isascii():
            return 0
        line = word.encode()
        page = bisect_right(self._words, line) - 1
        if page < 0 or self._words[page][:_SAME] != line[:_SAME]:
            return 0
        start, end, rest = self._starts[page], self._ends[page], line[_SAME:]
        # A word stands before all that begin with it.
        at = self._text.find(b"\n%b" % rest, start, end)
        behind = at + len(rest) + 1
        if at < 0 or self._text[behind] not in _ENDS:
            return 0
        if self._text[behind] == _ENDS[0]:
            return self._bits_of(_ONLY)
        return self._bits_of(self._text[behind + 1 : self._text.find(b"\n", behind)])

    def _bits_of(self, letters: bytes) -> int:
        if letters not in self._known:
            self._known[letters] = reduce(or_, (self._bits.get(letter, 0) for letter in letters))
        return self._known[letters]

    def words_of(self, bits: int) -> Iterator[str]:
        """Yield the words that have one of some bits."""
        if not any(bit & bits for bit in self._bits.values()):
            return
        self._text.seek(self._text.find(_HEAD, 0) + 1)
        first = b""
        for line in iter(self._text.readline, b""):
            if line[:1] == b"=":
                first = line[1:-1]
                continue
            word, _, letters = line.rstrip(b"\n").partition(b" ")
            if self._bits_of(letters or _ONLY) & bits:
                yield (first + word).decode()


class _Lists(dict[str, int]):
    """The lists of every word that was looked up, a bit for each."""

    def __init__(self) -> None:
        super().__init__()
        self._short: dict[str, int] = {}
        self._long = _Table(TABLE)
        self._count = 0

    def __missing__(self, word: str) -> int:
        if len(self) > _MOST_KNOWN:
            self.clear()
        bits = self[word] = self._short.get(word, 0) | self._long.bits(word)
        return bits

    def read(self, name: str) -> int:
        """Read a list, and return its bit."""
        bit = 1 << self._count
        self._count += 1
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
