"""Exact lookup of companies and people in the directory by their identifiers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Generic, TypeVar

from sqlalchemy import Connection

from tui.server.enrich.rows import COMPANY_COLUMNS, PERSON_COLUMNS, CompanyRow, PersonRow
from tui.server.storage.statements import fetch_all

WEIGHTS = {
    "id": 1.0,
    "email": 1.0,
    "network_slug": 1.0,
    "network_url": 1.0,
    "abn": 1.0,
    "domain": 0.9,
    "website": 0.85,
}
"""The likelihood, 0 to 1, that a match on one kind of identifier alone is right."""

R = TypeVar("R", CompanyRow, PersonRow)


@dataclass(frozen=True, slots=True)
class RecordMatch(Generic[R]):
    """The record with the highest total weight of matching identifiers.

    Attributes:
        likelihood: 0 to 1; lowered by conflicting identifiers.
        matched_on: Kinds of identifiers that match the record.
        conflicts: Kinds of identifiers that match another record, or for which the record has another value.
        others: Ids and scores of the other records that were matched.
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
    """Find the company that best matches normalised ``identifiers`` (kind to value)."""
    rows = {kind: find_companies_by(connection, kind, value) for kind, value in identifiers.items()}
    return _pick_best(rows, identifiers)


def find_companies_by(connection: Connection, kind: str, value: str) -> list[CompanyRow]:
    """Find the companies that match one identifier, five at most."""
    match kind:
        case "domain" | "website":
            found = _by_host(connection, value)
        case "id":
            found = fetch_all(connection, f"{_COMPANY}c.number = ?", (int(value[1:]),))
        case "abn":
            found = fetch_all(connection, f"{_COMPANY}c.abn = ? AND c.abn <> ''{_FEW}", (value,))
        case _:
            found = fetch_all(connection, f"{_COMPANY}c.network_slug = ? AND c.network_slug <> ''", (value,))
    return [CompanyRow._make(row) for row in found]


def _by_host(connection: Connection, host: str) -> list[tuple[object, ...]]:
    """Find the company of a host such as ``shop.tui.example``, or of its longest known parent domain."""
    labels = host.split(".")[-6:]
    for start in range(max(1, len(labels) - 1)):
        domain = ".".join(labels[start:])
        if found := fetch_all(connection, f"{_COMPANY}c.domain = ? AND c.domain <> ''", (domain,)):
            return found
    return []


def find_person(connection: Connection, identifiers: dict[str, str]) -> RecordMatch[PersonRow] | None:
    """Find the person, with employer, who best matches normalised ``identifiers`` (kind to value)."""
    return _pick_best(
        {kind: find_people_by(connection, kind, value) for kind, value in identifiers.items()}, identifiers
    )


def find_people_by(connection: Connection, kind: str, value: str) -> list[PersonRow]:
    """Find the people who match one identifier, a few at most."""
    match kind:
        case "email":
            found = fetch_all(connection, f"{_PERSON}p.email = ? AND p.email <> ''{_FEW}", (value,))
            also = fetch_all(
                connection, f"{_PERSON}p.personal_email = ? AND p.personal_email <> ''{_FEW}", (value,)
            )
            found += [row for row in also if row not in found]
        case "id":
            found = fetch_all(connection, f"{_PERSON}p.number = ?", (int(value[2:]),))
        case _:
            found = fetch_all(connection, f"{_PERSON}p.network_slug = ? AND p.network_slug <> ''", (value,))
    return [PersonRow._make(row) for row in found]


def _pick_best(hits: dict[str, list[R]], identifiers: dict[str, str]) -> RecordMatch[R] | None:
    """Return the record with the highest score, its matching and its conflicting identifiers."""
    hits_by_kind = {kind: found for kind, found in hits.items() if found}
    if not hits_by_kind:
        return None
    rows = {one.number: one for found in hits_by_kind.values() for one in found}
    scores = _scores(hits_by_kind)
    best = max(sorted(scores), key=scores.__getitem__)
    row = rows[best]
    agreeing: tuple[str, ...] = tuple(kind for kind, found in hits_by_kind.items() if best in _numbers(found))
    opposing: tuple[str, ...] = tuple(_opposing(row, hits, agreeing, identifiers))
    doubts: list[float] = [1 - WEIGHTS[kind] for kind in agreeing]
    certainty = 1 - prod(doubts)
    total_weight: float = sum(WEIGHTS[kind] for kind in (*agreeing, *opposing))
    rivals = tuple((rows[n].id, round(scores[n] / total_weight, 3)) for n in sorted(scores) if n != best)
    return RecordMatch(row, round(certainty * scores[best] / total_weight, 3), agreeing, opposing, rivals)


def _opposing(
    row: R, hits: Mapping[str, Sequence[R]], agreeing: Sequence[str], identifiers: dict[str, str]
) -> Iterator[str]:
    """Yield the identifiers that speak against a record: they match others, or it has another value."""
    for kind, found in hits.items():
        if kind not in agreeing and (found or _has_another(row, kind, identifiers)):
            yield kind


def _scores(hits: dict[str, list[R]]) -> dict[int, float]:
    """Return the sum of the weights of the identifiers that match, by record."""
    scores: dict[int, float] = {}
    for kind, found in hits.items():
        for one in found:
            scores[one.number] = scores.get(one.number, 0.0) + WEIGHTS[kind]
    return scores


_UNIQUE_COLUMNS = {"id": "id", "network_slug": "network_slug", "network_url": "network_slug", "abn": "abn"}
"""Kinds of identifiers of which a record has only one, by column; it may have several addresses and hosts."""


def _has_another(row: CompanyRow | PersonRow, kind: str, identifiers: dict[str, str]) -> bool:
    """Return whether the record's own identifier of this kind differs from the given one."""
    held = getattr(row, _UNIQUE_COLUMNS[kind], "") if kind in _UNIQUE_COLUMNS else ""
    return bool(held) and held != identifiers[kind]


def _numbers(found: Sequence[R]) -> set[int]:
    return {one.number for one in found}
