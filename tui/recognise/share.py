"""Whose the profiles, register numbers and telephones of a card are."""

import re
from collections.abc import Iterator

from tui.model.subject import Identifier, Kind
from tui.recognise.chunks import MARKUP, chunks
from tui.recognise.draft import Company, Draft, Notes, Person, Place, alike, nearest
from tui.recognise.mentions import firm_points
from tui.recognise.names import TITLED
from tui.recognise.text import FIELDS
from tui.recognise.words.lexicon import fold

_SAME_BLOCK = 4
"""Lines a signature or a block of details has, about."""

Found = dict[Kind, list[tuple[Place, Identifier]]]
"""Identifiers by kind, in reading order."""


def give_profiles(
    people: list[Person],
    companies: list[Company],
    by_kind: Found,
    notes: Notes,
) -> None:
    """Give people and companies their profiles; a profile nobody here is behind is somebody new."""
    slugs = {one.value: one for _, one in by_kind.get("network_slug", [])}
    for place, one in by_kind.get("network_url", []):
        slug = one.value.rpartition("/")[2]
        if "/company/" in one.value:
            _firm_at(companies, people, place, one, label=slug.replace("-", "")).add(one)
            continue
        person = _slug_owner(people, slug, notes)
        if person is None:
            person = Person(place, one.field)
        if not any(person is other for other in people):
            people.append(person)
        person.seen(place, one.field)
        person.add(one)
        if slug in slugs:
            person.add(slugs[slug])


def _slug_owner(people: list[Person], slug: str, notes: Notes) -> Person | None:
    """The person a profile's slug spells, on the card or in its text."""
    for person in people:
        if any(one.kind == "network_slug" and one.value == slug for one in person.identifiers):
            return person
    free = [person for person in people if not person.has("network_slug")]
    known = [person for person in free if not _is_lone(person, notes)]
    for person in free:
        words = [fold(word) for word in person.name.split()]
        if _slug_spells(slug, words or _mailbox_words(person)) or _slug_spells(slug, words[:2]):
            return person
    if name := next((name for name in notes.runs if _slug_spells(slug, fold(name).split())), None):
        return Person((10**6, 0), FIELDS[-1], name, 0.8)
    if len(known) != 1 or any(person.has("network_slug") for person in people):
        return None
    first = fold(slug.split("-", maxsplit=1)[0])
    return known[0] if not known[0].name or _mailbox_words(known[0])[:1] == [first] else None


def _slug_spells(slug: str, names: list[str]) -> bool:
    """Whether a slug holds a first and a last name: ``ana-reid-4f2a1``, ``anareid``."""
    words = [fold(word) for word in slug.split("-")]
    if len(names) <= 1:
        return False
    return (names[0] in words and names[-1] in words) or fold(slug).startswith("".join(names))


def _mailbox_words(person: Person) -> list[str]:
    email = next((one.value for one in person.identifiers if one.kind == "email"), "")
    return [word for word in re.split(r"[._-]", email.partition("@")[0]) if word]


def give_numbers(people: list[Person], companies: list[Company], by_kind: Found, notes: Notes) -> None:
    """Give companies their register numbers."""
    for kind in ("abn", "acn", "nzbn"):
        for place, one in by_kind.get(kind, []):
            named = _named_before(companies, place, notes)
            (
                named
                if named and not _contradicts(named, one) and not named.has(kind)
                else _firm_at(companies, people, place, one)
            ).add(one)


def _named_before(companies: list[Company], place: Place, notes: Notes) -> Company | None:
    """The company whose name stands on the line of ``place`` or the one above."""
    said = [(where, name) for where, name in notes.firms if where[0] == place[0] and where <= place]
    line = notes.plain[place[0]][: place[1]].rpartition("\n")[2]
    if not said and (beside := next(_firms_in(line), "")):
        said = [((place[0], place[1] - len(line)), beside)]
        notes.firms += said
    if not said or notes.plain[place[0]].count("\n", max(said)[0][1], place[1]) > _SAME_BLOCK:
        return None
    where, name = max(said)
    found = alike(companies, name)
    if found is None:
        found = Company(where, notes.fields[where[0]], name, 0.6)
        companies.append(found)
    found.name = found.name or name
    return found


_TRADED = 4.0
"""Points of a firm in small letters that a register number is believed to be of."""


def _firms_in(line: str) -> Iterator[str]:
    """What could be firms on a line that ends at a register number: the number says that it is one."""
    parts = chunks(line.translate(MARKUP))
    return (
        one.text
        for one in parts
        if one.kind == "run"
        and len(one.words) > 1
        and firm_points(one.words) > (_TRADED if all(map(str.islower, one.words)) else 0)
    )


def _firm_at(
    companies: list[Company], people: list[Person], place: Place, one: Identifier, *, label: str = ""
) -> Company:
    """The company an identifier at ``place`` is of: the same, the likest, the only, or the last before it."""
    for company in companies:
        if any(_agree(other, one) for other in company.identifiers):
            return company
    likely = alike(companies, label) if label else None
    if likely is not None:
        return likely
    free = [company for company in companies if not company.has(one.kind) and not _contradicts(company, one)]
    if free:
        return nearest(free, place) or free[0]
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
    """Whether the company has the other register's number, and of somebody else."""
    pair = {"abn", "acn"}
    return one.kind in pair and any(
        mine.kind in pair and mine.kind != one.kind and not _agree(mine, one) for mine in company.identifiers
    )


def give_phones(people: list[Person], companies: list[Company], by_kind: Found, notes: Notes) -> None:
    """Give telephones to whom they stand next to: mobiles to people, shared lines to companies."""
    for place, one in by_kind.get("phone", []):
        near = [person for person in people if not _is_lone(person, notes) or _beside(person, place, notes)]
        owner = _phone_owner(near, companies, place, one)
        if not people and (told := _told_before(companies, place, notes)):
            owner = told
        if owner is None:
            mobile = one.value.startswith(("+614", "+642"))
            owner = Person(place, one.field) if mobile else Company(place, one.field)
            if isinstance(owner, Person):
                people.append(owner)
            else:
                companies.append(owner)
        owner.add(one)


def _told_before(companies: list[Company], place: Place, notes: Notes) -> Company | None:
    """The firm whose name stands on the line of ``place`` before it, where a card names firms and nobody."""
    start = notes.plain[place[0]].rfind("\n", 0, place[1]) + 1
    said = [one for one in notes.firms if (place[0], start) <= one[0] <= place]
    if not said:
        return None
    where, name = max(said)
    found = alike(companies, name)
    if found is None:
        found = Company(where, notes.fields[where[0]], name, 0.6)
        companies.append(found)
    return found


def _is_lone(person: Person, notes: Notes) -> bool:
    """Whether somebody is only named, so far."""
    return not person.identifiers and any(person is lone for lone in notes.lone)


def _beside(person: Person, place: Place, notes: Notes) -> bool:
    """Whether somebody is named on the line of ``place`` or the one before it, is labelled near it, or is the whole title."""
    if person.place[0] != place[0]:
        return (
            notes.fields[person.place[0]] == "title" and notes.plain[person.place[0]].strip() == person.name
        )
    first, last = sorted((person.place[1], place[1]))
    reach = _SAME_BLOCK if person.sure >= TITLED else 1
    return notes.plain[place[0]].count("\n", first, last) <= reach


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
        if before := nearest(drafts, place):
            return before
    return None
