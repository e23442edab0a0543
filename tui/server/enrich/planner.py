"""The people search: an intersection of sets of row numbers, one set for each criterion.

The sets are read as follows:

1. A company with a rare word in its name: find the companies by name (FTS5, or ``tsvector`` on PostgreSQL),
   then their people by ``directory_person_of_company``.
2. A company by words that many companies have in their names: by the postings of the words.
3. A position: by the postings of the words of job titles.
4. Seniority, department, place and head count: by the postings of facets.

The total is the size of the intersection: exact, and the same work for every page. Rows are numbered in the
order of quality, so no page needs a sort, and a late page costs no more than the first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection

from tui.server.enrich.directory import find_companies_by
from tui.server.enrich.fold import fold, name_words
from tui.server.enrich.postings import Postings, sql_companies_by_prefixes
from tui.server.enrich.rows import PERSON_COLUMNS, PersonRow
from tui.server.storage.row_sets import EMPTY, Rows, page
from tui.server.storage.statements import fetch_all

_FEW_COMPANIES = 20
"""Maximum employers whose people are read employer by employer; with more, postings of words are used."""


_SHORTEST_WORD = 2
"""Minimum letters of a word of a name that may be written without its blanks."""

_LONGEST_JOINED = 40
"""Letters of such a name that are compared, of which each may end a word."""

_MOST_JOINED = 200
"""Maximum companies that are compared for each of its letters."""


@dataclass(frozen=True, slots=True)
class Criteria:
    """The criteria of a people search: a person must match every given field, and one value of each list."""

    company: str = ""
    position: str = ""
    seniority: Sequence[int] = ()
    department: Sequence[int] = ()
    places: Sequence[tuple[str, str, str]] = ()
    sizes: Sequence[tuple[int, int | None]] = ()
    country: str = ""
    keys: dict[str, str] = field(default_factory=dict)
    """Exact identifiers of the company, by kind; they take precedence over its name."""


def search_people(
    connection: Connection, criteria: Criteria, *, start: int, size: int
) -> tuple[list[PersonRow], int]:
    """Return one page of people in the order of quality, and the total number of matches."""
    numbers, total = page(matching_rows(connection, criteria), start, size)
    if not numbers:
        return [], total
    among = ", ".join(map(str, numbers))
    return [PersonRow._make(row) for row in fetch_all(connection, _ROWS.format(among))], total


_ROWS = (
    f"SELECT {PERSON_COLUMNS} FROM directory_person AS p"
    " JOIN directory_company AS c ON c.n = p.company_n WHERE p.n IN ({}) ORDER BY p.n"
)


def matching_rows(connection: Connection, criteria: Criteria) -> Rows:
    """Return the row numbers of all people who meet ``criteria``."""
    postings = Postings(connection)
    found: Rows | None = None
    for rows in _criterion_sets(connection, postings, criteria):
        found = rows if found is None else found & rows
        if not found:
            return EMPTY
    return postings.people_with(("everybody:",)) if found is None else found


def _criterion_sets(connection: Connection, postings: Postings, criteria: Criteria) -> Iterator[Rows]:
    """Yield a set of rows for each criterion, cheapest first, since the search ends at an empty set."""
    if criteria.company or criteria.keys:
        yield _of_company(connection, postings, criteria)
    for facets in _facets(criteria):
        yield postings.people_with(facets)
    if criteria.places:
        yield EMPTY.union(*(_in_place(postings, *place) for place in criteria.places))
    if criteria.sizes:
        bands = [band for band in postings.bands() if _overlaps(*band, criteria.sizes)]
        yield postings.people_with([f"size:{low}to{top}" for low, top in bands])
    yield from _with_title(postings, criteria.position)


def _facets(criteria: Criteria) -> Iterator[list[str]]:
    """Yield the index words of each facet that is among the criteria."""
    countries = (criteria.country.casefold(),) if criteria.country else ()
    asked = {"seniority": criteria.seniority, "department": criteria.department, "country": countries}
    for kind, values in asked.items():
        if values:
            yield [f"{kind}:{value}" for value in dict.fromkeys(values)]


def _with_title(postings: Postings, position: str) -> Iterator[Rows]:
    """Yield a set of rows for each word of a position; a position of only punctuation matches nobody."""
    words = fold(position).split()
    if position and not words:
        yield EMPTY
    for word in words:
        yield postings.people_with_prefix("title", word)


def _of_company(connection: Connection, postings: Postings, criteria: Criteria) -> Rows:
    if criteria.keys:
        firms = [find_companies_by(connection, kind, value) for kind, value in criteria.keys.items()]
        return postings.people_at([row.n for rows in firms for row in rows])
    return _of_company_called(connection, postings, name_words(criteria.company))


def _of_company_called(connection: Connection, postings: Postings, parts: list[str]) -> Rows:
    if not parts:
        # A name that consists of legal forms matches no company.
        return EMPTY
    if not all(postings.is_fully_posted("company", part) for part in parts):
        statement, values = sql_companies_by_prefixes(connection, parts)
        found = fetch_all(connection, f"{statement} LIMIT {_FEW_COMPANIES + 1}", values)
        if len(found) <= _FEW_COMPANIES:
            return postings.people_at([n for (n,) in found] or _companies_joined(connection, parts))
    called = Rows.intersection(*(postings.people_with_prefix("company", part) for part in parts))
    return called or postings.people_at(_companies_joined(connection, parts))


def _companies_joined(connection: Connection, parts: Sequence[str]) -> list[int]:
    """Return the companies with a name that differs only in its blanks: ``tuiridge`` is *Tui Ridge*, and the reverse."""
    joined = "".join(parts)[:_LONGEST_JOINED]
    questions = [sql_companies_by_prefixes(connection, [joined])] if len(parts) > 1 else []
    for end in range(_SHORTEST_WORD, len(joined) - 1):
        # The beginning of the second word is enough to find it; there may be a third.
        second = joined[end : end + _SHORTEST_WORD + 1]
        questions.append(sql_companies_by_prefixes(connection, [second], joined[:end]))
    found = set[int]()
    for statement, values in questions:
        found |= {n for (n,) in fetch_all(connection, f"{statement} LIMIT {_MOST_JOINED}", values)}
    if not found:
        return []
    among = ", ".join(map(str, sorted(found)))
    names = fetch_all(connection, f"SELECT n, folded FROM directory_company WHERE n IN ({among})")
    return [n for n, folded in names if _reads_as(folded.split(), joined)]


def _reads_as(words: Sequence[str], joined: str) -> bool:
    return any("".join(words[start:]).startswith(joined) for start in range(len(words)))


def _in_place(postings: Postings, state: str, country: str, city: str) -> Rows:
    given = (("city", city), ("state", state), ("country", country))
    return Rows.intersection(
        *(postings.people_with([f"{kind}:{value.casefold()}"]) for kind, value in given if value)
    )


def _overlaps(low: int, top: int, sizes: Sequence[tuple[int, int | None]]) -> bool:
    """Return whether a head-count band, open-ended when ``top`` is 0, overlaps one of ``sizes``."""
    return any((not top or top >= least) and (most is None or low <= most) for least, most in sizes)
