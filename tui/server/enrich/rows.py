"""A row of the directory as it is read: what the renderer asks of a person or a company."""

import json
from typing import Any, NamedTuple


class CompanyRow(NamedTuple):
    """A company; the fields are the table's columns."""

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
        """``f`` and twelve digits."""
        return company_id(self.number)

    @property
    def states(self) -> list[str]:
        """Where it has offices."""
        return list(_read(self.states_json, []))

    @property
    def keywords(self) -> list[str]:
        """What it is about."""
        return list(_read(self.keywords_json, []))

    @property
    def trading_names(self) -> list[str]:
        """What else it is called."""
        return list(_read(self.trading_names_json, []))

    @property
    def technologies(self) -> dict[str, list[str]]:
        """What it uses, by category."""
        return dict(_read(self.technologies_json, {}))


class PersonRow(NamedTuple):
    """A person, and the employer's columns with ``company_`` before them."""

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
        """``fp`` and twelve digits."""
        return person_id(self.number)

    @property
    def company_id(self) -> str:
        """The employer's id."""
        return company_id(self.company_number)

    @property
    def skills(self) -> list[str]:
        """What they can do."""
        return list(_read(self.skills_json, []))


def company_id(number: int) -> str:
    """A company's number as its id."""
    return f"f{number:012d}"


def person_id(number: int) -> str:
    """A person's number as their id."""
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
"""What to select of ``directory_company AS c`` for a CompanyRow."""

PERSON_COLUMNS = _columns(PersonRow, "p")
"""What to select of ``directory_person AS p`` and ``directory_company AS c`` for a PersonRow."""


def _read(text: str, nothing: Any) -> Any:
    return json.loads(text) if text else nothing
