"""The search for people: each question by the road that is short for it.

Four rules, the first that fits:

1. ``company``: the employers first (few), then their people by ``directory_person_of_company``; other criteria
   are tested on those rows.
2. ``facets``: one seniority, one department and one state by ``directory_person_by_facets``.
3. ``words``: a position, by the index of words, facets among the words.
4. ``words`` too, with facets only; the total is added up from ``directory_cell``.

Rows are read in the order of ``n``, which is that of quality, so no page needs a sort; except by rule 1 and on
PostgreSQL, whose planner decides for itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlalchemy import Connection

from tui.server.enrich.directory import companies_by
from tui.server.enrich.fold import fold
from tui.server.enrich.rows import PERSON_COLUMNS, PersonRow
from tui.server.enrich.statements import ask, is_file
from tui.server.enrich.words import Clause, beginning, facet, question

_LEGAL_FORMS = {"pty", "ltd", "limited", "proprietary", "inc", "incorporated", "nl", "lp"}
_MANY_COMPANIES = 400
"""More employers than this are not gone through one by one: their name is asked of the index of words."""


@dataclass(frozen=True, slots=True)
class Criteria:
    """What people are searched by; everything given must hold, and one of each list."""

    company: str = ""
    position: str = ""
    seniority: Sequence[int] = ()
    department: Sequence[int] = ()
    places: Sequence[tuple[str, str, str]] = ()
    sizes: Sequence[tuple[int, int | None]] = ()
    country: str = ""
    company_id: str = ""
    keys: dict[str, str] = field(default_factory=dict)
    """Exact identifiers the company text turned out to be, by column."""


Road = Literal["nobody", "company", "facets", "words", "everybody"]


@dataclass(frozen=True, slots=True)
class Plan:
    """Statements that answer one search.

    Attributes:
        road: Which rule it follows.
        page: Selects PersonRows; takes ``values``, then how many, then how many to pass over.
        total: Selects how many there are in all; takes ``total_values``.
    """

    road: Road
    page: str = ""
    total: str = ""
    values: tuple[Any, ...] = ()
    total_values: tuple[Any, ...] = ()


def search_people(
    connection: Connection, criteria: Criteria, *, start: int, size: int
) -> tuple[list[PersonRow], int]:
    """One page of people in the order of quality, and how many there are in all."""
    plan = plan_of(connection, criteria)
    if plan.road == "nobody":
        return [], 0
    rows = [PersonRow._make(row) for row in ask(connection, plan.page, (*plan.values, size, start))]
    if rows and len(rows) < size:
        return rows, start + len(rows)
    (total,) = ask(connection, plan.total, plan.total_values)[0]
    return rows, int(total or 0)


def plan_of(connection: Connection, criteria: Criteria) -> Plan:
    """How a search is to be answered."""
    words = fold(criteria.position).split()
    if criteria.position and not words:
        # Punctuation alone is a criterion that nobody meets, not none at all.
        return Plan("nobody")
    if criteria.company or criteria.company_id or criteria.keys:
        return _by_company(connection, criteria, words)
    if _one_cell(criteria):
        return _by_facets(criteria, words)
    return _by_words(connection, criteria, words, [])


# --- rule 1 -------------------------------------------------------------------------

_PAGE = (
    f"SELECT {PERSON_COLUMNS} FROM directory_person AS p"  # noqa: S608 - our own columns
    " JOIN directory_company AS c ON c.n = p.company_n"
)
_TOTAL = "SELECT count(*) FROM directory_person AS p"
_IN_ORDER = " ORDER BY p.n LIMIT ? OFFSET ?"


def _by_company(connection: Connection, criteria: Criteria, words: list[str]) -> Plan:
    named: list[Clause] = []
    if criteria.company_id:
        found = [row.n for row in companies_by(connection, "id", criteria.company_id)]
    elif criteria.keys:
        pairs = criteria.keys.items()
        found = [row.n for kind, value in pairs for row in companies_by(connection, kind, value)]
    else:
        parts = [word for word in fold(criteria.company).split() if word not in _LEGAL_FORMS]
        named = [beginning(connection, "company", word) for word in parts]
        # A name of legal forms alone names nobody.
        found = _companies_named(connection, parts) if parts and all(named) else []
    if not found:
        return Plan("nobody")
    if len(found) > _MANY_COMPANIES:
        return _by_words(connection, criteria, words, named)
    # Numbers of our own; as many parameters would be as many statements to prepare.
    among = ", ".join(map(str, found))
    tests, values = _tests(criteria, words)
    where = f" WHERE {' AND '.join([f'p.company_n IN ({among})', *tests])}"
    # SQLite has no figures of how many people a company has, and would rather go by the facets.
    by = " INDEXED BY directory_person_of_company" if is_file(connection) else ""
    page, total = (each.replace(" AS p", f" AS p{by}") for each in (_PAGE, _total(criteria)))
    return Plan("company", page + where + _IN_ORDER, total + where, values, values)


def _total(criteria: Criteria) -> str:
    """How many there are; of the employer only what a size asks for."""
    return f"{_TOTAL} JOIN directory_company AS c ON c.n = p.company_n" if criteria.sizes else _TOTAL


def _companies_named(connection: Connection, parts: list[str]) -> list[int]:
    clauses = [beginning(connection, "name", word) for word in parts]
    asked = question(connection, clauses)
    if is_file(connection):
        statement = "SELECT rowid FROM directory_company_words WHERE directory_company_words MATCH ? LIMIT ?"
    else:
        statement = "SELECT n FROM directory_company_words WHERE words @@ CAST(? AS tsquery) LIMIT ?"
    return [n for (n,) in ask(connection, statement, (asked, _MANY_COMPANIES + 1))]


# --- rule 2 -------------------------------------------------------------------------


def _one_cell(criteria: Criteria) -> bool:
    """Whether one seniority, one department and one state are asked for."""
    lists = (criteria.seniority, criteria.department, criteria.places)
    return all(len(each) == 1 for each in lists) and bool(criteria.places[0][0])


def _by_facets(criteria: Criteria, words: list[str]) -> Plan:
    tests, values = _tests(criteria, words)
    where = f" WHERE {' AND '.join(tests)}"
    if words:
        return Plan("facets", _PAGE + where + _IN_ORDER, _total(criteria) + where, values, values)
    added_up, cell_values = _cells(criteria)
    return Plan("facets", _PAGE + where + _IN_ORDER, added_up, values, cell_values)


def _tests(criteria: Criteria, words: list[str]) -> tuple[list[str], tuple[Any, ...]]:
    """Conditions on a person's row and the employer's, and their values."""
    tests = ["instr(p.folded, ?) > 0"] * len(words)
    values: list[Any] = [f" {word}" for word in words]
    for column, numbers in (("seniority", criteria.seniority), ("department", criteria.department)):
        if numbers:
            tests.append(f"p.{column} IN ({', '.join('?' * len(numbers))})")
            values += numbers
    if criteria.country:
        tests.append("p.country = ?")
        values.append(criteria.country)
    if criteria.places:
        places = [_place_test(*place) for place in criteria.places]
        tests.append(f"({' OR '.join(test for test, _ in places)})")
        values += [value for _, given in places for value in given]
    if criteria.sizes:
        tests.append(f"({' OR '.join(_size_test(high) for _, high in criteria.sizes)})")
        values += [value for size in criteria.sizes for value in size if value is not None]
    return tests, tuple(values)


def _place_test(state: str, country: str, city: str) -> tuple[str, list[str]]:
    if city:
        return "p.city_folded = ?", [city]
    given = {"p.state = ?": state, "p.country = ?": country}
    return f"({' AND '.join(test for test, value in given.items() if value)})", [
        v for v in given.values() if v
    ]


def _size_test(high: int | None) -> str:
    """Whether two ranges of heads overlap: bands are cut differently everywhere, so they are never equal."""
    above = "(c.size_high IS NULL OR c.size_high >= ?)"
    return above if high is None else f"({above} AND c.size_low <= ?)"


# --- rules 3 and 4 ------------------------------------------------------------------


def _by_words(connection: Connection, criteria: Criteria, words: list[str], named: list[Clause]) -> Plan:
    titles = [beginning(connection, "title", word) for word in words]
    clauses = [*titles, *named, *_facet_clauses(connection, criteria)]
    if not all(clauses):
        return Plan("nobody")
    if not clauses:
        return Plan("everybody", _PAGE + _IN_ORDER, _TOTAL)
    asked = (question(connection, clauses),)
    page, total = _FOUND[is_file(connection)]
    if words or named or any(city for _, _, city in criteria.places):
        return Plan("words", page, total, asked, asked)
    added_up, values = _cells(criteria)
    return Plan("words", page, added_up, asked, values)


_WORDS_FIRST = (
    f"SELECT {PERSON_COLUMNS} FROM directory_person_words AS w"  # noqa: S608 - our own columns
    " CROSS JOIN directory_person AS p ON p.n = w.rowid CROSS JOIN directory_company AS c ON c.n = p.company_n"
)
_FOUND = {
    True: (
        f"{_WORDS_FIRST} WHERE w.directory_person_words MATCH ? ORDER BY w.rowid LIMIT ? OFFSET ?",
        "SELECT count(*) FROM directory_person_words WHERE directory_person_words MATCH ?",
    ),
    False: (
        f"{_PAGE} JOIN directory_person_words AS w ON w.n = p.n WHERE w.words @@ CAST(? AS tsquery){_IN_ORDER}",
        "SELECT count(*) FROM directory_person_words AS w WHERE w.words @@ CAST(? AS tsquery)",
    ),
}


def _facet_clauses(connection: Connection, criteria: Criteria) -> list[Clause]:
    clauses: list[Clause] = []
    for letter, values in (("s", criteria.seniority), ("d", criteria.department)):
        if values:
            clauses.append([[facet(letter, value)] for value in values])
    if criteria.country:
        clauses.append([[facet("c", criteria.country)]])
    if criteria.places:
        clauses.append([_place_words(*place) for place in criteria.places])
    if criteria.sizes:
        bands = ask(connection, "SELECT size_low, size_top FROM directory_band ORDER BY size_low")
        wanted = [f"{low}to{top}" for low, top in bands if _overlaps(low, top, criteria.sizes)]
        clauses.append([[facet("z", band)] for band in wanted])
    return clauses


def _place_words(state: str, country: str, city: str) -> list[Any]:
    if city:
        return [facet("y", city)]
    return [facet(letter, value) for letter, value in (("t", state), ("c", country)) if value]


def _overlaps(low: int, top: int, sizes: Sequence[tuple[int, int | None]]) -> bool:
    """Whether a band, open when ``top`` is 0, shares a head count with one of ``sizes``."""
    return any((not top or top >= least) and (most is None or low <= most) for least, most in sizes)


def _cells(criteria: Criteria) -> tuple[str, tuple[Any, ...]]:
    """The total of criteria that are facets only, added up."""
    tests, values = _tests(criteria, [])
    where = " AND ".join(tests).replace("c.size_high IS NULL", "p.size_top = 0")
    where = where.replace("c.size_high", "p.size_top").replace("c.size_low", "p.size_low")
    return f"SELECT sum(p.people) FROM directory_cell AS p WHERE {where}", values  # noqa: S608 - our own columns
