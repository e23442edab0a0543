"""Generator of fictional companies with consistent sizes, places, trades and register numbers."""

import math
from datetime import date, timedelta
from itertools import product
from random import Random
from typing import Any, cast

from tui.model.enrich.vocabulary import SIZE_BANDS
from tui.server.demo_data.cast import FIRMS, CastFirm
from tui.server.demo_data.words import AREA_CODES, LAND, NATURE, PLACES, TECHNOLOGIES, TRADES, Town, Trade
from tui.server.enrich.fold import fold
from tui.server.enrich.registers import abn_of, acn_of, nzbn_of
from tui.server.enrich.rows import CompanyRecord

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
