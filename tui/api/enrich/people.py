"""A person as services send them, made canonical (enrichment-api reference, 1.3, 1.4, 2.2)."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from tui.api.enrich import parse, words
from tui.api.enrich.parse import Record
from tui.model.person import CompanyRef, Contactable, EmailPoint, Location, Person, PhonePoint

NETWORK = "https://www.linkedin.com"
_NOT_AN_ENVELOPE = frozenset({"company", "companies", "organization", "organizations", "account", "accounts"})
_EMAIL = re.compile(r"[^@\s<>\"',;()]{1,64}@[^@\s<>\"',;()]{1,255}")
_EMAIL_KINDS = {
    "work": "work",
    "professional": "work",
    "business": "work",
    "personal": "personal",
    "private": "personal",
}
_PHONE_KINDS = {
    "mobile": "mobile",
    "cell": "mobile",
    "direct": "direct",
    "work": "direct",
    "landline": "landline",
    "home": "landline",
    "hq": "switchboard",
    "switchboard": "switchboard",
    "office": "switchboard",
}
_DNC = ("isdnd", "dnd", "isdnc", "dnc", "donotcall", "isdonotcall", "dncstatuscd", "dncstatus")
_VERIFIED = ("verifiedon", "verifiedat", "lastverified", "updatedate", "lastconfirmed")
_FRESH = (
    "lastverified",
    "lastrefreshedat",
    "updatedate",
    "lastconfirmed",
    "lastupdateddate",
    "validdate",
    "indexedat",
    "lastupdated",
    "joblastupdated",
)
_TRUNK = {"AU": ("61", re.compile(r"0[2-478]\d{8}")), "NZ": ("64", re.compile(r"0[2-9]\d{7,9}"))}


def person_of(body: Any) -> Person | None:
    """The person in an answer, or None when it holds none.

    Args:
        body: An answer's JSON, or one hit of a search.
    """
    levels = parse.unwrap(body, _NOT_AN_ENVELOPE)
    if not levels:
        return None
    record = levels[-1]
    person = _read(record, levels)
    bare = Person(extra=person.extra)
    return None if person == bare else person


def _read(record: Record, levels: list[Record]) -> Person:
    place = location(record)
    names = record.inner("name")
    first = record.text("firstname", "givenname") or names.text("givenname", "firstname", "first")
    last = record.text("lastname", "familyname", "surname") or names.text("familyname", "lastname", "last")
    full = record.text("fullname", "name") or names.text("fullname", "full")
    job = record.inner("jobtitle", "employment", "position", "title")
    headline = record.text("headline")
    handle = network_slug(record)
    person = Person(
        id=record.text("id", "personid", "_id", "pdlid", "uuid", "publicidentifier"),
        full_name=full or " ".join(part for part in (first, last) if part),
        first_name=first,
        middle_name=record.text("middlename"),
        last_name=last or record.text("lastnameobfuscated"),
        title=_title(record, job) or headline,
        headline=headline,
        bio=record.text("bio", "summary", "description", "about"),
        seniority=words.seniority(_words(record, job, _SENIORITY)),
        department=words.department(_words(record, job, _DEPARTMENT)),
        company=_employer(record),
        emails=tuple(_emails(record)),
        phones=tuple(_phones(record, place.country)),
        contactable=_contactable(record),
        network_slug=handle,
        network_url=f"{NETWORK}/in/{handle}" if handle else "",
        location=place,
        started=_started(record),
        skills=record.texts("skills"),
        likelihood=trust(levels),
        matched_on=parse.first_of(level.texts("matchedon", "matched") or None for level in levels) or (),
        conflicts=parse.first_of(level.texts("conflicts") or None for level in levels) or (),
        last_verified=record.when(*_FRESH),
    )
    return person.but(extra=record.rest())


# --- who and what ------------------------------------------------------------------

_SENIORITY = ("seniority", "senioritylevel", "jobtitlelevels", "managementlevel", "currentsenioritylabel")
_DEPARTMENT = (
    "department",
    "departments",
    "jobtitlerole",
    "jobfunction",
    "functions",
    "currentdepartments",
    "role",
)


def _title(record: Record, job: Record) -> str:
    return record.text(
        "position", "title", "jobtitle", "currenttitle", "cleanedposition", "occupation"
    ) or job.text("title", "name")


def _words(record: Record, job: Record, names: tuple[str, ...]) -> list[str]:
    return [word for name in names for source in (record, job) for word in source.texts(name)]


def network_slug(record: Record) -> str:
    """The handle on the business network, of a person or a company."""
    names = (
        "linkedin", "lnslug", "linkedinslug", "linkedinusername", "linkedinhandle", "networkslug",
        "linkedinurl", "lnurl", "networkurl", "profileurl", "publicidentifier",
    )  # fmt: skip
    found = [record.first(parse.slug, name) for name in names]
    social = [
        record.inner(name).first(parse.slug, "linkedin", "linkedinurl")
        for name in ("socialmedia", "sociallinks")
    ]
    return parse.first_of([*found, *social]) or ""


def trust(levels: list[Record]) -> float | None:
    """How likely it is the one that was asked for, from the outermost envelope that says."""
    for level in levels:
        found = level.first(parse.likelihood, "likelihood")
        if found is None:
            found = level.first(
                parse.share, "matchscore", "confidencescore", "contactaccuracyscore", "confidence", "score"
            )
        if found is not None:
            return found
    return None


def _employer(record: Record) -> CompanyRef:
    nouns = ("currentcompany", "company", "organization", "account", "employer", "employment")
    firm = record.inner(*nouns) or _current_job(record)
    website = firm.text("website", "websiteurl", "url") or record.text("jobcompanywebsite", "companywebsite")
    domain = firm.first(parse.host, "fqdn", "domain", "primarydomain") or record.first(
        parse.host, "companydomain"
    )
    return CompanyRef(
        id=firm.text("id", "companyid") or record.text("companyid", "organizationid", "jobcompanyid"),
        name=firm.text("name", "companyname")
        or record.text("companyname", "organizationname", "jobcompanyname", *nouns),
        domain=domain or parse.host(website) or "",
        website=parse.web(website) or "",
        industry=", ".join(
            firm.texts("industry", "industries", "companyindustry")
            or record.texts("companyindustry", "jobcompanyindustry")
        ),
        size=firm.text("size", "companysize") or record.text("companysize", "jobcompanysize"),
        network_slug=network_slug(firm)
        or record.first(parse.slug, "companylinkedin", "jobcompanylinkedinurl")
        or "",
    )


def _current_job(record: Record) -> Record:
    """The present employer out of a history."""
    jobs = [Record(item) for item in record.items("experience", "experiences", "employmenthistory")]
    for job in jobs:
        if job.flag("isprimary", "current", "iscurrent"):
            inner = job.inner("company", "organization")
            return inner or job
    return Record({})


# --- how to reach them ---------------------------------------------------------------


def _emails(record: Record) -> Iterator[EmailPoint]:
    seen: set[str] = set()
    for item, kind in _email_items(record):
        point = _email(item, kind, record.text("emailstatus"))
        if point is not None and point.value not in seen:
            seen.add(point.value)
            yield point


def _email_items(record: Record) -> Iterator[tuple[Any, str]]:
    grouped = record.inner("emails")
    for kind in ("work", "personal", "professional"):
        for item in grouped.items(kind):
            yield item, _EMAIL_KINDS[kind]
    for item in record.items("emails", "email"):
        yield item, "unknown"
    for item in record.items("workemail", "workemails", "businessemail"):
        yield item, "work"
    for item in record.items("personalemail", "personalemails", "recommendedpersonalemail"):
        yield item, "personal"


def _email(item: Any, kind: str, status: str) -> EmailPoint | None:
    if isinstance(item, str):
        item = {"value": item, "status": status}
    point = Record(item)
    value = point.text("value", "email", "address", "emailaddress").removeprefix("mailto:").lower()
    if not _EMAIL.fullmatch(value):
        return None
    said = point.text("type", "kind", "label").lower()
    return EmailPoint(
        value=value,
        kind=_EMAIL_KINDS.get(said, kind),
        status=point.text("deliverability", "status", "quality", "emailstatus").lower(),
        confidence=point.first(parse.share, "confidence", "score"),
        verified_on=point.when(*_VERIFIED),
    )


def _phones(record: Record, country: str) -> Iterator[PhonePoint]:
    seen: set[str] = set()
    for item, kind in _phone_items(record):
        point = _phone(item, kind, country)
        if point is not None and (point.e164 or point.raw) not in seen:
            seen.add(point.e164 or point.raw)
            yield point


def _phone_items(record: Record) -> Iterator[tuple[Any, str]]:
    by_kind = {
        "mobile": ("mobilephone", "mobilephones", "mobilephonenumbers", "mobile"),
        "direct": ("directphone", "directphones", "directphonenumbers", "directdial"),
        "unknown": ("phones", "phonenumbers", "phone", "phonenumber", "personalnumbers", "sanitizedphone"),
    }
    for kind, names in by_kind.items():
        for item in record.items(*names):
            yield item, kind


def _phone(item: Any, kind: str, country: str) -> PhonePoint | None:
    if not isinstance(item, dict):
        item = {"value": item}
    point = Record(item)
    raw = point.text("value", "e164", "number", "sanitizednumber", "rawnumber", "phonenumber", "phone")
    digits = re.sub(r"\D", "", raw)
    if not 6 <= len(digits) <= 15:  # noqa: PLR2004 - the shortest local number, the longest there is
        return None
    return PhonePoint(
        e164=e164(raw, country),
        raw=raw[:40],
        kind=_phone_kind(point, kind),
        do_not_call=any(point.flag(name) for name in _DNC),
        confidence=point.first(parse.share, "confidence", "score", "confidencecd"),
        verified_on=point.when(*_VERIFIED),
    )


def _phone_kind(point: Record, kind: str) -> str:
    said = point.text("type", "typecd", "numbertype", "label", "kind").lower()
    for word in re.findall(r"[a-z]+", said):
        if word in _PHONE_KINDS:
            return _PHONE_KINDS[word]
    return "mobile" if point.flag("ismobile") else kind


def e164(raw: str, country: str) -> str:
    """``raw`` as +61…, or "" where it does not say the country and ``country`` cannot tell."""
    digits = re.sub(r"\D", "", raw)
    if raw.strip().startswith("+"):
        return f"+{digits}" if 8 <= len(digits) <= 15 else ""  # noqa: PLR2004 - E.164
    code, national = _TRUNK.get(country, ("", re.compile("$^")))
    return f"+{code}{digits[1:]}" if national.fullmatch(digits) else ""


def _contactable(record: Record) -> Contactable:
    return Contactable(
        has_email=record.flag("hasemail", "hasworkemail"),
        has_personal_email=record.flag("haspersonalemail"),
        has_phone=record.flag("hasphone", "hasdirectphone"),
        has_mobile=record.flag("hasmobile", "hasmobilephone"),
        has_do_not_call_phone=record.flag("hasdndphone", "hasdncphone", "hasdonotcallphone"),
    )


# --- where and since when ------------------------------------------------------------


def location(record: Record) -> Location:
    """Where a person is: from one field of any shape, or from fields of their own."""
    place = record.inner("location", "geo", "address")
    parts = record.texts("location", "personlocations") if not place else ()
    return Location(
        city=record.text("city", "locality")
        or place.text("city", "locality", "name")
        or next(iter(parts), ""),
        state=_any(parse.state, record, place, ("state", "region", "locationregion"), parts),
        country=_any(parse.country, record, place, ("country", "countrycode", "locationcountry"), parts[-1:]),
        raw=", ".join(parts)
        or place.text("raw", "formatted", "name")
        or record.text("locationname", "rawaddress"),
    )


def _any(read: Any, record: Record, place: Record, names: tuple[str, ...], parts: Iterable[str]) -> str:
    found = record.first(read, *names) or place.first(read, *names)
    return found or parse.first_of(read(part) for part in parts) or ""


def _started(record: Record) -> str:
    """``2023-01``, ``2023``, or what the service says of it in words."""
    year, month = record.whole("yearjoined"), record.whole("monthjoined")
    if year:
        return f"{year}-{month:02d}" if month and 1 <= month <= 12 else str(year)  # noqa: PLR2004
    return record.text("jobstartdate", "positionstartdate", "startdate", "timeincurrentrole")
