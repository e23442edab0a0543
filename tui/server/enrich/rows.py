"""The directory's companies and people: records as they are written, rows as they are read."""

import json
from dataclasses import dataclass, field
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class CompanyRecord:
    """A company to be written to the directory.

    Attributes:
        id: ``f`` and twelve digits.
        rank: Static order of quality; search pages follow it.
        domain: Bare registrable host.
        abn: Eleven digits, or "" for a firm that has none.
        state: Australian state or New Zealand region of the head office, upper case.
        size_high: Upper end of the head-count band; None for the open one.
        verified_on: ISO date of the last check.
        fictional: Whether the record is invented.
    """

    id: str
    rank: int
    name: str
    legal_name: str
    domain: str
    network_slug: str
    country: str
    state: str
    city: str
    employees: int
    size_low: int
    size_high: int | None
    industry: str
    anzsic: str
    verified_on: str
    abn: str = ""
    acn: str = ""
    nzbn: str = ""
    company_type: str = ""
    founded: int | None = None
    revenue: str = ""
    description: str = ""
    tagline: str = ""
    phone: str = ""
    email: str = ""
    states: list[str] = field(default_factory=list)
    keywords: list[str] = field(default_factory=list)
    technologies: dict[str, list[str]] = field(default_factory=dict)
    fictional: bool = False
    trading_names: list[str] = field(default_factory=list)
    postcode: str = ""


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """A person to be written to the directory.

    Attributes:
        id: ``fp`` and twelve digits.
        rank: Static order of quality; search pages follow it.
        seniority: 1 to 7 (model/enrich/vocabulary.py).
        department: 1 to 17 (model/enrich/vocabulary.py).
        email: Work address, lower case, or "".
        mobile: E.164, or "".
        do_not_call: Whether the mobile is on a do-not-call register.
        started: ``YYYY-MM`` of the present position, or "".
        verified_on: ISO date of the last check.
        fictional: Whether the record is invented.
    """

    id: str
    rank: int
    name: str
    first_name: str
    last_name: str
    company_id: str
    title: str
    seniority: int
    department: int
    network_slug: str
    country: str
    state: str
    city: str
    verified_on: str
    email: str = ""
    email_status: str = ""
    personal_email: str = ""
    mobile: str = ""
    do_not_call: bool = False
    landline: str = ""
    started: str = ""
    skills: list[str] = field(default_factory=list)
    fictional: bool = False


class CompanyRow(NamedTuple):
    """A company as read; the fields are the table's columns."""

    n: int
    number: int
    name: str
    legal_name: str
    domain: str
    network_slug: str
    country: str
    state: str
    city: str
    employees: int | None
    size_low: int
    size_high: int | None
    industry: str
    anzsic: str
    verified_on: str
    abn: str
    acn: str
    nzbn: str
    company_type: str
    founded: int | None
    revenue: str
    description: str
    tagline: str
    phone: str
    email: str
    states_json: str
    keywords_json: str
    technologies_json: str
    fictional: bool
    trading_names_json: str
    postcode: str
    abn_status: str
    gst_status: str

    @property
    def id(self) -> str:
        """The company's id: ``f`` and twelve digits."""
        return company_id(self.number)

    @property
    def states(self) -> list[str]:
        """The states where the company has offices."""
        return list(_parse_json(self.states_json, []))

    @property
    def keywords(self) -> list[str]:
        """The keywords that describe the company's business."""
        return list(_parse_json(self.keywords_json, []))

    @property
    def trading_names(self) -> list[str]:
        """The company's other names."""
        return list(_parse_json(self.trading_names_json, []))

    @property
    def technologies(self) -> dict[str, list[str]]:
        """The technologies the company uses, by category."""
        return dict(_parse_json(self.technologies_json, {}))


class PersonRow(NamedTuple):
    """A person as read, with the employer's columns prefixed ``company_``."""

    n: int
    number: int
    name: str
    first_name: str
    last_name: str
    title: str
    seniority: int
    department: int
    network_slug: str
    country: str
    state: str
    city: str
    verified_on: str
    email: str
    email_status: str
    personal_email: str
    mobile: str
    do_not_call: bool
    landline: str
    started: str
    skills_json: str
    fictional: bool
    company_number: int
    company_name: str
    company_domain: str
    company_network_slug: str
    company_industry: str
    company_size_low: int
    company_size_high: int | None
    company_phone: str

    @property
    def id(self) -> str:
        """The person's id: ``fp`` and twelve digits."""
        return person_id(self.number)

    @property
    def company_id(self) -> str:
        """The employer's id."""
        return company_id(self.company_number)

    @property
    def skills(self) -> list[str]:
        """The person's skills."""
        return list(_parse_json(self.skills_json, []))


def company_id(number: int) -> str:
    """Return the id of the company with this number."""
    return f"f{number:012d}"


def person_id(number: int) -> str:
    """Return the id of the person with this number."""
    return f"fp{number:012d}"


def _columns(kind: Any, prefix: str) -> str:
    names = (name.removesuffix("_json") for name in kind._fields)
    return ", ".join(
        f"c.{name.removeprefix('company_')}"
        if prefix == "p" and name.startswith("company_")
        else f"{prefix}.{name}"
        for name in names
    )


COMPANY_COLUMNS = _columns(CompanyRow, "c")
"""The columns of ``directory_company AS c`` to select for a CompanyRow."""

PERSON_COLUMNS = _columns(PersonRow, "p")
"""The columns of ``directory_person AS p`` and ``directory_company AS c`` to select for a PersonRow."""


def _parse_json(text: str, nothing: Any) -> Any:
    return json.loads(text) if text else nothing
