"""The directory: companies and people, found exactly by what identifies them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Generic, TypeVar

from sqlalchemy import Connection

from tui.server.enrich.rows import COMPANY_COLUMNS, PERSON_COLUMNS, CompanyRow, PersonRow
from tui.server.enrich.statements import ask

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

R = TypeVar("R", CompanyRow, PersonRow)


@dataclass(frozen=True, slots=True)
class Match(Generic[R]):
    """The record that most of the identifiers point at.

    Attributes:
        likelihood: 0 to 1; lowered by identifiers that point elsewhere.
        matched_on: Identifiers that point at it.
        conflicts: Identifiers that point at another record.
    """

    row: R
    likelihood: float
    matched_on: tuple[str, ...]
    conflicts: tuple[str, ...]


_COMPANY = f"SELECT {COMPANY_COLUMNS} FROM directory_company AS c WHERE "  # noqa: S608 - our own columns
_PERSON = (
    f"SELECT {PERSON_COLUMNS} FROM directory_person AS p"  # noqa: S608 - our own columns
    " JOIN directory_company AS c ON c.n = p.company_n WHERE "
)
_FEW = " LIMIT 5"


def find_company(connection: Connection, identifiers: dict[str, str]) -> Match[CompanyRow] | None:
    """The company that normalised ``identifiers`` (kind to value) point at."""
    rows = {kind: companies_by(connection, kind, value) for kind, value in identifiers.items()}
    return _best(rows)


def companies_by(connection: Connection, kind: str, value: str) -> list[CompanyRow]:
    """The companies one identifier points at, five at most."""
    match kind:
        case "domain" | "website":
            found = _by_host(connection, value)
        case "id":
            found = ask(connection, f"{_COMPANY}c.number = ?", (int(value[1:]),))
        case "abn":
            found = ask(connection, f"{_COMPANY}c.abn = ? AND c.abn <> ''{_FEW}", (value,))
        case _:
            found = ask(connection, f"{_COMPANY}c.network_slug = ? AND c.network_slug <> ''", (value,))
    return [CompanyRow._make(row) for row in found]


def _by_host(connection: Connection, host: str) -> list[tuple[object, ...]]:
    """The company of ``shop.tui.example``, or of what that is under: the longest name that is known."""
    labels = host.split(".")[-6:]
    for start in range(max(1, len(labels) - 1)):
        domain = ".".join(labels[start:])
        if found := ask(connection, f"{_COMPANY}c.domain = ? AND c.domain <> ''", (domain,)):
            return found
    return []


def find_person(connection: Connection, identifiers: dict[str, str]) -> Match[PersonRow] | None:
    """The person that normalised ``identifiers`` (kind to value) point at, with the employer's columns."""
    return _best({kind: _people_by(connection, kind, value) for kind, value in identifiers.items()})


def _people_by(connection: Connection, kind: str, value: str) -> list[PersonRow]:
    match kind:
        case "email":
            found = ask(connection, f"{_PERSON}p.email = ? AND p.email <> ''{_FEW}", (value,))
            also = ask(
                connection, f"{_PERSON}p.personal_email = ? AND p.personal_email <> ''{_FEW}", (value,)
            )
            found += [row for row in also if row not in found]
        case "id":
            found = ask(connection, f"{_PERSON}p.number = ?", (int(value[2:]),))
        case _:
            found = ask(connection, f"{_PERSON}p.network_slug = ? AND p.network_slug <> ''", (value,))
    return [PersonRow._make(row) for row in found]


def _best(hits: dict[str, list[R]]) -> Match[R] | None:
    """Score each record by the identifiers that point at it, and say which of them point elsewhere."""
    pointed = {kind: found for kind, found in hits.items() if found}
    if not pointed:
        return None
    scores: dict[int, float] = {}
    for kind, found in pointed.items():
        for one in found:
            scores[one.number] = scores.get(one.number, 0.0) + WEIGHTS[kind]
    best = max(sorted(scores), key=scores.__getitem__)
    agreed = tuple(kind for kind, found in pointed.items() if best in _numbers(found))
    row = next(one for found in pointed.values() for one in found if one.number == best)
    sure = 1 - reduce(lambda doubt, kind: doubt * (1 - WEIGHTS[kind]), agreed, 1.0)
    share = scores[best] / sum(WEIGHTS[kind] for kind in pointed)
    return Match(row, round(sure * share, 3), agreed, tuple(kind for kind in pointed if kind not in agreed))


def _numbers(found: Sequence[R]) -> set[int]:
    return {one.number for one in found}
