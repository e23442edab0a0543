"""The people with a word or facet, as sets of rows that are cached until the directory changes.

A set takes up to 130 kB per million people; a process caches at most ``MAX_CACHE_BYTES`` bytes of sets. The
first search of a process reads as many large sets as fit; after a change of the directory, sets are reread on
demand.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from threading import Lock
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine

from tui.server.storage.row_sets import EMPTY, Rows, unpack
from tui.server.storage.statements import fetch_all, is_file

MAX_CACHE_BYTES = 96 * 1024 * 1024

_FEW_WORDS = 200
_OVERHEAD = 200
"""Bytes of a cache entry in addition to its rows."""

_LARGE = 1024
"""Minimum size in bytes of a set that is read ahead."""

_LAST = "\U0010ffff"


@dataclass(slots=True)
class _Memory:
    """This process's cache of one edition of a directory."""

    edition: int = -1
    kept: OrderedDict[str, tuple[Rows, int]] = field(default_factory=OrderedDict)
    """Sets and their sizes in bytes, by word; least recently used first."""
    size: int = 0
    lock: Lock = field(default_factory=Lock)

    def of(self, edition: int) -> _Memory:
        """Empty the cache if it is of another edition than ``edition``, and return the cache."""
        with self.lock:
            if self.edition != edition:
                self.edition, self.size = edition, 0
                self.kept.clear()
        return self

    def get(self, word: str) -> Rows | None:
        with self.lock:
            if word not in self.kept:
                return None
            self.kept.move_to_end(word)
            return self.kept[word][0]

    def put(self, edition: int, word: str, runs: Sequence[bytes]) -> Rows:
        """Unpack the set of a word from its stored ``runs``, and cache it unless it is of another edition."""
        rows, size = unpack(runs), _OVERHEAD + sum(map(len, runs))
        with self.lock:
            if edition != self.edition or word in self.kept:
                return rows
            self.kept[word] = rows, size
            self.size += size
            while self.size > MAX_CACHE_BYTES:
                _, (_, gone) = self.kept.popitem(last=False)
                self.size -= gone
        return rows


_MEMORIES: WeakKeyDictionary[Engine, _Memory] = WeakKeyDictionary()


def edition(connection: Connection) -> int:
    """Return the directory's edition: a number that every change of the directory alters."""
    found = fetch_all(connection, "SELECT edition FROM directory_edition")
    return int(found[0][0]) if found else 0


class Postings:
    """The sets of rows in one read transaction on the directory."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._edition = edition(connection)
        self._memory = _MEMORIES.setdefault(connection.engine, _Memory())
        if self._memory.edition == -1:
            self._read_large_sets()
        self._memory.of(self._edition)

    def _read_large_sets(self) -> None:
        """Read the large sets into the cache, as long as there is room."""
        self._memory.of(self._edition)
        found = fetch_all(self._connection, "SELECT word, rows FROM directory_posting ORDER BY word, run")
        for word, kept in groupby(found, key=itemgetter(0)):
            runs = [bytes(rows) for _, rows in kept]
            if sum(map(len, runs)) >= _LARGE:
                if self._memory.size > MAX_CACHE_BYTES * 0.9:
                    return
                self._memory.put(self._edition, word, runs)

    def people_with(self, words: Sequence[str]) -> Rows:
        """Return the people who have any of ``words``, each written as in the index (``kind:word``)."""
        return EMPTY.union(*map(self._of, words))

    def people_with_prefix(self, kind: str, word: str) -> Rows:
        """Return the people with a word of a ``kind``, title or company, that begins with ``word``."""
        posted, others = self._words_beginning(kind, word)
        sets = [self._of(f"{kind}:{each}") for each in posted]
        if others:
            sets.append(self._of_small_companies(word, others))
        return EMPTY.union(*sets)

    def is_fully_posted(self, kind: str, word: str) -> bool:
        """Return whether all words of a ``kind`` that begin with ``word`` are posted."""
        return not self._words_beginning(kind, word)[1]

    def bands(self) -> list[tuple[int, int]]:
        """Return every head-count band in use as its lower and upper end; the upper is 0 for an open band."""
        found = fetch_all(self._connection, "SELECT word FROM directory_word WHERE kind = 'size'")
        pairs = (band.split("to") for (band,) in found)
        return [(int(low), int(top)) for low, top in pairs]

    def people_at(self, companies: Sequence[int]) -> Rows:
        """Return the people who work at any of the companies with these row numbers."""
        statement = "SELECT word FROM directory_word WHERE kind = 'employer'"
        large = {int(n) for (n,) in fetch_all(self._connection, statement)}
        sets = [self._of(f"employer:{n}") for n in companies if n in large]
        small = [n for n in companies if n not in large]
        if small:
            # Safe to format, because these are row numbers; with bound values, each count would be a new
            # statement.
            among = ", ".join(map(str, small))
            statement = f"SELECT n FROM directory_person WHERE company_n IN ({among})"
            sets.append(Rows(n for (n,) in fetch_all(self._connection, statement)))
        return EMPTY.union(*sets)

    def _of(self, word: str) -> Rows:
        rows = self._memory.get(word)
        if rows is None:
            statement = "SELECT rows FROM directory_posting WHERE word = ?"
            runs = [bytes(kept) for (kept,) in fetch_all(self._connection, statement, (word,))]
            rows = self._memory.put(self._edition, word, runs)
        return rows

    def _words_beginning(self, kind: str, word: str) -> tuple[list[str], list[str]]:
        """Return the words that begin with ``word``: those that are posted, and those that are not."""
        statement = "SELECT word, posted FROM directory_word WHERE kind = ? AND word >= ? AND word < ?"
        found = fetch_all(self._connection, statement, (kind, word, word + _LAST))
        return [each for each, posted in found if posted], [each for each, posted in found if not posted]

    def _of_small_companies(self, word: str, others: list[str]) -> Rows:
        if len(others) > _FEW_WORDS:
            named = sql_companies_by_prefixes(self._connection, [word])
        else:
            named = sql_companies_by_words(self._connection, others)
        statement = f"SELECT n FROM directory_person WHERE company_n IN ({named[0]})"
        return Rows(n for (n,) in fetch_all(self._connection, statement, named[1]))


def sql_companies_by_prefixes(
    connection: Connection, beginnings: Sequence[str], *whole: str
) -> tuple[str, tuple[str]]:
    """Return SQL, and its value, for the companies whose names have a word for each of ``beginnings``, and the ``whole`` words."""
    if is_file(connection):
        words = [*(f'"{word}"' for word in whole), *(f'"{word}" *' for word in beginnings)]
        return _NAMED_ON_FILE, (" AND ".join(words),)
    words = [*(f"'{word}'" for word in whole), *(f"'{word}':*" for word in beginnings)]
    return _NAMED, (" & ".join(words),)


def sql_companies_by_words(connection: Connection, words: Sequence[str]) -> tuple[str, tuple[str]]:
    """Return SQL, and its value, for the companies that have any of ``words`` in their names."""
    if is_file(connection):
        return _NAMED_ON_FILE, (" OR ".join(f'"{word}"' for word in words),)
    return _NAMED, (" | ".join(f"'{word}'" for word in words),)


_NAMED_ON_FILE = "SELECT rowid FROM directory_company_words WHERE directory_company_words MATCH ?"
_NAMED = "SELECT n FROM directory_company_words WHERE words @@ CAST(? AS tsquery)"
