"""Conversion of a service's person to a canonical Person (docs/reference/enrichment.md, 1.3, 1.4, 2.2)."""

from collections.abc import Iterable
from typing import Any

from tui.api.enrich import parse
from tui.api.enrich.past import education, history
from tui.api.enrich.reach import emails, phones
from tui.api.enrich.record import ServiceRecord, outermost_texts, unwrap
from tui.api.fault import fold
from tui.model.person import CompanyRef, Contactable, Location, Person

NETWORK = "https://www.linkedin.com"
_NOT_AN_ENVELOPE = frozenset({"company", "companies", "organization", "organizations", "account", "accounts"})
_FRESH = (
    "lastverified", "lastrefreshedat", "updatedate", "lastconfirmed", "lastupdateddate", "validdate",
    "indexedat", "lastupdated", "joblastupdated",
)  # fmt: skip


def person_of(body: Any) -> Person | None:
    """Parse the person in a response, or return None if there is none.

    Args:
        body: The JSON of a response, or one hit of a search.
    """
    levels = unwrap(body, _NOT_AN_ENVELOPE)
    if not levels:
        return None
    record = levels[-1]
    person = _read(record, levels)
    bare = Person(extra=person.extra)
    return None if person == bare else person


def _read(record: ServiceRecord, levels: list[ServiceRecord]) -> Person:
    place = location(record)
    names = record.inner("name")
    first = record.text("firstname", "givenname") or names.text("givenname", "firstname", "first")
    last = record.text("lastname", "familyname", "surname") or names.text("familyname", "lastname", "last")
    full = record.text("fullname", "name") or names.text("fullname", "full")
    job = record.inner("jobtitle", "employment", "position", "title")
    headline = record.text("headline")
    handle = network_slug(record)
    person = Person(
        id=record.text("id", "personid", "pdlid", "uuid", "publicidentifier"),
        full_name=full or " ".join(part for part in (first, last) if part),
        first_name=first,
        middle_name=record.text("middlename"),
        last_name=last or record.text("lastnameobfuscated"),
        title=_title(record, job) or headline,
        headline=headline,
        bio=record.text("bio", "summary", "description", "about"),
        seniority=parse.seniority(levels_of := _words(record, job, _SENIORITY)),
        seniority_text=", ".join(dict.fromkeys(levels_of)),
        department=parse.department(parts_of := _words(record, job, _DEPARTMENT)),
        department_texts=tuple(dict.fromkeys(parts_of)),
        company=_employer(record),
        emails=tuple(emails(record)),
        phones=tuple(phones(record, place.country)),
        contactable=_contactable(record),
        network_slug=handle,
        network_url=profile("in", handle),
        location=place,
        started=_started(record),
        history=history(record),
        education=education(record),
        skills=record.texts("skills"),
        keywords=record.texts("keywords", "interests"),
        gender=record.text("gender", "sex").lower(),
        photo_url=record.web("photourl", "avatar", "profilepicurl", "photo", "image"),
        social=social(record),
        likelihood=match_probability(levels),
        matched_on=outermost_texts(levels, "matchedon", "matched"),
        conflicts=outermost_texts(levels, "conflicts"),
        last_verified=record.when(*_FRESH),
    )
    return person.replace(extra=record.unread_fields())


# --- name, job and profiles ---------------------------------------------------------

_SENIORITY = ("seniority", "senioritylevel", "jobtitlelevels", "managementlevel", "currentsenioritylabel")
_DEPARTMENT = (
    "department", "departments", "jobtitlerole", "jobfunction", "functions", "currentdepartments", "role",
)  # fmt: skip


def _title(record: ServiceRecord, job: ServiceRecord) -> str:
    return record.text(
        "position", "title", "jobtitle", "currenttitle", "cleanedposition", "occupation"
    ) or job.text("title", "name")


def _words(record: ServiceRecord, job: ServiceRecord, names: tuple[str, ...]) -> list[str]:
    return [word for name in names for source in (record, job) for word in source.texts(name)]


def network_slug(record: ServiceRecord) -> str:
    """Return the slug of a person or a company on the business network, or ""."""
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


def profile(kind: str, slug: str) -> str:
    """Return the address of a profile on the business network; "" for no slug."""
    return f"{NETWORK}/{kind}/{slug}" if slug else ""


