"""Of several names of one field, the best known one is read: a row each, the best first."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.api.enrich.test_reference import at, company, person
from tui.model.company import SizeBand

Json = dict[str, Any]
Make = Callable[[int], Any]


def a_text(n: int) -> str:
    return f"text {n}"


def a_code(n: int) -> str:
    return f"C{n}"


def texts(n: int) -> tuple[str, ...]:
    return (f"text {n}",)


def web(n: int) -> str:
    return f"https://h{n}.example"


def host(n: int) -> str:
    return f"h{n}.example"


def count(n: int) -> int:
    return n + 1


def year(n: int) -> int:
    return 1900 + n


def share(n: int) -> float:
    return (n + 1) / 10


def slug(n: int) -> str:
    return f"slug-{n}"


def email(n: int) -> str:
    return f"a{n}@x.example"


def phone(n: int) -> str:
    return f"+6125550123{n}"


def state(n: int) -> str:
    return ("NSW", "VIC", "QLD", "TAS", "AUK", "OTA")[n]


def country(n: int) -> str:
    return ("AU", "NZ", "DE", "FR", "US", "JP")[n]


def digits(length: int) -> Make:
    return lambda n: f"{n + 1:0{length}d}"


def day(n: int) -> datetime:
    return datetime(2020, 1, n + 1, tzinfo=UTC)


def band(n: int) -> SizeBand:
    return SizeBand(low=n + 1, high=n + 2)


def at_least(n: int) -> SizeBand:
    return SizeBand(low=n + 1)


def at_most(n: int) -> SizeBand:
    return SizeBand(low=0, high=n + 1)


def one_of(*words: str) -> Make:
    return lambda n: words[n]


def on_the_wire(value: Any) -> Any:
    """What a service sends for a value."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, SizeBand):
        return value.text if value.high is not None and value.low else value.high or value.low
    return list(value) if isinstance(value, tuple) else value


BOTH: list[tuple[str, Make, str]] = [
    (
        "network_slug",
        slug,
        (
            "linkedin lnslug linkedinslug linkedinusername linkedinhandle networkslug linkedinurl lnurl networkurl"
            " profileurl publicidentifier socialmedia.linkedin socialmedia.linkedinurl sociallinks.linkedin"
            " sociallinks.linkedinurl"
        ),
    ),
    (
        "social.github",
        slug,
        "socialmedia.github sociallinks.github social.github socials.github github githuburl githubhandle githubusername",
    ),
    ("likelihood", share, "likelihood matchscore confidencescore contactaccuracyscore confidence score"),
    ("matched_on", texts, "matchedon matched"),
]

COMPANY: list[tuple[str, Make, str]] = [
    *BOTH,
    ("id", a_text, "id companyid organizationid"),
    ("name", a_text, "name companyname displayname legalname mainname"),
    ("legal_name", a_text, "legalname mainname"),
    ("trading_names", texts, "tradingnames alternativenames alternativename othertradingname"),
    ("website", web, "website websiteurl url site"),
    ("domain", host, "fqdn domain primarydomain emaildomain domainaliases domains website"),
    ("abn", digits(11), "abn industrycodes.abn"),
    ("abn", digits(11), "abn.identifiervalue abn.value abn.number industrycodes.abn"),
    ("acn", digits(9), "acn asicnumber industrycodes.acn"),
    ("nzbn", digits(13), "nzbn industrycodes.nzbn"),
    ("crn", a_code, "crn companynumber"),
    ("abn_status", a_text, "abnoperationstatus abnstatus entitystatuscode"),
    ("description", a_text, "description shortdescription seodescription summary"),
    ("industries", texts, "industries industry category.industry"),
    ("industry_codes.sic", a_text, "industrycodes.sic sic siccodes siccode"),
    (
        "employee_count",
        count,
        "employeecount auemployeecount estimatednumemployees headcount employees companysizeonlinkedin metrics.employees",
    ),
    (
        "size_band",
        band,
        "companysize size employeerange globalcompanysize staffcountrange sizeband employeecount auemployeecount",
    ),
    ("size_band", at_least, "size.min size.from size.low size.start"),
    ("size_band", at_most, "size.max size.to size.high size.end"),
    ("size_band", at_least, "sizefrom employeesfrom"),
    ("size_band", at_most, "sizeto employeesto"),
    ("revenue", a_text, "revenue annualrevenueprinted annualrevenue revenuerange"),
    ("revenue", a_text, "revenue revenuerange.min revenuerange.from revenuerange.low"),
    ("revenue", a_text, "revenuerange.max revenuerange.to revenuerange.high"),
    ("founded_year", year, "yearfounded foundingyear foundedyear founded foundeddate"),
    ("company_type", a_text, "companytype type"),
    ("hq.city", a_text, "hqlocation headquarters headquarterscity hqcity city location.city"),
    ("hq.city", a_text, "headquarters.city hq.city hqlocation.city location.city"),
    ("hq.state", state, "hqstate state location.state location.region"),
    ("hq.country", country, "hqcountry country countrycode location.country location.countrycode"),
    ("hq.raw", a_text, "rawaddress hqaddress location.raw location.formatted location.city"),
    ("technologies", texts, "technologies technologynames currenttechnologies tech nextgen.technographics"),
    ("phones.0", a_text, "phones.value phones.number phones.email phones.address"),
    ("keywords", texts, "keywords tags specialities specialties"),
    ("registers.vc", a_text, "orgregisters.vc registers.vc"),
    ("logo_url", web, "logourl logo"),
    ("last_verified", day, "lastverified lastrefreshedat lastupdated updatedate indexedat"),
]

