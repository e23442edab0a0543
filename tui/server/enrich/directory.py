"""The directory: companies and people, found exactly by what identifies them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Generic, TypeVar

from sqlalchemy import Connection

from tui.server.enrich.rows import COMPANY_COLUMNS, PERSON_COLUMNS, CompanyRow, PersonRow
from tui.server.storage.statements import ask

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
class RecordMatch(Generic[R]):
    """The record that most of the identifiers point at.

    Attributes:
        likelihood: 0 to 1; lowered by identifiers that point elsewhere.
        matched_on: Identifiers that point at it.
        conflicts: Identifiers that point at another record, or that the record has otherwise.
        others: Ids of the records that those point at, and their scores.
    """

    row: R
    likelihood: float
    matched_on: tuple[str, ...]
    conflicts: tuple[str, ...]
    others: tuple[tuple[str, float], ...] = ()


_COMPANY = f"SELECT {COMPANY_COLUMNS} FROM directory_company AS c WHERE "
_PERSON = (
    f"SELECT {PERSON_COLUMNS} FROM directory_person AS p"
    " JOIN directory_company AS c ON c.n = p.company_n WHERE "
)
_FEW = " LIMIT 5"


def find_company(connection: Connection, identifiers: dict[str, str]) -> RecordMatch[CompanyRow] | None:
    """The company that normalised ``identifiers`` (kind to value) point at."""
    rows = {kind: companies_by(connection, kind, value) for kind, value in identifiers.items()}
    return _best(rows, identifiers)


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


def find_person(connection: Connection, identifiers: dict[str, str]) -> RecordMatch[PersonRow] | None:
    """The person that normalised ``identifiers`` (kind to value) point at, with the employer's columns."""
    return _best(
        {kind: people_by(connection, kind, value) for kind, value in identifiers.items()}, identifiers
    )


def people_by(connection: Connection, kind: str, value: str) -> list[PersonRow]:
    """The people one identifier points at, a few at most."""
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


def _best(hits: dict[str, list[R]], identifiers: dict[str, str]) -> RecordMatch[R] | None:
    """Score each record by the identifiers that point at it, and say which of them speak against it."""
    pointed = {kind: found for kind, found in hits.items() if found}
    if not pointed:
        return None
    scores: dict[int, float] = {}
    rows: dict[int, R] = {}
    for kind, found in pointed.items():
        for one in found:
            scores[one.number] = scores.get(one.number, 0.0) + WEIGHTS[kind]
            rows[one.number] = one
    best = max(sorted(scores), key=scores.__getitem__)
    row = rows[best]
    agreed: tuple[str, ...] = tuple(kind for kind, found in pointed.items() if best in _numbers(found))
    against: tuple[str, ...] = tuple(
        kind
        for kind in hits
        if kind not in agreed and (kind in pointed or _has_another(row, kind, identifiers))
    )
    sure: float = 1 - reduce(lambda doubt, kind: doubt * (1 - WEIGHTS[kind]), agreed, 1.0)
    whole = sum(WEIGHTS[kind] for kind in (*agreed, *against))
    others = tuple((rows[n].id, round(scores[n] / whole, 3)) for n in sorted(scores) if n != best)
    return RecordMatch(row, round(sure * scores[best] / whole, 3), agreed, against, others)


_ONE_EACH = {"id": "id", "network_slug": "network_slug", "network_url": "network_slug", "abn": "abn"}
"""Identifiers of which a record has one: another one is somebody else's. Addresses and hosts it may have several of."""


def _has_another(row: CompanyRow | PersonRow, kind: str, identifiers: dict[str, str]) -> bool:
    """Whether a record has an identifier of this kind, and it is not the one that was given."""
    held = getattr(row, _ONE_EACH[kind], "") if kind in _ONE_EACH else ""
    return bool(held) and held != identifiers[kind]


def _numbers(found: Sequence[R]) -> set[int]:
    return {one.number for one in found}
