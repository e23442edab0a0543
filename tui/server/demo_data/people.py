"""Generator of fictional people with employers, titles and contact values."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from itertools import count
from random import Random

from tui.server.demo_data.cast import FIRMS, PEOPLE, CastPerson
from tui.server.demo_data.companies import landline, verified_on
from tui.server.demo_data.words import (
    DEPARTMENT_TITLES,
    DEPARTMENT_WEIGHTS,
    DRAMA_MOBILES,
    FIRST_NAMES,
    LAST_NAMES,
    PLACES,
    SKILLS,
    TOP_TITLES,
    TWO_WORD_LAST_NAMES,
)
from tui.server.enrich.fold import fold
from tui.server.enrich.rows import CompanyRecord, PersonRecord

_PYRAMID = {1: 3, 2: 5, 3: 6, 4: 14, 5: 22, 6: 50}
"""Share of each seniority, in percent."""

_EMAIL_COVERAGE, _MOBILE_COVERAGE, _DO_NOT_CALL, _PERSONAL_COVERAGE = 0.51, 0.29, 0.29, 0.08
_LANDLINE_COVERAGE = 0.25
_IN_HEAD_OFFICE_STATE = 0.8
_TWO_WORD_NAMES = 0.03
PATTERNS = ("{f}.{l}",) * 6 + ("{f}", "{i}{l}", "{i}.{l}", "{f}{j}")
"""Mailbox patterns by how common they are; ``i`` and ``j`` are the initials."""


def invent_people(rng: Random, companies: list[CompanyRecord], today: date) -> list[PersonRecord]:
    """Generate the cast, and for each company about as many people as the square root of its head count."""
    serial = count()
    mailboxes: set[str] = set()
    people: list[PersonRecord] = []
    for one in cast_people(rng, companies, today):
        people.append(one)
        mailboxes.add(one.email)
        next(serial)
    for company in companies:
        pattern = rng.choice(PATTERNS)
        known = max(2, round(company.employees**0.5 * 0.85))
        people += [_person(rng, next(serial), company, pattern, today, mailboxes) for _ in range(known)]
    return list(_ranked(people))


def cast_people(rng: Random, companies: list[CompanyRecord], today: date) -> list[PersonRecord]:
    """Generate the people of the cast, whose firms are the first of ``companies``."""
    return [
        _cast_person(rng, serial, _firm(companies, part), part, today) for serial, part in enumerate(PEOPLE)
    ]


def _firm(companies: list[CompanyRecord], part: CastPerson) -> CompanyRecord:
    place = next(place for place, firm in enumerate(FIRMS) if firm.key == part.firm)
    return companies[place]


def _ranked(people: list[PersonRecord]) -> Iterator[PersonRecord]:
    """Rank people as search pages order them: reachable, then senior, then recently checked people first."""

    def quality(person: PersonRecord) -> tuple[bool, bool, int, str, str]:
        return (
            not person.email,
            not person.mobile,
            person.seniority,
            _descending(person.verified_on),
            person.id,
        )

    for rank, person in enumerate(sorted(people, key=quality)):
        yield replace(person, rank=rank)


def _descending(iso: str) -> str:
    return "".join(str(9 - int(digit)) for digit in iso if digit.isdecimal())


def _cast_person(
    rng: Random, serial: int, company: CompanyRecord, part: CastPerson, today: date
) -> PersonRecord:
    person = _base(rng, serial, company, (part.first, part.last), today)
    mailbox = f"{_squeeze(part.first)}.{_squeeze(part.last)}"
    return replace(
        person,
        title=part.title,
        seniority=part.seniority,
        department=part.department,
        state=company.state,
        city=company.city,
        landline=landline(rng, company.state),
        email=f"{mailbox}@{company.domain}" if "e" in part.reach else "",
        email_status="deliverable" if "e" in part.reach else "",
        mobile=_mobile(rng, company.country) if "m" in part.reach else "",
        do_not_call="d" in part.reach,
        verified_on=(today - timedelta(days=rng.randrange(4, 120))).isoformat(),
    )


def _person(
    rng: Random, serial: int, company: CompanyRecord, pattern: str, today: date, mailboxes: set[str]
) -> PersonRecord:
    two_words = rng.random() < _TWO_WORD_NAMES
    names = rng.choice(FIRST_NAMES), rng.choice(TWO_WORD_LAST_NAMES if two_words else LAST_NAMES)
    person = _base(rng, serial, company, names, today)
    seniority, department, title = _position(rng)
    mobile = _mobile(rng, company.country) if rng.random() < _MOBILE_COVERAGE else ""
    email = _work_email(rng, names, pattern, company.domain, mailboxes)
    return replace(
        person,
        title=title,
        seniority=seniority,
        department=department,
        email=email,
        email_status=rng.choices(("deliverable", "risky", "unknown"), (80, 12, 8))[0] if email else "",
        personal_email=_personal_email(rng, names, serial),
        mobile=mobile,
        do_not_call=bool(mobile) and rng.random() < _DO_NOT_CALL,
        landline=landline(rng, person.state) if rng.random() < _LANDLINE_COVERAGE else "",
    )


def _base(
    rng: Random, serial: int, company: CompanyRecord, names: tuple[str, str], today: date
) -> PersonRecord:
    """Make a person with name, employer, place, profile and dates, but no position or contact values."""
    first, last = names
    state, city = company.state, company.city
    if rng.random() > _IN_HEAD_OFFICE_STATE:
        away = [place for place in PLACES if place.country == company.country]
        place = rng.choices(away, [place.weight for place in away])[0]
        state, city = place.state, place.city
    begun = today - timedelta(days=60 + min(9000, round(rng.expovariate(1 / 1200))))
    return PersonRecord(
        id=f"fp{900_000_000_000 + serial:012d}",
        rank=serial,
        name=f"{first} {last}",
        first_name=first,
        last_name=last,
        company_id=company.id,
        title="",
        seniority=7,
        department=17,
        network_slug=f"{fold(f'{first} {last}').replace(' ', '-')}-x{rng.randrange(16**5):05x}",
        country=company.country,
        state=state,
        city=city,
        verified_on=verified_on(rng, today),
        started=f"{begun:%Y-%m}",
        skills=rng.sample(SKILLS, 3),
        fictional=True,
    )


def _position(rng: Random) -> tuple[int, int, str]:
    """Draw seniority, department and a title that fits both."""
    seniority = rng.choices(tuple(_PYRAMID), tuple(_PYRAMID.values()))[0]
    if seniority in TOP_TITLES:
        title, department = rng.choice(TOP_TITLES[seniority])
        return seniority, department, title
    department = rng.choices(tuple(DEPARTMENT_WEIGHTS), tuple(DEPARTMENT_WEIGHTS.values()))[0]
    titles = DEPARTMENT_TITLES[department][seniority - 4].split("|")
    return seniority, department, rng.choice(titles)


def _squeeze(name: str) -> str:
    return fold(name).replace(" ", "")


def _work_email(rng: Random, names: tuple[str, str], pattern: str, domain: str, mailboxes: set[str]) -> str:
    """Make an address by the company's pattern, or "" when it is not to be known or a namesake has it."""
    first, last = (_squeeze(name) for name in names)
    email = f"{pattern.format(f=first, l=last, i=first[0], j=last[0])}@{domain}"
    if rng.random() > _EMAIL_COVERAGE or email in mailboxes:
        return ""
    mailboxes.add(email)
    return email


def _personal_email(rng: Random, names: tuple[str, str], serial: int) -> str:
    if rng.random() > _PERSONAL_COVERAGE:
        return ""
    return f"{_squeeze(names[0])}.{_squeeze(names[1])}{serial}@homemail.example"


def _mobile(rng: Random, country: str) -> str:
    """Return a fictional mobile number: Australia's drama list, or New Zealand's unused +64 25 555."""
    return rng.choice(DRAMA_MOBILES) if country == "AU" else f"+6425555{rng.randrange(1000):03d}"
