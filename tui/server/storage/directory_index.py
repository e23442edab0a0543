"""The directory's own search indexes: people by word and facet, and companies by name.

- ``directory_posting`` maps each word of a title, facet, head-count band and frequent word of employers'
  names to a bitmap of the people who have it (row_sets.py). It is the same on both engines.
- ``directory_word`` lists the words of titles and of employers' names, for searches by prefix.
- ``directory_company_words`` finds companies by name: FTS5 without content on SQLite, a ``tsvector`` under GIN on
  PostgreSQL.

Call ``fill`` after writing the whole directory; use ``directory_change`` to change a part of it.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, inspect

from tui.server.storage.row_sets import RUN, pack
from tui.server.storage.statements import execute_many, fetch_all, is_file

MIN_PEOPLE_PER_WORD = 512
"""Minimum number of people for a posting of a word of employers' names; rarer words are found by company."""

MIN_PEOPLE_PER_EMPLOYER = 2048
"""Minimum number of people for an employer to have a separate posting."""

LIVE, NEW = "directory_", "directory_new_"
"""Prefixes of table names: of the tables in use, and of the new ones that will replace them."""

Turn = Callable[[], AbstractContextManager[object]]
"""Opens a transaction for one step; does nothing when one transaction already spans all steps."""

_FTS = "name, content='', detail=column, columnsize=0, tokenize='ascii'"
_SQLITE = (f"CREATE VIRTUAL TABLE directory_company_words USING fts5({_FTS})",)
_POSTGRES = (
    "CREATE TABLE directory_company_words (n BIGINT PRIMARY KEY, words TSVECTOR NOT NULL)",
    "CREATE INDEX directory_company_by_words ON directory_company_words USING gin (words)",
)
_EMPLOYERS = (
    "SELECT c.n, c.folded, c.size_low, coalesce(c.size_high, 0), p.people FROM directory_company AS c"
    " JOIN (SELECT company_n, count(*) AS people FROM directory_person GROUP BY company_n) AS p ON p.company_n = c.n"
)
_PEOPLE = (
    "SELECT n, company_n, folded, seniority, department, state, country, city_folded FROM directory_person"
    " WHERE n >= ? AND n < ? ORDER BY n"
)


class Employer(NamedTuple):
    """The columns of a company that its people are indexed by."""

    n: int
    folded: str
    size_low: int
    size_top: int
    people: int = 0


class IndexedPerson(NamedTuple):
    """The columns that a person is indexed by, besides those of their employer."""

    n: int
    company_n: int
    folded: str
    seniority: int
    department: int
    state: str
    country: str
    city_folded: str


def create(connection: Connection) -> None:
    """Create the index of company names and fill all indexes, unless they exist."""
    tables = inspect(connection).get_table_names()
    if "directory_posting" not in tables or "directory_company_words" in tables:
        return
    create_names(connection)
    fill(connection)


def create_names(connection: Connection, begin: str = LIVE) -> None:
    """Create the index of company names, empty."""
    for statement in _SQLITE if is_file(connection) else _POSTGRES:
        connection.exec_driver_sql(statement.replace(LIVE, begin))


def fill(connection: Connection, begin: str = LIVE, turn: Turn = nullcontext) -> None:
    """Rebuild all indexes.

    Args:
        connection: A connection in a writing transaction.
        begin: The prefix of the tables' names.
        turn: Opens a transaction for each step.
    """
    with turn():
        clear_indexes(connection, begin)
        index_company_names(connection, begin)
    with turn():
        employers = [
            Employer._make(row) for row in connection.exec_driver_sql(_EMPLOYERS.replace(LIVE, begin))
        ]
    posted = _frequent_words(employers)
    known = sorted({word for one in employers for word in one.folded.split()})
    with turn():
        add_words(connection, [("company", word, int(word in posted)) for word in known], begin)
    _post_people(connection, employers, posted, begin, turn)
    with turn():
        increment_edition(connection)


def increment_edition(connection: Connection) -> None:
    """Increment the directory's edition, which invalidates every cache of it."""
    if not connection.exec_driver_sql("UPDATE directory_edition SET edition = edition + 1").rowcount:
        connection.exec_driver_sql("INSERT INTO directory_edition (edition) VALUES (1)")


def clear_indexes(connection: Connection, begin: str = LIVE) -> None:
    """Delete all words and postings."""
    names = f"{begin}company_words"
    if is_file(connection):
        connection.exec_driver_sql(f"INSERT INTO {names} ({names}) VALUES ('delete-all')")
    else:
        connection.exec_driver_sql(f"DELETE FROM {names}")
    for table in ("word", "posting"):
        connection.exec_driver_sql(f"DELETE FROM {begin}{table}")


def index_company_names(connection: Connection, begin: str = LIVE) -> None:
    """Fill the full-text index with the names of all companies."""
    run, table = connection.exec_driver_sql, f"{begin}company_words"
    if is_file(connection):
        run(f"INSERT INTO {table} (rowid, name) SELECT n, folded FROM {begin}company ORDER BY n")
        run(f"INSERT INTO {table} ({table}) VALUES ('optimize')")
    else:
        run(f"INSERT INTO {table} SELECT n, to_tsvector('pg_catalog.simple', folded) FROM {begin}company")


