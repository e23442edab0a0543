"""What the passages of a card say, put together: which name, address and number are the same somebody's."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from tui.recognise.draft import Company, Notes, Person, Place, alike, label_of, same_firm
from tui.recognise.lexicon import FAMILY_NAMES, MAILBOXES, ORDINARY, fold
from tui.recognise.likeness import LIKELY, firm, is_given, matches, squeeze
from tui.recognise.links import links
from tui.recognise.names import LABELLED, TITLED, Named, name_runs, names
from tui.recognise.phones import country_hints, phone_numbers
from tui.recognise.registers import register_numbers
from tui.recognise.share import Found, give_numbers, give_phones, give_profiles
from tui.recognise.text import FIELDS, CardText, Passage, blanked, line_of

_MOST = 200
"""Identifiers, and names, of one card that are put together."""

_SHORTEST_LABEL = 3
_TAG = re.compile(r"</?[a-z]{1,10}>")
_CELL_END, _ROW_END = re.compile(r"</t[dh]>"), re.compile(r"</tr>")
_PLACES = frozenset(
    [
        "au",
        "nz",
        "aus",
        "nsw",
        "vic",
        "qld",
        "wa",
        "sa",
        "tas",
        "act",
        "nt",
        "sydney",
        "melbourne",
        "brisbane",
        "perth",
        "adelaide",
        "auckland",
        "wellington",
        "akl",
    ]
)


def gather(card: CardText) -> tuple[list[Person], list[Company]]:
    """The people and companies of a card, each with what identifies it."""
    notes = _read(card)
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


def _read(card: CardText) -> Notes:
    notes = Notes()
    passages = card.passages()
    notes.fields = [passage.field for passage in passages]
    hints = [country_hints(passage.text) for passage in passages]
    tally = Counter(country for found in hints for _, country in found)
    common = tally.most_common(1)[0][0] if tally else ""
    for index, passage in enumerate(passages):
        found, spans = links(passage)
        rest = _ruled(blanked(passage.text, spans))
        numbers = list(register_numbers(passage, rest))
        rest = blanked(rest, [(one.start, one.end) for one in numbers])
        found += [
            *numbers,
            *phone_numbers(passage, rest, _country(passage, hints[index], common), card.country),
        ]
        notes.identifiers += [((index, one.start), one) for one in found]
        notes.plain.append(rest)
    # A card is a note, not a mailing list: what comes after is left alone, or reading would take minutes.
    notes.identifiers.sort(key=lambda one: one[0])
    del notes.identifiers[_MOST:]
    _name(notes, passages)
    return notes


def _name(notes: Notes, passages: Sequence[Passage]) -> None:
    """Read who is named, knowing what the card's domains are called."""
    hosts = {one.value for _, one in notes.identifiers if one.kind == "domain"}
    labels = sorted({label for host in hosts if len(label := label_of(host)) > _SHORTEST_LABEL})
    starts = [_line_starts(plain) for plain in notes.plain]
    found = [
        ((one.passage, starts[one.passage][one.line]), passages[one.passage].field, one)
        for one in names(notes.plain, labels)[:_MOST]
    ]
    if notes.identifiers:
        runs = (run for text in notes.plain for run in name_runs(text))
        notes.runs = list(dict.fromkeys(islice(runs, 4 * _MOST)))
    notes.firms = [(place, one.company) for place, _, one in found if one.company]
    notes.named = [one for one in found if _is_told(one[2])]
    firms = {fold(name) for _, name in notes.firms}
    notes.lone = [
        Person(place, field, one.name, one.sure)
        for place, field, one in found
        if one.name and not one.company and fold(one.name) not in firms
    ]


def _ruled(text: str) -> str:
    """The text with the cells and rows of an HTML table as bars and lines, each as long as it was."""
    if "</td>" not in text and "</th>" not in text:
        return text
    ruled = _ROW_END.sub(lambda match: "\n".ljust(len(match[0])), _CELL_END.sub("|    ", text))
    return _TAG.sub(lambda match: " " * len(match[0]), ruled)


def _is_told(one: Named) -> bool:
    """Whether a name counts by itself: somebody with the employer, a firm by its form or label."""
    return bool(one.company) and (bool(one.name) or one.sure >= LABELLED)


