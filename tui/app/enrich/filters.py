"""The fields of a people search, their choices, and conversion of a query to and from text."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from tui.app.matching import fold
from tui.model.enrich.people import CRITERIA, PeopleQuery
from tui.model.enrich.vocabulary import AU_STATES, DEPARTMENTS, NZ_REGIONS, SENIORITY_LABELS, SIZE_BANDS
from tui.presentation.safe_text import safe_line

Name = Literal["company", "position", "seniority", "department", "location", "size_band"]

ANY = "any"
"""The text of a field that is not set."""

_COUNTRIES = MappingProxyType({"AU": "Australia, anywhere", "NZ": "New Zealand, anywhere"})
_MAX_LENGTH = 200  # characters of a typed criterion: services refuse much longer ones


@dataclass(frozen=True, slots=True)
class Pick:
    """One choice of a field.

    Attributes:
        note: A further name, such as the country of a state.
    """

    value: str
    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class SearchFilter:
    """One field of the search form.

    Attributes:
        example: Placeholder of a text field; "" for a field with choices.
        picks: The choices; empty for a text field.
    """

    name: Name
    label: str
    example: str = ""
    picks: tuple[Pick, ...] = ()


def _location_picks() -> tuple[Pick, ...]:
    # Values are names, because the code TAS is both Tasmania and Tasman.
    states = [Pick(name, f"{name} ({code})", "Australia") for code, name in AU_STATES.items()]
    regions = [Pick(name, f"{name} ({code})", "New Zealand") for code, name in NZ_REGIONS.items()]
    return (*(Pick(code, name) for code, name in _COUNTRIES.items()), *states, *regions)


def typed_place(typed: str) -> Pick | None:
    """Return the choice of a city that was typed; None while the text is part of the name of a listed place."""
    text = " ".join(typed.split())[:_MAX_LENGTH]
    listed = any(fold(text) in fold(f"{pick.text} {pick.note}") for pick in _location_picks())
    return None if listed else Pick(text, text, "the city")


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
    SearchFilter("location", "Location", picks=_location_picks()),
    SearchFilter(
        "size_band", "Company size", picks=tuple(Pick(band, f"{band} people") for band in SIZE_BANDS)
    ),
)
"""The filters, in the order of the form."""


def value(query: PeopleQuery, name: Name) -> str:
    """Return the value of a field of ``query``; the location field may hold a country."""
    if name == "location":
        return query.location or query.country
    return str(getattr(query, name))


def shown(query: PeopleQuery, field: SearchFilter) -> str:
    """Return a field's value as text for the user; "" if the field is not set."""
    held = value(query, field.name)
    return next((pick.text for pick in field.picks if pick.value == held), held)


def with_value(query: PeopleQuery, name: Name, to: str) -> PeopleQuery:
    """Return ``query`` with the field ``name`` set to ``to``; "" clears the field."""
    to = to.strip()[:_MAX_LENGTH]
    if name == "location":
        country = to in _COUNTRIES
        return query.replace(location="" if country else to, country=to if country else "")
    if name == "company":
        return query.replace(company=to, company_id="")
    return query.replace(**{name: to})


def summary(query: PeopleQuery) -> str:
    """Summarise ``query`` in a line: ``Tūī Ridge · head of · Waikato``."""
    return " · ".join(safe_line(text) for field in FILTERS if (text := shown(query, field)))


def to_draft(query: PeopleQuery) -> str:
    """Serialise ``query`` as a draft; "" if it is empty."""
    return "" if query.empty else json.dumps(query.given, ensure_ascii=False)


def from_draft(draft: str) -> PeopleQuery:
    """Parse the query of a draft, ignoring unreadable parts."""
    try:
        found = json.loads(draft) if draft else {}
    except ValueError:
        found = {}
    known: Mapping[str, object] = found if isinstance(found, dict) else {}
    return PeopleQuery(
        **{name: text for name, text in known.items() if name in CRITERIA and isinstance(text, str)}
    )
