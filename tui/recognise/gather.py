"""What the passages of a card say, put together: which name, address and number are the same somebody's."""

import re
from collections.abc import Iterable

from tui.recognise.draft import Company, Notes, Person, Place, alike, label_of, same_firm
from tui.recognise.mailboxes import is_first, is_role, spells
from tui.recognise.names import TITLED, Named, name_runs
from tui.recognise.notes import read_identifiers, read_names
from tui.recognise.share import Found, give_numbers, give_phones, give_profiles
from tui.recognise.text import FIELDS, CardText
from tui.recognise.words.lexicon import fold
from tui.recognise.words.likeness import LIKELY, NOT, firm, matches, squeeze
from tui.recognise.words.likeness import person as likeness_of

TRADING = re.compile(r"(?i)\bt/as?\b|\btrading as\b|\bd/?b/?a\b")
"""What stands between the two names of one firm."""


def gather(card: CardText) -> tuple[list[Person], list[Company]]:
    """The people and companies of a card, each with what identifies it."""
    notes = read_names(read_identifiers(card))
    by_kind: Found = {}
    for place, identifier in notes.identifiers:
        by_kind.setdefault(identifier.kind, []).append((place, identifier))
    companies = _companies(by_kind)
    people = _people(by_kind, companies, notes)
    _employ(people, companies, notes)
    people += notes.lone
    give_profiles(people, companies, by_kind, notes)
    give_numbers(people, companies, by_kind, notes)
    give_phones(people, companies, by_kind, notes)
    _settle(people, companies, notes)
    return [person for person in people if person.identifiers or person.company], companies


def _companies(by_kind: Found) -> list[Company]:
    """One company a domain, with its website and its own mailboxes."""
    companies: dict[str, Company] = {}
    for place, one in by_kind.get("domain", []):
        company = companies.setdefault(one.value, Company(place, one.field, domain=one.value))
        company.add(one)
        company.seen(place, one.field)
    for _, one in by_kind.get("website", []):
        if owner := _of_host(companies, one.value.split("/")[2]):
            owner.add(one)
    for _, one in by_kind.get("email", []):
        mailbox, _, host = one.value.partition("@")
        if is_role(mailbox) and (owner := _of_host(companies, host)):
            owner.add(one)
    return list(companies.values())


def _of_host(companies: dict[str, Company], host: str) -> Company | None:
    return next(
        (company for domain, company in companies.items() if host == domain or host.endswith(f".{domain}")),
        None,
    )


def _people(by_kind: Found, companies: list[Company], notes: Notes) -> list[Person]:
    people: list[Person] = []
    for place, field_, named in notes.named:
        if named.name:
            people.append(Person(place, field_, named.name, named.sure, company=named.company))
    known = {company.domain: company for company in companies}
    for place, one in by_kind.get("email", []):
        mailbox, _, host = one.value.partition("@")
        company = _of_host(known, host)
        if is_role(mailbox) and company is not None:
            continue
        person = _owner([*people, *notes.lone], one.value) or _named_in_text(notes, mailbox, place)
        if person is None or (person.has("email") and not _owner(people, one.value)):
            person = Person(place, one.field)
        if person not in people:
            people.append(person)
        person.add(one)
        person.seen(place, one.field)
        person.domain = person.domain or (company.domain if company else "")
    notes.lone = [
        lone
        for lone in notes.lone
        if not any(lone is person or lone.name == person.name for person in people)
    ]
    return _merged(people)


def _owner(people: Iterable[Person], email: str) -> Person | None:
    """Whose address it is: the same as before, or by the name."""
    mailbox = email.partition("@")[0]
    people = list(people)
    for person in people:
        if any(one.value == email for one in person.identifiers):
            return person
    spelt = [person for person in people if person.name and _spells(mailbox, person.name)]
    if spelt:
        return spelt[0]
    firsts = [person for person in people if person.name and is_first(mailbox, person.name)]
    return firsts[0] if len({fold(person.name) for person in firsts}) == 1 else None


def _spells(mailbox: str, name: str) -> bool:
    """Whether a mailbox is made of a name, or of its first two words: Ahmad Zulkifli bin Hassan."""
    return spells(mailbox, name) or spells(mailbox, " ".join(name.split()[:2]))


