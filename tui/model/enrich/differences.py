"""Differences: fields in which services disagree about the same person or company."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from tui.model.values.record import Value
from tui.model.values.scalars import Instant

if TYPE_CHECKING:
    from tui.model.company import Company
    from tui.model.finding import Finding
    from tui.model.person import Location, Person


class Stated(Value):
    """The value of a field according to one service.

    Attributes:
        provider: The service's name in findings.
    """

    value: str
    provider: str
    fetched_at: Instant


class Difference(Value):
    """A field with the values of several services, the newest first."""

    name: str
    stated: tuple[Stated, ...]


def differences(findings: Sequence[Finding]) -> list[Difference]:
    """Return the fields in which ``findings`` about one subject disagree; upper and lower case are the same.

    An answer about somebody else than the first one, by the profile, does not disagree with it.
    """
    said: dict[str, list[Stated]] = {}
    for finding in findings:
        if _is_about_another(finding, findings[0]):
            continue
        for name, value in _fields(finding):
            if value:
                said.setdefault(name, []).append(_stated(value, finding.provider, finding.fetched_at))
    return [
        Difference(name=name, stated=tuple(stated))
        for name, stated in said.items()
        if len({" ".join(one.value.casefold().split()) for one in stated}) > 1
    ]


def _is_about_another(finding: Finding, first: Finding) -> bool:
    one, other = finding.person, first.person
    return one is not None and other is not None and one.has_other_profile(other)


def _stated(value: str, provider: str, fetched_at: datetime) -> Stated:
    return Stated(value=value, provider=provider, fetched_at=fetched_at)


def _fields(finding: Finding) -> Iterator[tuple[str, str]]:
    if finding.person is not None:
        yield from _person(finding.person)
    elif finding.company is not None:
        yield from _company(finding.company)


def _person(person: Person) -> Iterator[tuple[str, str]]:
    yield "name", person.full_name
    yield "title", person.title
    yield "company", person.company.name
    yield "domain", person.company.domain
    yield "place", _place(person.location)


def _company(company: Company) -> Iterator[tuple[str, str]]:
    yield "name", company.name
    yield "legal name", company.legal_name
    yield "domain", company.domain
    yield "ABN", company.abn
    yield "ABN status", company.abn_status
    yield "NZBN", company.nzbn
    yield "people", str(company.employee_count or (company.size_band.text if company.size_band else ""))
    yield "revenue", company.revenue
    yield "founded", str(company.founded_year or "")
    yield "place", _place(company.hq)


def _place(place: Location) -> str:
    return place.city or place.state or place.country