PERSON: list[tuple[str, Make, str]] = [
    *BOTH,
    ("id", a_text, "id personid pdlid uuid publicidentifier"),
    ("full_name", a_text, "fullname name"),
    ("full_name", a_text, "fullname name.fullname name.full"),
    ("first_name", a_text, "firstname givenname name.givenname name.firstname name.first"),
    (
        "last_name",
        a_text,
        "lastname familyname surname name.familyname name.lastname name.last lastnameobfuscated",
    ),
    (
        "title",
        a_text,
        "position title jobtitle currenttitle cleanedposition occupation employment.title employment.name headline",
    ),
    ("title", a_text, "jobtitle.title employment.title position.title title.title"),
    ("bio", a_text, "bio summary description about"),
    (
        "company.id",
        a_text,
        "currentcompany.id currentcompany.companyid companyid organizationid jobcompanyid",
    ),
    (
        "company.name",
        a_text,
        (
            "currentcompany.name currentcompany.companyname companyname organizationname jobcompanyname company"
            " organization account employer employment"
        ),
    ),
    (
        "company.name",
        a_text,
        "currentcompany.name company.name organization.name account.name employer.name employment.name",
    ),
    (
        "company.domain",
        host,
        "currentcompany.fqdn currentcompany.domain currentcompany.primarydomain companydomain currentcompany.website",
    ),
    (
        "company.website",
        web,
        "currentcompany.website currentcompany.websiteurl currentcompany.url jobcompanywebsite companywebsite",
    ),
    (
        "company.industry",
        a_text,
        (
            "currentcompany.industry currentcompany.industries currentcompany.companyindustry companyindustry"
            " jobcompanyindustry"
        ),
    ),
    ("company.size", a_text, "currentcompany.size currentcompany.companysize companysize jobcompanysize"),
    ("company.network_slug", slug, "currentcompany.linkedin companylinkedin jobcompanylinkedinurl"),
    ("location.city", a_text, "city locality location.city location.locality location.name"),
    ("location.city", a_text, "location.city geo.city address.city"),
    ("location.state", state, "state region locationregion location.state location.region"),
    (
        "location.country",
        country,
        "country countrycode locationcountry location.country location.countrycode",
    ),
    ("location.raw", a_text, "location.raw location.formatted location.name locationname rawaddress"),
    ("location.raw", a_text, "location personlocations locationname rawaddress"),
    ("started", a_text, "started jobstartdate positionstartdate startdate timeincurrentrole"),
    ("gender", a_text, "gender sex"),
    ("photo_url", web, "photourl avatar profilepicurl photo image"),
    ("keywords", texts, "keywords interests"),
    (
        "last_verified",
        day,
        (
            "lastverified lastrefreshedat updatedate lastconfirmed lastupdateddate validdate indexedat lastupdated"
            " joblastupdated"
        ),
    ),
    ("emails.0.value", email, "emails.value emails.email emails.address emails.emailaddress"),
    (
        "emails.0.status",
        a_text,
        "emails.deliverability emails.status emails.quality emails.emailstatus",
    ),
    ("emails.0.confidence", share, "emails.confidence emails.score"),
    ("emails.0.kind", one_of("work", "personal", "work"), "emails.type emails.kind emails.label"),
    (
        "emails.0.verified_on",
        day,
        "emails.verifiedon emails.verifiedat emails.lastverified emails.updatedate emails.lastconfirmed",
    ),
    (
        "phones.0.raw",
        phone,
        "phones.value phones.e164 phones.number phones.sanitizednumber phones.rawnumber phones.phonenumber phones.phone",
    ),
    (
        "phones.0.kind",
        one_of("mobile", "direct", "landline", "switchboard", "mobile"),
        "phones.type phones.typecd phones.numbertype phones.label phones.kind",
    ),
    ("phones.0.confidence", share, "phones.confidence phones.score phones.confidencecd"),
    (
        "history.0.title",
        a_text,
        "history.title history.jobtitle history.position history.cleanedposition history.role",
    ),
    ("history.0.title", a_text, "history.title.name history.title.title"),
    ("history.0.title", a_text, "history.title.name history.jobtitle.name"),
    (
        "history.0.company",
        a_text,
        (
            "history.company.name history.company.companyname history.companyname history.organizationname"
            " history.organization history.employer history.name"
        ),
    ),
    (
        "history.0.company",
        a_text,
        "history.companyname history.organizationname history.company history.organization history.employer history.name",
    ),
    (
        "history.0.company",
        a_text,
        "history.company.name history.organization.name history.account.name history.employer.name",
    ),
    (
        "history.0.company_domain",
        host,
        (
            "history.company.website history.company.domain history.company.websiteurl history.company.primarydomain"
            " history.companywebsite history.companydomain history.website history.domain"
        ),
    ),
    (
        "history.0.started",
        a_text,
        "history.startdate history.startedon history.from history.timeincurrentrole history.start",
    ),
    ("history.0.ended", a_text, "history.enddate history.endedon history.to history.end"),
    (
        "education.0.name",
        a_text,
        "education.school.name education.schoolname education.name education.institution",
    ),
    (
        "education.0.name",
        a_text,
        "education.schoolname education.school education.name education.institution",
    ),
    ("education.0.degree", a_text, "education.degree education.degrees education.degreename"),
    ("education.0.field", a_text, "education.field education.majors education.fieldofstudy education.major"),
    ("education.0.dates", a_text, "education.daterange education.dates education.startdate"),
]

