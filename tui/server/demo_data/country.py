"""Generator of a directory of the size of a country, from the same word lists as the sample.

The same seed gives the same records, on any machine and any day: every value is derived from random bits, and
dates are counted from ``AS_OF``. Each person's random bits, employer and sort key are held in memory; rows
are generated one at a time, in the order of quality.
"""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import accumulate
from random import Random
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from tui.server.demo_data.cast import FIRMS, PEOPLE
from tui.server.demo_data.names import company_names
from tui.server.demo_data.people import PATTERNS, Plan, cast_people, cast_plans, company_of
from tui.server.demo_data.words import (  # fmt: skip
    AREA_CODES,
    DEPARTMENT_TITLES,
    DEPARTMENT_WEIGHTS,
    DRAMA_MOBILES,
    FIRST_NAMES,
    LAST_NAMES,
    PLACES,
    SKILLS,
    TOP_TITLES,
    TRADES,
    Town,
)
from tui.server.enrich.fold import fold
from tui.server.enrich.registers import abn_of, acn_of, nzbn_of
from tui.server.importing.load import Values, as_text, company_values, person_values

if TYPE_CHECKING:
    from tui.server.enrich.rows import CompanyRecord

AS_OF = date(2026, 11, 1)
"""The date from which the records' dates are counted."""

FIRST_NUMBER = 900_000_000_000
"""The first number of fictional ids."""

_FRACTION = 1 << 16
_PYRAMID = (3, 5, 6, 14, 22, 50)
_EMAIL, _MOBILE, _DO_NOT_CALL, _PERSONAL, _LANDLINE, _AWAY = (
    round(share * _FRACTION) for share in (0.51, 0.29, 0.29, 0.08, 0.25, 0.2)
)
_SERIALS = 1 << 32
_SLUG_RANGE = 16**5


def _distribute(weights: Sequence[float], size: int = 1024) -> list[int]:
    """Return ``size`` indexes into ``weights``, each as often as its share of the weights."""
    ends = [end / sum(weights) for end in accumulate(weights)]
    return [bisect_left(ends, (each + 0.5) / size) for each in range(size)]


def _durations(mean: float, longest: int, size: int = 4096) -> list[int]:
    """Return ``size`` quantiles, in days, of an exponential distribution with a mean and a maximum."""
    return [min(longest, round(-mean * math.log(1 - (each + 0.5) / size))) for each in range(size)]


_SENIORITIES = _distribute(_PYRAMID, _FRACTION)
_DEPARTMENTS = [tuple(DEPARTMENT_WEIGHTS)[place] for place in _distribute(tuple(DEPARTMENT_WEIGHTS.values()))]
_CHECKED = [(AS_OF - timedelta(days=days)).isoformat() for days in range(1501)]
_CHECKED_DAYS = _durations(303, 1500, _FRACTION)
_STARTED = [f"{AS_OF - timedelta(days=60 + days):%Y-%m}" for days in _durations(1200, 9000)]
_STATUSES = [("deliverable", "risky", "unknown")[place] for place in _distribute((80, 12, 8))]
_TITLES: dict[int, list[list[tuple[str, str, int]]]] = {
    **{
        level: [[(title, f" {fold(title)}", department) for title, department in TOP_TITLES[level]]]
        for level in TOP_TITLES
    },
    **{
        level: [
            [
                (title, f" {fold(title)}", department)
                for title in DEPARTMENT_TITLES[department][level - 4].split("|")
            ]
            for department in _DEPARTMENTS
        ]
        for level in (4, 5, 6)
    },
}
_FIRST = [(name, fold(name).replace(" ", ""), fold(name).replace(" ", "-")) for name in FIRST_NAMES]
_LAST = [(name, fold(name).replace(" ", ""), fold(name).replace(" ", "-")) for name in LAST_NAMES]
_CITY = {place.city: fold(place.city) for place in PLACES}
_SKILLS = [
    as_text([SKILLS[(each + step) % len(SKILLS)] for step in (0, 7, 13)]) for each in range(len(SKILLS))
]
_ELSEWHERE = {
    country: [towns[place] for place in _distribute([each.weight for each in towns])]
    for country in ("AU", "NZ")
    for towns in [[each for each in PLACES if each.country == country]]
}


