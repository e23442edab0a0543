"""What the passages of a card say, put together: which name, address and number are the same somebody's."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from dataclasses import field as attribute

from tui.model.subject import Identifier, Kind
from tui.recognise.lexicon import LEGAL_FORMS, MAILBOXES, fold
from tui.recognise.links import links
from tui.recognise.names import Named, name_runs, names
from tui.recognise.phones import country_hints, phone_numbers
from tui.recognise.registers import register_numbers
from tui.recognise.text import FIELDS, CardText, Passage, blanked, line_of

Place = tuple[int, int]
"""Which passage, and the offset in it: where on the card something is, in reading order."""

_NUMBERS: frozenset[Kind] = frozenset(("abn", "acn", "nzbn"))
_SHORTEST_LIKENESS = 4


@dataclass(slots=True)
class Draft:
    """Somebody or some firm while the card is being read.

    Attributes:
        sure: How sure the name is, 0 to 1.
    """

    place: Place
    field: str
    name: str = ""
    sure: float = 0.0
    identifiers: list[Identifier] = attribute(default_factory=list)

    def add(self, identifier: Identifier) -> None:
        """Take an identifier, once."""
        if all((one.kind, one.value) != (identifier.kind, identifier.value) for one in self.identifiers):
            self.identifiers.append(identifier)

    def has(self, kind: Kind) -> bool:
        """Whether it has an identifier of ``kind``."""
        return any(one.kind == kind for one in self.identifiers)

    def seen(self, place: Place, where: str) -> None:
        """Note that it is also named at ``place``: what counts is where it is named first."""
        self.place = min(self.place, place)
        self.field = min(self.field, where, key=FIELDS.index)


@dataclass(slots=True)
class Person(Draft):
    """A person, with the employer as written."""

    company: str = ""
    domain: str = ""


@dataclass(slots=True)
class Company(Draft):
    """A firm."""

    domain: str = ""


@dataclass(slots=True)
class _Notes:
    """Everything the passages say, before it is put together."""

    identifiers: list[tuple[Place, Identifier]] = attribute(default_factory=list)
    named: list[tuple[Place, str, Named]] = attribute(default_factory=list)
    plain: list[str] = attribute(default_factory=list)


def gather(card: CardText) -> tuple[list[Person], list[Company]]:
    """The people and companies of a card, each with what identifies it."""
    notes = _read(card)
    by_kind: dict[Kind, list[tuple[Place, Identifier]]] = {}
    for place, identifier in notes.identifiers:
        by_kind.setdefault(identifier.kind, []).append((place, identifier))
    companies = _companies(by_kind)
    people = _people(by_kind, companies, notes)
    _employ(people, companies, notes)
    _give_profiles(people, companies, by_kind, notes)
    _give_numbers(people, companies, by_kind)
    _give_phones(people, companies, by_kind)
    return people, companies


def _read(card: CardText) -> _Notes:
    notes = _Notes()
    passages = card.passages()
    hints = [country_hints(passage.text) for passage in passages]
    tally = Counter(country for found in hints for _, country in found)
    common = tally.most_common(1)[0][0] if tally else card.country
    for index, passage in enumerate(passages):
        found, spans = links(passage)
        rest = blanked(passage.text, spans)
        numbers = list(register_numbers(passage, rest))
        rest = blanked(rest, [(one.start, one.end) for one in numbers])
        found += [*numbers, *phone_numbers(passage, rest, _country(passage, hints[index], common))]
        notes.identifiers += [((index, one.start), one) for one in found]
        notes.plain.append(rest)
        starts = _line_starts(rest)
        notes.named += [((index, starts[one.line]), passage.field, one) for one in names(rest)]
    return notes


def _country(passage: Passage, hints: list[tuple[int, str]], common: str) -> Callable[[int], str]:
    """Offset to the country that the nearest hint on the line, in the passage or on the card says."""

    def where(offset: int) -> str:
        start, end = line_of(passage.text, offset)
        near = [hint for hint in hints if start <= hint[0] < end] or hints
        return min(near, key=lambda hint: abs(hint[0] - offset))[1] if near else common

    return where


def _line_starts(text: str) -> list[int]:
    return [0, *(match.end() for match in re.finditer("\n", text))]


# --- who is there ---------------------------------------------------------------


def _companies(by_kind: dict[Kind, list[tuple[Place, Identifier]]]) -> list[Company]:
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


def is_role(mailbox: str) -> bool:
    """Whether a mailbox is a firm's rather than somebody's."""
    words = re.split(r"[._+-]", re.sub(r"\d", "", mailbox))
    return all(fold(word) in MAILBOXES or word in {"au", "nz", "nsw", "vic", "qld"} for word in words if word)


def _people(
    by_kind: dict[Kind, list[tuple[Place, Identifier]]], companies: list[Company], notes: _Notes
) -> list[Person]:
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
        person = _owner(people, one.value) or _named_in_text(notes, mailbox)
        if person is None or (person.has("email") and not _owner(people, one.value)):
            person = Person(place, one.field)
        if person not in people:
            people.append(person)
        person.add(one)
        person.seen(place, one.field)
        person.domain = person.domain or (company.domain if company else "")
    return _merged(people)


def _owner(people: Iterable[Person], email: str) -> Person | None:
    """Whose address it is: the same as before, or by the name."""
    mailbox = email.partition("@")[0]
    people = list(people)
    for person in people:
        if any(one.value == email for one in person.identifiers):
            return person
    spelt = [person for person in people if person.name and spells(mailbox, person.name)]
    if spelt:
        return spelt[0]
    firsts = [person for person in people if person.name and fold(person.name.split()[0]) == fold(mailbox)]
    return firsts[0] if len(firsts) == 1 else None


def _named_in_text(notes: _Notes, mailbox: str) -> Person | None:
    """A new person, when the text has a name that spells the mailbox."""
    for text in notes.plain:
        for name in name_runs(text):
            if spells(mailbox, name):
                return Person((10**6, 0), FIELDS[-1], name, 0.8)
    return None


def spells(mailbox: str, name: str) -> bool:
    """Whether a mailbox is made of a name: ``ana.reid``, ``areid``, ``anar``, ``reid.ana`` …"""
    letters = re.sub(r"[^a-z]", "", fold(mailbox.partition("+")[0]))
    words = [fold(word).replace(" ", "") for word in re.split(r"[ -]", name) if fold(word)]
    if len(words) < 2 or len(letters) < 3:  # noqa: PLR2004 - a first and a last name, and more than initials
        return False
    first, last, middle = words[0], "".join(words[1:]), words[-1]
    made = {
        end
        for one in (last, middle)
        for end in (first + one, first[0] + one, first + one[0], one + first, one + first[0], one)
    }
    return letters in made or (letters == first + middle[:3] and len(letters) > len(first))


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


# --- who works where ------------------------------------------------------------


def _employ(people: list[Person], companies: list[Company], notes: _Notes) -> None:
    """Give firms the names people say they work at, and people the firms of their addresses."""
    for person in people:
        if not person.company:
            continue
        company = (
            next((one for one in companies if one.domain == person.domain), None) if person.domain else None
        )
        company = company or _alike(companies, person.company)
        if company is None and not person.domain and len(companies) == 1 and len(people) == 1:
            company = companies[0] if not companies[0].name else None
        if company is not None:
            company.name = company.name or person.company
            person.domain = person.domain or company.domain
    for place, field_, named in notes.named:
        if not named.name:
            _found(people, companies, place, field_, named)
    for person in people:
        company = next((one for one in companies if one.domain and one.domain == person.domain), None)
        if company is not None and not person.company:
            person.company = company.name or _said(notes, company)
            company.name = company.name or person.company


def _found(people: list[Person], companies: list[Company], place: Place, field_: str, named: Named) -> None:
    """A firm named by its legal form: one there is already, or a new one."""
    if any(same_firm(person.company, named.company) for person in people if person.company):
        return
    company = _alike(companies, named.company)
    nameless = [one for one in companies if not one.name]
    if company is None and len(companies) == 1 and nameless:
        company = nameless[0]
    if company is None:
        companies.append(Company(place, field_, named.company, named.sure))
        return
    company.name = company.name or named.company
    company.seen(place, field_)


def _said(notes: _Notes, company: Company) -> str:
    """The firm's name as the text writes it, when its domain is made of it."""
    label = company.domain.partition(".")[0].replace("-", "")
    for text in notes.plain:
        for run in name_runs(text, most=5):
            if fold(run).replace(" ", "") == fold(label) and " " in run:
                return run
    return ""