NEEDED: dict[str, Json] = {
    "emails.0.status": {"emails": {"value": "a@x.example"}},
    "emails.0.confidence": {"emails": {"value": "a@x.example"}},
    "emails.0.kind": {"emails": {"value": "a@x.example"}},
    "emails.0.verified_on": {"emails": {"value": "a@x.example"}},
    "phones.0.kind": {"phones": {"value": "+61255501234"}},
    "phones.0.confidence": {"phones": {"value": "+61255501234"}},
    "history.0.company_domain": {"history": {"title": "Buyer"}},
    "history.0.started": {"history": {"title": "Buyer"}},
    "history.0.ended": {"history": {"title": "Buyer"}},
}
"""What a record must have besides, so that there is the thing whose field is read."""


def body(path: str, make: Make, names: list[str], first: int) -> Json:
    """A record with a value under each of the names from ``first`` on."""
    made: Json = {key: dict(value) for key, value in NEEDED.get(path, {}).items()}
    for number, name in enumerate(names):
        if number >= first:
            *outer, last = name.split(".")
            inside = made
            for part in outer:
                inside = inside.setdefault(part, {})
            inside[last] = on_the_wire(make(number))
    return made


@pytest.mark.parametrize(
    ("path", "make", "names"), COMPANY, ids=[f"{row[0]}-{row[2].split()[0]}" for row in COMPANY]
)
def test_a_company_is_read_by_the_best_known_of_its_names(path: str, make: Make, names: str) -> None:
    every = names.split()
    for first in range(len(every)):
        assert at(company(body(path, make, every, first)), path) == make(first), every[first]


@pytest.mark.parametrize(
    ("path", "make", "names"), PERSON, ids=[f"{row[0]}-{row[2].split()[0]}" for row in PERSON]
)
def test_a_person_is_read_by_the_best_known_of_its_names(path: str, make: Make, names: str) -> None:
    every = names.split()
    for first in range(len(every)):
        assert at(person(body(path, make, every, first)), path) == make(first), every[first]
