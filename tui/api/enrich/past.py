"""A person's earlier jobs and education, parsed from objects or lists under any of their field names."""

from tui.api.enrich import parse
from tui.api.enrich.record import ServiceRecord
from tui.model.person import Role, School

_POSTS = (
    "history",
    "experience",
    "experiences",
    "employmenthistory",
    "secondaryposition",
    "previousaccounts",
    "previousemployment",
    "positions",
    "jobhistory",
)
_SCHOOLS = ("education", "educations", "schools")


def history(record: ServiceRecord) -> tuple[Role, ...]:
    """Return the jobs, in the service's order."""
    found = (_role(ServiceRecord(item)) for item in record.items(*_POSTS))
    return tuple(role for role in found if role.title or role.company)


def education(record: ServiceRecord) -> tuple[School, ...]:
    """Return the schools; a single object counts as a list of one."""
    found = (_school(ServiceRecord(item)) for item in record.items(*_SCHOOLS))
    return tuple(school for school in found if school != School())


def _role(post: ServiceRecord) -> Role:
    firm = post.inner("company", "organization", "account", "employer")
    title = post.inner("title", "jobtitle")
    return Role(
        title=post.text("title", "jobtitle", "position", "cleanedposition", "role")
        or title.text("name", "title"),
        company=firm.text("name", "companyname")
        or post.text("companyname", "organizationname", "company", "organization", "employer", "name"),
        company_domain=firm.first(parse.host, "website", "domain", "websiteurl", "primarydomain")
        or post.first(parse.host, "companywebsite", "companydomain", "website", "domain")
        or "",
        started=_month(post) or post.text("startdate", "startedon", "from", "timeincurrentrole", "start"),
        ended=post.text("enddate", "endedon", "to", "end"),
        current=post.flag("isprimary", "current", "iscurrent"),
    )


def _month(post: ServiceRecord) -> str:
    year, month = post.whole("yearjoined"), post.whole("monthjoined")
    if not year:
        return ""
    return f"{year}-{month:02d}" if month and 1 <= month <= 12 else str(year)  # the months


def _school(item: ServiceRecord) -> School:
    inside = item.inner("school")
    dates = "-".join(part for part in (item.text("startdate"), item.text("enddate")) if part)
    return School(
        name=inside.text("name") or item.text("schoolname", "school", "name", "institution"),
        degree=", ".join(item.texts("degree", "degrees", "degreename")),
        field=", ".join(item.texts("field", "majors", "fieldofstudy", "major")),
        dates=item.text("daterange", "dates") or dates,
    )