def social(record: ServiceRecord) -> dict[str, str]:
    """Return handles by network, from an object of handles or objects, or from separate fields."""
    found: dict[str, str] = {}
    groups = [record.inner(name) for name in ("socialmedia", "sociallinks", "social", "socials")]
    for network in ("github", "twitter", "facebook", "youtube", "instagram", "pinterest", "pintrest"):
        plain = (
            record.first(parse.handle, network, f"{network}url", f"{network}handle", f"{network}username"),
        )
        handle = parse.first_of([group.first(parse.handle, network) for group in groups] + [*plain])
        if handle:
            found["pinterest" if network == "pintrest" else network] = handle
    return found


def match_probability(levels: list[ServiceRecord]) -> float | None:
    """Return the probability of a correct match, from the outermost envelope that states one."""
    for level in levels:
        found = level.first(parse.likelihood, "likelihood")
        if found is None:
            found = level.first(
                parse.share, "matchscore", "confidencescore", "contactaccuracyscore", "confidence", "score"
            )
        if found is not None:
            return found
    return None


def _employer(record: ServiceRecord) -> CompanyRef:
    """Parse the employer, from an object under any name, from separate fields, or from the current job."""
    nouns = ("currentcompany", "company", "organization", "account", "employer", "employment")
    firm = record.inner(*nouns) or _current_job(record)

    def text(own: tuple[str, ...], beside: tuple[str, ...]) -> str:
        return firm.text(*own) or record.text(*beside)

    website = text(("website", "websiteurl", "url"), ("jobcompanywebsite", "companywebsite"))
    domain = firm.first(parse.host, "fqdn", "domain", "primarydomain") or record.first(
        parse.host, "companydomain"
    )
    return CompanyRef(
        id=text(("id", "companyid"), ("companyid", "organizationid", "jobcompanyid")),
        name=text(("name", "companyname"), ("companyname", "organizationname", "jobcompanyname", *nouns)),
        domain=domain or parse.host(website) or "",
        website=parse.web(website) or "",
        industry=", ".join(
            firm.texts("industry", "industries", "companyindustry")
            or record.texts("companyindustry", "jobcompanyindustry")
        ),
        size=text(("size", "companysize"), ("companysize", "jobcompanysize")),
        network_slug=network_slug(firm)
        or record.first(parse.slug, "companylinkedin", "jobcompanylinkedinurl")
        or "",
    )


def _current_job(record: ServiceRecord) -> ServiceRecord:
    """Return the current employer from the employment history."""
    jobs = [ServiceRecord(item) for item in record.items("experience", "experiences", "employmenthistory")]
    for job in jobs:
        if job.flag("isprimary", "current", "iscurrent"):
            inner = job.inner("company", "organization")
            return inner or job
    return ServiceRecord({})


# --- contact values ------------------------------------------------------------------


def _contactable(record: ServiceRecord) -> Contactable:
    """Parse which contact values a hit promises, from flags or from a list of names."""
    listed = {fold(name) for name in record.texts("existingdatapoints", "has", "canreveal", "availabledata")}

    def has(names: tuple[str, ...], *words: str) -> bool:
        return record.flag(*names) or any(word in name for name in listed for word in words)

    return Contactable(
        has_email=has(("hasemail", "hasworkemail"), "workemail") or bool({"email", "emails"} & listed),
        has_personal_email=has(("haspersonalemail",), "personalemail", "privateemail"),
        has_phone=has(("hasphone", "hasdirectphone", "haslandline"), "phone", "direct", "landline"),
        has_mobile=has(("hasmobile", "hasmobilephone"), "mobile"),
        has_do_not_call_phone=record.flag("hasdndphone", "hasdncphone", "hasdonotcallphone"),
    )


# --- location and start date ---------------------------------------------------------


def location(record: ServiceRecord) -> Location:
    """Parse a person's location, from one field of any shape or from separate fields."""
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


def _any(
    read: Any, record: ServiceRecord, place: ServiceRecord, names: tuple[str, ...], parts: Iterable[str]
) -> str:
    found = record.first(read, *names) or place.first(read, *names)
    return found or parse.first_of(read(part) for part in parts) or ""


def _started(record: ServiceRecord) -> str:
    """Return the start of the current job: ``2023-01``, ``2023``, or the service's own words."""
    year, month = record.whole("yearjoined"), record.whole("monthjoined")
    if year:
        return f"{year}-{month:02d}" if month and 1 <= month <= 12 else str(year)
    stated = record.text("started", "jobstartdate", "positionstartdate", "startdate", "timeincurrentrole")
    return stated or next((role.started for role in history(record) if role.current), "")
