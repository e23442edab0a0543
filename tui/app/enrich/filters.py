"""Filters: the fields by which people are searched, what may be chosen in each, and a query as text."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from tui.model.enrich.people import CRITERIA, PeopleQuery
from tui.model.vocabulary import AU_STATES, DEPARTMENTS, NZ_REGIONS, SENIORITY_LABELS, SIZE_BANDS
from tui.presentation.safe_text import safe_line

Name = Literal["company", "position", "seniority", "department", "location", "size_band"]

ANY = "any"
"""What stands in a field that does not narrow."""

_COUNTRIES = MappingProxyType({"AU": "Australia, anywhere", "NZ": "New Zealand, anywhere"})
_LONGEST = 200  # characters of a typed criterion: services refuse much longer ones


@dataclass(frozen=True, slots=True)
class Pick:
    """One value that may be chosen.

    Attributes:
        value: Of the query.
        text: For the reader.
        note: What else it is known by.
    """

    value: str
    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class SearchFilter:
    """One field.

    Attributes:
        label: What it is called.
        example: Shown while nothing is typed; "" for a field that is chosen.
        picks: What may be chosen; none for a field that is typed.
    """

    name: Name
    label: str
    example: str = ""
    picks: tuple[Pick, ...] = ()


def _places() -> tuple[Pick, ...]:
    # By name: the code TAS is Tasmania and Tasman both.
    states = [Pick(name, f"{name} ({code})", "Australia") for code, name in AU_STATES.items()]
    regions = [Pick(name, f"{name} ({code})", "New Zealand") for code, name in NZ_REGIONS.items()]
    return (*(Pick(code, name) for code, name in _COUNTRIES.items()), *states, *regions)


FILTERS: tuple[SearchFilter, ...] = (
    SearchFilter("company", "Company", "name or web address"),
    SearchFilter("position", "Position", "head of sales"),
    SearchFilter(
        "seniority",
        "Seniority",
        picks=tuple(Pick(name, label) for name, label in SENIORITY_LABELS.items() if name != "unknown"),
    ),
    SearchFilter(
        "department",
        "Department",
        picks=tuple(
            Pick(label, label) for number, label in DEPARTMENTS.items() if number != max(DEPARTMENTS)
        ),
    ),
    SearchFilter("location", "Location", picks=_places()),
    SearchFilter(
        "size_band", "Company size", picks=tuple(Pick(band, f"{band} people") for band in SIZE_BANDS)
    ),
)
"""In the order of the form."""


def value(query: PeopleQuery, name: Name) -> str:
    """What a field of ``query`` holds; a country stands in the place of a location."""
    if name == "location":
        return query.location or query.country
    return str(getattr(query, name))


def shown(query: PeopleQuery, field: SearchFilter) -> str:
    """What a field holds, for the reader; "" when it does not narrow."""
    held = value(query, field.name)
    return next((pick.text for pick in field.picks if pick.value == held), held)


def changed(query: PeopleQuery, name: Name, to: str) -> PeopleQuery:
    """``query`` with another value in a field; "" takes it out."""
    to = to.strip()[:_LONGEST]
    if name == "location":
        country = to in _COUNTRIES
        return query.but(location="" if country else to, country=to if country else "")
    if name == "company":
        return query.but(company=to, company_id="")
    return query.but(**{name: to})


def summary(query: PeopleQuery) -> str:
    """``query`` in a line: ``Tūī Ridge · head of · Waikato``."""
    return " · ".join(safe_line(text) for field in FILTERS if (text := shown(query, field)))


def kept(query: PeopleQuery) -> str:
    """``query`` as a draft; "" when it is empty."""
    return "" if query.empty else json.dumps(query.given, ensure_ascii=False)


def read(draft: str) -> PeopleQuery:
    """The query of a draft; what cannot be read is left out."""
    try:
        found = json.loads(draft) if draft else {}
    except ValueError:
        found = {}
    known: Mapping[str, object] = found if isinstance(found, dict) else {}
    return PeopleQuery(
        **{name: text for name, text in known.items() if name in CRITERIA and isinstance(text, str)}
    )
