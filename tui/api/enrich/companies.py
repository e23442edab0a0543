"""Conversion of a service's company to a canonical Company (docs/reference/enrichment.md, 1.2, 2.3)."""

import re
from collections.abc import Mapping
from typing import Any

from tui.api.enrich import parse
from tui.api.enrich.people import match_probability, network_slug, profile, social
from tui.api.enrich.record import ServiceRecord, outermost_texts, unwrap
from tui.model.company import Company, SizeBand
from tui.model.person import Location

_NOT_AN_ENVELOPE = frozenset({"person", "people", "contact", "contacts"})
_NUMBER = r"(\d{1,3}(?:,\d{3})+|\d{1,9})"
_RANGE = re.compile(rf"^\D{{0,20}}{_NUMBER}\s{{0,5}}(?:-|–|to|,)\s{{0,5}}{_NUMBER}")
_AT_LEAST = re.compile(rf"{_NUMBER}\s{{0,5}}\+|(?:>|over|more than)\s{{0,5}}{_NUMBER}", re.IGNORECASE)
_AT_MOST = re.compile(rf"(?:<|under|less than|up to)\s{{0,5}}{_NUMBER}", re.IGNORECASE)
_COUNT = (
    "employeecount", "auemployeecount", "estimatednumemployees", "headcount", "employees",
    "companysizeonlinkedin",
)  # fmt: skip
_SIZE = ("companysize", "size", "employeerange", "globalcompanysize", "staffcountrange", "sizeband", *_COUNT)
_FIRST_YEAR, _LAST_YEAR = 1000, 2100


def company_of(body: Any) -> Company | None:
    """Parse the company in a response, or return None if there is none."""
    levels = unwrap(body, _NOT_AN_ENVELOPE)
    if not levels:
        return None
    company = _read(levels[-1], levels)
    return None if company == Company(extra=company.extra) else company


def _read(record: ServiceRecord, levels: list[ServiceRecord]) -> Company:
    codes = _codes(record)
    handle = network_slug(record)
    website = record.web("website", "websiteurl", "url", "site")
    company = Company(
        id=record.text("id", "companyid", "organizationid"),
        name=record.text("name", "companyname", "displayname") or record.text("legalname", "mainname"),
        legal_name=record.text("legalname", "mainname"),
        trading_names=record.texts("tradingnames", "alternativenames", "alternativename", "othertradingname"),
        domain=_domain(record, website),
        website=website,
        abn=_digits(11, record.text("abn"), _inner_abn(record), codes.get("abn")),
        acn=_digits(9, record.text("acn", "asicnumber"), codes.get("acn")),
        nzbn=_digits(13, record.text("nzbn"), codes.get("nzbn")),
        crn=record.text("crn", "companynumber").upper(),
        abn_status=record.text("abnoperationstatus", "abnstatus", "entitystatuscode").lower(),
        description=record.text("description", "shortdescription", "seodescription", "summary"),
        tagline=record.text("tagline"),
        industries=_industries(record),
        industry_codes=codes,
        employee_count=record.whole(*_COUNT) or record.inner("metrics").whole("employees"),
        size_band=record.first(band, *_SIZE) or _band_of_fields(record),
        revenue=record.text("revenue", "annualrevenueprinted", "annualrevenue", "revenuerange")
        or _amount_range(record.inner("revenuerange")),
        founded_year=record.first(
            _year, "yearfounded", "foundingyear", "foundedyear", "founded", "foundeddate"
        ),
        company_type=record.text("companytype", "type"),
        hq=_hq(record),
        locations=record.texts("locations"),
        states=_states(record),
        technologies=_technologies(record),
        phones=_values(record, "phones", "primaryphone", "phone", "phonenumbers"),
        emails=_values(record, "emails", "email"),
        network_slug=handle,
        network_url=profile("company", handle),
        keywords=record.texts("keywords", "tags", "specialities", "specialties"),
        registers=_registers(record),
        social=social(record),
        logo_url=record.web("logourl", "logo"),
        likelihood=match_probability(levels),
        matched_on=outermost_texts(levels, "matchedon", "matched"),
        conflicts=outermost_texts(levels, "conflicts"),
        last_verified=record.when(
            "lastverified", "lastrefreshedat", "lastupdated", "updatedate", "indexedat"
        ),
    )
    return company.replace(extra=record.unread_fields())


def _band_of_fields(record: ServiceRecord) -> SizeBand | None:
    """Parse a head-count range from two fields."""
    low, high = record.whole("sizefrom", "employeesfrom"), record.whole("sizeto", "employeesto")
    return None if low is None and high is None else SizeBand(low=low or 0, high=high)


def _amount_range(ends: ServiceRecord) -> str:
    """Format an amount with a minimum and a maximum, such as revenue."""
    low, high = ends.text("min", "from", "low"), ends.text("max", "to", "high")
    return f"{low}-{high}" if low and high else low or high


