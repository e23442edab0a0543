"""Assembly of subjects: decides which names, addresses and numbers belong to the same person or company."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from tui.recognise.drafts import (
    SPELT,
    Assembly,
    CompanyDraft,
    Notes,
    PersonDraft,
    Place,
    find_company,
    label_of,
)
from tui.recognise.identifiers.mailboxes import is_first, is_role, letters_of, spellings
from tui.recognise.names import Named, name_runs
from tui.recognise.notes import read_identifiers
from tui.recognise.ownership import assign_numbers, assign_phones, assign_profiles
from tui.recognise.reading import read_names
from tui.recognise.text import FIELDS, CardText
from tui.recognise.words.lexicon import fold
from tui.recognise.words.likeness import LIKELY, NOT, firm_likeness, matches, squeeze
from tui.recognise.words.likeness import person_likeness as likeness_of

if TYPE_CHECKING:
    from tui.model.subject import Identifier

TRADING = re.compile(r"(?i)\bt/as?\b|\btrading as\b|\bd/?b/?a\b")
"""Words between two names of one firm."""

_BEFORE_ADDRESS = 80
"""Maximum distance in characters between an address and its owner's name before it."""


def assemble(card: CardText) -> Assembly:
    """Assemble the people and companies of a card, each with its identifiers."""
    notes = read_names(read_identifiers(card))
    assembly = Assembly(notes, companies=_companies(notes))
    assembly.people = _merge_namesakes(_people(assembly))
    _join_employers(assembly)
    assembly.people += notes.lone
    assign_profiles(assembly)
    assign_numbers(assembly)
    assign_phones(assembly)
    _join_trading(assembly)
    _name_companies(assembly)
    for person in assembly.people:
        _employ_by_domain(person, assembly)
    assembly.people = [one for one in assembly.people if not assembly.is_lone(one)]
    return assembly


def _companies(notes: Notes) -> list[CompanyDraft]:
    """Create one company per domain, with its website and its shared mailboxes."""
    companies: dict[str, CompanyDraft] = {}
    for place, one in notes.of_kind("domain"):
        company = companies.setdefault(one.value, CompanyDraft(place, one.field, domain=one.value))
        company.add(one)
        company.add_place(place, one.field)
    found = list(companies.values())
    for _, one in notes.of_kind("website"):
        if owner := _of_host(found, one.value.split("/")[2]):
            owner.add(one)
    for _, one in notes.of_kind("email"):
        mailbox, _, host = one.value.partition("@")
        if is_role(mailbox) and (owner := _of_host(found, host)):
            owner.add(one)
    return found


def _of_host(companies: Iterable[CompanyDraft], host: str) -> CompanyDraft | None:
    return next((one for one in companies if f".{host}".endswith(f".{one.domain}")), None)


def _people(assembly: Assembly) -> list[PersonDraft]:
    """Create the people who are named with a firm, and the owners of e-mail addresses."""
    notes = assembly.notes
    people = [
        PersonDraft(place, field, named.name, named.sure, company=named.company)
        for place, field, named in notes.named
        if named.name
    ]
    for place, one in notes.of_kind("email"):
        mailbox, _, host = one.value.partition("@")
        company = _of_host(assembly.companies, host)
        if company is None or not is_role(mailbox):
            person = _addressee(people, notes, place, one)
            if person not in [known for known in people if known.place == person.place]:
                people.append(person)
            person.add(one)
            person.add_place(place, one.field)
            person.domain = person.domain or (company.domain if company else "")
    known = {person.name for person in people}
    notes.lone = [lone for lone in notes.lone if lone.name not in known]
    return people


def _addressee(people: list[PersonDraft], notes: Notes, place: Place, email: Identifier) -> PersonDraft:
    """Return the owner of an address: a person on the card, or a new one."""
    owner = _owner([*people, *notes.lone], email.value) or _named_in_text(notes, email.value, place)
    if owner is None or (owner.has("email") and not _owner(people, email.value)):
        return PersonDraft(place, email.field)
    return owner


def _owner(people: list[PersonDraft], email: str) -> PersonDraft | None:
    """Return the person who has the address already, or whose name spells its mailbox."""
    mailbox = email.partition("@")[0]
    named = [person for person in people if person.name]
    held = (person for person in people if person.holds(email))
    letters = letters_of(mailbox)
    spelt = (person for person in named if letters in _spellings(person.name))
    return next(held, None) or next(spelt, None) or _find_by_first_name(named, mailbox)


def _find_by_first_name(named: list[PersonDraft], mailbox: str) -> PersonDraft | None:
    """Find the one person whose first name is the mailbox's local part, if there is exactly one."""
    firsts = [person for person in named if is_first(mailbox, person.name)]
    return firsts[0] if len({fold(person.name) for person in firsts}) == 1 else None


@lru_cache(maxsize=512)
def _spellings(name: str) -> frozenset[str]:
    """Return the letters of the mailboxes that spell a name, or the first two words of it: Ahmad Zulkifli bin Hassan."""
    return spellings(name) | spellings(" ".join(name.split()[:2]))


