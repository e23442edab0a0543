"""Similarity of names, of people and of companies. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tui.model.search import fold_text, is_unspaced, name_key

if TYPE_CHECKING:
    from tui.model.person import Person
    from tui.model.subject import Kind, Subject

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

SHARED: tuple[Kind, ...] = ("phone", "domain")
"""Kinds of identifiers beside a name that are also those of colleagues."""

_INITIALS = 2
"""Most letters of a word that many have in their addresses."""

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
    if is_unspaced("".join(asked)) and len("".join(asked)) > 1 and "".join(asked) == "".join(found):
        return 1.0
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


def is_there(person: Person, subject: Subject) -> bool:
    """Return whether somebody is at the company of a subject, and none of its numbers and domains contradicts."""
    told = {"phone": {phone.e164 for phone in person.phones}, "domain": {person.company.domain}}
    return is_same_firm(subject.company or "", person.company.name) and all(
        not (known := told[kind] - {""}) or not (given := subject.values(kind)) or not known.isdisjoint(given)
        for kind in SHARED
    )


def may_be_same(one: Subject, other: Subject) -> bool:
    """Return whether two subjects may be the same person or company, so that the answer to one is that to the other.

    They may if they are known by different kinds of identifiers, or by values of one kind with a word in common.
    """
    if one.type != other.type or one.key == other.key:
        return False  # the same question is asked once anyway
    kinds, others = ({each.kind for each in subject.identifiers} for subject in (one, other))
    if not kinds and not others:
        return name_key(one.name or one.company or "") == name_key(other.name or other.company or "")
    return kinds.isdisjoint(others) or not _telling_words(one).isdisjoint(_telling_words(other))


def _telling_words(subject: Subject) -> set[str]:
    """Return the words of a person's addresses and profiles, or of a company's, that may be in those of the same one."""
    from tui.model.enrich.mailboxes import is_role

    values = (
        each.value.partition("@")[0]
        if each.kind == "email"
        else each.value.removeprefix("www.").partition(".")[0]
        for each in subject.identifiers
        if each.kind in {"email", "domain", "network_slug"} and not is_role(each.value)
    )
    found = (word for value in values for word in words(value.replace("_", " ")))
    return {word for word in found if len(word) > _INITIALS}


def is_surely_same(one: Person, other: Person) -> bool:
    """Return whether two records have an identifier in common; namesakes at one company have none."""
    return not _identifiers(one).isdisjoint(_identifiers(other))


def _identifiers(person: Person) -> set[str]:
    addresses = (email.value for email in person.emails)
    known = (person.id, person.network_slug, person.network_url, *addresses)
    return {one.casefold() for one in known if one}


def bare(company: str) -> tuple[str, ...]:
    """Return the words of a company's name without optional ones, such as the legal form."""
    found = [word for word in words(company) if word not in _LEGAL]
    return tuple(found or words(company))