def _country(passage: Passage, hints: list[tuple[int, str]], common: str) -> Callable[[int], str]:
    """Offset to the country that the nearest hint on the line, in the passage or on the card says; "" when none is."""

    def where(offset: int) -> str:
        start, end = line_of(passage.text, offset)
        near = [hint for hint in hints if start <= hint[0] < end] or hints
        return min(near, key=lambda hint: abs(hint[0] - offset))[1] if near else common

    return where


def _line_starts(text: str) -> list[int]:
    return [0, *(match.end() for match in re.finditer("\n", text))]


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


def is_role(mailbox: str) -> bool:
    """Whether a mailbox is a firm's rather than somebody's."""
    words = re.split(r"[._+-]", re.sub(r"\d", "", mailbox))
    return all(fold(word) in MAILBOXES or word in _PLACES for word in words if word)


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
    spelt = [person for person in people if person.name and spells(mailbox, person.name)]
    if spelt:
        return spelt[0]
    firsts = [person for person in people if person.name and _is_first(mailbox, person.name)]
    return firsts[0] if len({fold(person.name) for person in firsts}) == 1 else None


def _is_first(mailbox: str, name: str) -> bool:
    """Whether a mailbox is a first name, or short for it: ``fran`` for Francesca."""
    short, first = fold(mailbox), fold(name.split(maxsplit=1)[0].rstrip("."))
    return short == first or (len(short) >= _SHORTEST_LABEL and first.startswith(short))


def _named_in_text(notes: Notes, mailbox: str, place: Place) -> Person | None:
    """A new person, when the text has a name that spells the mailbox, or the first name right before it."""
    before = notes.plain[place[0]][max(0, place[1] - 80) : place[1]].rpartition("\n")[2]
    for name in reversed(list(name_runs(before))):
        if " " in name and fold(name.split()[0]) == fold(mailbox):
            return Person(place, FIELDS[-1], name, 0.8)
    spelt = next((run for run in notes.runs if spells(mailbox, run) and firm(run.split()) < LIKELY), None)
    return Person((10**6, 0), FIELDS[-1], spelt, 0.8) if spelt else None


def spells(mailbox: str, name: str) -> bool:
    """Whether a mailbox is made of a name: ``ana.reid``, ``areid``, ``anar``, ``reid.ana`` and the like."""
    letters = re.sub(r"[^a-z]", "", fold(mailbox.partition("+")[0]))
    words = [fold(word).replace(" ", "") for word in re.split(r"[ -]", name) if fold(word)]
    if len(words) < 2 or len(letters) < 3:  # noqa: PLR2004 - a first and a last name, and more than initials
        return False
    if (words[0] in ORDINARY and not is_given(words[0])) or (
        words[-1] in ORDINARY and words[-1] not in FAMILY_NAMES
    ):
        return False
    first, last, middle = words[0], "".join(words[1:]), words[-1]
    if letters == "".join(word[0] for word in words[:-1]) + middle:
        return True
    short = letters.removesuffix(middle)
    if short != letters and len(short) >= _SHORTEST_LABEL and first.startswith(short):
        return True
    made = {
        end
        for one in (last, middle, words[1])
        for end in (first + one, first[0] + one, first + one[0], one + first, one + first[0], one)
    }
    if letters == "".join(words[-2:]):
        return True
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


def _employ(people: list[Person], companies: list[Company], notes: Notes) -> None:
    """Give firms the names people say they work at, and people the firms of their addresses."""
    for person in people:
        company = _employer(person, people, companies) if person.company else None
        if company is not None:
            company.name = company.name or person.company
            person.domain = person.domain or company.domain
    for place, field_, named in notes.named:
        if not named.name:
            _found(people, companies, place, field_, named)
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


def _found(people: list[Person], companies: list[Company], place: Place, field_: str, named: Named) -> None:
    """A firm named by its legal form: one there is already, or a new one."""
    if any(same_firm(person.company, named.company) for person in people if person.company):
        return
    company = alike(companies, named.company)
    nameless = [one for one in companies if not one.name]
    if company is None and len(companies) == 1 and nameless:
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


def _settle(people: list[Person], companies: list[Company], notes: Notes) -> None:
    """Name firms by what the text calls their domains, and give people the only firm the card names."""
    for company in companies:
        if company.domain and not company.name:
            company.name = _said(notes, company)
    firms = {fold(name): name for _, name in notes.firms}
    for person in people:
        own = _of_domain(companies, person.domain)
        if own is not None and not person.company:
            person.company = own.name
        told = person.identifiers or person.sure >= TITLED
        if told and not person.company and not person.domain and person.name and len(firms) == 1:
            person.company = next(iter(firms.values()))
