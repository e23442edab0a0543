"""The directory: companies and people, found exactly by what identifies them, or searched by criteria."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import reduce
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, false, func, insert, or_, select, true

from tui.server.enrich.fold import fold
from tui.server.enrich.records import CompanyRecord, PersonRecord
from tui.server.enrich.tables import companies, people

Noun = Literal["person", "company"]

WEIGHTS = {
    "id": 1.0,
    "email": 1.0,
    "network_slug": 1.0,
    "network_url": 1.0,
    "abn": 1.0,
    "domain": 0.9,
    "website": 0.85,
}
"""How far one identifier alone is to be believed, 0 to 1."""

_LEGAL_FORMS = {"pty", "ltd", "limited", "proprietary", "inc", "incorporated", "nl", "lp"}


@dataclass(frozen=True, slots=True)
class Match:
    """The record that most of the identifiers point at.

    Attributes:
        likelihood: 0 to 1; lowered by identifiers that point elsewhere.
        matched_on: Identifiers that point at it.
        conflicts: Identifiers that point at another record.
    """

    row: Row[Any]
    likelihood: float
    matched_on: tuple[str, ...]
    conflicts: tuple[str, ...]


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


def load(connection: Connection, firms: Iterable[CompanyRecord], staff: Iterable[PersonRecord]) -> None:
    """Put records in, in bulk."""
    firm_rows = [{**asdict(firm), "folded": f" {fold(firm.name)}"} for firm in firms]
    staff_rows = [
        {**asdict(one), "folded": f" {fold(one.title)}", "city_folded": fold(one.city)} for one in staff
    ]
    for table, rows in ((companies, firm_rows), (people, staff_rows)):
        if rows:
            connection.execute(insert(table), rows)


def find_company(connection: Connection, identifiers: dict[str, str]) -> Match | None:
    """The company that normalised ``identifiers`` (kind to value) point at."""
    return _best(connection, select(companies), companies.c.id, identifiers, _company_clause)


def find_person(connection: Connection, identifiers: dict[str, str]) -> Match | None:
    """The person that normalised ``identifiers`` (kind to value) point at, with the employer's columns."""
    return _best(connection, _person_and_company(), people.c.id, identifiers, _person_clause)


def _company_clause(kind: str, value: str) -> ColumnElement[bool]:
    match kind:
        case "domain" | "website":
            return companies.c.domain.in_(_parents(value))
        case "network_slug" | "network_url":
            return companies.c.network_slug == value
        case _:
            return companies.c[kind] == value


def _person_clause(kind: str, value: str) -> ColumnElement[bool]:
    match kind:
        case "email":
            return or_(people.c.email == value, people.c.personal_email == value)
        case "network_slug" | "network_url":
            return people.c.network_slug == value
        case _:
            return people.c[kind] == value


def _parents(host: str) -> list[str]:
    """``shop.tui.example`` and what it is under, so that a subdomain finds its company."""
    labels = host.split(".")[-6:]
    return [".".join(labels[start:]) for start in range(max(1, len(labels) - 1))]


def _best(
    connection: Connection,
    rows: Select[Any],
    ident: ColumnElement[str],
    identifiers: dict[str, str],
    clause: Any,
) -> Match | None:
    """Score each record by the identifiers that point at it, and say which of them point elsewhere."""
    hits: dict[str, list[str]] = {}
    for kind, value in identifiers.items():
        hits[kind] = list(
            connection.scalars(select(ident).where(clause(kind, value)).order_by(ident).limit(5))
        )
    pointed = {kind: found for kind, found in hits.items() if found}
    if not pointed:
        return None
    scores: dict[str, float] = {}
    for kind, found in pointed.items():
        for one in found:
            scores[one] = scores.get(one, 0.0) + WEIGHTS[kind]
    best = max(sorted(scores), key=scores.__getitem__)
    agreed = tuple(kind for kind, found in pointed.items() if best in found)
    row = connection.execute(rows.where(ident == best)).one()
    sure = 1 - reduce(lambda doubt, kind: doubt * (1 - WEIGHTS[kind]), agreed, 1.0)
    share = scores[best] / sum(WEIGHTS[kind] for kind in pointed)
    return Match(row, round(sure * share, 3), agreed, tuple(kind for kind in pointed if kind not in agreed))


def _person_and_company() -> Select[Any]:
    """A person's columns, and the employer's with ``company_`` before them."""
    employer = [companies.c[name].label(f"company_{name}") for name in _EMPLOYER_COLUMNS]
    return select(people, *employer).join(companies, companies.c.id == people.c.company_id)


_EMPLOYER_COLUMNS = (
    "name", "domain", "network_slug", "industry", "size_low", "size_high", "phone", "country", "state",
)  # fmt: skip


def search_people(
    connection: Connection, criteria: Criteria, *, start: int, size: int
) -> tuple[list[Row[Any]], int]:
    """One page of people in rank order, and how many there are in all."""
    clause = and_(true(), *_clauses(criteria))
    page = _person_and_company().where(clause).order_by(people.c.rank, people.c.id).offset(start).limit(size)
    total = select(func.count()).select_from(people).where(clause)
    return list(connection.execute(page)), connection.scalar(total) or 0


def _clauses(criteria: Criteria) -> list[ColumnElement[bool]]:
    clauses = [
        people.c.folded.contains(f" {word}", autoescape=True) for word in fold(criteria.position).split()
    ]
    if criteria.position and not clauses:
        # Punctuation alone is a criterion that nobody meets, not none at all.
        clauses.append(false())
    if criteria.seniority:
        clauses.append(people.c.seniority.in_(criteria.seniority))
    if criteria.department:
        clauses.append(people.c.department.in_(criteria.department))
    if criteria.country:
        clauses.append(people.c.country == criteria.country)
    if criteria.places:
        clauses.append(or_(*(_place_clause(*place) for place in criteria.places)))
    if firms := _firm_clauses(criteria):
        # The employers first (few), then their people by index: no scan of everybody.
        clauses.append(people.c.company_id.in_(select(companies.c.id).where(*firms)))
    return clauses


def _place_clause(state: str, country: str, city: str) -> ColumnElement[bool]:
    if city:
        return people.c.city_folded == city
    parts = [people.c.state == state] if state else []
    if country:
        parts.append(people.c.country == country)
    return and_(*parts)


def _firm_clauses(criteria: Criteria) -> list[ColumnElement[bool]]:
    clauses: list[ColumnElement[bool]] = []
    if criteria.company_id:
        clauses.append(companies.c.id == criteria.company_id)
    if criteria.keys:
        clauses.append(or_(*(_company_clause(kind, value) for kind, value in criteria.keys.items())))
    elif criteria.company:
        words = [word for word in fold(criteria.company).split() if word not in _LEGAL_FORMS]
        # A name of legal forms alone names nobody.
        clauses += [companies.c.folded.contains(f" {word}", autoescape=True) for word in words]
        clauses += [] if words else [companies.c.id == ""]
    if criteria.sizes:
        clauses.append(or_(*(_size_clause(low, high) for low, high in criteria.sizes)))
    return clauses


def _size_clause(low: int, high: int | None) -> ColumnElement[bool]:
    """Whether two ranges of heads overlap: bands are cut differently everywhere, so they are never equal."""
    above = or_(companies.c.size_high.is_(None), companies.c.size_high >= low)
    return above if high is None else and_(companies.c.size_low <= high, above)