def _alike(companies: Iterable[Company], name: str) -> Company | None:
    """The company a name is the name of: by its domain or by the name it has."""
    for company in companies:
        if company.name and same_firm(company.name, name):
            return company
        label = fold(company.domain.partition(".")[0].replace("-", ""))
        squeezed = _squeezed(name)
        if label and squeezed and (label == squeezed or _begins(label, squeezed)):
            return company
    return None


def _begins(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) >= _SHORTEST_LIKENESS and long.startswith(short)


def same_firm(one: str, other: str) -> bool:
    """Whether two spellings are one firm's: legal forms, marks and blanks aside."""
    return _squeezed(one) == _squeezed(other)


def _squeezed(name: str) -> str:
    words = [fold(word) for word in name.split()]
    return "".join(word for word in words if word not in LEGAL_FORMS and word != "the")


# --- whose are the rest ---------------------------------------------------------


def _give_profiles(
    people: list[Person],
    companies: list[Company],
    by_kind: dict[Kind, list[tuple[Place, Identifier]]],
    notes: _Notes,
) -> None:
    slugs = {one.value: one for _, one in by_kind.get("network_slug", [])}
    for place, one in by_kind.get("network_url", []):
        slug = one.value.rpartition("/")[2]
        if "/company/" in one.value:
            _firm_at(companies, people, place, one, alike=slug.replace("-", "")).add(one)
            continue
        person = _slug_owner(people, slug, notes)
        if person is None:
            person = Person(place, one.field)
        if not any(person is other for other in people):
            people.append(person)
        person.seen(place, one.field)
        person.add(one)
        person.add(slugs[slug])