def _named_in_text(notes: Notes, mailbox: str, place: Place) -> Person | None:
    """A new person, when the text has a name that spells the mailbox, or the first name right before it."""
    before = notes.plain[place[0]][max(0, place[1] - 80) : place[1]].rpartition("\n")[2]
    for name in reversed(list(name_runs(before))):
        words = name.split()
        if len(words) > 1 and fold(words[0]) == fold(mailbox) and likeness_of(words) > NOT:
            return Person(place, FIELDS[-1], name, 0.8)
    spelt = next((run for run in notes.runs if spells(mailbox, run) and firm(run.split()) < LIKELY), None)
    return Person((10**6, 0), FIELDS[-1], spelt, 0.8) if spelt else None


def _merged(people: list[Person]) -> list[Person]:
    """People of the same name as one."""
    kept: dict[str, Person] = {}
    for count, person in enumerate(people):
        key = fold(person.name) or f"#{count}"
        first = kept.setdefault(key, person)
        if first is not person:
            for one in person.identifiers:
                first.add(one)
            first.seen(person.place, person.field)
            first.company = max(first.company, person.company, key=len)
            first.domain = first.domain or person.domain
    return list(kept.values())


def _employ(people: list[Person], companies: list[Company], notes: Notes) -> None:
    """Give firms the names people say they work at, and people the firms of their addresses."""
    for person in people:
        company = _employer(person, people, companies) if person.company else None
        if company is not None:
            company.name = company.name or person.company
            person.domain = person.domain or company.domain
    for place, field_, named in notes.named:
        if not named.name:
            _found(people, companies, (place, field_, named), notes)
    for person in people:
        company = _of_domain(companies, person.domain)
        if company is not None and not person.company:
            person.company = company.name or _said(notes, company)
            company.name = company.name or person.company


def _employer(person: Person, people: list[Person], companies: list[Company]) -> Company | None:
    """The company a person's words mean: by the address, by the likeness, or the only one there is."""
    company = _of_domain(companies, person.domain) or alike(companies, person.company)
    if company is not None or person.domain:
        return company
    only = len(companies) == 1 and len(people) == 1 and not companies[0].name
    return companies[0] if only else None


def _of_domain(companies: list[Company], domain: str) -> Company | None:
    return next((one for one in companies if domain and one.domain == domain), None)


def _found(
    people: list[Person], companies: list[Company], found: tuple[Place, str, Named], notes: Notes
) -> None:
    """A firm named by its legal form: one there is already, or a new one."""
    place, field_, named = found
    if any(same_firm(person.company, named.company) for person in people if person.company):
        return
    company = alike(companies, named.company)
    nameless = [one for one in companies if not one.name]
    if company is None and len(companies) == 1 and nameless and not _said(notes, companies[0]):
        company = nameless[0]
    if company is None:
        companies.append(Company(place, field_, named.company, named.sure))
        return
    company.name = company.name or named.company
    company.seen(place, field_)


def _said(notes: Notes, company: Company) -> str:
    """The firm's name as the text writes it, when its domain is made of it: the fullest there is."""
    label = label_of(company.domain)
    said = (name for _, name in notes.firms if matches(name, [label]))
    alike = (run for run in notes.runs if label and squeeze(run) == label)
    return max(said, key=lambda name: name.count(" "), default="") or next(alike, "")


def _join_trading(companies: list[Company], notes: Notes) -> None:
    """Where "X Pty Ltd trading as Y" stands, the domain nobody named is that firm's."""
    formed = [company for company in companies if company.name and not company.domain]
    nameless = [company for company in companies if company.domain and not company.name]
    if len(formed) == len(nameless) == 1 and any(TRADING.search(text) for text in notes.plain):
        for one in nameless[0].identifiers:
            formed[0].add(one)
        formed[0].domain = nameless[0].domain
        companies.remove(nameless[0])


def _settle(people: list[Person], companies: list[Company], notes: Notes) -> None:
    """Name firms by what the text calls their domains, and give people the only firm the card names."""
    _join_trading(companies, notes)
    for company in companies:
        if company.domain and not company.name:
            company.name = _said(notes, company)
    firms = {fold(name): name for _, name in notes.firms}
    if len(firms) == 1 and not people and companies and not any(one.name for one in companies):
        only, name = companies[0], next(iter(firms.values()))
        if not any(map(str.islower, name.split())):
            only.name = only.name or name
    for person in people:
        own = _of_domain(companies, person.domain)
        if own is not None and not person.company:
            person.company = own.name
        told = person.identifiers or person.sure >= TITLED
        if told and not person.company and not person.domain and len(firms) == 1:
            name = next(iter(firms.values()))
            person.company = "" if person.has("email") and name.islower() else name
