"""Generator of fictional people with employers, titles and contact values."""

import math
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from itertools import count, product
from random import Random
from typing import Any, cast

from tui.model.enrich.vocabulary import SIZE_BANDS
from tui.server.demo_data.cast import FIRMS, PEOPLE, CastFirm, CastPerson
from tui.server.demo_data.words import (
    AREA_CODES,
    DEPARTMENT_TITLES,
    DEPARTMENT_WEIGHTS,
    DRAMA_MOBILES,
    FIRST_NAMES,
    LAND,
    LAST_NAMES,
    NATURE,
    PLACES,
    SKILLS,
    TECHNOLOGIES,
    TOP_TITLES,
    TRADES,
    TWO_WORD_LAST_NAMES,
    Town,
    Trade,
)
from tui.server.enrich.fold import fold
from tui.server.enrich.registers import abn_of, acn_of, nzbn_of
from tui.server.enrich.rows import CompanyRecord, PersonRecord

_TYPES = {"AU": ("Pty Ltd", "Privately held"), "NZ": ("Limited", "Privately held")}
_REVENUE_A_HEAD = 210_000
_NAMED_WITHOUT_TRADE = 0.2

Plan = tuple[str, Trade, Town, int]
"""The outline of a company before the rest is generated: name, trade, place, head count."""


def invent_companies(rng: Random, count: int, today: date) -> list[CompanyRecord]:
    """Generate ``count`` companies, the cast first, all with different names, domains and numbers."""
    cast = cast_plans()
    taken = {fold(name) for name, *_ in cast}
    plans = cast + _plans(rng, count - len(cast), taken)
    return [company_of(rng, serial, today, plan) for serial, plan in enumerate(plans)]


def cast_plans() -> list[Plan]:
    """Return the plans of the cast's firms."""
    return [_cast_plan(firm) for firm in FIRMS]


def _cast_plan(firm: CastFirm) -> Plan:
    trade = next(trade for trade in TRADES if trade.word == firm.trade)
    place = next(place for place in PLACES if place.city == firm.city)
    return firm.name, trade, place, firm.employees


def _plans(rng: Random, count: int, taken: set[str]) -> list[Plan]:
    """Plan companies with different names: a tree or bird, sometimes a landform, and mostly a trade."""
    used_words = {name.split()[0] for name in taken}
    stems = [f"{word} {land}" for word, land in product(NATURE, LAND)] + list(NATURE)
    stems = [stem for stem in stems if fold(stem).split()[0] not in used_words or " " in stem]
    chosen = rng.sample([stem for stem in stems if fold(stem) not in taken], count)
    places = rng.choices(PLACES, [place.weight for place in PLACES], k=count)
    plans = []
    for stem, place in zip(chosen, places, strict=True):
        trade = rng.choice(TRADES)
        name = stem if " " in stem and rng.random() < _NAMED_WITHOUT_TRADE else f"{stem} {trade.word}"
        plans.append((name, trade, place, max(1, round(rng.lognormvariate(3.6, 1.35)))))
    return plans


def company_of(
    rng: Random, serial: int, today: date, plan: Plan, *, numbers: dict[str, str] | None = None
) -> CompanyRecord:
    """Generate the company of a plan.

    Args:
        rng: Source of the random values.
        serial: The company's position in the order, from which its id is made.
        today: The date that the record's dates are counted from.
        plan: Name, trade, place and head count.
        numbers: Register numbers; None to generate them.
    """
    name, trade, place, employees = plan
    domain = f"{fold(name).replace(' ', '')}.example"
    low, high = _band(employees)
    suffix, company_type = _TYPES[place.country]
    return CompanyRecord(
        id=f"f{900_000_000_000 + serial:012d}",
        rank=serial,
        name=name,
        legal_name=f"{name} {suffix}",
        domain=domain,
        network_slug=f"{fold(name).replace(' ', '-')}-x{rng.randrange(16**5):05x}",
        country=place.country,
        state=place.state,
        city=place.city,
        employees=employees,
        size_low=low,
        size_high=high,
        industry=trade.industry,
        anzsic=trade.anzsic,
        verified_on=verified_on(rng, today),
        **cast("dict[str, Any]", _numbers(rng, serial, place) if numbers is None else numbers),
        company_type=company_type,
        founded=today.year - 1 - min(60, round(rng.expovariate(1 / 14))),
        revenue=_revenue(employees),
        description=f"{name} {trade.does} from {place.city}.",
        tagline=f"{trade.word}, done properly.",
        phone=landline(rng, place.state),
        email=f"hello@{domain}",
        states=_states(rng, place, employees),
        keywords=[trade.word.casefold(), place.city.casefold()],
        technologies={kind: [rng.choice(names)] for kind, names in TECHNOLOGIES.items()},
        fictional=True,
    )


def _numbers(rng: Random, serial: int, place: Town) -> dict[str, str]:
    """Return valid register numbers that were never issued: ACNs from 9, NZBNs from 94299."""
    if place.country == "NZ":
        return {"nzbn": nzbn_of(f"94299{serial:05d}{rng.randrange(100):02d}")}
    acn = acn_of(f"9{serial:04d}{rng.randrange(1000):03d}")
    return {"acn": acn, "abn": abn_of(acn)}


def _band(employees: int) -> tuple[int, int | None]:
    for band in SIZE_BANDS[:-1]:
        low, high = (int(end) for end in band.split("-"))
        if employees <= high:
            return low, high
    return 10_001, None


def _revenue(employees: int) -> str:
    millions = employees * _REVENUE_A_HEAD / 1e6
    return "<$1M" if millions < 1 else f">${10 ** int(math.log10(millions))}M"


def _states(rng: Random, place: Town, employees: int) -> list[str]:
    """Return the head office's state, and one more for each hundred employees, up to four."""
    near = sorted({other.state for other in PLACES if other.country == place.country} - {place.state})
    return [place.state, *sorted(rng.sample(near, min(len(near), employees // 100, 4)))]


def landline(rng: Random, state: str) -> str:
    """Return a number from the block reserved for fiction, in E.164; "" in New Zealand, which has none."""
    code = AREA_CODES.get(state)
    return f"+61{code}5550{rng.randrange(10_000):04d}" if code else ""


def verified_on(rng: Random, today: date) -> str:
    """Return an ISO date, which is more than a year ago for three records in ten."""
    return (today - timedelta(days=min(1500, round(rng.expovariate(1 / 303))))).isoformat()


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
    """Create a person with name, employer, place, profile and dates, but no position or contact values."""
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
    """Create an address by the company's pattern, or "" if it is to be unknown or a namesake has it."""
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