def _registers(record: ServiceRecord) -> dict[str, str]:
    found = record.first(
        lambda value: value if isinstance(value, Mapping) else None, "orgregisters", "registers"
    )
    read = {str(name)[:60]: ", ".join(parse.texts(value)) for name, value in (found or {}).items()}
    return {name: value for name, value in read.items() if value}


def band(value: Any) -> SizeBand | None:
    """Parse a size range: ``11 - 50``, ``1000+``, ``>1000``, ``[11, 50]`` or ``{"min": 11, "max": 50}``."""
    if isinstance(value, Mapping):
        ends = ServiceRecord(value)
        low, high = ends.whole("min", "from", "low", "start"), ends.whole("max", "to", "high", "end")
        return SizeBand(low=low or 0, high=high) if low is not None or high is not None else None
    if isinstance(value, list):
        low, high = ([parse.whole(item) for item in value] + [None, None])[:2]
        return SizeBand(low=low, high=high) if low is not None else None
    return _band_of_text(value) if isinstance(value, str) else None


def _band_of_text(text: str) -> SizeBand | None:
    text = text[:60]
    if match := _AT_LEAST.search(text):
        return SizeBand(low=_int(match[1] or match[2]), high=None)
    if match := _RANGE.search(text):
        low, high = _int(match[1]), _int(match[2])
        return SizeBand(low=low, high=high) if low <= high else None
    if match := _AT_MOST.search(text):
        return SizeBand(low=0, high=_int(match[1]))
    return None


def _int(text: str) -> int:
    return int(text.replace(",", ""))


def _year(value: Any) -> int | None:
    if isinstance(value, str) and (match := re.match(r"\d{4}\b", value.strip())):
        value = int(match[0])
    year = parse.whole(value)
    return year if year is not None and _FIRST_YEAR <= year <= _LAST_YEAR else None


def _codes(record: ServiceRecord) -> dict[str, str]:
    """Parse register numbers and industry codes, by register; the hosted service puts the ABN here."""
    found = record.first(lambda value: value if isinstance(value, Mapping) else None, "industrycodes") or {}
    codes = {str(name).lower(): ", ".join(parse.texts(value)) for name, value in found.items()}
    for name in ("anzsic", "sic", "naics", "duns"):
        codes.setdefault(name, ", ".join(record.texts(name, f"{name}codes", f"{name}code")))
    return {name: value for name, value in codes.items() if value}


def _digits(length: int, *texts: str | None) -> str:
    """Extract a register number from the first non-empty text; "" if it does not have ``length`` digits."""
    digits = re.sub(r"\D", "", next(filter(None, texts), ""))
    return digits if len(digits) == length else ""


def _inner_abn(record: ServiceRecord) -> str:
    return record.inner("abn").text("identifiervalue", "value", "number")


def _domain(record: ServiceRecord, website: str) -> str:
    return (
        record.first(parse.host, "fqdn", "domain", "primarydomain", "emaildomain")
        or parse.first_of(map(parse.host, (*record.texts("domainaliases", "domains"), website)))
        or ""
    )


def _states(record: ServiceRecord) -> tuple[str, ...]:
    return tuple(parse.state(name) or name for name in record.texts("states"))


def _industries(record: ServiceRecord) -> tuple[str, ...]:
    found = record.texts("industries", "industry") or record.inner("category").texts("industry")
    return tuple(dict.fromkeys((*found, *record.texts("subindustry"))))


def _hq(record: ServiceRecord) -> Location:
    place = record.inner("headquarters", "hq", "hqlocation", "location")
    city = record.text("hqlocation", "headquarters", "headquarterscity", "hqcity", "city") or place.text(
        "city"
    )
    return Location(
        city=city,
        state=record.first(parse.state, "hqstate", "state")
        or place.first(parse.state, "state", "region")
        or "",
        country=record.first(parse.country, "hqcountry", "country", "countrycode")
        or place.first(parse.country, "country", "countrycode")
        or "",
        raw=record.text("rawaddress", "hqaddress") or place.text("raw", "formatted") or city,
    )


def _technologies(record: ServiceRecord) -> tuple[str, ...]:
    """Parse technologies from a list under any name, or the hosted service's object of category to names."""
    plain = record.texts("technologies", "technologynames", "currenttechnologies", "tech")
    if plain:
        return plain
    found = record.inner("nextgen").first(lambda value: value, "technographics")
    groups = found.values() if isinstance(found, Mapping) else [found]
    return tuple(dict.fromkeys(name for group in groups for name in parse.texts(group)))[: parse.MOST_ITEMS]


def _values(record: ServiceRecord, *names: str) -> tuple[str, ...]:
    found = [item if isinstance(item, str) else ServiceRecord(item).text("value", "number", "email", "address")
             for item in record.items(*names)]  # fmt: skip
    return tuple(dict.fromkeys(item.strip() for item in found if item))
