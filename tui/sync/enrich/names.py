"""Similarity of names, of people and of companies. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tui.model.search import fold_text

if TYPE_CHECKING:
    from tui.model.person import Person
    from tui.model.subject import Subject

_LEGAL = frozenset(
    """
    pty ltd limited proprietary inc incorporated llc llp plc corp corporation co company group holdings holding
    the and australia australasia nz zealand new aust au trust trustee partners
    """.split()  # noqa: SIM905 - a list of words reads better as words
)
"""Words in company names that some writers leave out."""

_NICKNAMES = (
    "alex alexander alexandra", "andy drew andrew", "tony anthony", "ben benjamin", "beth liz lizzie elizabeth",
    "bill will william", "bob rob robert", "cath kate katie kathy catherine katherine kathryn", "charlie charles",
    "chris christopher christine christina", "dan danny daniel", "dave david", "ed eddie edward",
    "fred frederick", "greg gregory", "jen jenny jennifer", "jim jimmy james", "joe joseph", "jon jonathan",
    "josh joshua", "ken kenneth", "matt matthew", "meg maggie margaret", "mick mike michael", "nick nicholas",
    "pat patrick patricia", "pete peter", "phil philip phillip", "ray raymond", "rich rick richard",
    "ron ronald", "sam samuel samantha", "steve stephen steven", "sue susan", "ted theodore", "tim timothy",
    "tom thomas", "vicky victoria",
)  # fmt: skip

_GROUPS = {name: frozenset(names.split()) for names in _NICKNAMES for name in names.split()}


def words(text: str) -> list[str]:
    """Split a name into words, without case, accents and apostrophes."""
    return re.findall(r"\w+", re.sub(r"['’ʻ`]", "", fold_text(text)))


def likeness(name: str, person: Person) -> float:
    """Rate how well ``name`` matches ``person``: 1 for the same, 0 for somebody else.

    ``Reid, Ana`` equals ``Ana Reid``; a middle name may be missing; ``Bob`` may be Robert, and ``A.`` Ana.
    """
    if "," in name:
        last, _, first = name.partition(",")
        name = f"{first} {last}"
    asked = words(name)
    found = words(person.whole_name)
    if len(asked) < 2 or len(found) < 2:  # a first and a last name
        return 0.0
    if asked == found:
        return 1.0
    if asked[-1] != found[-1]:
        return 0.0
    return _first_names(asked[0], found[0])


def _first_names(one: str, other: str) -> float:
    if one == other:
        return 0.95
    if other in _GROUPS.get(one, frozenset()):
        return 0.85
    if len(one) == 1 or len(other) == 1:
        return 0.6 if one[0] == other[0] else 0.0
    return 0.0


def fits(subject: Subject, person: Person) -> float:
    """Rate how well a hit matches a subject: by its name, and less if its company is another one."""
    like = likeness(subject.name or "", person)
    domain = subject.value("domain")
    if domain and person.company.domain:
        return like if domain == person.company.domain else like * 0.6
    if subject.company and person.company.name and not is_same_firm(subject.company, person.company.name):
        return like * 0.6
    return like


def is_same_firm(one: str, other: str) -> bool:
    """Return whether two company names are equal: ``Kauri Pty Ltd`` and ``KAURI``, not ``Kauri Homes``."""
    a, b = bare(one), bare(other)
    return bool(a) and a == b


def bare(company: str) -> tuple[str, ...]:
    """Return the words of a company's name without optional ones, such as the legal form."""
    found = [word for word in words(company) if word not in _LEGAL]
    return tuple(found or words(company))