def employer_words(employer: Employer, posted: Callable[[str], bool]) -> Iterator[str]:
    """Yield the index words that people have because of their employer."""
    yield f"size:{employer.size_low}to{employer.size_top}"
    for word in dict.fromkeys(employer.folded.split()):
        if posted(word):
            yield f"company:{word}"


def own_words(seat: IndexedPerson) -> frozenset[str]:
    """Return the index words that a person has apart from their employer."""
    return _words_of_kind(seat[2:])


@lru_cache(maxsize=1 << 12)
def _words_of_kind(kind: tuple[Any, ...]) -> frozenset[str]:
    """Return the index words of the people with these values after ``company_n``: many people have the same."""
    folded, seniority, department, state, country, city_folded = kind
    return frozenset({
        "everybody:", f"seniority:{seniority}", f"department:{department}", f"state:{state.casefold()}",
        f"country:{country.casefold()}", f"city:{city_folded}", *(f"title:{word}" for word in folded.split()),
    })  # fmt: skip


def add_words(connection: Connection, words: Iterable[tuple[str, str, int]], begin: str = LIVE) -> None:
    """Insert ``words`` that are not there yet, each as kind, word and whether it is posted."""
    statement = f"INSERT INTO {begin}word (kind, word, posted) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    execute_many(connection, statement, words)


def _frequent_words(employers: list[Employer]) -> set[str]:
    people: Counter[str] = Counter()
    for one in employers:
        for word in set(one.folded.split()):
            people[word] += one.people
    return {word for word, many_people in people.items() if many_people >= MIN_PEOPLE_PER_WORD}


def _post_people(
    connection: Connection, employers: list[Employer], posted: set[str], begin: str, turn: Turn
) -> None:
    poster = _Poster(employers, posted)
    statement = f"INSERT INTO {begin}posting (word, run, rows) VALUES (?, ?, ?)"
    run: int | None = -1
    while run is not None:
        with turn():
            run = _next_run(connection, run + 1, begin)
            seats = _seats(connection, run, begin) if run is not None else []
        if run is not None:
            rows = poster.post(run, seats)
            with turn():
                execute_many(connection, statement, rows)
    with turn():
        add_words(connection, known_words(poster.words), begin)


Takers = tuple[Callable[[int], None], ...]
"""The ``append`` methods of the lists that a person's row number is added to."""


class _Poster:
    """Collects the row numbers of people by word, one run at a time.

    Args:
        posted: The words of the employers' names that have a posting.
    """

    def __init__(self, employers: list[Employer], posted: set[str]) -> None:
        self.words: set[str] = set()
        self._lists: dict[str, list[int]] = defaultdict(list)
        # Many people have the same words, so their lists are looked up once per combination.
        self._own: dict[tuple[Any, ...], Takers] = {}
        self._at: dict[int, Takers] = {}
        for one in employers:
            words = [*employer_words(one, posted.__contains__)]
            if one.people >= MIN_PEOPLE_PER_EMPLOYER:
                words.append(f"employer:{one.n}")
            self._at[one.n] = self._appenders(words)

    def _appenders(self, words: Iterable[str]) -> Takers:
        return tuple(self._lists[word].append for word in words)

    def post(self, run: int, seats: list[tuple[Any, ...]]) -> list[tuple[str, int, bytes]]:
        """Return the postings of the people of one run, as rows to insert."""
        for seat in seats:
            kind = seat[2:]
            mine = self._own.get(kind)
            if mine is None:
                mine = self._own[kind] = self._appenders(own_words(IndexedPerson._make(seat)))
            for take in (*mine, *self._at[seat[1]]):
                take(seat[0])
        rows = [(word, run, pack(people)) for word, people in sorted(self._lists.items()) if people]
        for people in self._lists.values():
            people.clear()
        self.words.update(word for word, _, _ in rows)
        if len(self._own) > _MAX_CACHED_KINDS:
            self._own.clear()
        return rows


def known_words(words: Iterable[str]) -> list[tuple[str, str, int]]:
    """Return the title, size and employer words among posted ``words``, in the form ``add_words`` takes."""
    parted = (word.partition(":") for word in sorted(words))
    return [(kind, word, 1) for kind, _, word in parted if kind in {"title", "size", "employer"}]


_MAX_CACHED_KINDS = 400_000


def _next_run(connection: Connection, run: int, begin: str) -> int | None:
    """Return the first run from ``run`` on that has people; None if there is none."""
    lowest = f"SELECT min(n) FROM {begin}person WHERE n >= {run * RUN}"
    found = connection.exec_driver_sql(lowest).scalar()
    return None if found is None else int(found) // RUN


def _seats(connection: Connection, run: int, begin: str) -> list[tuple[Any, ...]]:
    """Return the people of one run; reading run by run bounds the memory used."""
    people = _PEOPLE.replace(LIVE, begin)
    return fetch_all(connection, people, (run * RUN, (run + 1) * RUN))