def _named_in_text(notes: Notes, email: str, place: Place) -> PersonDraft | None:
    """Create a person whose name in the text spells the mailbox, or has it as first name before the address."""
    mailbox = email.partition("@")[0]
    before = notes.plain[place[0]][max(0, place[1] - _BEFORE_ADDRESS) : place[1]].rpartition("\n")[2]
    for name in reversed(list(name_runs(before))):
        words = name.split()
        if len(words) > 1 and fold(words[0]) == fold(mailbox) and likeness_of(words) > NOT:
            return PersonDraft(place, FIELDS[-1], name, SPELT)
    runs = notes.runs_spelt(letters_of(mailbox))
    spelt = next((run for run in runs if firm_likeness(run.split()) < LIKELY), None)
    return PersonDraft.spelt(spelt) if spelt else None


def _merge_namesakes(people: list[PersonDraft]) -> list[PersonDraft]:
    """Merge people of the same name."""
    kept: dict[str, PersonDraft] = {}
    for count, person in enumerate(people):
        key = fold(person.name) or f"#{count}"
        first = kept.setdefault(key, person)
        if first is not person:
            for one in person.identifiers:
                first.add(one)
            first.add_place(person.place, person.field)
            first.company = max(first.company, person.company, key=len)
            first.domain = first.domain or person.domain
    return list(kept.values())


def _join_employers(assembly: Assembly) -> None:
    """Give companies the names that people state as employers, and people the companies of their domains."""
    for person in assembly.people:
        company = _employer(person, assembly) if person.company else None
        if company is not None:
            company.name = company.name or person.company
            person.domain = person.domain or company.domain
    for place, field, named in assembly.notes.named:
        if not named.name:
            _add_firm(assembly, place, field, named)
    for person in assembly.people:
        _employ_by_domain(person, assembly)


def _employ_by_domain(person: PersonDraft, assembly: Assembly) -> None:
    """Give a person without an employer the company of their domain."""
    company = assembly.company_of(person.domain)
    if company is not None and not person.company:
        name = company.name or _written_name(assembly.notes, company)
        if name not in person.name.split():
            person.company = company.name = name


def _employer(person: PersonDraft, assembly: Assembly) -> CompanyDraft | None:
    """Find a person's employer among the companies: by domain, similar name, or the only company."""
    companies = assembly.companies
    company = assembly.company_of(person.domain) or find_company(companies, person.company)
    if company is not None or person.domain:
        return company
    only = len(companies) == 1 and len(assembly.people) == 1 and not companies[0].name
    return companies[0] if only else None


def _add_firm(assembly: Assembly, place: Place, field: str, named: Named) -> None:
    """Add a firm named by its legal form or label: merged with a known one, or as a new one."""
    name = named.company
    if squeeze(name) in [squeeze(person.company) for person in assembly.people if person.company]:
        return
    company = find_company(assembly.companies, name) or _only_nameless(assembly)
    if company is None:
        assembly.companies.append(CompanyDraft(place, field, name, named.sure))
        return
    company.name = company.name or name
    company.add_place(place, field)


def _only_nameless(assembly: Assembly) -> CompanyDraft | None:
    """Return the card's only company, if neither it nor its domain has a name in the text."""
    if len(assembly.companies) != 1:
        return None
    (company,) = assembly.companies
    return None if company.name or _written_name(assembly.notes, company) else company


def _written_name(notes: Notes, company: CompanyDraft) -> str:
    """Return the company's fullest name in the text from which its domain is made, or ""."""
    label = label_of(company.domain)
    firms = (name for _, name in notes.firms if matches(name, [label]))
    runs = (run for run in notes.runs if label and squeeze(run) == label)
    return max(firms, key=lambda name: name.count(" "), default="") or next(runs, "")


def _join_trading(assembly: Assembly) -> None:
    """Give "X Pty Ltd" the domain that has no name, where the text says "X Pty Ltd trading as Y"."""
    formed = [one for one in assembly.companies if one.name and not one.domain]
    behind = _trading_names(assembly.notes) if len(formed) == 1 else ""
    nameless = [
        one for one in assembly.companies if one.domain and (not one.name or behind.startswith(one.name))
    ]
    if len(nameless) != 1 or not behind:
        return
    for one in nameless[0].identifiers:
        formed[0].add(one)
    formed[0].domain = nameless[0].domain
    assembly.companies.remove(nameless[0])


def _trading_names(notes: Notes) -> str:
    """Return the text after the first "trading as" of a card, or ""."""
    found = ((plain, TRADING.search(plain)) for plain in notes.plain)
    return next((plain[match.end() :].strip() for plain, match in found if match), "")


def _name_companies(assembly: Assembly) -> None:
    """Name companies as the text calls their domains; without people, the first gets the only firm's name."""
    for company in assembly.companies:
        if company.domain and not company.name:
            company.name = _written_name(assembly.notes, company)
    if assembly.people or not assembly.companies or any(one.name for one in assembly.companies):
        return
    name = _only_firm(assembly.notes)
    if not any(map(str.islower, name.split())):
        assembly.companies[0].name = name


def _only_firm(notes: Notes) -> str:
    """Return the only firm that the text names, or ""."""
    firms = {fold(name): name for _, name in notes.firms}
    return next(iter(firms.values())) if len(firms) == 1 else ""
