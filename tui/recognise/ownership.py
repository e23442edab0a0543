"""Ownership of a card's profiles, register numbers and telephone numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.recognise.drafts import (
    SOLE_EMPLOYER,
    Assembly,
    CompanyDraft,
    Draft,
    PersonDraft,
    Place,
    find_company,
    nearest,
)
from tui.recognise.words.lexicon import fold

if TYPE_CHECKING:
    from tui.model.subject import Identifier

_SAME_BLOCK = 4
"""Approximate number of lines of a signature or an address block."""

_SURE = 0.5
"""Least confidence of a person who owns a number on another line."""

_REGISTERED = frozenset(("abn", "acn"))
"""Kinds of numbers that contain each other: a company's ABN ends with its ACN."""


def assign_profiles(assembly: Assembly) -> None:
    """Assign profiles to people and companies; a profile without an owner makes a new person."""
    slugs = {one.value: one for _, one in assembly.notes.of_kind("network_slug")}
    for place, one in assembly.notes.of_kind("network_url"):
        slug = one.value.rpartition("/")[2]
        if "/company/" in one.value:
            _company_at(assembly, place, one, label=slug.replace("-", "")).add(one)
            continue
        person = _slug_owner(assembly, slug) or PersonDraft(place, one.field)
        if not any(person is other for other in assembly.people):
            assembly.people.append(person)
        person.add_place(place, one.field)
        person.add(one)
        if slug in slugs:
            person.add(slugs[slug])


def _slug_owner(assembly: Assembly, slug: str) -> PersonDraft | None:
    """Find a slug's owner: who has it, whose name it spells, a name in the text, or the only candidate."""
    held = (person for person in assembly.people if slug in _slugs(person))
    free = [person for person in assembly.people if not _slugs(person)]
    spelt = (person for person in free if _is_spelt(person, slug))
    found = next(held, None) or next(spelt, None)
    if found is not None:
        return found
    name = next((name for name in assembly.notes.runs if _spells(slug, fold(name).split())), None)
    return PersonDraft.spelt(name) if name else _only_owner(assembly, free, slug)


def _slugs(person: PersonDraft) -> list[str]:
    return [one.value for one in person.identifiers if one.kind == "network_slug"]


def _is_spelt(person: PersonDraft, slug: str) -> bool:
    """Whether a slug spells a person's name, or the mailbox of a person without a name."""
    words = [fold(word) for word in person.name.split()]
    return _spells(slug, words or _mailbox_words(person)) or _spells(slug, words[:2])


def _only_owner(assembly: Assembly, free: Sequence[PersonDraft], slug: str) -> PersonDraft | None:
    """Return the only person who is more than a name, unless others have profiles or the mailbox differs."""
    known = [person for person in free if not assembly.is_lone(person)]
    if len(known) != 1 or len(free) < len(assembly.people):
        return None
    first = fold(slug.split("-", maxsplit=1)[0])
    return known[0] if not known[0].name or _mailbox_words(known[0])[:1] == [first] else None


def _spells(slug: str, names: Sequence[str]) -> bool:
    """Whether a slug contains a first and a last name: ``ana-reid-4f2a1``, ``anareid``."""
    words = [fold(word) for word in slug.split("-")]
    if len(names) <= 1:
        return False
    return (names[0] in words and names[-1] in words) or fold(slug).startswith("".join(names))


def _mailbox_words(person: PersonDraft) -> list[str]:
    email = next((one.value for one in person.identifiers if one.kind == "email"), "")
    return [word for word in re.split(r"[._-]", email.partition("@")[0]) if word]


def assign_numbers(assembly: Assembly) -> None:
    """Assign register numbers to companies."""
    for kind in ("abn", "acn", "nzbn"):
        for place, one in assembly.notes.of_kind(kind):
            company = _company_before(assembly, place)
            if company is None or company.has(one.kind) or _contradicts(company, one):
                company = _company_at(assembly, place, one)
            company.add(one)


def _company_before(assembly: Assembly, place: Place) -> CompanyDraft | None:
    """Return the company whose name stands on the line of ``place`` or a few lines above."""
    notes = assembly.notes
    text = notes.plain[place[0]]
    firms = [(where, name) for where, name in notes.firms if where[0] == place[0] and where <= place]
    if not firms or text.count("\n", max(firms)[0][1], place[1]) > _SAME_BLOCK:
        return None
    where, name = max(firms)
    company = assembly.company_called(name, where)
    company.name = company.name or name
    return company