class _Firm(NamedTuple):
    """The properties of a firm that are needed to generate its people."""

    n: int
    domain: str
    country: str
    state: str
    city: str
    weight: float
    pattern: str


class Country:
    """The generator of one country's companies and people.

    Args:
        people: Number of people; each has an employer.
        companies: Number of companies, the sample's cast first.
        seed: The seed; another one gives another country.
    """

    def __init__(self, people: int, companies: int, seed: int) -> None:
        self.people = people
        # The generator must be repeatable, and nothing of it is secret.
        self._dice = Random(seed)
        self._companies = companies
        self._firms: list[_Firm] = []
        self._cast: list[Values] = []
        self._bits: list[int] = []
        self._homes = array("L")

    def company_rows(self) -> Iterator[Values]:
        """Yield every company as values for the columns of its table, in order."""
        domains: set[str] = set()
        heads: list[CompanyRecord] = []
        for serial, plan in enumerate(self._plans()):
            record = self._record(serial, plan, domains)
            if serial < len(FIRMS):
                heads.append(record)
            pattern = PATTERNS[self._dice.getrandbits(8) % len(PATTERNS)]
            self._firms.append(
                _Firm(
                    serial,
                    record.domain,
                    record.country,
                    record.state,
                    record.city,
                    record.employees**0.5,
                    pattern,
                )
            )
            yield company_values(record)
        if self._companies >= len(FIRMS) and self.people >= len(PEOPLE):
            ranks = {firm.id: firm.rank for firm in heads}
            staff = cast_people(self._dice, heads, AS_OF)
            self._cast = [person_values(one, ranks[one.company_id]) for one in staff]

    def person_rows(self) -> Iterator[Values]:
        """Yield every person as a table row, in the order of quality, once ``company_rows`` is exhausted."""
        order = self._order()
        taken: set[str] = {row[16] for row in self._cast}
        yield from self._cast
        for n, key in enumerate(order, start=len(self._cast)):
            serial = key % _SERIALS
            yield self._row(n, serial, self._firms[self._homes[serial]], taken)

    # --- companies ------------------------------------------------------------------

    def _plans(self) -> Iterator[Plan]:
        plans = cast_plans()[: self._companies]
        yield from plans
        names = company_names({fold(name) for name, *_ in plans}, self._dice.getrandbits(32))
        places = [PLACES[place] for place in _distribute([place.weight for place in PLACES])]
        heads = NormalDist(3.6, 1.35)
        for _ in range(self._companies - len(plans)):
            bits = self._dice.getrandbits(48)
            name, trade = next(names)
            employees = max(1, round(math.exp(heads.inv_cdf(((bits >> 16) % _FRACTION + 0.5) / _FRACTION))))
            yield name, TRADES[trade], places[bits % 1024], employees

    def _record(self, serial: int, plan: Plan, domains: set[str]) -> CompanyRecord:
        firm = company_of(self._dice, serial, AS_OF, plan, numbers=_numbers(serial, plan[2]))
        if firm.domain in domains:
            domain = f"{firm.domain.removesuffix('.example')}{serial}.example"
            firm = replace(firm, domain=domain, email=f"hello@{domain}")
        domains.add(firm.domain)
        return firm

    # --- people ---------------------------------------------------------------------

    def _order(self) -> list[int]:
        """Draw all people's bits; return sort keys: reachable, then senior, then recently checked first."""
        many = self.people - len(self._cast)
        self._homes = array("L", _apportion([firm.weight for firm in self._firms], many))
        draw = self._dice.getrandbits
        self._bits = [draw(192) for _ in range(many)]
        keys = []
        for serial, bits in enumerate(self._bits):
            unreachable = (bits % _FRACTION >= _EMAIL) << 1 | ((bits >> 16) % _FRACTION >= _MOBILE)
            quality = (unreachable << 3 | _SENIORITIES[(bits >> 32) % _FRACTION]) << 11
            keys.append((quality | _CHECKED_DAYS[(bits >> 48) % _FRACTION]) * _SERIALS + serial)
        keys.sort()
        return keys

    def _row(self, n: int, serial: int, firm: _Firm, taken: set[str]) -> Values:
        """Create a person's row from their bits, each part of which decides one property."""
        bits = self._bits[serial]
        low, high, number = bits >> 64, bits >> 128, len(self._cast) + serial
        (first, first_plain, first_slug), (last, last_plain, last_slug) = (
            _FIRST[low % 4096 % len(_FIRST)], _LAST[(low >> 12) % 4096 % len(_LAST)],
        )  # fmt: skip
        seniority = _SENIORITIES[(bits >> 32) % _FRACTION] + 1
        among = _TITLES[seniority]
        among_few = among[(low >> 24) % 1024 % len(among)]
        title, folded, department = among_few[(low >> 34) % 64 % len(among_few)]
        state, city = firm.state, firm.city
        if high % _FRACTION < _AWAY:
            place = _ELSEWHERE[firm.country][(high >> 16) % 1024]
            state, city = place.state, place.city
        email = _work_email(firm, first_plain, last_plain, number, taken) if bits % _FRACTION < _EMAIL else ""
        has_own = (low >> 40) % _FRACTION < _PERSONAL
        mobile = _mobile(firm.country, high >> 26) if (bits >> 16) % _FRACTION < _MOBILE else ""
        return (
            n, FIRST_NUMBER + number, f"{first} {last}", first, last, firm.n, title, folded, seniority, department,
            f"{first_slug}-{last_slug}-x{_scramble(number):05x}", firm.country, state, city, _CITY[city],
            _CHECKED[_CHECKED_DAYS[(bits >> 48) % _FRACTION]], email,
            _STATUSES[(high >> 50) % 1024] if email else "",
            f"{first_plain}.{last_plain}{number}@homemail.example" if has_own else "", mobile,
            bool(mobile) and (low >> 56) % 256 * 256 < _DO_NOT_CALL, _landline(state, high), _STARTED[(high >> 40) % 4096],
            _SKILLS[(high >> 52) % 4096 % len(_SKILLS)], True,
        )  # fmt: skip