def _slug_owner(people: list[Person], slug: str, notes: _Notes) -> Person | None:
    """The person a profile's slug spells, on the card or in its text."""
    words = [fold(word) for word in slug.split("-")]
    for person in people:
        if any(one.kind == "network_slug" and one.value == slug for one in person.identifiers):
            return person
    free = [person for person in people if not person.has("network_slug")]
    for person in free:
        parts = [fold(word) for word in person.name.split()] or _mailbox_words(person)
        if (
            len(parts) > 1
            and parts[0] in words
            and (parts[-1] in words or fold(slug).startswith("".join(parts)))
        ):
            return person
        if len(parts) > 1 and fold(slug).startswith("".join(parts)):
            return person
    for text in notes.plain:
        for name in name_runs(text):
            parts = [fold(word) for word in name.split()]
            if len(parts) > 1 and parts[0] in words and parts[-1] in words:
                return Person((10**6, 0), FIELDS[-1], name, 0.8)
    alone = len(free) == 1 and len(people) == 1
    return free[0] if alone and (not free[0].name or _mailbox_words(free[0])[:1] == words[:1]) else None


def _mailbox_words(person: Person) -> list[str]:
    email = next((one.value for one in person.identifiers if one.kind == "email"), "")
    return [word for word in re.split(r"[._-]", email.partition("@")[0]) if word]


def _give_numbers(
    people: list[Person], companies: list[Company], by_kind: dict[Kind, list[tuple[Place, Identifier]]]
) -> None:
    for kind in ("abn", "acn", "nzbn"):
        for place, one in by_kind.get(kind, []):
            _firm_at(companies, people, place, one).add(one)


def _firm_at(
    companies: list[Company], people: list[Person], place: Place, one: Identifier, *, alike: str = ""
) -> Company:
    """The company an identifier at ``place`` is of: the same, the likest, the only, or the last before it."""
    for company in companies:
        if any(_agree(other, one) for other in company.identifiers):
            return company
    likely = _alike(companies, alike) if alike else None
    if likely is not None:
        return likely
    free = [company for company in companies if not company.has(one.kind) and not _contradicts(company, one)]
    if free:
        before = [company for company in free if company.place <= place and company.place[0] == place[0]]
        return max(before, key=lambda company: company.place) if before else free[0]
    employers = [person for person in people if person.company]
    company = Company(place, one.field)
    if len(employers) == 1 and not companies:
        company.name, company.sure = employers[0].company, 0.7
    companies.append(company)
    return company


def _agree(one: Identifier, other: Identifier) -> bool:
    """Whether two identifiers say the same company: an ABN holds the company's ACN."""
    if one.kind == other.kind:
        return one.value == other.value
    return {one.kind, other.kind} == {"abn", "acn"} and (
        one.value.endswith(other.value) or other.value.endswith(one.value)
    )


def _contradicts(company: Company, one: Identifier) -> bool:
    other: Kind | None = {"abn": "acn", "acn": "abn"}.get(one.kind)  # type: ignore[assignment]
    return any(mine.kind == other and not _agree(mine, one) for mine in company.identifiers)


def _give_phones(
    people: list[Person], companies: list[Company], by_kind: dict[Kind, list[tuple[Place, Identifier]]]
) -> None:
    for place, one in by_kind.get("phone", []):
        owner = _phone_owner(people, companies, place, one)
        if owner is None:
            mobile = one.value.startswith(("+614", "+642"))
            owner = Person(place, one.field) if mobile else Company(place, one.field)
            if isinstance(owner, Person):
                people.append(owner)
            else:
                companies.append(owner)
        owner.add(one)


def _phone_owner(
    people: list[Person], companies: list[Company], place: Place, one: Identifier
) -> Draft | None:
    same = next(
        (draft for draft in (*people, *companies) if any(o.value == one.value for o in draft.identifiers)),
        None,
    )
    if same is not None:
        return same
    shared = bool(re.match(r"\+61(?:13|18)|\+64(?:800|508)", one.value))
    order: tuple[list[Draft], list[Draft]] = (list(companies), list(people))
    for drafts in order if shared else order[::-1]:
        if len(drafts) == 1:
            return drafts[0]
        before = [draft for draft in drafts if draft.place[0] == place[0] and draft.place <= place]
        if before:
            return max(before, key=lambda draft: draft.place)
    return None