def _company_at(assembly: Assembly, place: Place, one: Identifier, *, label: str = "") -> CompanyDraft:
    """Return an identifier's company: an agreeing, a similar, the last named before, or a new one."""
    agreeing = (
        company for company in assembly.companies if any(_agree(other, one) for other in company.identifiers)
    )
    known = next(agreeing, None) or (find_company(assembly.companies, label) if label else None)
    return known or _nearest_without(assembly, place, one) or _new_company(assembly, place, one)


def _nearest_without(assembly: Assembly, place: Place, one: Identifier) -> CompanyDraft | None:
    """Return the last company named before ``place`` that may have the identifier, or the first that may."""
    free = [
        company
        for company in assembly.companies
        if not company.has(one.kind) and not _contradicts(company, one)
    ]
    return nearest(free, place) or next(iter(free), None)


def _new_company(assembly: Assembly, place: Place, one: Identifier) -> CompanyDraft:
    """Add a company; it gets the name of the only employer if there is no other company."""
    company = CompanyDraft(place, one.field)
    employers = [person.company for person in assembly.people if person.company]
    if len(employers) == 1 and not assembly.companies:
        company.name, company.sure = employers[0], SOLE_EMPLOYER
    assembly.companies.append(company)
    return company


def _agree(one: Identifier, other: Identifier) -> bool:
    """Whether two identifiers belong to one company: an ABN ends with the company's ACN."""
    if one.kind == other.kind:
        return one.value == other.value
    registered = {one.kind, other.kind} == _REGISTERED
    return registered and (one.value.endswith(other.value) or other.value.endswith(one.value))


def _contradicts(company: CompanyDraft, one: Identifier) -> bool:
    """Whether the company has a number of the other register that does not match this one."""
    others = (mine for mine in company.identifiers if {mine.kind, one.kind} == _REGISTERED)
    return any(not _agree(mine, one) for mine in others)


def assign_phones(assembly: Assembly) -> None:
    """Assign telephone numbers to the nearest owner: mobiles to people, shared lines to companies."""
    for place, one in assembly.notes.of_kind("phone"):
        named = None if assembly.people else _company_on_line(assembly, place)
        owner = named or _phone_owner(assembly, place, one) or _new_owner(assembly, place, one)
        owner.add(one)


def _new_owner(assembly: Assembly, place: Place, one: Identifier) -> Draft:
    """Add a person for a mobile number, a company for another number."""
    if one.value.startswith(("+614", "+642")):
        person = PersonDraft(place, one.field)
        assembly.people.append(person)
        return person
    company = CompanyDraft(place, one.field)
    assembly.companies.append(company)
    return company


def _company_on_line(assembly: Assembly, place: Place) -> CompanyDraft | None:
    """Return the firm whose name stands before ``place`` on its line."""
    start = assembly.notes.plain[place[0]].rfind("\n", 0, place[1]) + 1
    firms = [one for one in assembly.notes.firms if (place[0], start) <= one[0] <= place]
    if not firms:
        return None
    firm_place, name = max(firms)
    return assembly.company_called(name, firm_place)


def _is_beside(assembly: Assembly, person: PersonDraft, place: Place) -> bool:
    """Whether a person is named on or near the line of ``place``, or is the whole title."""
    passage, offset = person.place
    text = assembly.notes.plain[passage]
    if passage != place[0]:
        return assembly.notes.fields[passage] == "title" and text.strip() == person.name
    first, last = sorted((offset, place[1]))
    reach = _SAME_BLOCK if person.sure >= _SURE else 1
    return text.count("\n", first, last) <= reach


def _phone_owner(assembly: Assembly, place: Place, one: Identifier) -> Draft | None:
    """Return the draft that has the number already, is the only one, or is the last named before it."""
    people: list[Draft] = [
        person
        for person in assembly.people
        if not assembly.is_lone(person) or _is_beside(assembly, person, place)
    ]
    companies: list[Draft] = list(assembly.companies)
    if same := next((draft for draft in (*people, *companies) if draft.holds(one.value)), None):
        return same
    shared = re.match(r"\+61(?:13|18)|\+64(?:800|508)", one.value)
    for drafts in (companies, people) if shared else (people, companies):
        if owner := drafts[0] if len(drafts) == 1 else nearest(drafts, place):
            return owner
    return None