def _work_email(firm: _Firm, first: str, last: str, number: int, taken: set[str]) -> str:
    """Create an address by the firm's pattern, with a number if a namesake has it."""
    mailbox = firm.pattern.format(f=first, l=last, i=first[0], j=last[0])
    email = f"{mailbox}@{firm.domain}"
    if email in taken:
        email = f"{mailbox}{number}@{firm.domain}"
    taken.add(email)
    return email


def _landline(state: str, bits: int) -> str:
    """Return a number reserved for fiction for one person in four, or ""; New Zealand reserves none."""
    if state not in AREA_CODES or bits % 251 * _FRACTION >= _LANDLINE * 251:
        return ""
    return f"+61{AREA_CODES[state]}5550{(bits >> 36) % 10_000:04d}"


def _scramble(number: int) -> int:
    """Scramble a number, without collisions, so that it does not reveal the order."""
    return number * 611_953 % _SLUG_RANGE if number < _SLUG_RANGE else number


def _apportion(weights: Sequence[float], many: int) -> Iterator[int]:
    """Yield ``many`` indexes into ``weights``, ascending, each as often as its share of the weights."""
    ends, total, given = accumulate(weights), sum(weights), 0
    for place, end in enumerate(ends):
        upto = many if place == len(weights) - 1 else round(many * end / total)
        for _ in range(upto - given):
            yield place
        given = upto


def _numbers(serial: int, place: Town) -> dict[str, str]:
    """Return valid register numbers that were never issued: ACNs from 9, NZBNs from 94299."""
    if place.country == "NZ":
        return {"nzbn": nzbn_of(f"94299{serial:07d}")}
    acn = acn_of(f"9{serial:07d}")
    return {"acn": acn, "abn": abn_of(acn)}


def _mobile(country: str, bits: int) -> str:
    """Return a fictional mobile number: Australia's drama list, or New Zealand's unused +64 25 555."""
    return DRAMA_MOBILES[bits % len(DRAMA_MOBILES)] if country == "AU" else f"+6425555{bits % 1000:03d}"
