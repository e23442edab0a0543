"""Word lists for demo data: names, places, trades and titles of Australia and New Zealand (words.toml)."""

import tomllib
from pathlib import Path
from typing import NamedTuple


class Trade(NamedTuple):
    """A line of business: the word in a company's name, its industry and ANZSIC, and its activity."""

    word: str
    industry: str
    anzsic: str
    does: str


class Town(NamedTuple):
    """A town where firms and people are: its state or region, its country, and its relative frequency."""

    city: str
    state: str
    country: str
    weight: int


_WORDS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
_DEPARTMENTS = {int(number): department for number, department in _WORDS["departments"].items()}

FIRST_NAMES: tuple[str, ...] = tuple(_WORDS["first_names"])
LAST_NAMES: tuple[str, ...] = tuple(_WORDS["last_names"])
TWO_WORD_LAST_NAMES: tuple[str, ...] = tuple(_WORDS["two_word_last_names"])
NATURE: tuple[str, ...] = tuple(_WORDS["nature"])
LAND: tuple[str, ...] = tuple(_WORDS["land"])
SKILLS: tuple[str, ...] = tuple(_WORDS["skills"])
TRADES = tuple(Trade(**trade) for trade in _WORDS["trades"])
PLACES = tuple(Town(**place) for place in _WORDS["places"])
AREA_CODES: dict[str, str] = _WORDS["area_codes"]

DRAMA_MOBILES: tuple[str, ...] = tuple(_WORDS["drama_mobiles"])
"""The mobile numbers that Australia's regulator reserves for fiction; no other may be generated."""

TOP_TITLES: dict[int, tuple[tuple[str, int], ...]] = {
    int(seniority): tuple((each["title"], each["department"]) for each in titles)
    for seniority, titles in _WORDS["top_titles"].items()
}
"""Titles of seniorities 1 to 3, each with its department."""

DEPARTMENT_TITLES: dict[int, tuple[str, str, str]] = {
    number: ("|".join(each["heads"]), "|".join(each["managers"]), "|".join(each["others"]))
    for number, each in _DEPARTMENTS.items()
}
"""Titles by department number, separated by ``|``: directors and heads, managers, everybody else."""

DEPARTMENT_WEIGHTS: dict[int, int] = {number: each["weight"] for number, each in _DEPARTMENTS.items()}

TECHNOLOGIES: dict[str, tuple[str, ...]] = {
    category: tuple(names) for category, names in _WORDS["technologies"].items()
}
"""Fictional products by category."""
