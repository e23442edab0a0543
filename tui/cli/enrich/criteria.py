"""Criteria of a people search, checked before a service is asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tui.errors import UsageError
from tui.model.enrich.people import PeopleQuery
from tui.model.enrich.vocabulary import DEPARTMENTS, SENIORITY_LABELS, SIZE_BANDS

_COUNTRIES = {"UK": "GB"}
"""Codes of countries that people write in place of the standard ones."""

_NO_DATA = max(DEPARTMENTS)


def read_criteria(criteria: Mapping[str, str]) -> PeopleQuery:
    """Return the query of the command line's criteria.

    Raises:
        UsageError: A value means nothing to any service, which may be paid for a search without it.
    """
    from tui.server.enrich import vocabulary

    _check(criteria, "seniority", vocabulary.seniority, [one for one in SENIORITY_LABELS if one != "unknown"])
    _check(
        criteria,
        "department",
        vocabulary.department,
        [label for number, label in DEPARTMENTS.items() if number != _NO_DATA],
    )
    _check(criteria, "size_band", vocabulary.size, SIZE_BANDS, option="size")
    return PeopleQuery(**{**criteria, "country": _country(criteria.get("country", ""))})


def _check(
    criteria: Mapping[str, str],
    name: str,
    read: Callable[[str], object],
    known: list[str] | tuple[str, ...],
    option: str = "",
) -> None:
    from tui.server.enrich.problems import Problem

    value = criteria.get(name, "").strip()
    try:
        if value:
            read(value)
    except Problem as problem:
        raise UsageError(
            f"--{option or name} {value}: there is no such {name.partition('_')[0]}",
            hint=f"one of {', '.join(known)}",
        ) from problem


def _country(value: str) -> str:
    """Return the code of a country that is given by its code, or as Australia or New Zealand."""
    from tui.server.enrich import vocabulary
    from tui.server.enrich.problems import Problem

    text = value.strip()
    if not text or re.fullmatch("[A-Za-z]{2}", text):
        return _COUNTRIES.get(text.upper(), text.upper())
    try:
        return vocabulary.country(text)
    except Problem as problem:
        raise UsageError(
            f"--country {text}: is no code of a country", hint="two letters, such as AU, NZ or GB"
        ) from problem
